"""The course runs: every chapter prints and draws what its page says, and becomes a notebook that runs."""

import json

import notebooks
import pages
import pytest
from jupytext import reads
from nbclient import NotebookClient

CHAPTERS = notebooks.chapters()


def test_the_course_has_twelve_chapters_and_its_contents_list_them():
    contents = (notebooks.COURSE / "index.md").read_text(encoding="utf-8")
    assert len(CHAPTERS) == 12
    assert [chapter.name for chapter in CHAPTERS if f"({chapter.name})" not in contents] == []


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_prints_and_draws_what_it_says(chapter, empty):
    assert pages.check_page(chapter) == []


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_has_exercises_with_answers_that_check_themselves(chapter):
    text = chapter.read_text(encoding="utf-8")
    exercises, answers = text.split("\n## Exercises\n")[1].split("\n## Answers\n")
    assert exercises.count("\n1. ") == exercises.count("\n3. ") == 1
    assert "assert " in answers


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_notebook_has_the_code_of_its_page_and_no_outputs(chapter):
    text = chapter.read_text(encoding="utf-8")
    cells = json.loads(notebooks.notebook(text))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert "\n".join(code).split() == " ".join(b.text for b in pages.blocks(text) if b.kind == "python").split()
    assert not any(cell.get("outputs") for cell in cells)


def test_a_notebook_runs_in_a_kernel_of_its_own(empty):
    book = reads(notebooks.notebook(CHAPTERS[1].read_text(encoding="utf-8")), "ipynb")
    NotebookClient(book, timeout=300).execute()
    shown = [
        output for cell in book.cells for output in cell.get("outputs", ()) if "image/png" in output.get("data", {})
    ]
    assert len(shown) == 1


def test_a_wrong_number_on_a_page_is_found(tmp_path, empty):
    page = tmp_path / "page.md"
    page.write_text('```python\nprint("x", 1.25, 3)\n```\n\n```output\nx 1.23 3\n```\n', encoding="utf-8")
    assert len(pages.check_page(page)) == 1
    page.write_text(page.read_text(encoding="utf-8").replace("1.23", "1.26"), encoding="utf-8")
    assert pages.check_page(page) == []
