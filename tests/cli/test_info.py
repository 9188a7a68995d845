"""`rigida info`: scenes, meshes, recordings."""

from pathlib import Path

import pytest

from .conftest import Command

CUBE = """OFF
8 12 0
0 0 0
2 0 0
2 2 0
0 2 0
0 0 2
2 0 2
2 2 2
0 2 2
3 0 2 1
3 0 3 2
3 4 5 6
3 4 6 7
3 0 1 5
3 0 5 4
3 1 2 6
3 1 6 5
3 2 3 7
3 2 7 6
3 3 0 4
3 3 4 7
"""


def test_scene_and_recording_list_their_joints(rigida: Command, tmp_path: Path) -> None:
    (joint,) = rigida("info", "pendulum", "--json").json()["joints"]
    assert joint == {"name": "bar", "kind": "distance", "a": "bob", "b": "world"}
    assert "distance" in rigida("info", "pendulum").out
    rigida("run", "pendulum", "-o", tmp_path, "--duration", "0.1")
    assert rigida("info", tmp_path / "run.npz", "--json").json()["joints"] == ["bar"]


def test_scene_shows_masses_and_principal_moments(rigida: Command, spinning: Path) -> None:
    (body,) = rigida("info", spinning, "--json").json()["bodies"]
    assert body["name"] == "box"
    assert body["mass"] == pytest.approx(2.0, rel=1e-12)
    expected = [2.0 / 12.0 * (0.2**2 + 0.3**2), 2.0 / 12.0 * (0.1**2 + 0.3**2), 2.0 / 12.0 * (0.1**2 + 0.2**2)]
    assert body["moments"] == pytest.approx(expected, rel=1e-12)
    text = rigida("info", spinning).out
    assert "principal moments [kg m²]" in text
    assert "gravity" in text


def test_mesh_shows_volume_and_inertia(rigida: Command) -> None:
    Path("cube.off").write_text(CUBE)
    facts = rigida("info", "cube.off", "--json").json()
    assert (facts["vertices"], facts["triangles"], facts["closed"]) == (8, 12, True)
    assert facts["volume"] == pytest.approx(8.0, rel=1e-12)
    assert facts["center"] == pytest.approx([1.0, 1.0, 1.0], rel=1e-12)
    assert facts["inertia"][0][0] == pytest.approx(8000.0 / 12.0 * 8.0, rel=1e-12)
    assert "8 m³" in rigida("info", "cube.off").out


def test_open_mesh_is_shown_as_open_with_the_reason(rigida: Command) -> None:
    Path("cube.off").write_text(CUBE.replace("8 12 0", "8 11 0").replace("3 3 4 7\n", ""))
    facts = rigida("info", "cube.off", "--json").json()
    assert facts["closed"] is False
    assert facts["triangles"] == 11
    assert "hole" in facts["problem"]


def test_file_that_is_no_mesh_exits_2(rigida: Command) -> None:
    Path("notes.off").write_text("nothing to see")
    answer = rigida("info", "notes.off")
    assert answer.code == 2
    assert "Traceback" not in answer.err


def test_recording_shows_frames_and_drift(rigida: Command, spinning: Path) -> None:
    rigida("run", spinning, "-o", "out", "--duration", 0.5, "--fps", 20)
    facts = rigida("info", "out/run.npz", "--json").json()
    assert (facts["kind"], facts["frames"], facts["bodies"]) == ("recording", 11, ["box"])
    assert facts["energy_drift"] < 1e-9
    assert "duration" in rigida("info", "out/run.npz").out


def test_damaged_recording_exits_2(rigida: Command) -> None:
    Path("run.npz").write_bytes(b"PK\x03\x04 cut short")
    answer = rigida("info", "run.npz")
    assert answer.code == 2
    assert "truncated" in answer.err


def test_mesh_that_cuts_through_itself_is_told(rigida: Command) -> None:
    rest = CUBE.splitlines()[2:]
    vertices, faces = rest[:8], rest[8:]
    moved = [" ".join(str(float(v) + 1.0) for v in line.split()) for line in vertices]
    again = ["3 " + " ".join(str(int(v) + 8) for v in line.split()[1:]) for line in faces]
    Path("two.off").write_text("\n".join(["OFF", "16 24 0", *vertices, *moved, *faces, *again]) + "\n")
    (note,) = rigida("info", "two.off", "--json").json()["notes"]
    assert "cuts through itself" in note
    assert "union" in note
    Path("cube.off").write_text(CUBE)
    facts = rigida("info", "cube.off", "--json").json()
    assert facts["notes"] == []
    assert facts["convex"] is True
