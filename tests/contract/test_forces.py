"""Every registered force element: its wrench is minus the gradient of its potential, and pairs act and react."""

import numpy as np
import pytest

import rigida as rg
from rigida.dynamics.compile import compile_scene
from rigida.forces.evaluate import ForceField
from rigida.math.axis_angle import quaternion_from_rotation_vector_array
from rigida.math.quaternion import multiply_array
from rigida.scene.force import FORCES

POSE = {"orientation": (0.5, -0.3, 0.7, 0.4)}


def two_bodies():
    scene = rg.Scene(gravity=(0.3, -0.2, -9.81))
    a = scene.add_body(rg.Pyramid((1.0, 2.0), 3.0), mass=2.0, position=(0.1, 0.2, 0.3), **POSE, name="a")
    b = scene.add_body(rg.Box((1, 2, 3)), mass=3.0, position=(2, -1, 1), name="b")
    return scene, a, b


#: One element of each kind. True: it derives from a potential. False: it does work.
SAMPLES = {
    "gravity": (lambda a, b: rg.Gravity(a, (1, 2, 3)), True),
    "constant_force": (lambda a, b: rg.ConstantForce(a, (1, -2, 3), anchor=(1, 1, 1)), True),
    "torque": (lambda a, b: rg.Torque(a, (1, 2, 3)), False),
    "spring": (lambda a, b: rg.Spring(a, b, 50.0, rest_length=0.7, anchor_a=(0, 1, 0), anchor_b=(1, 0, 2)), True),
    "interpolated_force": (
        lambda a, b: rg.InterpolatedForce(a, [0, 1, 3], [(0, 0, 0), (1, 2, 3), (4, 5, 6)], anchor=(1, 0, 0)),
        False,
    ),
    "attraction": (lambda a, b: rg.Attraction((a, b), constant=5.0, exponent=2.5), True),
    "drag": (lambda a, b: rg.Drag(a, linear=0.3, quadratic=0.2, angular=0.1), False),
    "fluid": (lambda a, b: rg.Fluid(a, (1, 2, 3), density=2.0, viscosity=0.3, position=(0.1, 0.2, 0.3)), False),
    "thrust": (lambda a, b: rg.Thrust(a, (1, 2, 3), (3, 2, 1), (0.1, 0.2, 0.3), strength=2.0, reaction=b), False),
    "impulse": (lambda a, b: rg.Impulse(a, (1, 2, 3)), False),
    "flight": (lambda a, b: rg.Flight(a, rg.Airplane.load("model"), throttle=0.5), False),
    "user_force": (
        lambda a, b: rg.UserForce(
            (a,),
            lambda t, m: (-2.0 * m.center, (0.0, 0.0, 0.0)),
            potential=lambda t, m: float(m.center @ m.center),
        ),
        True,
    ),
}


def test_every_registered_kind_has_a_sample():
    assert set(SAMPLES) == {*FORCES, rg.Flight.kind}  # that of aircraft is registered where it is first used


def displaced(state, row, axis, h):
    """Return the state with body `row` moved (axis 0–2) or turned (3–5) by h about its center of mass."""
    moved = state.copy()
    if axis < 3:
        moved.center[row, axis] += h
    else:
        turn = np.zeros(3)
        turn[axis - 3] = h
        moved.attitude[row] = multiply_array(quaternion_from_rotation_vector_array(turn), state.attitude[row])
    return moved


@pytest.mark.parametrize("kind", [kind for kind, (_, conservative) in SAMPLES.items() if conservative])
def test_wrench_is_minus_the_gradient_of_the_potential(kind):
    scene, a, b = two_bodies()
    scene.add_force(SAMPLES[kind][0](a, b))
    model, state = compile_scene(scene)
    field = ForceField(model)
    wrench = field.wrenches(0.5, state).copy()
    h = 1e-5
    for row in range(2):
        for axis in range(6):
            up = field.potential_energy(0.5, displaced(state, row, axis, h))
            down = field.potential_energy(0.5, displaced(state, row, axis, -h))
            # Potentials are up to 1e2 J: rounding 1e-14/1e-5 = 1e-9 × 1e2, truncation h² × third derivative.
            assert -(up - down) / (2 * h) == pytest.approx(wrench[row, axis], abs=1e-6)


@pytest.mark.parametrize("kind", ["spring", "attraction"])
def test_action_equals_reaction(kind):
    scene, a, b = two_bodies()
    scene.gravity = (0.0, 0.0, 0.0)
    scene.add_force(SAMPLES[kind][0](a, b))
    model, state = compile_scene(scene)
    state.velocity[:] = [[1, 2, 3], [-1, 0, 2]]
    wrench = ForceField(model).wrenches(0.0, state)
    np.testing.assert_allclose(wrench[0, :3], -wrench[1, :3], atol=1e-12)
    about_origin = wrench[:, 3:] + np.cross(state.center, wrench[:, :3])
    np.testing.assert_allclose(about_origin.sum(axis=0), 0.0, atol=1e-11)


def test_dissipative_forces_take_energy_out():
    scene, a, b = two_bodies()
    scene.gravity = (0.0, 0.0, 0.0)
    scene.add_force(rg.Drag(a, linear=0.3, quadratic=0.2, angular=0.1))
    scene.add_force(rg.Spring(a, b, stiffness=0.0, damping=2.0))
    model, state = compile_scene(scene)
    state.velocity[:] = [[1, 2, 3], [-1, 0, 2]]
    state.angular_velocity[:] = [[1, -1, 2], [0.5, 1, 1]]
    wrench = ForceField(model).wrenches(0.0, state)
    power = np.sum(wrench[:, :3] * state.velocity) + np.sum(wrench[:, 3:] * state.angular_velocity)
    assert power < -1.0
