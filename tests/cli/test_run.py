"""`rigida run`: files, summary, overwriting, refusals."""

import sys
from pathlib import Path

import numpy as np
import pytest

from rigida.recording import Recording

from .conftest import Command


def test_run_writes_a_recording_next_to_the_caller(rigida: Command, spinning: Path) -> None:
    answer = rigida("run", spinning, "--duration", 0.5, "--fps", 20)
    assert answer.code == 0
    run = Recording.load("spinning-run/run.npz")
    assert np.allclose(run.times, np.arange(11) / 20, rtol=0.0, atol=1e-12)
    assert run.names == ["box"]
    assert run.title == "Tumbling box"
    assert not run.interrupted


def test_json_is_one_object_that_sums_up_the_run(rigida: Command, spinning: Path) -> None:
    answer = rigida("run", spinning, "-o", "out", "--duration", 0.5, "--fps", 20, "--json")
    result = answer.json()
    run = Recording.load("out/run.npz")
    assert answer.code == 0
    assert result["frames"] == run.frame_count == 11
    assert result["steps"] == run.steps > 0
    assert result["simulated"] == pytest.approx(0.5)
    assert result["wall"] > 0.0
    assert result["energy_drift"] == run.energy_drift
    assert result["interrupted"] is False
    assert result["files"] == [str(Path("out/run.npz"))]


def test_tumbling_box_keeps_its_energy(rigida: Command, spinning: Path) -> None:
    assert rigida("run", spinning, "--duration", 2, "--json").json()["energy_drift"] < 1e-9


def test_plots_and_tables_are_written_when_asked(rigida: Command, spinning: Path) -> None:
    result = rigida("run", spinning, "-o", "out", "--duration", 0.1, "--plots", "--csv", "--json").json()
    names = {Path(name).name for name in result["files"]}
    assert names == {"run.npz", "run.csv", "energy.csv", "energy.png"}
    assert all(Path(name).stat().st_size > 0 for name in result["files"])
    assert {item.name for item in Path("out").iterdir()} == names


def test_second_run_replaces_the_first(rigida: Command, spinning: Path) -> None:
    rigida("run", spinning, "-o", "out", "--duration", 0.1)
    assert rigida("run", spinning, "-o", "out", "--duration", 0.3).code == 0
    assert Recording.load("out/run.npz").duration == pytest.approx(0.3)


def test_quiet_run_prints_nothing(rigida: Command, spinning: Path) -> None:
    answer = rigida("run", spinning, "--duration", 0.1, "--quiet")
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_packaged_scene_runs_by_its_name(rigida: Command) -> None:
    assert rigida("run", "dzhanibekov", "--duration", 0.1).code == 0
    assert Path("dzhanibekov-run/run.npz").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--duration", "-1"], "--duration must be above 0 [s], got -1"),
        (["--duration", "nan"], "--duration must be a finite number"),
        (["--fps", "0"], "--fps must be above 0"),
        (["--engine", "precice"], "Did you mean 'precise'?"),
    ],
)
def test_bad_values_are_the_users_error(rigida: Command, spinning: Path, arguments: list[str], message: str) -> None:
    answer = rigida("run", spinning, *arguments)
    assert answer.code == 2
    assert message in answer.err
    assert "Traceback" not in answer.err


def test_unknown_scene_offers_the_nearest_name(rigida: Command) -> None:
    answer = rigida("run", "dzhanibekof")
    assert answer.code == 2
    assert "Did you mean 'dzhanibekov'?" in answer.err
    assert len(answer.err.strip().splitlines()) == 1


def test_missing_file_offers_its_neighbor(rigida: Command, spinning: Path) -> None:
    answer = rigida("run", spinning.with_name("spining.toml"))
    assert answer.code == 2
    assert "Did you mean 'spinning.toml'?" in answer.err


def test_error_under_json_is_an_object_too(rigida: Command) -> None:
    answer = rigida("run", "dzhanibekof", "--json")
    assert answer.code == 2
    assert "dzhanibekov" in answer.json()["error"]


def test_output_that_is_a_file_is_refused_before_any_work(rigida: Command, spinning: Path) -> None:
    Path("taken").write_text("mine")
    answer = rigida("run", spinning, "-o", "taken", "--duration", 1e6)
    assert answer.code == 2
    assert "Cannot create the folder 'taken'" in answer.err
    assert Path("taken").read_text() == "mine"


def test_bad_scene_leaves_no_folder_behind(rigida: Command) -> None:
    Path("bad.toml").write_text("[body.box\nmass = 1\n")
    answer = rigida("run", "bad.toml", "-o", "out")
    assert answer.code == 2
    assert "line 1" in answer.err
    assert not Path("out").exists()


@pytest.mark.parametrize("name", ["spin.h5", "new/spin.npz"])
def test_recording_goes_to_the_file_that_is_named(rigida: Command, spinning: Path, name: str) -> None:
    result = rigida("run", spinning, "-o", name, "--duration", 0.5, "--fps", 20, "--csv", "--json").json()
    assert result["files"] == [name, *(str(Path(name).parent / other) for other in ("run.csv", "energy.csv"))]
    assert Recording.load(name).frame_count == 11
    assert rigida("info", name, "--json").json()["frames"] == 11
    assert rigida("export", name, "-o", "again.h5").code == 0
    assert Recording.load("again.h5").position.tobytes() == Recording.load(name).position.tobytes()
    assert not list(Path().rglob("*.frames"))


def test_missing_package_is_told_before_any_work(
    rigida: Command, spinning: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "h5py", None)
    answer = rigida("run", spinning, "-o", "spin.h5", "--duration", 1e6)
    assert answer.code == 2
    assert "pip install rigida[hdf5]" in answer.err


def test_settings_of_the_engine_are_set_from_the_command_line(rigida: Command, spinning: Path) -> None:
    coarse = ("--engine", "precise", "--set", "tolerance=1e-3", "--set", "integrator=rkf45")
    steps = []
    for index, options in enumerate((coarse, ("--engine", "precise", "--set", "tolerance=1e-12"))):
        answer = rigida("run", spinning, "-o", f"out{index}", "--duration", 1, "--fps", 1, "--json", *options)
        assert answer.code == 0
        steps.append(answer.json()["steps"])
    assert steps[0] < steps[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tolerence=1e-8", "Did you mean 'tolerance'"),
        ("tolerance", "--set expects NAME=VALUE"),
        ("tolerance=-1", "tolerance must be"),
        ("integrator=rk99", "integrator must be"),
    ],
)
def test_settings_that_do_not_exist_or_fit_are_refused(
    rigida: Command, spinning: Path, text: str, message: str
) -> None:
    answer = rigida("run", spinning, "--engine", "precise", "--set", text)
    assert answer.code == 2
    assert message in answer.err
