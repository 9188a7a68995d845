"""Forces of an aircraft's parts: they add up, they act where the parts are, and they are drawn there."""

import numpy as np
import pytest

import rigida as rg
from rigida.drawing import channels_at, force_arrows
from rigida.drawing.arrows import scaled_arrows
from rigida.math.quaternion import rotate_array
from rigida.render.film import Film

G = 9.81


@pytest.fixture(scope="module")
def parked() -> rg.Recording:
    scene = rg.Scene(title="Parked")
    scene.add_ground(friction=0.8)
    scene.add_aircraft("trainer", position=(3.0, 0, 1.2), brake=1.0, throttle=0.1, name="plane")
    return rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.005)).run(12.0, fps=10)


def last_arrows(run: rg.Recording) -> np.ndarray:
    return force_arrows({name: values[-1] for name, values in run.channels.items()})


def test_wheels_and_propeller_hold_the_parked_aircraft_in_force_and_moment(parked):
    arrows = last_arrows(parked)
    mass = parked.channel("plane.mass")[-1]
    np.testing.assert_allclose(arrows[:, 1].sum(axis=0), [0, 0, mass * G], atol=2e-3 * mass * G)
    # About a wheel's point the moments of the parts and of the weight vanish; the weight acts at the center of mass.
    plane = rg.Airplane.load("trainer")
    body = parked.body("plane")
    center = body.position[-1] + rotate_array(body.orientation[-1], np.asarray(plane.properties.center))
    moment = np.cross(arrows[:, 0] - center, arrows[:, 1]).sum(axis=0)
    assert np.abs(moment).max() < 5e-3 * mass * G


def test_wheels_push_at_the_ground_and_the_propeller_pulls_at_the_nose(parked):
    nose = parked.channel("plane.point propeller")[-1]
    assert parked.channel("plane.force propeller")[-1][0] > 0.0
    assert nose[0] > 3.0 + 1.5
    for wheel in rg.Airplane.load("trainer").wheels:
        assert abs(parked.channel(f"plane.point {wheel.part}")[-1][2]) < 1e-9
        assert parked.channel(f"plane.force {wheel.part}")[-1][2] > 0.0


def test_lift_acts_on_the_wing_between_root_and_tip():
    plane = rg.Airplane.load("trainer")
    scene = rg.Scene()
    scene.add_aircraft(plane, position=(0, 0, 500), trim=rg.trim(plane, 50.0, 500.0), name="plane")
    run = rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.005)).run(0.1)
    left, right = (run.channel(f"plane.point wing {side}")[0] for side in ("left", "right"))
    half = 0.5 * plane.wing.span
    assert 0.3 * half < left[1] < 0.6 * half
    assert right[1] == pytest.approx(-left[1], abs=1e-9)


def test_forces_between_frames_lie_between_those_of_the_frames(parked):
    middle = channels_at(parked, float(parked.times[:2].mean()))["plane.force wing left"]
    ends = parked.channel("plane.force wing left")[:2]
    np.testing.assert_allclose(middle, ends.mean(axis=0))


def test_largest_arrow_has_the_length_asked_for_and_tiny_ones_are_left_out(parked):
    arrows = scaled_arrows(last_arrows(parked), 2.0)
    assert np.linalg.norm(arrows[:, 1], axis=1).max() == pytest.approx(2.0)
    assert 4 <= len(arrows) < len(last_arrows(parked))
    assert len(scaled_arrows(np.zeros((3, 2, 3)), 1.0)) == 0


def test_pictures_show_forces_as_arrows(parked):
    time = float(parked.times[-1])
    plain = Film(parked, style=rg.Style(width=320, height=180, clock=False)).picture(time)
    drawn = Film(parked, style=rg.Style(width=320, height=180, clock=False, forces=True)).picture(time)
    changed = np.any(plain != drawn, axis=2)
    assert 50 < changed.sum() < 0.2 * changed.size
