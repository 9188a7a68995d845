"""CSV tables hold the arrays to the last digit."""

import csv
from pathlib import Path

import numpy as np
import pytest

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
