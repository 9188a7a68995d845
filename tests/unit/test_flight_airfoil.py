import math
from dataclasses import replace

import numpy as np
import pytest

import rigida as rg
from rigida.flight.air.airfoils import AIRFOILS
from rigida.flight.pack import finite_wing, hinge_effects, munk_volume, polar_table

CIRCLE = np.radians(np.arange(-180.0, 180.25, 0.25))


@pytest.mark.parametrize("name", AIRFOILS)
def test_extreme_lift_of_every_airfoil_is_the_one_given(name):
    section = rg.airfoil(name)
    near = np.radians(np.linspace(-40, 40, 4001))
    curves = section.curves(near)
    lift, attached = curves[:, 0], curves[:, 3] > 0.3  # beyond, the flat plate's own lift rises again up to 45°
    assert lift[attached].max() == pytest.approx(section.max_lift, rel=2e-3)
    assert lift[attached].min() == pytest.approx(section.min_lift, rel=2e-3)


@pytest.mark.parametrize("name", AIRFOILS)
def test_curves_are_smooth_and_drag_is_positive_over_the_full_circle(name):
    curves = rg.airfoil(name).curves(CIRCLE)
    assert np.isfinite(curves).all()
    assert (curves[:, 1] > 0.0).all()
    assert np.abs(np.diff(curves, axis=0)).max() < 0.06  # per quarter of a degree
    np.testing.assert_allclose(curves[0], curves[-1], atol=1e-9)


def test_slope_at_zero_lift_is_that_of_thin_airfoil_theory_reduced_by_the_aspect_ratio():
    wing = rg.Surface("wing", (0, 0, 0), 8.0, 1.0, 1.0, rg.Airfoil(lift_slope=2 * math.pi), oswald=1.0)
    slope = finite_wing(wing.airfoil, wing).lift_angle()[0]
    assert slope == pytest.approx(2 * math.pi / (1 + 2 / 8.0))  # Prandtl: a = 2π/(1 + 2/AR)


def test_plate_across_the_flow_has_its_drag_and_no_lift():
    lift, drag, moment, attached = rg.Airfoil(min_drag=0.0).curves(np.array([math.pi / 2]))[0]
    assert drag == pytest.approx(1.98)
    assert abs(lift) < 1e-12
    assert moment == pytest.approx(-1.98 / 4)  # pressure acts at mid-chord, a quarter behind the reference
    assert attached < 1e-12


def test_table_is_followed_inside_and_becomes_a_plate_outside():
    alpha = np.radians([-10, -5, 0, 5, 10, 15])
    table = np.column_stack(
        [alpha, [-0.8, -0.4, 0.1, 0.6, 1.1, 1.2], [0.02, 0.01, 0.008, 0.01, 0.02, 0.04], [-0.05] * 6]
    )
    section = rg.Airfoil(table=table)
    np.testing.assert_allclose(section.curves(alpha)[:, :3], table[:, 1:], atol=1e-12)
    assert section.curves(np.radians([90.0]))[0, 1] == pytest.approx(1.98, rel=0.01)
    slope, zero = section.lift_angle()
    assert slope == pytest.approx(1.0 / math.radians(10.0))
    assert zero == pytest.approx(math.radians(-1.0))


def test_table_file_with_heads_is_read_in_degrees(tmp_path):
    path = tmp_path / "polar.csv"
    path.write_text("alpha_deg,cl,cd,cm\n-10,-1,0.02,0\n0,0,0.01,0\n5,0.5,0.01,0\n10,1,0.02,0\n")
    assert rg.Airfoil.from_table(path).table[0, 0] == pytest.approx(math.radians(-10))


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([(0.0, -1, 0.01, 0), (0.1, 0, 0.01, 0), (0.05, 0.5, 0.01, 0), (0.2, 1, 0.01, 0)], "must increase"),
        ([(-0.1, 1, 0.01, 0), (0.0, 2, 0.01, 0), (0.1, 3, 0.01, 0), (0.2, 3, 0.01, 0)], "change sign"),
        ([(-0.1, -1, -0.01, 0), (0.0, 0, 0.01, 0), (0.1, 1, 0.01, 0), (0.2, 2, 0.01, 0)], "negative"),
        ([(-10, -1, 0.01, 0), (0.0, 0, 0.01, 0), (5, 1, 0.01, 0), (10, 2, 0.01, 0)], "180"),
        ([(0.0, 0.0, 0.01, 0)], "at least 4"),
        ([(math.nan, 0.0, 0.01, 0)] * 4, "finite"),
    ],
)
def test_bad_table_is_refused_with_its_reason(rows, word):
    with pytest.raises(rg.ModelError, match=word):
        rg.Airfoil(table=rows)


@pytest.mark.parametrize("bad", [{"lift_slope": 0.0}, {"max_lift": -1.0}, {"min_drag": -0.1}, {"lift_slope": math.nan}])
def test_bad_coefficients_are_refused(bad):
    with pytest.raises(rg.ModelError, match=next(iter(bad))):
        rg.Airfoil(**bad)


def test_unknown_airfoil_offers_the_nearest():
    with pytest.raises(rg.ModelError, match="Did you mean 'naca2412'"):
        rg.airfoil("naca2413")


def test_hinge_of_the_whole_chord_turns_the_whole_section():
    lift, moment = hinge_effects(rg.Hinge("elevator", chord=1.0))
    assert lift == pytest.approx(1.0)
    assert moment == pytest.approx(0.0)
    # A fifth of the chord: the classic values of thin-airfoil theory.
    lift, moment = hinge_effects(rg.Hinge("flap", chord=0.2))
    assert lift == pytest.approx(0.5498, abs=1e-3)
    assert moment == pytest.approx(-0.64, abs=1e-9)


def test_munk_moment_is_that_of_lambs_spheroids():
    # Lamb 1932, 373: k₂ − k₁ of spheroids with the axes 4 : 1 and 8 : 1, and none of a sphere.
    volume = math.pi / 6.0
    assert munk_volume(4.0, 1.0, 1.0) / (4.0 * volume) == pytest.approx(0.860 - 0.082, abs=1e-3)
    assert munk_volume(8.0, 1.0, 1.0) / (8.0 * volume) == pytest.approx(0.945 - 0.029, abs=1.5e-3)
    assert munk_volume(1.0, 1.0, 1.0) == 0.0


def test_polar_table_reads_back_the_curves_it_was_made_from():
    wing = rg.Surface("wing", (0, 0, 0), 8.0, 1.0, 1.0, rg.airfoil("naca2412"))
    table = polar_table(wing.airfoil, wing)
    section = finite_wing(wing.airfoil, wing)
    np.testing.assert_allclose(
        table[182 + 5], section.curves(np.radians([5.0]), 1.11 + 0.018 * wing.aspect_ratio)[0], atol=1e-12
    )
    np.testing.assert_allclose(table[2], table[362], atol=1e-9)  # −180° and 180°
    assert replace(section).lift_slope < wing.airfoil.lift_slope
