"""Tools of the documentation, imported from docs/tools, and figures that need no display."""

import importlib
import sys
from pathlib import Path

import matplotlib
import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS / "tools"))


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """Work in an empty folder, without a display and with a plain terminal."""
    matplotlib.use("agg")
    for name in ("rigida.runs.sweep", "rigida.runs.optimize"):  # pages speak of all cores; here this process does it
        module = importlib.import_module(name)
        executor = module.own_executor
        monkeypatch.setattr(module, "own_executor", lambda workers, job, executor=executor: executor(0, job))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "dumb")
