"""However a run ends, what was recorded is kept: Ctrl-C, divergence, a kill."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rigida.cli.execution import Outputs, write_files
from rigida.errors import DivergedError
from rigida.importers.formats import load_scene
from rigida.recording import Frame, Recorder, Recording
from rigida.scenes import path
from rigida.simulation import Simulation

from .conftest import HEEDS_INTERRUPTS, Command

#: The command line, which says on stderr when the simulation is well under way.
_ANNOUNCING = """
import sys
from rigida.cli import main
from rigida.cli.progress import RunProgress
show = RunProgress.__call__
def announce(self, simulated):
    show(self, simulated)
    if simulated > 1.0:
        RunProgress.__call__ = show
        print("under way", file=sys.stderr, flush=True)
RunProgress.__call__ = announce
main(sys.argv[1:])
"""


@contextlib.contextmanager
def under_way(tmp_path: Path, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Start the command line as a process and wait until its simulation is well under way."""
    process = subprocess.Popen(
        [sys.executable, "-c", HEEDS_INTERRUPTS + _ANNOUNCING, *map(str, arguments)],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        heard = []
        for line in process.stderr:
            heard.append(line)
            if line == "under way\n":
                break
        else:
            pytest.fail("".join(heard))
        yield process
    finally:
        process.kill()
        process.communicate(timeout=60)


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_interrupted_run_leaves_a_loadable_partial_recording(spinning: Path, tmp_path: Path) -> None:
    with under_way(tmp_path, "run", spinning, "-o", "out", "--duration", "1e5") as process:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "interrupted" in err
    assert "Traceback" not in err
    assert [item.name for item in (tmp_path / "out").iterdir()] == ["run.npz"]
    run = Recording.load(tmp_path / "out" / "run.npz")
    assert run.interrupted
    assert 1.0 < run.duration < 1e5
    assert np.isfinite(run.position).all()
    assert (np.diff(run.times) > 0.0).all()


@pytest.mark.skipif(os.name == "nt", reason="sends SIGKILL")
def test_killed_run_keeps_its_frames(rigida: Command, spinning: Path, tmp_path: Path) -> None:
    rigida("run", spinning, "-o", "out", "--duration", 0.2)
    with under_way(tmp_path, "run", spinning, "-o", "out", "--duration", "1e5", "--fps", 50) as process:
        process.kill()
        process.wait(timeout=60)
    assert process.returncode == -signal.SIGKILL
    run = Recording.load(tmp_path / "out" / "run.frames")
    assert run.interrupted
    assert run.steps > 0
    assert run.duration > 1.0
    whole = Simulation(load_scene(spinning)).run(run.duration, fps=50)
    assert run.position.tobytes() == whole.position[: run.frame_count].tobytes()
    assert run.orientation.tobytes() == whole.orientation[: run.frame_count].tobytes()
    # The folder means the killed run, not the older one beside it; saved as npz it is like any other.
    answer = rigida("export", "out", "-o", "saved.npz")
    assert answer.code == 0
    assert f"holds {run.frame_count} frames" in answer.err
    assert Recording.load("saved.npz").position.tobytes() == run.position.tobytes()
    assert rigida("info", "out/run.frames", "--json").json()["frames"] == run.frame_count
    assert rigida("run", spinning, "-o", "out", "--duration", 0.1).code == 0
    assert [item.name for item in Path("out").iterdir()] == ["run.npz"]


@pytest.fixture
def diverging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every run end in divergence after two frames."""

    def run(self: Simulation, *args: object, **kwargs: object) -> Recording:
        recorder = Recorder(["box"])
        for i in range(2):
            arrays = [np.zeros((1, width)) for width in (3, 4, 3, 3)]
            recorder.append(Frame(float(i), *arrays, 1.0, 0.0, np.zeros(3), np.zeros(3)))
        error = DivergedError("Body 'box' became non-finite at 1.2 s. Use a smaller step.")
        error.recording = recorder.finish({}, {}, [], 2, 0.1)  # type: ignore[attr-defined]
        raise error

    monkeypatch.setattr(Simulation, "run", run)


@pytest.mark.usefixtures("diverging")
def test_diverged_run_keeps_its_good_frames_and_exits_2(rigida: Command, spinning: Path) -> None:
    answer = rigida("run", spinning, "-o", "out")
    assert answer.code == 2
    assert "Body 'box' became non-finite" in answer.err
    assert "2 frames (1 s) are kept in" in answer.err
    assert Recording.load("out/run.npz").frame_count == 2


@pytest.mark.usefixtures("diverging")
def test_diverged_run_under_json_is_one_object_with_its_error(rigida: Command, spinning: Path) -> None:
    result = rigida("run", spinning, "-o", "out", "--json").json()
    assert "non-finite" in result["error"]
    assert result["frames"] == 2


@pytest.mark.skipif(os.name == "nt", reason="sends SIGTERM")
def test_request_to_end_keeps_the_frames_and_leaves_no_temporary_file(spinning: Path, tmp_path: Path) -> None:
    with under_way(tmp_path, "run", spinning, "-o", "out", "--duration", "1e5") as process:
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM, err
    assert [item.name for item in (tmp_path / "out").iterdir()] == ["run.npz"]
    assert Recording.load(tmp_path / "out" / "run.npz").interrupted


def test_results_that_are_replaced_are_named(tmp_path, capsys):
    scene = load_scene(path("falling_ball"))
    recording = Simulation(scene).run(0.1)
    write_files(recording, tmp_path / "run.npz", Outputs())
    assert "replaced" not in capsys.readouterr().err
    write_files(recording, tmp_path / "run.npz", Outputs())
    told = capsys.readouterr().err
    assert "replaced earlier results in" in told
    assert "run.npz" in told
