import dataclasses
import subprocess
import sys
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_form import examples

from rigida.errors import ModelError, RigidaWarning, UsageError
from rigida.geometry import Box, Mesh, Sphere
from rigida.math.rotation import matrix_from_quaternion_array

BOX = Box((1.0, 2.0, 3.0))
lengths = st.floats(1e-3, 1e3)


@pytest.fixture(autouse=True)
def _no_unexpected_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error", RigidaWarning)
        yield


@given(size=st.tuples(lengths, lengths, lengths))
@settings(max_examples=examples(50), deadline=None)
def test_mesh_of_a_box_equals_the_box(size):
    exact, mesh = Box(size).mass_properties(1.0), Mesh(*Box(size).surface()).mass_properties(1.0)
    assert mesh.mass == pytest.approx(exact.mass, rel=1e-12)
    np.testing.assert_allclose(np.diag(mesh.inertia), np.diag(exact.inertia), rtol=1e-12)
    np.testing.assert_array_equal(Mesh(*Box(size).surface()).bounds(), Box(size).bounds())


def test_mesh_with_a_hole_through_it_is_the_block_less_the_hole():
    outer = np.array([[-2, -2], [2, -2], [2, 2], [-2, 2]], dtype=float)
    ring = np.concatenate([outer, 0.5 * outer])
    vertices = np.concatenate([np.column_stack([ring, np.full(8, z)]) for z in (-1.0, 1.0)])
    triangles = []
    for i in range(4):
        j = (i + 1) % 4
        quads = [
            (8 + i, 8 + j, 12 + j, 12 + i),
            (j, i, 4 + i, 4 + j),
            (i, j, 8 + j, 8 + i),
            (4 + j, 4 + i, 12 + i, 12 + j),
        ]
        triangles += [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    mesh = Mesh(vertices, triangles)
    block, hole = Box((4, 4, 2)).mass_properties(1.0), Box((2, 2, 2)).mass_properties(1.0)
    assert not mesh.convex
    assert mesh.mass_properties(1.0).mass == pytest.approx(24.0, rel=1e-14)
    np.testing.assert_allclose(mesh.mass_properties(1.0).inertia, block.inertia - hole.inertia, atol=1e-12 * 56)


def test_mesh_keeps_vertices_and_triangles_as_given_and_read_only():
    vertices, triangles = BOX.surface()
    mesh = Mesh(vertices, triangles)
    np.testing.assert_array_equal(mesh.vertices, vertices)
    np.testing.assert_array_equal(mesh.triangles, triangles)
    with pytest.raises(ValueError, match="read-only"):
        mesh.vertices[0, 0] = 9.0
    vertices[:] = 0.0
    assert mesh.vertices.any()


def test_scale_of_arrays_is_taken_up_once():
    mesh = Mesh(*BOX.surface(), scale=0.001)
    assert mesh.scale == 1.0
    assert mesh.mass_properties(1.0).mass == pytest.approx(6e-9, rel=1e-14)
    again = dataclasses.replace(mesh)
    np.testing.assert_array_equal(again.vertices, mesh.vertices)


@pytest.mark.parametrize("suffix", ["stl", "obj", "ply", "off", "glb"])
def test_mesh_from_a_file_equals_the_arrays(tmp_path, suffix):
    import trimesh

    path = tmp_path / f"ball.{suffix}"
    vertices, triangles = Sphere(1.0).surface()
    trimesh.Trimesh(vertices, triangles, process=False).export(path)
    mesh, expected = Mesh.from_file(path, scale=2.0), Mesh(2.0 * vertices, triangles)
    assert len(mesh.vertices) == len(vertices)  # STL repeats a vertex in every triangle: welded
    assert mesh.file == str(path)
    assert mesh.scale == 2.0
    # Most formats store 32-bit floats or 8 digits: 6e-8 relative.
    assert mesh.mass_properties(1.0).mass == pytest.approx(expected.mass_properties(1.0).mass, rel=1e-6)
    again = dataclasses.replace(mesh)
    np.testing.assert_array_equal(again.vertices, mesh.vertices)


def test_missing_file_is_named():
    with pytest.raises(UsageError, match=r"Mesh '/nowhere/ball.stl': there is no such file") as caught:
        Mesh.from_file("/nowhere/ball.stl")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.stl", b"not a mesh"),
        ("b.obj", b""),
        ("c.ply", b"ply\nformat ascii 1.0\nelement vertex 1\n"),
        ("d.txt", b"hello"),
        ("e.glb", b"glTF\x02\x00\x00\x00"),
        ("f.unknown", b"\x00\x01"),
        ("points.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n"),
    ],
)
def test_file_without_a_mesh_is_refused_in_one_line(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ModelError) as caught:
        Mesh.from_file(path)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_open_mesh_in_a_file_names_the_file(tmp_path):
    import trimesh

    vertices, triangles = BOX.surface()
    trimesh.Trimesh(vertices, triangles[1:], process=False).export(tmp_path / "open.stl")
    with pytest.raises(ModelError, match=r"open.stl': the mesh has a hole: 3 edges belong"):
        Mesh.from_file(tmp_path / "open.stl")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "needs vertices and triangles, or a file"),
        ({"vertices": np.eye(3)}, "triangles are missing"),
        ({"triangles": [[0, 1, 2]]}, "vertices are missing"),
        ({"vertices": [[0, 0, np.nan]] * 4, "triangles": [[0, 1, 2]] * 4}, "vertices must be finite, but row 0"),
        ({"vertices": np.eye(3), "triangles": [[0, 1, 1.5]]}, "triangles must be whole numbers"),
        ({"vertices": np.eye(2), "triangles": [[0, 1, 2]]}, r"vertices must have the shape \(n, 3\)"),
        ({"vertices": np.eye(3), "triangles": [[0, 1, 2, 3]]}, r"triangles must have the shape \(n, 3\)"),
        ({"vertices": [], "triangles": []}, "at least 4 triangles with area, got 0"),
        ({"vertices": [], "triangles": [[0, 1, 2]] * 4}, "refer to vertices, but there is no vertex"),
        ({"vertices": np.eye(3), "triangles": []}, "at least 4 triangles with area, got 0"),
        ({"vertices": np.eye(3), "triangles": [[0, 1, 2]], "scale": 0.0}, "scale must be above 0"),
        ({"vertices": np.eye(3), "triangles": [[0, 1, 2]], "scale": -1.0}, "scale must be above 0"),
        ({"file": 5}, "file must be text"),
    ],
)
def test_unusable_arguments_are_refused_in_words(arguments, words):
    with pytest.raises(ModelError, match=words):
        Mesh(**arguments)


def test_inside_out_mesh_is_turned_with_a_warning():
    vertices, triangles = BOX.surface()
    with pytest.warns(RigidaWarning, match="inside out; 12 of 12 triangles were turned") as caught:
        mesh = Mesh(vertices, triangles[:, ::-1])
    assert caught[0].filename == __file__
    assert mesh.mass_properties(1.0).mass == pytest.approx(6.0, rel=1e-14)


def test_turned_mesh_has_turned_properties():
    rotation = matrix_from_quaternion_array(np.array([0.5, 0.5, 0.1, 0.7]))
    vertices, triangles = BOX.surface()
    exact = BOX.mass_properties(1.0).inertia
    turned = Mesh(vertices @ rotation.T, triangles).mass_properties(1.0).inertia
    np.testing.assert_allclose(turned, rotation @ exact @ rotation.T, atol=1e-13 * exact.max())


def test_importing_geometry_does_not_import_mesh_libraries():
    program = "import sys, rigida.geometry; print('trimesh' in sys.modules, 'scipy.spatial' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
