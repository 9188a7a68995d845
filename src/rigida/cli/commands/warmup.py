"""`rigida warmup`: compile all kernels now, so that no later run has to wait."""

import contextlib
import importlib.util
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rigida.cli.output import JsonOption, console, print_json, print_note, print_table

if TYPE_CHECKING:
    from rigida.jit.compile_times import CompileTimes

FormsOption = Annotated[
    bool,
    typer.Option(
        "--forms", help="Run all packaged scenes too and list anew what is compiled at install (for developers)."
    ),
]


def warmup(json: JsonOption = False, forms: FormsOption = False) -> None:
    """Compile all kernels and say how long each feature and each group of kernels took.

    Kernels that were compiled when rigida was installed are only called.

    Example: rigida warmup
    """
    from rigida.jit.ahead import noted_forms
    from rigida.warmup import FEATURES, packaged_scenes, textbook_cases, warm_up

    noted = noted_forms.begin() if forms else set()
    seconds: dict[str, float] = {}
    started = time.perf_counter()
    with console(stderr=True).status("compiling kernels…") as status, _compile_times() as groups:
        for name, elapsed in warm_up(FEATURES | (packaged_scenes() | textbook_cases() if forms else {})):
            seconds[name] = elapsed
            status.update(f"compiling kernels… {name} done in {elapsed:.1f} s")
    total = time.perf_counter() - started
    if forms:
        for form in noted_forms.write(noted):
            print_note(f"cannot be compiled ahead of time: {form}")
    kept = _kept()
    if json:
        compiling = {"compiling": groups.seconds, "functions": groups.functions} if groups else {}
        print_json({"features": seconds, **compiling, "total": total, **kept})
        return
    rows = [[name, f"{elapsed:.2f}"] for name, elapsed in seconds.items()]
    print_table(["feature", "time [s]"], [*rows, ["total", f"{total:.2f}"]], numeric={"time [s]"})
    if groups and groups.seconds:
        slowest = sorted(groups.seconds.items(), key=lambda item: -item[1])
        rows = [[name, str(groups.functions[name]), f"{elapsed:.2f}"] for name, elapsed in slowest]
        print_table(["kernels of", "functions", "compiling [s]"], rows, numeric={"functions", "compiling [s]"})
    typer.echo(f"{kept['installed']} kernels compiled at install, {kept['kernels']} in {kept['cache'] or 'no cache'}")


def _numba() -> bool:
    return importlib.util.find_spec("numba") is not None


@contextlib.contextmanager
def _compile_times() -> "Iterator[CompileTimes | None]":
    """Give the times of what numba compiles meanwhile, None where it is not installed."""
    if not _numba():
        yield None
        return
    from numba.core.event import install_listener

    from rigida.jit.compile_times import CompileTimes

    times = CompileTimes()
    with install_listener("numba:compile", times):
        yield times


def _kept() -> dict[str, Any]:
    """Return how many kernels were compiled at install, how many are in the cache, and where that is."""
    from rigida.jit.ahead.pack import form_count

    found: dict[str, Any] = {"installed": form_count(), "kernels": 0, "cache": ""}
    if _numba():
        from rigida.jit.cache import CACHE_FOLDER, compiled_count

        found |= {"kernels": compiled_count(), "cache": str(CACHE_FOLDER)}
    return found
