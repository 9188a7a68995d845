"""docs/documents.md: the list that it is made from, and that everything it names is there."""

import runpy
from pathlib import Path

import pytest

from rigida import scenes

ROOT = Path(__file__).parents[2]
LIST = runpy.run_path(str(ROOT / "docs" / "tools" / "documents.py"))
ROWS = LIST["ROWS"]


def test_the_page_is_the_one_that_the_list_makes():
    assert LIST["PAGE"].read_text(encoding="utf-8") == LIST["page"](), "run python docs/tools/documents.py"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]} {row[2]}")
def test_a_row_names_a_document_and_what_exists(row):
    document, _, _, how, state = row
    assert document in LIST["SOURCES"]
    states = {LIST[name] for name in ("WORKS", "PART", "MISSING", "FUTURE")}
    assert state in states or state.startswith("superseded by ")
    kind, _, name = how.partition(":")
    if how == LIST["NOTHING"]:
        assert state in (LIST["MISSING"], LIST["FUTURE"])
    elif kind == "scene":
        assert name in (*scenes.names(), *scenes.documents())
    elif "::" in how:
        file, _, test = how.partition("::")
        assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
    else:
        assert (ROOT / (f"examples/{name}.py" if kind == "example" else how)).is_file()


def test_no_row_stands_twice():
    assert len({row[:3] for row in ROWS}) == len(ROWS)
