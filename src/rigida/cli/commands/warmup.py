"""`rigida warmup`: compile all kernels now, so that no later run has to wait."""

import time

import typer
from numba.core.event import install_listener

from rigida.cli.output import JsonOption, console, print_json, print_table


def warmup(json: JsonOption = False) -> None:
    """Compile all kernels and say how long each feature and each group of kernels took.

    Example: rigida warmup
    """
    from rigida.jit.cache import CACHE_FOLDER, compiled_count
    from rigida.jit.compile_times import CompileTimes
    from rigida.warmup import warm_up

    seconds: dict[str, float] = {}
    started, groups = time.perf_counter(), CompileTimes()
    with console(stderr=True).status("compiling kernels…") as status, install_listener("numba:compile", groups):
        for name, elapsed in warm_up():
            seconds[name] = elapsed
            status.update(f"compiling kernels… {name} done in {elapsed:.1f} s")
    total = time.perf_counter() - started
    if json:
        kernels = compiled_count()
        found = {"features": seconds, "compiling": groups.seconds, "functions": groups.functions, "total": total}
        print_json({**found, "kernels": kernels, "cache": str(CACHE_FOLDER)})
        return
    rows = [[name, f"{elapsed:.2f}"] for name, elapsed in seconds.items()]
    print_table(["feature", "time [s]"], [*rows, ["total", f"{total:.2f}"]], numeric={"time [s]"})
    if groups.seconds:
        slowest = sorted(groups.seconds.items(), key=lambda item: -item[1])
        rows = [[name, str(groups.functions[name]), f"{elapsed:.2f}"] for name, elapsed in slowest]
        print_table(["kernels of", "functions", "compiling [s]"], rows, numeric={"functions", "compiling [s]"})
    typer.echo(f"{compiled_count()} kernels in {CACHE_FOLDER}")
