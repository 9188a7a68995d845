"""Progress: the compile message comes with a cold cache only, and never reaches stdout."""

from pathlib import Path

import pytest

from rigida.cli.progress import COMPILE_MESSAGE, RunProgress, StepProgress
from rigida.jit import cache

from .conftest import Command


@pytest.mark.parametrize(("kernels", "told"), [(0, True), (7, False)])
def test_compiling_is_announced_with_a_cold_cache_only(
    rigida: Command, spinning: Path, monkeypatch: pytest.MonkeyPatch, kernels: int, told: bool
) -> None:
    monkeypatch.setattr(cache, "compiled_count", lambda: kernels)
    answer = rigida("run", spinning, "--duration", 0.1, "--json")
    assert (COMPILE_MESSAGE in answer.err) is told
    assert answer.json()["frames"] > 0


def test_terminal_shows_simulated_time_and_real_time_factor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(cache, "compiled_count", lambda: 0)
    with RunProgress(2.0) as progress:
        for simulated in (0.0, 0.5, 2.0):
            progress(simulated)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert COMPILE_MESSAGE in shown.err
    assert "2.00 / 2 s" in shown.err
    assert "x real time" in shown.err


def test_progress_of_steps_is_silent_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with StepProgress("drawing") as progress:
        for done in range(1, 4):
            progress(done, 3)
    assert capsys.readouterr() == ("", "")


def test_terminal_shows_steps_from_before_the_first_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with StepProgress("drawing") as progress:
        progress(3, 3)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "drawing" in shown.err
