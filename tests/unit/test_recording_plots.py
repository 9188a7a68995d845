"""The energy plot: drawn without pyplot, both panels with units, clear errors."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rigida.errors import UsageError
from rigida.recording import Frame, Recorder, Recording
from rigida.recording.plots import draw_energy


def swinging(frames: int = 50, title: str = "Swing for $5") -> Recording:
    recorder = Recorder([])
    for t in np.linspace(0.0, 2.0, frames):
        empty = [np.zeros((0, width)) for width in (3, 4, 3, 3)]
        kinetic = np.sin(t) ** 2
        recorder.append(Frame(t, *empty, kinetic, 1.0 - kinetic + 1e-9 * t, np.zeros(3), np.zeros(3)))
    return recorder.finish(scene={"title": title}, engine={}, events=[], steps=frames, wall=0.1)


def test_plot_shows_the_energies_and_the_deviation_from_the_start() -> None:
    run = swinging()
    above, below = draw_energy(run).axes
    assert [line.get_label() for line in above.get_lines()] == ["kinetic", "potential", "total"]
    assert above.get_title() == "Swing for $5"
    assert above.get_ylabel() == "energy [J]"
    assert below.get_xlabel() == "time [s]"
    (line,) = below.get_lines()
    assert np.array_equal(line.get_ydata(), run.energy.total - run.energy.total[0])


@pytest.mark.parametrize(("name", "start"), [("e.png", b"\x89PNG"), ("e.svg", b"<?xml"), ("e", b"\x89PNG")])
def test_picture_has_the_format_of_its_ending(name: str, start: bytes, tmp_path: Path) -> None:
    assert swinging().plot_energy(tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("frames", [0, 1])
def test_short_recordings_are_drawn(frames: int, tmp_path: Path) -> None:
    assert swinging(frames).plot_energy(tmp_path / "e.png").stat().st_size > 1000


def test_recording_with_infinite_energy_is_drawn(tmp_path: Path) -> None:
    run = swinging()
    run.kinetic[-3:] = [1e300, np.inf, np.nan]
    assert run.plot_energy(tmp_path / "e.png").stat().st_size > 1000


def test_unknown_ending_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"unknown picture ending.*png"):
        swinging().plot_energy(tmp_path / "e.docx")


def test_missing_matplotlib_names_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(UsageError, match="pip install matplotlib"):
        swinging().plot_energy(tmp_path / "e.png")


def test_recordings_import_neither_matplotlib_nor_the_command_line() -> None:
    code = (
        "import sys, rigida.recording; "
        "print([m for m in ('matplotlib', 'typer', 'rich', 'pydantic', 'scipy.linalg') if m in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_plot_does_not_touch_pyplot(tmp_path: Path) -> None:
    code = (
        "import sys; from rigida.recording import Recorder; "
        "Recorder([]).finish({}, {}, [], 0, 0.0).plot_energy(sys.argv[1]); "
        "print('matplotlib.pyplot' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "e.png")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "False"
