"""Tools of the documentation, imported from docs/tools, and figures that need no display."""

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
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "dumb")
