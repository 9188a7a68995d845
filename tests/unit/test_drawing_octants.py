"""A surface cut along its octants: the same solid, closed, with every triangle in one octant."""

import numpy as np
import pytest
import trimesh

import rigida as rg
from rigida.drawing import Geometry
from rigida.drawing.octants import cut_octants

SHAPES = {
    "box": rg.Box((0.4, 0.3, 0.2)),
    "sphere": rg.Sphere(0.5),
    "cone": rg.Cone(0.3, 0.6),
    "capsule": rg.Capsule(0.2, 0.5),
    "hull": rg.ConvexHull(np.random.default_rng(0).normal(size=(12, 3))),
}


@pytest.mark.parametrize("name", SHAPES)
def test_cut_surface_encloses_the_same_solid(name):
    whole = Geometry(*SHAPES[name].surface(16))
    cut, pale = cut_octants(whole)
    before = trimesh.Trimesh(whole.vertices, whole.triangles, process=False)
    after = trimesh.Trimesh(cut.vertices, cut.triangles, process=False)
    assert after.is_watertight
    assert after.is_winding_consistent
    assert after.volume == pytest.approx(before.volume, rel=1e-9)
    assert after.area == pytest.approx(before.area, rel=1e-9)
    assert pale.any()
    assert not pale.all()


@pytest.mark.parametrize("name", SHAPES)
def test_every_triangle_lies_in_one_octant_and_pale_ones_in_their_four(name):
    cut, pale = cut_octants(Geometry(*SHAPES[name].surface(16)))
    corners = cut.vertices[cut.triangles]
    assert (corners.min(axis=1) * corners.max(axis=1) >= 0.0).all()
    np.testing.assert_array_equal(np.prod(corners.mean(axis=1), axis=1) > 0.0, pale)
    if name in ("box", "sphere"):  # symmetric: four of eight octants are half of the surface
        area = trimesh.Trimesh(cut.vertices, cut.triangles, process=False).area_faces
        assert area[pale].sum() == pytest.approx(0.5 * area.sum(), rel=1e-6)


def test_surface_in_one_octant_is_not_cut():
    whole = Geometry(*rg.Box((1, 1, 1)).surface())
    moved = Geometry(whole.vertices + 2.0, whole.triangles)
    cut, pale = cut_octants(moved)
    assert len(cut.triangles) == len(whole.triangles)
    assert pale.all()
