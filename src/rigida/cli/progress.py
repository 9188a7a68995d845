"""Progress of long work: a spinner while kernels compile, then a bar with simulated time and real-time factor.

Everything goes to stderr. Without a terminal there is no bar but a plain line now and then, rarer the longer it takes.
"""

import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rigida.cli.output import console, print_note

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.status import Status

COMPILE_MESSAGE = "compiling kernels, which are kept for later runs (seconds to a minute)…"
#: Without a terminal the first line comes after this time [s]; each wait is so many times longer than the one before.
_FIRST_LINE, _LINE_GROWTH = 5.0, 1.5
#: Drawing more often than the eye sees would slow small scenes down [s].
_UPDATE_INTERVAL = 0.05


class PlainLines:
    """Progress as plain lines, for output that is not a terminal."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._wait = _FIRST_LINE
        self._due = time.perf_counter() + self._wait

    def report(self, text: str) -> None:
        """Print the text if it is time for a line."""
        now = time.perf_counter()
        if not self._quiet and now >= self._due:
            self._wait *= _LINE_GROWTH
            self._due = now + self._wait
            print_note(text)


class RunProgress:
    """Shows a run of `duration` seconds; give it to `Simulation.run` as its `progress`."""

    def __init__(self, duration: float, quiet: bool = False) -> None:
        self._duration = duration
        self._quiet = quiet
        self._console = console(stderr=True)
        self._live = self._console.is_terminal and not quiet
        self._spinner: Status | None = None
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._lines = PlainLines(quiet)
        self._started = 0.0
        self._next_update = 0.0

    def __enter__(self) -> Self:
        from rigida.jit.first_compile import report_first_compile

        report_first_compile(None if self._quiet else self._announce_compiling)
        return self

    def __call__(self, simulated: float) -> None:
        """Record that the simulation has reached the time `simulated` [s]."""
        if simulated <= 0.0:
            return  # the first step is yet to come, and with it the compiling
        if self._spinner is not None:
            self._spinner.stop()
            self._spinner = None
        if not self._live:
            self._lines.report(f"simulated {simulated:.2f} of {self._duration:g} s")
            return
        if self._bar is None:
            self._start_bar()
        now = time.perf_counter()
        if now >= self._next_update or simulated >= self._duration:
            self._next_update = now + _UPDATE_INTERVAL
            self._update(simulated, now)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        from rigida.jit.first_compile import report_first_compile

        report_first_compile(None)
        if self._spinner is not None:
            self._spinner.stop()
        if self._bar is not None:
            self._bar.stop()

    def _announce_compiling(self) -> None:
        if self._live:
            self._spinner = self._console.status(COMPILE_MESSAGE)
            self._spinner.start()
        else:
            print_note(COMPILE_MESSAGE)

    def _start_bar(self) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn("simulating", markup=False),
            BarColumn(),
            TextColumn("{task.completed:.2f} / {task.total:g} s", markup=False),
            TextColumn("{task.fields[factor]}", markup=False),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
        )
        self._bar.start()
        self._task = self._bar.add_task("run", total=self._duration, factor="")
        self._started = time.perf_counter()

    def _update(self, simulated: float, now: float) -> None:
        if self._bar is None or self._task is None:
            return
        elapsed = now - self._started
        factor = f"{simulated / elapsed:.3g} x real time" if elapsed > 0.0 else ""
        self._bar.update(self._task, completed=simulated, factor=factor)


class StepProgress:
    """Shows work of a known number of steps; call it with the number done and the total.

    Until the first step is done the bar only moves: kernels may have to be compiled before it.
    """

    def __init__(self, what: str, quiet: bool = False) -> None:
        self._what = what
        self._lines = PlainLines(quiet)
        self._console = console(stderr=True)
        self._live = self._console.is_terminal and not quiet
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if self._live:
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=self._console, transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=None)
        return self

    def __call__(self, done: int, total: int) -> None:
        """Record that `done` of `total` steps are done."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, total=total)
        else:
            self._lines.report(f"{self._what}: {done} of {total}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
