"""The programs of the tutorials are short and use public names only; test_pages.py runs them."""

import ast

import pages
import pytest

from .conftest import DOCS

PROGRAMS = {
    block.title: block.text
    for page in sorted((DOCS / "tutorials").glob("*.md"))
    for block in pages.blocks(page.read_text(encoding="utf-8"))
    if block.kind == "python" and block.title
}


def test_every_kind_of_user_has_a_program():
    assert sorted(PROGRAMS) == ["atwood.py", "bowling.py", "cart_pole.py", "rolling.py"]


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_has_at_most_forty_lines(title):
    assert len(PROGRAMS[title].splitlines()) <= 40


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_imports_rigida_alone(title):
    imported = set()
    for node in ast.walk(ast.parse(PROGRAMS[title])):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module)
    assert "rigida" in imported
    assert imported <= {"rigida", "numpy", "matplotlib.pyplot", "scipy.linalg"}
