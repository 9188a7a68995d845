"""Progress: compiling is told when it begins, work goes on in lines or a bar, and nothing reaches stdout."""

import sys

import pytest

from rigida.cli import progress
from rigida.cli.progress import COMPILE_MESSAGE, RunProgress, StepProgress
from rigida.jit import first_compile
from rigida.jit.first_compile import compiling_begins


def test_compiling_is_announced_when_it_begins_and_not_before(capsys: pytest.CaptureFixture[str]) -> None:
    with RunProgress(1.0):
        assert capsys.readouterr().err == ""
        for _ in range(2):
            compiling_begins()
        assert capsys.readouterr().err == f"{COMPILE_MESSAGE}\n"
    compiling_begins()
    assert capsys.readouterr() == ("", "")


def test_nobody_is_told_of_compiling_when_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    with RunProgress(1.0, quiet=True):
        compiling_begins()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("terminal", "told"), [(True, True), (False, False)])
def test_people_at_a_terminal_read_one_line_when_python_compiles(
    terminal: bool, told: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.setattr(first_compile, "_listener", first_compile._print_message)
    monkeypatch.setattr(first_compile, "why", "They are new.")
    compiling_begins()
    assert capsys.readouterr().err == (f"{first_compile.MESSAGE} They are new.\n" if told else "")


def test_without_a_terminal_a_line_now_and_then_tells_that_work_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress.time, "perf_counter", lambda: now[0])
    with RunProgress(100.0) as shown, StepProgress("drawing") as steps:
        for second in range(1, 31):
            now[0] = float(second)
            shown(float(second))
            steps(second, 30)
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert lines[0] == "simulated 5.00 of 100 s"
    assert lines[1] == "drawing: 5 of 30"
    assert 4 <= len(lines) <= 8


def test_terminal_shows_simulated_time_and_real_time_factor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with RunProgress(2.0) as progress:
        progress(0.0)
        compiling_begins()
        for simulated in (0.5, 2.0):
            progress(simulated)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert COMPILE_MESSAGE in shown.err
    assert "2.00 / 2 s" in shown.err
    assert "x real time" in shown.err


def test_short_work_is_silent_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
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
