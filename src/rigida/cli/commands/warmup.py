"""`rigida warmup`: compile all kernels now, so that no later run has to wait."""

import time
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, console, print_json, print_note, print_table

FormsOption = Annotated[
    bool,
    typer.Option(
        "--forms", help="Run all packaged scenes too and list again what is compiled at install (for developers)."
    ),
]


def warmup(json: JsonOption = False, forms: FormsOption = False) -> None:
    """Compile all kernels and print the time for each feature.

    Kernels that were compiled when rigida was installed are only called.

    Example: rigida warmup
    """
    from rigida.jit.ahead import noted_forms
    from rigida.jit.ahead.pack import form_count
    from rigida.jit.cache import cache_folder, library_count
    from rigida.warmup import FEATURES, packaged_scenes, textbook_cases, warm_up

    noted = noted_forms.begin() if forms else set()
    seconds: dict[str, float] = {}
    started = time.perf_counter()
    with console(stderr=True).status("compiling kernels…") as status:
        for name, elapsed in warm_up(FEATURES | (packaged_scenes() | textbook_cases() if forms else {})):
            seconds[name] = elapsed
            status.update(f"compiling kernels… {name} done in {elapsed:.1f} s")
    total = time.perf_counter() - started
    if forms:
        for form in noted_forms.write(noted):
            print_note(f"cannot be compiled at install: {form}")
    kept = {"installed": form_count(), "kernels": library_count(), "cache": str(cache_folder())}
    if json:
        print_json({"features": seconds, "total": total, **kept})
        return
    rows = [[name, f"{elapsed:.2f}"] for name, elapsed in seconds.items()]
    print_table(["feature", "time [s]"], [*rows, ["total", f"{total:.2f}"]], numeric={"time [s]"})
    typer.echo(f"{kept['installed']} kernels compiled at install, {kept['kernels']} in {kept['cache']}")
