"""The table of commands, and the conversion of errors to exit codes."""

import contextlib
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import typer

from rigida.cli.commands.aim import aim
from rigida.cli.commands.blender import blender
from rigida.cli.commands.check import check
from rigida.cli.commands.convert import convert
from rigida.cli.commands.demo import demo
from rigida.cli.commands.export import export
from rigida.cli.commands.gallery import gallery
from rigida.cli.commands.info import info
from rigida.cli.commands.new import new
from rigida.cli.commands.render import render
from rigida.cli.commands.repair import repair
from rigida.cli.commands.report import report
from rigida.cli.commands.run import run
from rigida.cli.commands.sweep import sweep
from rigida.cli.commands.sweep_film import sweep_film
from rigida.cli.commands.sweep_page import sweep_page
from rigida.cli.commands.sweep_plot import sweep_plot
from rigida.cli.commands.trim import trim
from rigida.cli.commands.validate import validate
from rigida.cli.commands.view import view
from rigida.cli.commands.warmup import warmup
from rigida.cli.output import print_error, print_json, print_note
from rigida.errors import RigidaError
from rigida.version import __version__

app = typer.Typer(
    name="rigida",
    help="Rigid-body dynamics: from a scene file to trustworthy motion.\n\nStart with: rigida demo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: list[Callable[..., None]] = [
    demo,
    new,
    run,
    view,
    render,
    export,
    blender,
    check,
    convert,
    info,
    repair,
    trim,
    sweep,
    sweep_plot,
    sweep_film,
    sweep_page,
    aim,
    gallery,
    warmup,
    report,
    validate,
]

for command in COMMANDS:
    app.command()(command)


def _print_version(requested: bool) -> None:
    if requested:
        import platform

        from rigida.jit.ahead.pack import form_count

        kernels = f"{form_count()} kernels compiled at install" if form_count() else "kernels compiled on first use"
        typer.echo(f"rigida {__version__} (Python {platform.python_version()}, {platform.machine()}, {kernels})")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; `arguments` default to those of the process."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    with _heeding_termination():
        _run(given)


def _run(given: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        try:
            app(args=given, prog_name="rigida")
        except RigidaError as error:
            if "--json" in given:
                print_json({"error": str(error)})
            print_error(error)
            sys.exit(2)
        except KeyboardInterrupt:
            sys.exit(130)


class _TerminatedError(KeyboardInterrupt):
    """A request to end (SIGTERM), handled as Ctrl-C: frames are kept and temporary files vanish."""


@contextlib.contextmanager
def _heeding_termination() -> Iterator[None]:
    """Handle SIGTERM as Ctrl-C, but end with its own code, where signals can be heard."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []

    def interrupt(number: int, frame: object) -> None:
        heard.append(number)
        raise _TerminatedError

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except SystemExit:
        if heard:
            sys.exit(128 + heard[0])
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _show_warning(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """Show a warning to the user as one line without the place in the source that raised it."""
    print_note(f"warning: {message}")
