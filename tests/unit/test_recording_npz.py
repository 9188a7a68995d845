"""Recordings on disk: to the bit, whole or not at all, and nothing foreign accepted."""

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from rigida.errors import UsageError
from rigida.recording import Recording
from rigida.recording.recording import FRAME_SHAPES, JOINT_SHAPES, frame_shape

ARRAYS = FRAME_SHAPES | JOINT_SHAPES


@pytest.fixture
def run() -> Recording:
    rng = np.random.default_rng(3)
    arrays = {
        name: rng.standard_normal((17, *frame_shape(shape, ["box, big", "Würfel"], ["hinge"])))
        for name, shape in ARRAYS.items()
    }
    arrays["kinetic"][3] = np.nan
    arrays["potential"][4] = -0.0
    return Recording(
        **arrays,
        names=["box, big", "Würfel"],
        joint_names=["hinge"],
        scene={"title": "Fall", "bodies": [{"name": "box, big", "mass": 0.1}]},
        engine={"kind": "precise", "tolerance": 1e-12},
        events=[{"time": 0.1 + 0.2, "kind": "impact", "bodies": ["box, big", "Würfel"]}],
        steps=1234,
        wall=0.12345678901234567,
        interrupted=True,
    )


def rewritten(path: Path, **changes: object) -> None:
    """Change fields of a saved recording's header."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["header.json"] = json.dumps({**json.loads(members["header.json"]), **changes}).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def test_round_trip_keeps_every_bit(run: Recording, tmp_path: Path) -> None:
    back = Recording.load(run.save(tmp_path / "run.npz"))
    for name in ARRAYS:
        assert getattr(back, name).tobytes() == getattr(run, name).tobytes(), name
        assert getattr(back, name).shape == getattr(run, name).shape, name
    for name in ("names", "joint_names", "scene", "engine", "events", "steps", "wall", "interrupted"):
        assert getattr(back, name) == getattr(run, name), name


def test_same_recording_gives_the_same_file(run: Recording, tmp_path: Path) -> None:
    assert run.save(tmp_path / "a.npz").read_bytes() == run.save(tmp_path / "b.npz").read_bytes()


def test_ending_is_added_when_missing(run: Recording, tmp_path: Path) -> None:
    assert run.save(tmp_path / "run.v1") == tmp_path / "run.v1.npz"
    assert Recording.load(tmp_path / "run.v1").steps == 1234


def test_numpy_opens_the_file_without_rigida(run: Recording, tmp_path: Path) -> None:
    with np.load(run.save(tmp_path / "run.npz"), allow_pickle=False) as arrays:
        assert np.array_equal(arrays["position"], run.position)
        assert json.loads(arrays["header.json"])["scene"]["title"] == "Fall"


@pytest.mark.parametrize("share", [0.01, 0.3, 0.9, 0.999])
def test_truncated_file_is_refused(run: Recording, tmp_path: Path, share: float) -> None:
    path = run.save(tmp_path / "run.npz")
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(UsageError, match="truncated or damaged"):
        Recording.load(path)


def test_flipped_bits_are_noticed(run: Recording, tmp_path: Path) -> None:
    path = run.save(tmp_path / "run.npz")
    content = bytearray(path.read_bytes())
    place = content.find(run.position.tobytes()[:64])
    content[place + 5] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"truncated or damaged"):
        Recording.load(path)


def test_foreign_npz_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", position=np.zeros(3))
    with pytest.raises(UsageError, match="not a rigida recording"):
        Recording.load(tmp_path / "other.npz")


def test_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("time,x,y,z\n")
    with pytest.raises(UsageError, match="not a rigida recording"):
        Recording.load(tmp_path / "text.npz")


def test_pickled_array_is_refused_and_not_run(run: Recording, tmp_path: Path) -> None:
    path = run.save(tmp_path / "run.npz")
    np.save(tmp_path / "evil.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["position.npy"] = (tmp_path / "evil.npy").read_bytes()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(UsageError, match="cannot be read"):
        Recording.load(path)


def test_newer_version_names_the_remedy(run: Recording, tmp_path: Path) -> None:
    path = run.save(tmp_path / "run.npz")
    rewritten(path, version=99)
    with pytest.raises(UsageError, match=r"format version 99.*pip install -U rigida"):
        Recording.load(path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("names", ["only one"]),
        ("names", 3),
        ("steps", "many"),
        ("format", "other"),
        ("joints", 3),
        ("joints", {"version": 1}),
        ("joints", {"version": 1, "names": ["one", "too many"]}),
    ],
)
def test_damaged_header_is_refused(run: Recording, tmp_path: Path, field: str, value: object) -> None:
    path = run.save(tmp_path / "run.npz")
    rewritten(path, **{field: value})
    with pytest.raises(UsageError):
        Recording.load(path)


def test_file_without_joints_has_no_arrays_of_them(run: Recording, tmp_path: Path) -> None:
    fields = {name: getattr(run, name) for name in FRAME_SHAPES}
    path = Recording(**fields, names=run.names).save(tmp_path / "run.npz")
    with zipfile.ZipFile(path) as archive:
        assert not any("joint" in name for name in archive.namelist())
    assert Recording.load(path).joint_force.shape == (17, 0, 3)


def test_newer_joints_name_the_remedy(run: Recording, tmp_path: Path) -> None:
    path = run.save(tmp_path / "run.npz")
    rewritten(path, joints={"version": 99, "names": ["hinge"]})
    with pytest.raises(UsageError, match=r"joint version 99.*pip install -U rigida"):
        Recording.load(path)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no file .*nothing\.npz"):
        Recording.load(tmp_path / "nothing")


def test_missing_folder_is_a_clear_error(run: Recording, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Cannot write"):
        run.save(tmp_path / "no" / "run.npz")


def test_failed_save_keeps_the_old_file_and_leaves_nothing_behind(run: Recording, tmp_path: Path) -> None:
    path = run.save(tmp_path / "run.npz")
    before = path.read_bytes()
    broken = Recording(**{**vars(run), "events": [{"time": 0.0, "kind": "impact", "body": object()}]})
    with pytest.raises(UsageError, match="plain data"):
        broken.save(path)
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["run.npz"]


def test_interrupted_save_keeps_the_old_file(run: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = run.save(tmp_path / "run.npz")
    before = path.read_bytes()

    def interrupt(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(np.lib.format, "write_array", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run.save(path)
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["run.npz"]
