"""Meshes are repaired where that is safe, and told what is wrong with them in plain words."""

import numpy as np
import pytest

import rigida as rg
from rigida.geometry.mesh_findings import mesh_findings
from rigida.geometry.mesh_repair import border_loops, repaired_mesh
from rigida.geometry.polyhedron import signed_volume


def gridded_cube(cells=8):
    """A cube of side 2 whose faces are grids, so that a small hole can be made in them."""
    line = np.linspace(-1, 1, cells + 1)
    u, v = (axis.ravel() for axis in np.meshgrid(line, line, indexing="ij"))
    corner = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
    a, b, c, d = (part.ravel() for part in (corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]))
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    vertices, triangles = [], []
    for axis in range(3):
        for side in (-1.0, 1.0):
            points = np.empty((len(u), 3))
            points[:, axis], points[:, (axis + 1) % 3], points[:, (axis + 2) % 3] = side, u, v
            triangles.append((faces if side > 0 else faces[:, ::-1]) + len(u) * len(vertices))
            vertices.append(points)
    return np.concatenate(vertices), np.concatenate(triangles)


def repaired(vertices, triangles, **more):
    return repaired_mesh("Mesh", vertices, triangles, **more)


def is_the_cube(result):
    assert result.left == ""
    assert signed_volume(result.vertices, result.triangles) == pytest.approx(8.0, rel=1e-12)
    rg.Mesh(result.vertices, result.triangles)


def test_faces_with_vertices_of_their_own_are_welded():
    vertices, triangles = gridded_cube(3)
    result = repaired(vertices + 1e-9 * np.random.default_rng(0).normal(size=vertices.shape), triangles)
    assert result.left == ""
    assert len(result.vertices) == 56
    assert result.done == ("Welded 40 vertices to others at the same place.",)
    assert signed_volume(result.vertices, result.triangles) == pytest.approx(8.0, rel=1e-7)


def test_triangles_without_area_or_given_twice_are_dropped():
    vertices, triangles = gridded_cube(3)
    bad = np.array([[0, 0, 1], [0, 1, 2], triangles[5], triangles[9][::-1]])
    result = repaired(vertices, np.concatenate([triangles, bad]))
    is_the_cube(result)
    assert "Dropped 2 triangles without area." in result.done
    assert "Dropped 2 triangles given more than once." in result.done


def test_triangles_are_turned_like_their_neighbors_and_outwards():
    vertices, triangles = gridded_cube(3)
    mixed = triangles.copy()
    mixed[::5] = mixed[::5, ::-1]
    result = repaired(vertices, mixed)
    is_the_cube(result)
    assert f"Turned {len(mixed[::5])} triangles that faced against their neighbors." in result.done
    inside_out = repaired(vertices, triangles[:, ::-1])
    is_the_cube(inside_out)
    assert any("inside out" in note for note in inside_out.done)


@pytest.mark.parametrize("turned", [False, True], ids=["as given", "inside out"])
def test_small_flat_holes_are_filled_whatever_their_outline(turned):
    vertices, triangles = gridded_cube(10)
    middle = vertices[triangles].mean(axis=1)
    # An L-shaped hole in the top, and a square one in the bottom.
    cell = np.floor((middle + 1) * 5).astype(int)
    top = middle[:, 2] > 0.999
    hole = top & (((cell[:, 0] == 4) & (cell[:, 1] <= 5) & (cell[:, 1] >= 4)) | ((cell[:, 0] == 5) & (cell[:, 1] == 4)))
    hole |= (middle[:, 2] < -0.999) & (cell[:, 0] == 7) & (cell[:, 1] == 2)
    assert hole.sum() == 8
    kept = triangles[~hole]
    result = repaired(vertices, kept[:, ::-1] if turned else kept, largest_hole=0.2)
    is_the_cube(result)
    assert "Filled 2 flat holes." in result.done


def test_a_box_without_its_lid_is_not_closed_by_guess():
    vertices, triangles = gridded_cube(4)
    lidless = triangles[vertices[triangles].mean(axis=1)[:, 2] < 0.999]
    result = repaired(vertices, lidless)
    assert "hole" in result.left
    is_the_cube(repaired(vertices, lidless, largest_hole=1.0))


def test_a_hole_that_is_not_flat_is_left():
    vertices, triangles = gridded_cube(4)
    corner = vertices[triangles].min(axis=(1, 2)) > 0.4  # the triangles around the corner (1, 1, 1)
    assert 0 < corner.sum() <= 6
    assert "hole" in repaired(vertices, triangles[~corner], largest_hole=1.0).left


def test_border_loops_run_as_their_triangles_do():
    (loop,) = border_loops(np.array([[0, 1, 2], [0, 2, 3]]))
    assert loop.tolist() in ([0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2])


def welded_cube():
    result = repaired(*gridded_cube(4))
    return result.vertices, result.triangles


def test_findings_name_every_kind_of_defect():
    vertices, triangles = welded_cube()
    assert mesh_findings(vertices, triangles) == []
    (hole,) = mesh_findings(vertices, triangles[1:])
    assert hole.startswith("It has 1 hole (3 open edges")
    assert any(
        "face opposite ways along 3 edges" in f
        for f in mesh_findings(vertices, np.r_[triangles[:1, ::-1], triangles[1:]])
    )
    doubled = mesh_findings(vertices, np.r_[triangles[:1], triangles])
    assert any("1 triangle is given more than once" in finding for finding in doubled)
    assert any("3 edges have more than two triangles" in finding for finding in doubled)


def test_tiny_and_flat_parts_and_slivers_are_told():
    vertices, triangles = welded_cube()
    count = len(vertices)
    speck = np.concatenate([vertices, 3.0 + 1e-3 * vertices])
    assert any(
        "1 part of 2 is tiny" in finding for finding in mesh_findings(speck, np.r_[triangles, triangles + count])
    )
    leaf = np.concatenate([vertices, [3.0, 0.0, 0.0] + vertices * [1.0, 1.0, 1e-6]])
    told = mesh_findings(leaf, np.r_[triangles, triangles + count])
    assert any("1 part of 2 is flat" in finding for finding in told)
    thin = rg.Box((1.0, 1.0, 1e-4)).surface()
    assert any("slivers" in finding for finding in mesh_findings(*thin))
