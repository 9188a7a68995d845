"""Contacts that end where faces end, in the precise engine: boxes that slide off a table and tip over its edge.

In the plane the motion is integrated independently: the box slides until the load reaches the edge, then turns about it
while it slides on, until the contact opens or the last corner has passed; then it falls.
"""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rigida as rg

G, EDGE = 9.81, 1.0


def slide(size, start, speed, friction, spin=0.0, across=0.0):
    scene = rg.Scene()
    scene.add_body(rg.Box((2 * EDGE, 4, 1)), fixed=True, position=(0, 0, -0.5), friction=friction, name="table")
    scene.add_body(
        rg.Box(size),
        mass=1.3,
        position=(start, 0, 0.5 * size[2]),
        velocity=(speed, across, 0),
        angular_velocity=(0, 0, spin),
        friction=friction,
        name="box",
    )
    return scene


def planar_motion(length, height, start, speed, friction, until):
    """Return x, z, angle, their rates at `until`, for a box per unit of mass."""
    inertia = (length**2 + height**2) / 12.0
    # The load acts at x + μ h/2: friction below the center shifts it forward.
    tips_at = EDGE - 0.5 * friction * height
    slow = friction * G
    edge_speed = math.sqrt(speed**2 - 2.0 * slow * (tips_at - start))
    tips = (tips_at - start) / (0.5 * (speed + edge_speed))

    def forces(y):
        x, z, angle, vx, vz, w = y
        normal = np.array([math.sin(angle), math.cos(angle)])
        along = np.array([math.cos(angle), -math.sin(angle)])
        arm = np.array([EDGE - x, -z])
        at_edge = np.array([vx + w * arm[1], vz - w * arm[0]])
        force = normal - friction * np.sign(at_edge @ along) * along
        turn = (arm[1] * force[0] - arm[0] * force[1]) / inertia

        def parting(load):
            a, alpha = np.array([0.0, -G]) + load * force, load * turn
            moving = a + np.array([alpha * arm[1] - w * vz, -alpha * arm[0] + w * vx])
            return normal @ moving + w * along @ at_edge

        load = -parting(0.0) / (parting(1.0) - parting(0.0))
        return load, [vx, vz, w, *(np.array([0.0, -G]) + load * force), load * turn], arm @ along

    def opens(_, y):
        return forces(y)[0]

    def passes(_, y):
        return forces(y)[2] + 0.5 * length

    opens.terminal = passes.terminal = True
    opens.direction = -1.0
    motion = solve_ivp(
        lambda _, y: forces(y)[1],
        (tips, until),
        [tips_at, 0.5 * height, 0.0, edge_speed, 0.0, 0.0],
        method="DOP853",
        rtol=1e-12,
        atol=1e-13,
        events=(opens, passes),
    )
    x, z, angle, vx, vz, w = motion.y[:, -1]
    left = until - motion.t[-1]
    return np.array([x + vx * left, z + vz * left - 0.5 * G * left**2, angle + w * left, vx, vz - G * left, w])


@pytest.mark.parametrize("seed", range(4))
def test_a_box_that_slides_off_a_table_tips_over_its_edge_and_falls(seed):
    draw = np.random.default_rng(seed)
    size, friction = draw.uniform((0.3, 0.2, 0.1), (0.6, 0.4, 0.25)), draw.uniform(0.0, 0.4)
    start, speed, until = EDGE - draw.uniform(0.4, 0.6), draw.uniform(2.2, 4.0), 0.8
    sim = rg.Simulation(slide(size, start, speed, friction), rg.Precise())
    sim.engine.advance(until)
    x, z, _, vx, vz, w = planar_motion(size[0], size[2], start, speed, friction, until)
    box = sim.body("box")
    np.testing.assert_allclose(box.position, (x, 0.0, z), atol=1e-6)
    np.testing.assert_allclose(box.velocity, (vx, 0.0, vz), atol=1e-6)
    np.testing.assert_allclose(box.angular_velocity, (0.0, w, 0.0), atol=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_a_box_that_spins_off_a_smooth_table_keeps_its_energy_and_its_sideways_momentum(seed):
    draw = np.random.default_rng(seed)
    size = draw.uniform((0.3, 0.2, 0.1), (0.6, 0.4, 0.25))
    scene = slide(size, EDGE - 0.5, draw.uniform(2.0, 4.0), 0.0, draw.uniform(-4.0, 4.0), draw.uniform(-0.5, 0.5))
    sim = rg.Simulation(scene, rg.Precise())
    before, sideways = sim.energy().total, sim.body("box").velocity[1]
    sim.engine.advance(0.8)
    assert sim.energy().total == pytest.approx(before, rel=1e-7)
    # The table's edge runs along y: only its end could push sideways.
    assert sim.body("box").velocity[1] == pytest.approx(sideways, abs=1e-6)
    assert sim.body("box").position[2] < -0.3


def test_a_box_at_rest_over_an_edge_tips_where_its_middle_is_beyond_and_stays_where_it_is_not():
    for beyond, falls in ((-0.01, False), (0.01, True)):
        scene = slide((0.4, 0.2, 0.1), EDGE + beyond, 0.0, 0.5)
        sim = rg.Simulation(scene, rg.Precise())
        sim.engine.advance(0.5)
        assert (abs(sim.body("box").angular_velocity[1]) > 0.1) == falls
        assert falls or sim.body("box").position[2] == pytest.approx(0.05, abs=1e-12)
