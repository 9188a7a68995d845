"""The documentation names attributes, commands, options and files that exist, and its links lead somewhere."""

import inspect
import re
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pages
import pytest
import typer.main
from markdown_it import MarkdownIt

import rigida as rg
from rigida.cli.app import app

from .conftest import DOCS

ROOT = DOCS.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(page for page in DOCS.rglob("*.md"))]
#: What the pages call objects of these classes in running text.
OBJECTS = {
    "rg": rg,
    "rigida": rg,
    "scene": rg.Scene,
    "sim": rg.Simulation,
    "run": rg.Recording,
    "table": rg.RunTable,
}
FILE_ENDINGS = {"toml", "npz", "glb", "html", "csv", "mp4", "png", "py", "parquet", "usdc", "frames"}
#: Folders below which modules are named.
FOLDERS = (".", "src", "src/rigida", "src/rigida/constraints")
NAME = re.compile(r"\b(rg|scene|sim|run|table)\.([A-Za-z_]\w*)")
COMMAND = re.compile(r"\brigida ([a-z][a-z-]*)\b([^`\n]*)")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_code(page: Path) -> list[str]:
    """Return the inline code of a page; blocks are run by other tests."""
    tokens = MarkdownIt().enable("table").parse(text_of(page))
    inline = [child for token in tokens for child in token.children or ()]
    return [child.content for child in inline if child.type == "code_inline"]


@cache
def names_of(owner: object) -> frozenset[str]:
    found = set(dir(owner))
    if is_dataclass(owner):
        found |= {field.name for field in fields(owner)}
    if inspect.isclass(owner):
        found |= set(re.findall(r"self\.([a-z]\w*)\b[^=\n]*=", inspect.getsource(owner)))
        found |= {name for base in owner.__mro__ for name in getattr(base, "__annotations__", {})}
    return frozenset(found)


def unknown_attributes(page: Path) -> list[str]:
    wrong = []
    for code in prose_code(page):
        for owner, name in NAME.findall(code):
            if name in FILE_ENDINGS:
                continue
            if re.search(rf"[\w/\"'.]{owner}\.{name}|{owner}\.{name}[-/]", code):
                continue  # part of a path, a key or another name
            if name not in names_of(OBJECTS[owner]):
                wrong.append(f"{owner}.{name}")
    return wrong


def options() -> dict[str, set[str]]:
    commands = typer.main.get_command(app).commands
    return {
        name: {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        for name, command in commands.items()
    }


def unknown_options(page: Path) -> list[str]:
    known, wrong = options(), []
    lines = [
        line
        for block in pages.blocks(text_of(page))
        if block.kind in ("shell", "console")
        for line in block.text.replace("\\\n", " ").splitlines()
        if line.startswith("rigida ")
    ]
    for code in [*prose_code(page), *lines]:
        if not code.startswith("rigida "):
            continue
        for name, rest in COMMAND.findall(code):
            if name not in known:
                wrong.append(f"rigida {name}")
            else:
                given = re.findall(r"(?<!\S)(--[a-z][a-z-]*)", rest)
                wrong += [f"rigida {name} {option}" for option in given if option not in {*known[name], "--help"}]
    return wrong


def unknown_files(page: Path) -> list[str]:
    named = [
        code for code in prose_code(page) if re.fullmatch(r"(?:src|docs|tests|examples|benchmarks)/[\w./-]+", code)
    ]
    named += re.findall(r"python ((?:benchmarks|docs|examples)/[\w./-]+\.py)", text_of(page))
    modules = [code for code in prose_code(page) if re.fullmatch(r"[a-z_0-9]+(?:/[a-z_0-9]+)+\.py", code)]
    missing = [name for name in modules if not any((ROOT / folder / name).exists() for folder in FOLDERS)]
    return [name for name in named if not (ROOT / name).exists()] + [name for name in missing if name not in named]


def headings(page: Path) -> set[str]:
    tokens = MarkdownIt().parse(text_of(page))
    titles = [tokens[i + 1].content for i, token in enumerate(tokens) if token.type == "heading_open"]
    plain = [re.sub(r"[^\w\- ]", "", re.sub(r"[`*]|\]\([^)]*\)", "", title).lower()) for title in titles]
    return {re.sub(r"[\s-]+", "-", title.strip()) for title in plain}


def dead_links(page: Path) -> list[str]:
    wrong = []
    tokens = MarkdownIt().enable("table").parse(text_of(page))
    for child in (child for token in tokens for child in token.children or ()):
        target = str(child.attrs.get("href" if child.type == "link_open" else "src", ""))
        if not target or re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (
            anchor and file.suffix == ".md" and "reference" not in file.parts and anchor not in headings(file)
        ):
            wrong.append(target)
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_attributes_options_and_files_that_a_page_names_exist(page):
    assert unknown_attributes(page) + unknown_options(page) + unknown_files(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_to_files_and_headings(page):
    assert dead_links(page) == []


def test_a_wrong_name_would_be_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A\n\n`sim.no_such()` `run.frame_count` `rigida run x --no-such` [b](b.md) [c](#d)\n"
        "`src/none.py` `realtime/none.py`\n"
    )
    assert unknown_attributes(page) == ["sim.no_such"]
    assert unknown_options(page) == ["rigida run --no-such"]
    assert unknown_files(page) == ["src/none.py", "realtime/none.py"]
    assert dead_links(page) == ["b.md", "#d"]


def test_public_names_in_code_exist():
    blocks = [block.text for page in PAGES for block in pages.blocks(text_of(page)) if block.kind == "python"]
    used = {name for text in blocks for name in re.findall(r"\brg\.([A-Za-z_]\w*)", text)}
    assert sorted(used - set(rg.__all__)) == []
