"""A mesh file per frame, read back by trimesh: every vertex where the body is, with its velocity."""

import numpy as np
import pytest
import trimesh

import rigida as rg
from rigida.math.quaternion import rotate_array


@pytest.mark.parametrize("kind", ["obj", "ply"])
def test_frame_holds_every_vertex_in_its_place(recording, tmp_path, kind):
    folder = recording.to_meshes(tmp_path / "frames", kind)
    assert len(list(folder.iterdir())) == recording.frame_count
    mesh = trimesh.load(folder / f"frame_00011.{kind}", process=False, force="mesh")
    frame = 11
    corners = rg.Box((0.4, 0.3, 0.2)).surface()[0]
    body = recording.body("Kiste")
    expected = body.position[frame] + rotate_array(body.orientation[frame], corners)
    distance = np.linalg.norm(mesh.vertices[:, None] - expected[None], axis=2).min(axis=0)
    assert distance.max() < 1e-6


def test_velocity_of_vertices_is_the_rigid_motion(recording, tmp_path):
    folder = recording.to_meshes(tmp_path / "ply", "ply")
    vertices = []
    for frame in (10, 11, 12):
        mesh = trimesh.load(folder / f"frame_{frame:05d}.ply", process=False)
        data = mesh.metadata["_ply_raw"]["vertex"]["data"]
        vertices.append(
            (np.asarray(mesh.vertices), np.stack([data[f"v{axis}"] for axis in "xyz"], axis=-1).reshape(-1, 3))
        )
    dt = recording.times[1] - recording.times[0]
    central = (vertices[2][0] - vertices[0][0]) / (2 * dt)
    # A central difference over a turn of ω dt is off by (ω dt)²/6 of the speed: 1.5 % at 9 rad/s and 30 frames/s.
    speed = np.linalg.norm(vertices[1][1], axis=1)
    assert np.abs(central - vertices[1][1]).max() < 0.02 * speed.max()


def test_obj_keeps_the_names(recording, tmp_path):
    text = (recording.to_meshes(tmp_path / "obj") / "frame_00000.obj").read_text()
    assert [line[2:] for line in text.splitlines() if line.startswith("o ")] == recording.names[1:]


def test_unknown_kind_is_refused(recording, tmp_path):
    with pytest.raises(rg.UsageError, match="obj, ply"):
        recording.to_meshes(tmp_path / "x", "stl")
