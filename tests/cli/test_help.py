"""Help is quick, complete and has an example for every command."""

import platform
import re
import subprocess
import sys

import pytest
import typer

import rigida as rg
from rigida.cli.app import app

from .conftest import Command

COMMANDS = [
    *("demo", "run", "view", "render", "export", "blender", "check", "info", "trim"),
    *("sweep", "sweep-plot", "sweep-film", "sweep-page", "aim", "gallery", "warmup", "report", "validate"),
]


def test_help_lists_every_command(rigida: Command) -> None:
    answer = rigida("--help")
    assert answer.code == 0
    assert [name for name in COMMANDS if name not in answer.out] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_and_a_json_option(rigida: Command, command: str) -> None:
    answer = rigida(command, "--help")
    assert answer.code == 0
    assert f"Example: rigida {command}" in answer.out
    assert "--json" in answer.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_keeps_units_in_brackets(rigida: Command, command: str) -> None:
    shown = " ".join(rigida(command, "--help").out.replace("│", " ").split())
    options = typer.main.get_command(app).commands[command].params
    for bracketed in re.findall(r"\[[^\]]+\]", " ".join(option.help or "" for option in options)):
        assert bracketed in shown
    if command == "export":
        assert "[m, rad]" in shown


def test_help_keeps_heavy_modules_out() -> None:
    code = (
        "import sys\n"
        "from rigida.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = ('matplotlib', 'pydantic', 'scipy.linalg', 'trimesh', 'av', 'PIL', 'rigida.render')\n"
        "print([m for m in heavy if m in sys.modules], file=sys.stderr)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stderr.strip() == "[]"


def test_importing_rigida_leaves_the_command_line_out() -> None:
    code = (
        "import sys, rigida\n"
        "heavy = ('rigida.cli', 'typer', 'matplotlib', 'pydantic', 'scipy.linalg', 'av', 'PIL', 'pxr',\n"
        "         'rigida.drawing', 'rigida.render', 'rigida.export', 'rigida.viewer')\n"
        "print([m for m in heavy if m in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_unknown_command_is_the_users_error(rigida: Command) -> None:
    answer = rigida("rnu")
    assert answer.code == 2
    assert "run" in answer.err
    assert "Traceback" not in answer.err


def test_version_is_printed(rigida: Command) -> None:
    answer = rigida("--version")
    assert answer.code == 0
    assert answer.out.startswith(f"rigida {rg.__version__} (Python {platform.python_version()}")
    assert "kernels compiled" in answer.out


def test_the_package_runs_as_the_command() -> None:
    answer = subprocess.run([sys.executable, "-m", "rigida", "--version"], capture_output=True, text=True, check=True)
    assert answer.stdout.split()[0] == "rigida"
