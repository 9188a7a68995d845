"""Chapters of the course as notebooks: python docs/tools/notebooks.py FOLDER.

The site's builder calls the hooks below: each chapter's page gets a link to its notebook, made when the site is built.
Outputs and figures are left out: a notebook makes its own.
"""

import re
import sys
from pathlib import Path
from typing import Any

import jupytext

COURSE = Path(__file__).parents[1] / "course"
_OUTPUT = re.compile(r"^```output\n.*?^```\n", re.MULTILINE | re.DOTALL)
_FIGURE = re.compile(r"^!\[[^]]*\]\(images/[^)]*\)\n", re.MULTILINE)


def chapters() -> list[Path]:
    """Return the pages of the chapters in order."""
    return sorted(COURSE.glob("[0-9]*.md"))


def notebook(markdown: str) -> str:
    """Return a chapter as the text of a notebook file without outputs."""
    book = jupytext.reads(_FIGURE.sub("", _OUTPUT.sub("", markdown)), "md")
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for number, cell in enumerate(book.cells):
        cell["id"] = f"cell-{number}"  # the same file each time
    return str(jupytext.writes(book, "ipynb"))


def on_files(files: Any, config: Any) -> Any:
    """Add the notebooks to the files of the site."""
    from mkdocs.structure.files import File

    for page in chapters():
        text = notebook(page.read_text(encoding="utf-8"))
        files.append(File.generated(config, f"course/{page.stem}.ipynb", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Put a link to the notebook below the heading of a chapter."""
    name = Path(page.file.src_uri)
    if not (name.parent.name == "course" and name.stem[0].isdigit()):
        return markdown
    heading, _, rest = markdown.partition("\n")
    return f"{heading}\n\n[Download this chapter as a notebook]({name.stem}.ipynb)\n{rest}"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for chapter in chapters():
        file = folder / f"{chapter.stem}.ipynb"
        file.write_text(notebook(chapter.read_text(encoding="utf-8")), encoding="utf-8")
        print(file)
