"""The documentation of scene files is made from the schema and complete."""

import runpy
from pathlib import Path

import pytest

import rigida as rg  # registers all kinds
from rigida.constraints.joints import Revolute
from rigida.scene.files.forms import file_fields
from rigida.scene.files.schema_tables import scene_tables

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def rows():
    """The cells of all tables, with the heading above them."""
    found, heading = [], ""
    for line in scene_tables().splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("| `"):
            found.append((heading, [cell.strip() for cell in line.strip("|").split(" | ")]))
    return found


def test_the_committed_page_is_up_to_date():
    page = (DOCS / "scene-format.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(DOCS / "scene_format.py"))["updated"](page) == page, "run python docs/scene_format.py"


def test_every_key_has_a_meaning(rows):
    assert len(rows) > 150
    assert [(heading, cells[0]) for heading, cells in rows if not cells[4]] == []


def test_a_key_shows_type_range_unit_and_default(rows):
    cells = {heading + cells[0]: cells[1:] for heading, cells in rows}
    assert cells["`[run]``duration`"] == ["a number, above 0", "s", "`5`", "Simulated time."]
    assert cells['`kind = "box"``size`'][:3] == ["3 numbers, above 0", "m", "required"]
    assert cells['`kind = "revolute"``motor`'][0] == "one of `none`, `effort`, `speed`, `position`"


def test_keys_that_all_joints_share_stand_once(rows):
    assert [heading for heading, cells in rows if cells[0] == "`break_force`"] == ["Joints: `[joint.NAME]`"]
    keys = [cells[0] for heading, cells in rows if heading in ("Joints: `[joint.NAME]`", '`kind = "revolute"`')]
    assert sorted(keys) == sorted(f"`{field.keys[0]}`" for field in file_fields(Revolute))


def test_every_kind_is_there(rows):
    text = scene_tables()
    for kind in (rg.Box.kind, rg.Mesh.kind, rg.Spring.kind, rg.Planar.kind, rg.Precise.kind, rg.Realtime.kind):
        assert f'kind = "{kind}"' in text
