"""Revolved and extruded meshes: volumes by Pappus and by area times height, and what is refused."""

import numpy as np
import pytest

import rigida as rg


def test_revolved_volume_approaches_pappus():
    profile = [(0.4, -0.1), (0.6, -0.1), (0.6, 0.1), (0.4, 0.1)]
    for segments in (12, 96):
        volume = rg.revolved_mesh(profile, segments).mass_properties(1.0).mass
        # A prism around a polygon: the circle's area is replaced by that of the regular polygon.
        polygon = segments / (2 * np.pi) * np.sin(2 * np.pi / segments)
        assert volume == pytest.approx(2 * np.pi * 0.5 * 0.04 * polygon, rel=1e-12)


@pytest.mark.parametrize("turned", [False, True])
def test_extruded_volume_is_area_times_height(turned):
    outline = [(0, 0), (1, 0), (1, 0.3), (0.3, 0.3), (0.3, 1), (0, 1)]
    mesh = rg.extruded_mesh(outline[::-1] if turned else outline, 0.5)
    assert mesh.mass_properties(1.0).mass == pytest.approx(0.51 * 0.5, rel=1e-12)
    assert mesh.solid is mesh  # concave


def test_star_outlines_are_cut_into_triangles():
    angle = np.arange(16) * (2 * np.pi / 16)
    radius = np.where(np.arange(16) % 2, 0.4, 1.0)
    outline = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    area = 0.5 * np.sum(radius * np.roll(radius, -1) * np.sin(2 * np.pi / 16))
    assert rg.extruded_mesh(outline, 2.0).mass_properties(1.0).mass == pytest.approx(2.0 * area, rel=1e-12)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: rg.revolved_mesh([(-0.1, 0), (1, 0), (1, 1)], 8), "every radius of the profile must be at least 0"),
        (lambda: rg.revolved_mesh([(1, 0), (2, 0), (2, 1)], 2), "segments must be at least 3"),
        (lambda: rg.extruded_mesh([(0, 0), (1, 0), (1, 1)], 0.0), "height must be above 0"),
        (lambda: rg.extruded_mesh([(0, 0, 0), (1, 0, 0)], 1.0), r"must have the shape \(n, 2\)"),
        (lambda: rg.extruded_mesh([(0, 0), (1, 1), (1, 0), (0, 1)], 1.0), "cross"),
    ],
)
def test_impossible_outlines_are_refused(make, message):
    with pytest.raises(rg.ModelError, match=message):
        make()


def test_a_profile_on_the_axis_closes_without_a_hole():
    cone = rg.revolved_mesh([(0, 0), (0.3, 0), (0, 0.6)], 200)
    exact = np.pi * 0.3**2 * 0.6 / 3
    # A polygon of n sides has (2 π / n)² / 6 less area than its circle.
    assert cone.mass_properties(1.0).mass == pytest.approx(exact, rel=(2 * np.pi / 200) ** 2 / 6 * 1.01)
    assert len(cone.surface()[0]) == 200 + 2
    bottle = [(0, 0), (0.1, 0), (0.1, 0.2), (0.03, 0.25), (0.03, 0.3), (0, 0.3)]
    assert rg.revolved_mesh(bottle, 24).mass_properties(1.0).mass > 0
