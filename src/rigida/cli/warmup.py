"""`rigida warmup`: compile all kernels now, so that no later run has to wait."""

import time

import typer

from rigida.cli.output import JsonOption, console, print_json, print_table


def warmup(json: JsonOption = False) -> None:
    """Compile all kernels and say how long each feature took.

    Example: rigida warmup
    """
    from rigida.compilation import CACHE_FOLDER, compiled_count
    from rigida.warmup import warm_up

    seconds: dict[str, float] = {}
    started = time.perf_counter()
    with console(stderr=True).status("compiling kernels…") as status:
        for name, elapsed in warm_up():
            seconds[name] = elapsed
            status.update(f"compiling kernels… {name} done in {elapsed:.1f} s")
    total = time.perf_counter() - started
    if json:
        kernels = compiled_count()
        print_json({"features": seconds, "total": total, "kernels": kernels, "cache": str(CACHE_FOLDER)})
        return
    rows = [[name, f"{elapsed:.2f}"] for name, elapsed in seconds.items()]
    print_table(["feature", "time [s]"], [*rows, ["total", f"{total:.2f}"]], numeric={"time [s]"})
    typer.echo(f"{compiled_count()} kernels in {CACHE_FOLDER}")
