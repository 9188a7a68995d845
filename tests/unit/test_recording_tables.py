"""CSV tables hold the arrays to the last digit."""

import csv
from pathlib import Path

import numpy as np
import pytest

import rigida as rg
from rigida.recording import Frame, Recorder, Recording
from rigida.shown import text_cell


@pytest.fixture
def run() -> Recording:
    rng = np.random.default_rng(5)
    recorder = Recorder(['say "a", b', "second"])
    for i in range(30):
        arrays = [rng.standard_normal((2, width)) for width in (3, 4, 3, 3)]
        recorder.append(Frame(i / 7, *arrays, *rng.standard_normal(2), *rng.standard_normal((2, 3))))
    return recorder.finish(scene={}, engine={}, events=[], steps=30, wall=1.0)


def table(path: Path) -> tuple[list[str], list[list[str]]]:
    with path.open(newline="", encoding="utf-8") as file:
        heads, *rows = list(csv.reader(file))
    return heads, rows


def test_motion_table_read_back_equals_the_arrays(run: Recording, tmp_path: Path) -> None:
    heads, rows = table(run.to_csv(tmp_path / "run.csv"))
    assert heads[:3] == ["time [s]", "body", "x [m]"]
    assert heads[9:] == ["vx [m/s]", "vy [m/s]", "vz [m/s]", "wx [rad/s]", "wy [rad/s]", "wz [rad/s]"]
    assert [row[1] for row in rows[:4]] == [*run.names, *run.names]
    numbers = np.array([[float(cell) for cell in row[2:]] for row in rows]).reshape(30, 2, 13)
    assert np.array_equal([float(row[0]) for row in rows[::2]], run.times)
    assert np.array_equal(numbers[..., :3], run.position)
    assert np.array_equal(numbers[..., 3:7], run.orientation)
    assert np.array_equal(numbers[..., 7:10], run.velocity)
    assert np.array_equal(numbers[..., 10:], run.angular_velocity)


def test_energy_table_read_back_equals_the_arrays(run: Recording, tmp_path: Path) -> None:
    heads, rows = table(run.energy_to_csv(tmp_path / "energy"))
    numbers = np.array(rows, dtype=np.float64)
    assert heads[:4] == ["time [s]", "kinetic [J]", "potential [J]", "total [J]"]
    assert np.array_equal(numbers[:, 1], run.kinetic)
    assert np.array_equal(numbers[:, 3], run.energy.total)
    assert np.array_equal(numbers[:, 4:7], run.linear_momentum)
    assert np.array_equal(numbers[:, 7:], run.angular_momentum)


def test_text_that_a_spreadsheet_would_compute_is_quoted():
    assert [text_cell(cell) for cell in ("=1+1", "@x", "ball", -1.5, "")] == ["'=1+1", "'@x", "ball", -1.5, ""]


@pytest.fixture(scope="module")
def pendulum() -> Recording:
    scene = rg.Scene()
    scene.add_ground()
    bob = scene.add_body(rg.Sphere(0.1), position=(1, 0, 2), name="bob")
    scene.add_joint(rg.Revolute(bob, anchor=(0, 0, 2), axis=(0, 1, 0), motor="effort", name="hinge"))
    scene.add_body(rg.Box((0.2, 0.2, 0.2)), position=(3, 0, 0.1), name="box")
    return rg.Simulation(scene).run(0.5, fps=20, contacts=True)


def test_joint_table_has_coordinates_rates_and_reactions(pendulum: Recording, tmp_path: Path) -> None:
    heads, rows = table(pendulum.to_csv(tmp_path / "joints", table="joints"))
    assert heads[:4] == ["time [s]", "joint", "q0 [m or rad]", "rate0 [m/s or rad/s]"]
    hinge = pendulum.joint("hinge")
    assert np.array_equal([float(row[2]) for row in rows], hinge.position)
    assert np.array_equal([float(row[heads.index("fz [N]")]) for row in rows], hinge.force[:, 2])


def test_contact_table_carries_the_weight_of_what_rests(pendulum: Recording, tmp_path: Path) -> None:
    heads, rows = table(pendulum.to_csv(tmp_path / "contacts.csv", table="contacts"))
    impulse = [float(row[heads.index("impulse z [N s]")]) for row in rows if float(row[0]) == pendulum.times[-1]]
    # One step of 1/60 s of a box of 8 kg: what its contacts give is its weight.
    assert abs(sum(impulse)) == pytest.approx(8 * 9.81 / 60, rel=1e-3)


def test_unknown_table_is_refused_with_the_known_ones(pendulum: Recording, tmp_path: Path) -> None:
    with pytest.raises(rg.UsageError, match="bodies, joints, contacts, channels, energy"):
        pendulum.to_csv(tmp_path / "x", table="joint table")


def test_slices_keep_frames_contacts_and_length(pendulum: Recording) -> None:
    assert len(pendulum) == pendulum.frame_count == 11
    half = pendulum[::2]
    assert np.array_equal(half.times, pendulum.times[::2])
    assert np.array_equal(half.joint("hinge").position, pendulum.joint("hinge").position[::2])
    assert np.array_equal(half.contacts.at(1), pendulum.contacts.at(2))
    assert len(pendulum[3:3]) == 0
    with pytest.raises(rg.UsageError, match="sliced"):
        pendulum[3]


def test_joint_plot_names_the_quantity_of_its_joint(pendulum: Recording) -> None:
    figure = pendulum.plot_joint("hinge")
    assert [axes.get_ylabel() for axes in figure.axes] == ["angle [rad]", "rate [rad/s]", "motor torque [N m]"]
