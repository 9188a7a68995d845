"""`rigida repair`, and what `rigida info` says of meshes that need it."""

from pathlib import Path

import rigida as rg

from .conftest import Command

CUBE = rg.Box((2, 2, 2)).surface()


def write_off(path: str, vertices: object, triangles: object) -> None:
    rows = [*(" ".join(map(str, row)) for row in vertices), *("3 " + " ".join(map(str, row)) for row in triangles)]
    Path(path).write_text("\n".join(["OFF", f"{len(vertices)} {len(triangles)} 0", *rows]) + "\n")


def test_a_triangle_turned_the_wrong_way_is_told_and_repaired(rigida: Command) -> None:
    vertices, triangles = CUBE
    wrong = triangles.copy()
    wrong[3] = wrong[3, ::-1]
    write_off("wrong.off", vertices, wrong)
    facts = rigida("info", "wrong.off", "--json").json()
    assert "contradict" in facts["problem"]
    assert any("face opposite ways" in note for note in facts["notes"])
    assert "rigida repair wrong.off repaired.off" in facts["remedy"]
    answer = rigida("repair", "wrong.off", "right.obj", "--json")
    assert answer.code == 0
    assert answer.json()["done"] == ["Turned 1 triangle that faced against their neighbors."]
    facts = rigida("info", "right.obj", "--json").json()
    assert facts["closed"]
    assert facts["volume"] == 8.0


def test_a_hole_too_large_to_fill_is_left_alone_and_fill_is_named(rigida: Command) -> None:
    vertices, triangles = CUBE
    write_off("open.off", vertices, triangles[2:])
    facts = rigida("info", "open.off", "--json").json()
    assert "rigida repair open.off repaired.off --fill 1" in facts["remedy"]
    answer = rigida("repair", "open.off", "closed.off")
    assert answer.code == 2
    assert "1 hole is left" in answer.err
    assert "larger --fill than 0.1" in answer.err
    assert "rigida repair" not in answer.err
    assert not Path("closed.off").exists()
    answer = rigida("repair", "open.off", "closed.off", "--fill", "1")
    assert answer.code == 0
    assert "Filled 1 flat hole." in answer.out
    assert rg.Mesh.from_file("closed.off").mass_properties(1.0).mass == 8.0


def test_an_unknown_ending_is_refused(rigida: Command) -> None:
    write_off("cube.off", *CUBE)
    answer = rigida("repair", "cube.off", "cube.docx")
    assert answer.code == 2
    assert "Known are .obj" in answer.err
    assert rigida("repair", "cube.off", "cube.stl").out.startswith("Nothing had to be repaired.")


def test_a_hole_that_is_not_flat_must_be_modeled(rigida: Command) -> None:
    vertices, triangles = CUBE
    write_off("open.off", vertices, triangles[(triangles != 0).all(axis=1)])
    assert "must be modeled" in rigida("info", "open.off", "--json").json()["remedy"]
    answer = rigida("repair", "open.off", "closed.off", "--fill", "1")
    assert answer.code == 2
    assert "not flat" in answer.err
