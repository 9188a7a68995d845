"""Pages with code: finds the blocks of a Markdown page and runs them in order, in an empty folder.

    python docs/tools/pages.py docs/course/*.md      run pages; write what they print and draw back into them

    ```python                 runs; all blocks of a page share their names
    ```output                 what the block above prints; compared, but for the last digit
    ![...](images/a.png)      after a block that leaves a matplotlib figure: that figure
    ```toml title="a.toml"    is written to that file; without a title it must be TOML
    ```shell                  every line that starts with rigida runs; other lines are for the reader
    ```console                is not run: it opens a browser, or needs a network

A Python block inside an HTML comment runs and is not shown: what a page takes for granted.
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, title, text and lines (first, past last) with the fences; `figure` is drawn by it."""

    kind: str
    title: str
    text: str
    lines: tuple[int, int]
    hidden: bool = False
    figure: str = ""


def blocks(markdown: str) -> list[Block]:
    """Return the blocks of a page in order, hidden ones included; a Python block has the picture that follows it."""
    found: list[Block] = []
    for token in MarkdownIt().parse(markdown):
        if token.type == "fence":
            found.append(_block(token))
        elif token.type == "html_block" and token.content.startswith("<!--"):
            inside = token.content.removeprefix("<!--").split("-->")[0]
            found += [_block(inner, hidden=True) for inner in MarkdownIt().parse(inside) if inner.type == "fence"]
        elif token.type == "inline":
            figures = [str(child.attrs["src"]) for child in token.children or () if child.type == "image"]
            drawn = max((i for i, block in enumerate(found) if block.kind == "python"), default=-1)
            if figures and drawn >= 0 and not found[drawn].figure:
                found[drawn] = replace(found[drawn], figure=figures[0])
    return found


def _block(token: Token, hidden: bool = False) -> Block:
    kind, _, options = token.info.strip().partition(" ")
    title = re.search(r'title="([^"]*)"', options)
    lines = (token.map[0], token.map[1]) if token.map else (0, 0)
    return Block(kind, title.group(1) if title else "", token.content, lines, hidden)


@dataclass
class Ran:
    """What running a block gave: what it printed and the figure it left, if any."""

    block: Block
    printed: str = ""
    figure: Any = None


def run_page(path: Path) -> Iterator[Ran]:
    """Run the blocks of a page one after another in the present folder, which should be empty."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(path.read_text(encoding="utf-8")):
        ran = Ran(block)
        if block.kind == "python":
            where = f"{path}:{block.lines[0] + 1}"
            with contextlib.redirect_stdout(io.StringIO()) as out:
                # As many lines down as on the page, so that an error names the page's own line.
                exec(compile("\n" * (block.lines[0] + 1) * (not block.hidden) + block.text, where, "exec"), names)
            ran.printed, ran.figure = out.getvalue(), _figure()
        elif block.kind == "toml":
            tomllib.loads(block.text)
            if block.title:
                Path(block.title).write_text(block.text, encoding="utf-8")
        elif block.kind == "shell":
            run_commands(block.text)
        yield ran


def run_commands(text: str) -> None:
    """Run the lines of a block that start with rigida; raise where one fails."""
    from rigida.cli import main

    for line in text.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] != ["rigida"]:
            continue
        code: Any = 0
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as told:
            try:
                main(words[1:])
            except SystemExit as end:
                code = end.code
        if code:
            raise RuntimeError(f"`{line}` ended with {code}: {told.getvalue()}")


def _figure() -> Any:
    """Return the figure that a block left, or None, and forget it."""
    if "matplotlib.pyplot" not in sys.modules:
        return None
    from matplotlib import pyplot

    figure = pyplot.gcf() if pyplot.get_fignums() else None
    pyplot.close("all")
    return figure


_NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")


def agrees(said: str, printed: str) -> bool:
    """Return whether two outputs are the same but for spaces and, in decimals, one unit of the last place."""

    def words(text: str) -> list[str]:
        return _NUMBER.sub(" # ", text).split()

    def close(a: str, b: str) -> bool:
        mantissa, _, exponent = a.partition("e")
        unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2])) if "." in mantissa else 0.0
        return abs(float(a) - float(b)) <= 1.01 * unit

    pairs = zip(_NUMBER.findall(said), _NUMBER.findall(printed), strict=False)
    return words(said) == words(printed) and all(close(a, b) for a, b in pairs)


def check_page(path: Path) -> list[str]:
    """Run a page and return what does not agree with it: outputs, figures that are missing or not shown."""
    wrong, printed, shown = [], "", []
    for ran in run_page(path):
        block, line = ran.block, ran.block.lines[0] + 1
        if block.kind == "output" and not agrees(block.text, printed):
            wrong.append(f"{path}:{line}: says\n{block.text}\nbut prints\n{printed}")
        if block.kind == "python":
            printed = ran.printed
        if ran.figure is not None and not block.figure:
            wrong.append(f"{path}:{line}: leaves a figure that the page does not show")
        shown += [block.figure] * bool(block.figure)
    missing = [figure for figure in shown if not figure.startswith("http") and not (path.parent / figure).exists()]
    return wrong + [f"{path}: has no file {figure}" for figure in missing]


def refresh_page(path: Path) -> None:
    """Run a page and write its outputs and figures anew."""
    lines, printed, changed = path.read_text(encoding="utf-8").splitlines(keepends=True), "", []
    for ran in run_page(path):
        block = ran.block
        if block.kind == "output":
            changed.append((block.lines, printed))
        elif block.kind == "python":
            printed = ran.printed
        if ran.figure is not None and block.figure:
            file = path.parent / block.figure
            file.parent.mkdir(exist_ok=True)
            ran.figure.savefig(file, dpi=100, bbox_inches="tight", metadata={"Software": None})
    for (first, last), text in reversed(changed):
        lines[first + 1 : last - 1] = [text]
    path.write_text("".join(lines), encoding="utf-8")


@contextlib.contextmanager
def empty_folder() -> Iterator[None]:
    """Work in a temporary folder."""
    back = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(back)


if __name__ == "__main__":
    import time
    import traceback

    import matplotlib

    matplotlib.use("agg")
    for page in [Path(argument).resolve() for argument in sys.argv[1:]]:
        began = time.perf_counter()
        with empty_folder():
            try:
                refresh_page(page)
            except Exception:
                traceback.print_exc(limit=-2)
        print(f"{page.name}: {time.perf_counter() - began:.1f} s")
