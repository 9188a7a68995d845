import numpy as np
import pytest

from rigida.errors import ModelError
from rigida.geometry import Box, Sphere
from rigida.geometry.mesh_check import is_closed, mended_mesh
from rigida.geometry.polyhedron import signed_volume

VERTICES, TRIANGLES = Box((2.0, 2.0, 2.0)).surface()


def mended(vertices, triangles):
    return mended_mesh("Mesh", np.asarray(vertices, dtype=float), np.asarray(triangles, dtype=np.int32))


def joined(*meshes):
    """Return several surfaces as one mesh, each with its own vertices."""
    offsets = np.cumsum([0, *(len(vertices) for vertices, _ in meshes)])
    triangles = [triangles + offset for (_, triangles), offset in zip(meshes, offsets, strict=False)]
    return np.concatenate([vertices for vertices, _ in meshes]), np.concatenate(triangles)


def test_good_mesh_passes_unchanged():
    mesh = mended(VERTICES, TRIANGLES)
    np.testing.assert_array_equal(mesh.vertices, VERTICES)
    np.testing.assert_array_equal(mesh.triangles, TRIANGLES)
    assert mesh.notes == ()


def test_every_missing_triangle_is_noticed_and_one_edge_of_it_is_named():
    for missing in range(12):
        with pytest.raises(ModelError, match=r"the mesh has a hole: 3 edges belong to one triangle only") as caught:
            mended(VERTICES, np.delete(TRIANGLES, missing, axis=0))
        corners = ["(" + ", ".join(f"{c:g}" for c in VERTICES[i]) + ")" for i in TRIANGLES[missing]]
        assert sum(corner in str(caught.value) for corner in corners) == 2
        assert "Close the hole" in str(caught.value)


@pytest.mark.parametrize(("bad", "word"), [(8, "refers to vertex 8"), (-1, "refers to vertex -1")])
def test_index_out_of_range_names_triangle_and_vertex(bad, word):
    triangles = TRIANGLES.copy()
    triangles[5, 1] = bad
    with pytest.raises(ModelError, match=f"vertices 0 to 7, but triangle 5 {word}"):
        mended(VERTICES, triangles)


def test_indices_that_count_from_one_are_recognized():
    with pytest.raises(ModelError, match="Count from 0, not from 1"):
        mended(VERTICES, TRIANGLES + 1)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_fewer_than_four_triangles_are_refused(count):
    with pytest.raises(ModelError, match=f"at least 4 triangles with area, got {count}"):
        mended(VERTICES, TRIANGLES[:count])


def test_one_turned_triangle_is_a_contradiction_with_its_three_neighbors():
    triangles = TRIANGLES.copy()
    triangles[4] = triangles[4, ::-1]
    with pytest.raises(ModelError, match=r"wound the same way, but triangles .*\(3 such edges\).*Swap two") as caught:
        mended(VERTICES, triangles)
    assert "4" in str(caught.value).split("but triangles")[1].split("contradict")[0]


def test_edge_of_four_triangles_is_named():
    # Two cubes that share the edge x = y = 1 and its two vertices.
    vertices, triangles = joined((VERTICES, TRIANGLES), (VERTICES + np.array([2.0, 2.0, 0.0]), TRIANGLES))
    same = {tuple(v): i for i, v in reversed(list(enumerate(vertices.tolist())))}
    shared = np.array([same[tuple(v)] for v in vertices.tolist()])
    with pytest.raises(ModelError, match=r"1 edge has more, .* between \(1, 1, -1\) and \(1, 1, 1\) of triangles"):
        mended(vertices, shared[triangles])


def test_cubes_that_touch_along_an_edge_with_their_own_vertices_are_two_solids():
    mesh = mended(*joined((VERTICES, TRIANGLES), (VERTICES + np.array([2.0, 2.0, 0.0]), TRIANGLES)))
    assert len(mesh.vertices) == 16
    assert signed_volume(mesh.vertices, mesh.triangles) == pytest.approx(16.0, rel=1e-14)


def test_doubled_triangle_is_refused():
    with pytest.raises(ModelError, match=r"3 edges have more.*Remove doubled"):
        mended(VERTICES, np.concatenate([TRIANGLES, TRIANGLES[:1]]))


def test_triangle_soup_is_welded():
    soup = VERTICES[TRIANGLES].reshape(-1, 3)
    soup[soup == 0.0] = -0.0
    mesh = mended(soup, np.arange(36).reshape(-1, 3))
    assert len(mesh.vertices) == 8
    assert is_closed(mesh.triangles)
    assert mesh.notes == ()
    assert signed_volume(mesh.vertices, mesh.triangles) == pytest.approx(8.0, rel=1e-15)


def test_welding_takes_negative_zero_for_zero():
    vertices, triangles = Box((2.0, 2.0, 2.0)).surface()
    soup = (vertices + 1.0)[triangles].reshape(-1, 3)
    soup[::2][soup[::2] == 0.0] = -0.0
    assert len(mended(soup, np.arange(36).reshape(-1, 3)).vertices) == 8


def test_triangles_that_repeat_a_vertex_are_dropped_and_counted():
    mesh = mended(VERTICES, np.concatenate([TRIANGLES, [[0, 0, 1], [3, 4, 3]]]))
    np.testing.assert_array_equal(mesh.triangles, TRIANGLES)
    assert mesh.notes == ("Mesh: 2 of 14 triangles have no area and were dropped.",)


def test_stray_triangle_without_area_is_dropped():
    vertices = np.concatenate([VERTICES, [[0, 0, 0], [1, 1, 1], [2, 2, 2]]])
    mesh = mended(vertices, np.concatenate([TRIANGLES, [[8, 9, 10]]]))
    assert len(mesh.triangles) == 12
    assert len(mesh.vertices) == 8
    assert "1 of 13 triangles" in mesh.notes[0]


def test_flat_triangle_that_closes_the_surface_stays():
    # Triangle 0 is split at the middle m of one edge on its side only; a flat triangle seals the T-junction.
    a, b, c = TRIANGLES[0]
    vertices = np.concatenate([VERTICES, [0.5 * (VERTICES[a] + VERTICES[b])]])
    mesh = mended(vertices, np.concatenate([TRIANGLES[1:], [[a, 8, c], [8, b, c], [a, b, 8]]]))
    assert len(mesh.triangles) == 14
    assert mesh.notes == ()
    assert signed_volume(mesh.vertices, mesh.triangles) == pytest.approx(8.0, rel=1e-14)


def test_mesh_of_flat_triangles_only_is_refused():
    line = np.outer(np.arange(4.0), [1.0, 0.0, 0.0])
    with pytest.raises(ModelError, match="at least 4 triangles with area, got 0"):
        mended(line, [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]])


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_folded_sheet_encloses_no_volume(scale):
    sheet = scale * np.array([[0, 0, 0], [1, 0, 0.3], [1, 1, 0.7], [0, 1, 0.4]])
    with pytest.raises(ModelError, match="encloses no volume"):
        mended(sheet, [[0, 1, 2], [0, 2, 3], [1, 0, 3], [3, 2, 1]])


def test_thin_plate_has_a_volume():
    vertices, triangles = Box((1.0, 1.0, 1e-9)).surface()
    assert mended(vertices, triangles).notes == ()


def test_inside_out_mesh_is_turned_and_told():
    mesh = mended(VERTICES, TRIANGLES[:, ::-1])
    assert signed_volume(mesh.vertices, mesh.triangles) == pytest.approx(8.0, rel=1e-15)
    assert "12 of 12 triangles were turned" in mesh.notes[0]


def test_unused_vertices_are_dropped_silently():
    mesh = mended(np.concatenate([[[9.0, 9, 9]], VERTICES, [[7.0, 7, 7]]]), TRIANGLES + 1)
    np.testing.assert_array_equal(mesh.vertices, VERTICES)
    np.testing.assert_array_equal(mesh.triangles, TRIANGLES)
    assert mesh.notes == ()


@pytest.mark.parametrize("inverted", [False, True])
def test_cavity_stays_a_cavity(inverted):
    hollow = joined((2.0 * VERTICES, TRIANGLES), (VERTICES, TRIANGLES[:, ::-1]))
    vertices, triangles = (hollow[0], hollow[1][:, ::-1]) if inverted else hollow
    mesh = mended(vertices, triangles)
    assert signed_volume(mesh.vertices, mesh.triangles) == pytest.approx(64.0 - 8.0, rel=1e-14)
    assert len(mesh.notes) == inverted


def test_one_inside_out_part_beside_a_good_one_is_turned():
    apart = joined((2.0 * VERTICES, TRIANGLES), (VERTICES + np.array([9.0, 0.0, 0.0]), TRIANGLES[:, ::-1]))
    mesh = mended(*apart)
    assert signed_volume(mesh.vertices, mesh.triangles) == pytest.approx(64.0 + 8.0, rel=1e-14)
    assert "12 of 24 triangles were turned" in mesh.notes[0]


def test_closedness_needs_both_neighbors_and_one_sense():
    assert is_closed(TRIANGLES)
    assert not is_closed(TRIANGLES[1:])
    flipped = TRIANGLES.copy()
    flipped[0] = flipped[0, ::-1]
    assert not is_closed(flipped)


def test_large_mesh_with_one_hole_names_it():
    vertices, triangles = Sphere(1.0).surface(200)
    with pytest.raises(ModelError, match="3 edges belong"):
        mended(vertices, np.delete(triangles, 20_000, axis=0))
