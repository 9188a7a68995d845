"""`rigida sweep`, its plots, films and pages, and `aim` on the command line, and a sweep that is killed."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rigida as rg

from .conftest import Command


@pytest.fixture
def ball(tmp_path: Path) -> Path:
    """A thrown ball and a target, as a scene file."""
    scene = rg.Scene(title="Throw")
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", velocity=(5, 0, 5))
    scene.add_body(rg.Sphere(0.3), name="target", fixed=True, position=(8, 0, 1))
    path = tmp_path / "ball.toml"
    scene.save(path)
    return path


VARY = ("--vary", "body.ball.velocity.z=1:5:3", "--vary", "gravity.z=-9.81,-1.62", "--workers", 0, "--duration", 0.3)


def test_sweep_writes_its_table_and_pictures_follow(rigida: Command, ball: Path) -> None:
    result = rigida("sweep", ball, *VARY, "--metric", "max_height(ball)", "-o", "out", "--json").json()
    assert (result["runs"], result["good"]) == (6, 6)
    assert "max_height(ball)" in result["columns"]
    assert result["files"] == [str(Path("out/sweep.parquet"))]
    assert rigida("sweep-plot", "out", "--y", "max_height(ball)").code == 0
    assert Path("out/sweep.png").stat().st_size > 0
    film = rigida("sweep-film", "out", "--count", 2, "--size", "128x64", "-o", "sheet.gif", "--json").json()
    assert film["runs"] == [0, 5]
    assert Path("sheet.gif").stat().st_size > 0
    page = rigida("sweep-page", "out", "--count", 3, "--json").json()
    assert len(page["runs"]) == 3
    assert '"variations"' in Path(page["files"][0]).read_text(encoding="utf-8")


def test_finished_sweep_is_neither_repeated_nor_replaced(rigida: Command, ball: Path) -> None:
    rigida("sweep", ball, *VARY, "-o", "out")
    refused = rigida("sweep", ball, *VARY, "-o", "out")
    assert refused.code == 2
    assert "already holds a sweep (6 of 6 runs)" in refused.err
    assert rigida("sweep", ball, *VARY, "-o", "out", "--resume").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--vary", "body.bal.mass=1,2"], "there is no body 'bal'. Did you mean 'ball'?"),
        (["--vary", "body.ball.mas=1,2"], "Did you mean 'mass'?"),
        (["--vary", "body.ball.mass=2:1:5"], "is empty"),
        (["--vary", "body.ball.mass"], "needs values"),
        (["--vary", "body.ball.mass=1,2", "--vary", "body.ball.mass=3"], "varied twice"),
        (["--vary", "body.ball.mass=1:2:1000", "--vary", "gravity.z=0:1:1000"], "1,000,000 runs"),
        (["--vary", "body.ball.mass=1,2", "--metric", "max_heigth"], "Did you mean 'max_height'?"),
        (["--vary", "body.ball.mass=1,2", "--metric", "math:sqrt"], "In the first run, metric 'sqrt' raised TypeError"),
        (["--vary", "body.ball.mass=1,2", "--design", "latin"], "needs the number of runs"),
    ],
)
def test_bad_input_is_the_users_error_in_one_line(
    rigida: Command, ball: Path, arguments: list[str], message: str
) -> None:
    answer = rigida("sweep", ball, *arguments, "--workers", 0)
    assert answer.code == 2
    assert message in answer.err
    assert "Traceback" not in answer.err


def test_folder_without_a_sweep_is_told(rigida: Command) -> None:
    answer = rigida("sweep-plot", "nothing")
    assert answer.code == 2
    assert "holds no sweep" in answer.err


def test_killed_sweep_resumes_to_the_table_of_an_unbroken_one(rigida: Command, ball: Path) -> None:
    arguments = ["sweep", str(ball), "--vary", "body.ball.velocity.z=1:5:10", "--vary", "gravity.z=-9.81:-1.62:12"]
    arguments += ["--metric", "max_height(ball)", "--duration", "0.2", "-q"]
    assert rigida(*arguments, "-o", "whole", "--workers", 0).code == 0
    lines = Path("killed/runs.jsonl")
    wanted = random.Random(5).randrange(10, 60)
    command = [sys.executable, "-m", "rigida.cli", *arguments, "-o", "killed", "--workers", "2"]
    with subprocess.Popen(command) as process:
        while process.poll() is None and (not lines.is_file() or lines.read_bytes().count(b"\n") < wanted):
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert wanted <= lines.read_bytes().count(b"\n") < 120
    assert rigida(*arguments, "-o", "killed", "--workers", 0, "--resume").code == 0
    assert rg.load_table("killed").same(rg.load_table("whole"))


def test_aim_writes_the_solved_scene_and_its_film(rigida: Command, ball: Path) -> None:
    vary = ("--vary", "body.ball.velocity.x=0:20", "--workers", 0, "--duration", 1, "--fps", 20)
    answer = rigida("aim", ball, *vary, "--goal", "range(ball) == 8 +- 0.01", "-o", "out", "--json")
    result = answer.json()
    assert answer.code == 0
    assert result["reached"]
    assert result["values"]["body.ball.velocity.x"] == pytest.approx(8.0, abs=0.01)
    assert rg.load("out/solved.toml").body("ball").velocity[0] == result["values"]["body.ball.velocity.x"]
    assert {Path(file).name for file in result["files"]} == {"solved.toml", "aim.json", "run.npz"}
    assert all(Path(file).stat().st_size > 0 for file in result["files"])


def test_aim_that_misses_says_so(rigida: Command, ball: Path) -> None:
    vary = ("--vary", "body.ball.velocity.x=0:5", "--workers", 0, "--duration", 1, "--max-runs", 40)
    answer = rigida("aim", ball, *vary, "--goal", "range(ball) == 8", "-o", "out")
    assert answer.code == 1
    assert "NOT reached" in answer.out
    assert "lies at its bound" in answer.out
    assert Path("out/solved.toml").is_file()
