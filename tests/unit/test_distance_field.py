"""Distance fields against brute force: distances, signs, bounds, gradients, masses, and files of kept fields."""

import numpy as np
import pytest
from concave_cases import ring

import rigida as rg
from rigida.distance_field import cache
from rigida.distance_field.box_tree import build_tree
from rigida.distance_field.field import GridField, distance_field
from rigida.distance_field.surface import triangle_surface

HERE = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))


def ring_surface():
    return ring(0.5, 0.15, 12, 9).surface()


def bracket_surface():
    return rg.extruded_mesh([(0, 0), (1, 0), (1, 0.3), (0.3, 0.3), (0.3, 1), (0, 1)], 0.4).surface()


def nearest_by_sampling_regions(point, vertices, triangles):
    """Distance to the nearest triangle by projecting onto planes and segments one by one."""
    a, b, c = vertices[triangles.T]
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    height = np.sum((point - a) * normal, axis=1)
    foot = point - height[:, None] * normal
    inside = np.ones(len(a), dtype=bool)
    best = np.full(len(a), np.inf)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= np.sum(np.cross(q - p, foot - p) * normal, axis=1) >= 0.0
        along = q - p
        t = np.clip(np.sum((point - p) * along, axis=1) / np.sum(along * along, axis=1), 0.0, 1.0)
        best = np.minimum(best, np.linalg.norm(point - p - t[:, None] * along, axis=1))
    return np.where(inside, np.minimum(best, np.abs(height)), best).min()


@pytest.mark.parametrize("surface", [ring_surface, bracket_surface])
def test_distances_and_signs_agree_with_brute_force(surface):
    vertices, triangles = surface()
    generator = np.random.default_rng(0)
    points = generator.uniform(vertices.min(axis=0) - 0.2, vertices.max(axis=0) + 0.2, (400, 3))
    points = np.concatenate([points, vertices, vertices[triangles].mean(axis=1)])
    found = triangle_surface(vertices, triangles).distance(points)
    expected = [nearest_by_sampling_regions(p, vertices, triangles) for p in points]
    np.testing.assert_allclose(np.abs(found), expected, atol=1e-13)
    # Points on the surface itself have no side.
    inside = rg.contains(rg.Mesh(vertices, triangles), HERE, points)
    clear = np.abs(found) > 1e-9
    assert (inside[clear] == (found[clear] < 0.0)).all()


def test_every_item_lies_in_one_leaf_and_in_all_boxes_above_it():
    generator = np.random.default_rng(1)
    low = generator.uniform(size=(1000, 3))
    high = low + 0.1 * generator.uniform(size=(1000, 3))
    tree = build_tree(low, high)
    assert sorted(tree.order) == list(range(1000))
    seen = []

    def walk(node, box):
        assert (tree.box[node, :3] >= box[:3]).all()
        assert (tree.box[node, 3:] <= box[3:]).all()
        first, count = tree.child[node]
        if count == 0:
            walk(first, tree.box[node])
            walk(first + 1, tree.box[node])
            return
        items = tree.order[first : first + count]
        assert (low[items] >= tree.box[node, :3]).all()
        assert (high[items] <= tree.box[node, 3:]).all()
        seen.extend(items)

    walk(0, np.array([-np.inf] * 3 + [np.inf] * 3))
    assert sorted(seen) == list(range(1000))


def test_culling_grid_never_lies_above_the_distance():
    vertices, triangles = ring_surface()
    field = distance_field((vertices, triangles), keep=False)
    bound = GridField((vertices, triangles), 48)
    assert bound.value.shape == field.grid.lower.shape
    bound.value = field.grid.lower.astype(np.float64)
    points = np.random.default_rng(2).uniform(vertices.min(axis=0) - 0.02, vertices.max(axis=0) + 0.02, (20_000, 3))
    exact = field.distance(points)
    near = exact > -field.grid.h  # deeper inside only the sign matters
    assert (bound.distance(points)[near] <= exact[near]).all()
    assert (bound.distance(points)[exact < -field.grid.h] < 0.0).all()


def test_lists_of_cells_hold_the_nearest_triangle_of_every_point():
    vertices, triangles = bracket_surface()
    field = distance_field((vertices, triangles), keep=False)
    grid, surface = field.grid, field.surface
    points = np.random.default_rng(3).uniform(vertices.min(axis=0), vertices.max(axis=0), (2000, 3))
    exact = np.abs(field.distance(points))
    shape = np.array(grid.lower.shape) - 1
    checked = 0
    for point, expected in zip(points, exact, strict=True):
        i, j, k = ((point - grid.origin) / grid.h).astype(int)
        cell = (i * shape[1] + j) * shape[2] + k
        listed = grid.listed[grid.start[cell] : grid.start[cell + 1]]
        if len(listed):
            corners = surface.triangle[listed].reshape(-1, 3)
            found = nearest_by_sampling_regions(point, corners, np.arange(len(corners)).reshape(-1, 3))
            assert found == pytest.approx(expected, abs=1e-13)
            checked += 1
    assert checked > 200


def test_interpolated_gradient_is_the_slope_of_the_interpolated_distance():
    field = GridField(ring_surface(), 32)
    generator = np.random.default_rng(4)
    shape = np.array(field.value.shape) - 1
    cell = np.stack([generator.integers(0, n, 200) for n in shape], axis=1)
    # Away from cell faces, where the slope jumps.
    points = field.origin + (cell + generator.uniform(0.1, 0.9, (200, 3))) * field.h
    step = 1e-4 * field.h
    for axis in range(3):
        offset = step * np.eye(3)[axis]
        slope = (field.distance(points + offset) - field.distance(points - offset)) / (2 * step)
        np.testing.assert_allclose(field.gradient(points)[:, axis], slope, atol=1e-9)


def test_interpolated_distance_is_exact_at_nodes_and_first_order_between():
    vertices, triangles = ring_surface()
    field = GridField((vertices, triangles), 64)
    points = np.random.default_rng(5).uniform(vertices.min(axis=0), vertices.max(axis=0), (5000, 3))
    error = np.abs(field.distance(points) - field.surface.distance(points))
    # A distance changes no faster than its place: interpolation errs by less than half a cell's diagonal.
    assert error.max() < 0.5 * np.sqrt(3.0) * field.h
    assert error.mean() < 0.02 * field.h


@pytest.mark.parametrize("surface", [ring_surface, bracket_surface])
def test_mass_from_the_field_agrees_with_the_polyhedron(surface):
    mesh = rg.Mesh(*surface())
    exact = mesh.mass_properties(1000.0)
    mass, center, inertia = GridField(mesh.surface(), 64).mass_properties(1000.0)
    assert mass == pytest.approx(exact.mass, rel=5e-3)
    np.testing.assert_allclose(center, exact.center, atol=1e-3)
    np.testing.assert_allclose(inertia, exact.inertia, atol=1e-2 * np.trace(exact.inertia))


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rigida" / "fields"


def test_a_kept_field_is_found_again_and_another_mesh_gets_its_own(kept):
    vertices, triangles = bracket_surface()
    first = distance_field((vertices, triangles), cells=8)
    (file,) = kept.iterdir()
    stamp = file.stat().st_mtime_ns
    second = distance_field((vertices, triangles), cells=8)
    assert file.stat().st_mtime_ns == stamp
    np.testing.assert_array_equal(first.grid.lower, second.grid.lower)
    distance_field((vertices * 1.01, triangles), cells=8)
    distance_field((vertices, triangles), cells=9)
    assert len(list(kept.iterdir())) == 3


def test_a_damaged_field_is_made_anew(kept):
    surface = bracket_surface()
    expected = distance_field(surface, cells=8).grid
    (file,) = kept.iterdir()
    for damage in (b"", b"not an archive", file.read_bytes()[:200]):
        file.write_bytes(damage)
        np.testing.assert_array_equal(distance_field(surface, cells=8).grid.lower, expected.lower)
        assert cache.kept_field(file) is not None


@pytest.mark.parametrize(
    ("vertices", "triangles", "message"),
    [
        (np.eye(3), [[0, 1, 2]], "at least 4 triangles"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [0, 3, 2]], "edge"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, np.nan]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], "finite"),
    ],
)
def test_bad_meshes_are_refused_and_leave_nothing_behind(kept, vertices, triangles, message):
    with pytest.raises(rg.ModelError, match=message):
        rg.Mesh(np.array(vertices, dtype=float), np.array(triangles))
    assert not kept.exists()


def test_a_field_without_cells_is_refused():
    with pytest.raises(rg.ModelError, match="cells must be at least 2, got 1"):
        GridField(bracket_surface(), 1)


def test_a_grid_gives_the_distance_of_a_single_point_as_a_number():
    field = GridField(rg.Box((2.0, 2.0, 2.0)).surface(), 32)
    assert float(field.distance(np.array([0.3, 0.0, 0.0]))) == pytest.approx(-0.7, abs=1e-6)
    assert field.distance(np.array([[0.3, 0.0, 0.0]])).shape == (1,)
