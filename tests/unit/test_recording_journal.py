"""Journals: what was written before a run ended in any way is there, and nothing that was not."""

import contextlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_form import examples

import rigida as rg
from rigida.recording import CONTACT, Frame
from rigida.recording.contents import arrays_of
from rigida.recording.journal import JournaledRecorder, _record, _records
from rigida.recording.recorder import Recorder


def bouncing() -> rg.Simulation:
    """A ball that bounces beside a box at rest and a pendulum: events, contacts and reactions."""
    scene = rg.Scene(title="Würfe")
    scene.add_ground()
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 0.5), name="ball", restitution=0.8)
    scene.add_body(rg.Box((1, 1, 1)), position=(-3, 0, 0.5), name="box", restitution=0.0)
    rod = scene.add_body(rg.Box((0.1, 0.1, 1)), position=(3, 0, 3), name="rod")
    scene.add_joint(rg.Revolute(rod, anchor=(3, 0, 3.5), axis=(1, 0, 0), name="hinge"))
    return rg.Simulation(scene, engine=rg.Precise(tolerance=1e-8))


def assert_same(first: rg.Recording, second: rg.Recording) -> None:
    arrays, others = arrays_of(first), arrays_of(second)
    assert arrays.keys() == others.keys()
    for name, values in arrays.items():
        assert values.dtype == others[name].dtype, name
        assert values.tobytes() == others[name].tobytes(), name
    for name in ("names", "joint_names", "scene", "engine", "events", "steps", "channel_units"):
        assert as_written(getattr(first, name)) == as_written(getattr(second, name)), name


def as_written(value: object) -> object:
    """Files know lists only, the engine's events have tuples."""
    return json.loads(json.dumps(value))


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A run, and the journal of the same run."""
    path = tmp_path_factory.mktemp("journal") / "run.frames"
    bouncing().run(1.0, fps=30, contacts=True, journal=path)
    return bouncing().run(1.0, fps=30, contacts=True), path


def test_a_journaled_run_returns_what_any_run_returns(kept, tmp_path):
    assert_same(bouncing().run(1.0, fps=30, contacts=True, journal=tmp_path / "a.frames"), kept[0])


def test_a_journal_loads_to_the_bit_and_counts_as_interrupted(kept):
    run, path = kept
    back = rg.Recording.load(path)
    assert_same(back, run)
    assert run.events
    assert len(run.contacts.contact)
    assert back.interrupted
    assert back.wall > 0.0


def test_channels_are_journaled(tmp_path):
    scene = rg.Scene()
    scene.add_aircraft("model", position=(0, 0, 50), velocity=(15, 0, 0), name="plane")
    run = rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.01)).run(0.2, journal=tmp_path / "run.frames")
    assert run.channel("plane.force wing left").shape == (13, 3)
    assert_same(rg.Recording.load(tmp_path / "run.frames"), run)


def test_a_second_run_tells_its_own_events_once(tmp_path):
    simulation = bouncing()
    first = simulation.run(0.5)
    second = simulation.run(0.5, journal=tmp_path / "run.frames")
    whole = bouncing().run(1.0)
    assert len(first.events) > 0
    assert len(second.events) > 0
    assert len(whole.events) == len(first.events) + len(second.events)
    assert rg.Recording.load(tmp_path / "run.frames").events == as_written(second.events)


def test_a_journal_cut_anywhere_keeps_the_whole_frames_before(kept, tmp_path):
    run, path = kept
    data, cut = path.read_bytes(), tmp_path / "cut.frames"
    counts = []
    for length in np.linspace(4000, len(data), 60).astype(int):
        cut.write_bytes(data[:length])
        back = rg.Recording.load(cut)
        counts.append(back.frame_count)
        assert back.position.tobytes() == run.position[: back.frame_count].tobytes()
        assert len(back.contacts.offset) == back.frame_count + 1
        assert [event["time"] for event in back.events] == [event["time"] for event in run.events][: len(back.events)]
    assert counts == sorted(counts)
    assert counts[-2] < counts[-1] == run.frame_count


def test_a_flipped_bit_ends_the_journal_before_its_frame(kept, tmp_path):
    run, path = kept
    data = bytearray(path.read_bytes())
    place = data.find(run.position[20].tobytes())
    data[place + 3] ^= 0x10
    (tmp_path / "run.frames").write_bytes(data)
    assert rg.Recording.load(tmp_path / "run.frames").frame_count == 20


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty: the run ended before its first frame"),
        (b"time x y z\n" * 20, "not a rigida recording"),
        (b"head" + bytes(4) + b"\xff" * 8, "not a rigida recording"),
    ],
)
def test_foreign_and_empty_files_are_refused(tmp_path, data, words):
    (tmp_path / "run.frames").write_bytes(data)
    with pytest.raises(rg.UsageError, match=words):
        rg.Recording.load(tmp_path / "run.frames")


def zero_frame(bodies: int = 1) -> Frame:
    return Frame(0.0, *(np.zeros((bodies, width)) for width in (3, 4, 3, 3)), 1.0, 0.0, np.zeros(3), np.zeros(3))


def journal(path, **about) -> JournaledRecorder:
    fields = {"scene": {}, "engine": {}, "events": [], "steps": 0, "wall": 0.0} | about
    return JournaledRecorder(path, Recorder(["box"]).finish(**fields))


def test_a_header_that_lies_about_the_bodies_is_refused(tmp_path):
    with_two = journal(tmp_path / "run.frames")
    with_two.append(zero_frame(bodies=2))
    with_two.close()
    with pytest.raises(rg.UsageError, match="damaged: its header has no valid 'columns'"):
        rg.Recording.load(tmp_path / "run.frames")


def test_a_newer_journal_names_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setattr("rigida.recording.journal.VERSION", 99)
    newer = journal(tmp_path / "run.frames")
    newer.append(zero_frame())
    newer.close()
    monkeypatch.undo()
    with pytest.raises(rg.UsageError, match=r"version 99.*pip install -U rigida"):
        rg.Recording.load(tmp_path / "run.frames")


def test_a_run_without_any_frame_gives_an_empty_recording(tmp_path):
    recorder = journal(tmp_path / "run.frames")
    assert recorder.finish({}, {}, [], 0, 0.0).frame_count == 0
    recorder.close()
    assert not (tmp_path / "run.frames").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_ends_the_run_with_a_clear_error(tmp_path, monkeypatch):
    recorder = journal(tmp_path / "run.frames")
    with open("/dev/full", "wb", buffering=0) as full:
        monkeypatch.setattr(recorder, "_file", full)
        with pytest.raises(rg.UsageError, match=r"Cannot write .*: No space left"):
            recorder.append(zero_frame())
        monkeypatch.undo()
    recorder.close()


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(rg.UsageError, match=r"Cannot write .*No such file"):
        bouncing().run(0.1, journal=tmp_path / "no" / "run.frames")


def test_contacts_without_their_frame_are_left_out(tmp_path):
    touching = np.zeros(3, dtype=CONTACT)
    recorder = journal(tmp_path / "run.frames")
    for _ in range(2):
        frame = zero_frame()
        recorder.append(replace(frame, contacts=touching))
    recorder.close()
    data = (tmp_path / "run.frames").read_bytes()
    (tmp_path / "run.frames").write_bytes(data[:-1])
    back = rg.Recording.load(tmp_path / "run.frames")
    assert back.frame_count == 1
    assert len(back.contacts.contact) == 3


def test_mutated_journals_give_usage_errors_only(kept, tmp_path):
    """Records whose checksums fit but whose contents do not, as only an ill-meaning writer makes them."""
    with kept[1].open("rb") as file:
        records = list(_records(file))[:12]
    target = tmp_path / "run.frames"
    pieces = [b"", b"0", b"-1", b"[]", b"{}", b'"', b"999999999", b"null", b"\xff\xfe"]

    @settings(max_examples=examples(300))
    @given(
        st.sampled_from([0, 0, 0, 1, 2, 5, 11]),
        st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 40), st.sampled_from(pieces)), min_size=1),
    )
    def check(which, changes):
        data = records[which][1]
        for place, removed, piece in changes:
            at = int(place * len(data))
            data = data[:at] + piece + data[at + removed :]
        mutated = [*records[:which], (records[which][0], data), *records[which + 1 :]]
        target.write_bytes(b"".join(_record(kind, content) for kind, content in mutated))
        with contextlib.suppress(rg.UsageError):
            rg.Recording.load(target)

    check()
