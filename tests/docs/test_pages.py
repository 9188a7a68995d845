"""Every code block of the documentation runs, and the site's reference has every public name."""

import re
import types

import pages
import pytest

import rigida

from .conftest import DOCS

#: The course has its own test; kinds of one's own must be entered before kernels are used (see test_extensions.py).
ELSEWHERE = {*(DOCS / "course").glob("*.md"), DOCS / "extending.md"}
PAGES = [
    page
    for page in [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]
    if page not in ELSEWHERE and pages.blocks(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_blocks_of_a_page_run_and_print_what_it_says(page, empty):
    assert pages.check_page(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_a_block_is_of_a_kind_that_is_checked(page):
    known = {"python", "output", "toml", "shell", "console", "text"}
    assert {block.kind for block in pages.blocks(page.read_text(encoding="utf-8"))} <= known


def test_the_reference_has_every_public_name_once():
    text = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "reference").glob("*.md"))
    assert sorted(re.findall(r"^::: rigida\.(\w+)$", text, re.MULTILINE)) == sorted(rigida.__all__)


def test_no_public_name_is_a_module():
    assert [name for name in rigida.__all__ if isinstance(getattr(rigida, name), types.ModuleType)] == []


def test_the_glossary_names_files_that_exist():
    named = re.findall(r"`([a-z_/]+(?:\.py|/))`", (DOCS / "glossary.md").read_text(encoding="utf-8"))
    source = DOCS.parent / "src" / "rigida"
    assert len(named) > 40
    assert [name for name in named if not (source / name).exists() and name != "src/rigida/"] == []
