"""Contacts of a recording: kept by frame, through files, and absent where there are none."""

from dataclasses import replace

import numpy as np
import pytest

import rigida as rg
from rigida.recording import CONTACT, ContactHistory
from rigida.recording.contacts import as_contacts


@pytest.fixture
def run() -> rg.Recording:
    scene = rg.Scene()
    scene.add_body(rg.Box((1, 1, 1)), name="box")
    return rg.Simulation(scene).run(0.2, fps=10)


def some(count: int) -> np.ndarray:
    contacts = np.zeros(count, dtype=CONTACT)
    contacts["point"] = np.arange(3 * count).reshape(count, 3)
    contacts["separation"] = -0.001
    return contacts


def test_contacts_are_kept_frame_by_frame_through_a_file(run, tmp_path):
    touched = replace(run, contacts=ContactHistory.of_frames([some(2), some(0), some(3)]))
    back = rg.Recording.load(touched.save(tmp_path / "run"))
    assert [len(back.contacts.at(frame)) for frame in range(3)] == [2, 0, 3]
    assert np.array_equal(back.contacts.at(2), some(3))


def test_run_without_contacts_has_none_at_any_frame(run, tmp_path):
    back = rg.Recording.load(run.save(tmp_path / "run"))
    assert [len(back.contacts.at(frame)) for frame in range(3)] == [0, 0, 0]
    assert back.contacts.at(0).dtype == CONTACT


def test_impulse_given_as_a_number_acts_along_the_normal():
    plain = np.dtype([(name, CONTACT[name]) if name != "impulse" else (name, float) for name in CONTACT.names])
    found = np.zeros(1, dtype=plain)
    found["normal"], found["impulse"] = (0, 0.6, 0.8), 5.0
    np.testing.assert_allclose(as_contacts(found)["impulse"], [[0, 3, 4]])


def test_wrong_fields_and_offsets_are_refused():
    with pytest.raises(rg.UsageError, match="body_a is missing"):
        as_contacts(np.zeros(1, dtype=[("point", float, 3)]))
    with pytest.raises(rg.UsageError, match="offset must rise"):
        ContactHistory(np.array([0, 2]), some(1))


def test_plot_of_contacts_is_a_picture_or_says_why_not(run, tmp_path):
    touched = replace(run, contacts=ContactHistory.of_frames([some(2), some(0), some(3)]))
    assert touched.plot_contacts(tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(rg.UsageError, match="no contacts"):
        run.plot_contacts(tmp_path / "d.png")


def test_plots_of_momentum_motion_and_phase_are_pictures(run, tmp_path):
    from rigida.recording.motion_plots import plot_phase

    box = run.body("box")
    for path in (
        run.plot_momentum(tmp_path / "p"),
        run.plot_motion("box", tmp_path / "m.svg"),
        plot_phase(box.position[:, 2], box.velocity[:, 2], tmp_path / "f.png", "z", "m"),
    ):
        assert path.stat().st_size > 1000
    with pytest.raises(rg.UsageError, match="Did you mean 'box'"):
        run.plot_motion("bx", tmp_path / "m.png")
    with pytest.raises(rg.UsageError, match="equal length"):
        plot_phase([1, 2], [1], tmp_path / "f.png")


def test_tables_have_a_row_per_frame_and_body(run):
    from rigida.recording.tables import body_table

    table = body_table(run)
    assert {len(column) for column in table.values()} == {3}
    np.testing.assert_array_equal(table["z [m]"], run.position[:, 0, 2])


@pytest.mark.parametrize(("module", "call"), [("pandas", "to_dataframe"), ("pyarrow", "to_parquet")])
def test_missing_table_package_is_one_line_that_names_it(run, tmp_path, monkeypatch, module, call):
    monkeypatch.setitem(__import__("sys").modules, module, None)
    arguments = [tmp_path / "t"] if call == "to_parquet" else []
    with pytest.raises(rg.UsageError, match=f"pip install {module}"):
        getattr(run, call)(*arguments)
