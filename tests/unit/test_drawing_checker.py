"""A ground of triangles: the fields of pictures around what is seen, every other one dark, and haze to the horizon."""

import numpy as np
import pytest

from rigida.drawing.checker import checkered_ground
from rigida.drawing.geometry import Geometry
from rigida.geometry.polyhedron import triangle_normals

NORMALS = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.6, 0.0, 0.8), (-0.48, 0.64, 0.6)]
PLACES = np.array([[0.3, 0.2, 1.0], [20.0, 3.0, 2.0], [40.0, 30.0, 0.5]])


def areas(ground: Geometry, normal: tuple) -> np.ndarray:
    return 0.5 * (triangle_normals(ground.vertices, ground.triangles) @ np.array(normal))


@pytest.mark.parametrize("normal", NORMALS)
def test_ground_covers_its_plane_once_up_to_the_horizon(normal):
    ground, tones = checkered_ground(normal, PLACES, 0.5, 10.0, 900.0)
    np.testing.assert_allclose(ground.vertices @ np.array(normal), 0.0, atol=1e-9)
    assert (areas(ground, normal) > 0.0).all()
    assert sorted(np.concatenate(list(tones.values()))) == list(range(len(ground.triangles)))
    low, high = ground.vertices.min(axis=0), ground.vertices.max(axis=0)
    assert np.linalg.norm(high - low) > 2.0 * 900.0
    # Without gaps and overlaps the triangles have the area of the rectangle around them.
    side = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    side /= np.linalg.norm(side)
    wide, long = (np.ptp(ground.vertices @ axis) for axis in (side, np.cross(side, normal)))
    assert areas(ground, normal).sum() == pytest.approx(wide * long)


@pytest.mark.parametrize("normal", NORMALS)
def test_neighbors_across_an_edge_of_a_field_differ_and_half_is_dark(normal):
    ground, tones = checkered_ground(normal, np.zeros((1, 3)), 0.5, 10.0, 900.0)
    assert len(tones["dark"]) == len(tones["plain"])
    dark = np.isin(np.arange(len(ground.triangles)), tones["dark"])
    fields = np.sort(np.concatenate([tones["dark"], tones["plain"]])).reshape(-1, 2)
    fields = fields[: 2 * 16**2]  # two blocks of them
    middles = ground.vertices[ground.triangles[fields]].reshape(-1, 6, 3).mean(axis=1)
    assert (dark[fields[:, 0]] == dark[fields[:, 1]]).all()
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    beside = np.abs(apart - 0.5) < 1e-6
    assert beside.any(axis=1).all()
    assert (dark[fields[:, 0]][:, None] != dark[fields[:, 0]][None])[beside].all()


def test_haze_grows_towards_the_horizon():
    ground, tones = checkered_ground((0.0, 0.0, 1.0), PLACES, 0.5, 10.0, 900.0)
    hazy = [tone for tone in tones if tone.startswith("haze")]
    away = [np.abs(ground.vertices[ground.triangles[tones[tone]]]).max() for tone in hazy]
    assert len(hazy) > 8
    assert hazy == sorted(hazy)
    assert away == sorted(away)
    assert int(hazy[-1].removeprefix("haze")) > 90


def test_fields_of_long_motions_are_larger_and_not_more_than_their_limit():
    track = np.column_stack([np.linspace(0.0, 50_000.0, 400), np.zeros(400), np.zeros(400)])
    ground, _ = checkered_ground((0.0, 0.0, 1.0), track, 1.0, 30.0, 9000.0)
    assert len(ground.triangles) <= 2 * (160 * 256 + 400)
    assert np.abs(ground.vertices).max() >= 59_000.0
