"""Every integrator shows its order: halving the step divides the error by 2^order."""

import numpy as np
import pytest

import rigida as rg
from rigida.dynamics.compile import compile_scene
from rigida.dynamics.report import StepReport
from rigida.forces.evaluate import ForceField
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.precise.integrators import FixedRungeKutta
from rigida.precise.lagrange import Lagrange
from rigida.precise.newton_euler import NewtonEuler
from rigida.precise.radau import RADAU
from rigida.precise.settings import IntegratorName
from rigida.precise.system import System
from rigida.precise.tableau import TABLEAUS

METHODS = TABLEAUS | {RADAU.name: RADAU}


def coupled_scene():
    """A tumbling body on an off-center spring: translation and rotation influence each other, nothing is linear."""
    scene = rg.Scene(gravity=(0, 0, -2.0))
    body = scene.add_body(
        None, mass=1.3, inertia=(0.7, 1.0, 1.5), velocity=(0.3, 0, 0), angular_velocity=(0.4, 1.2, -0.5)
    )
    scene.add_force(
        rg.Spring(
            body, rg.WORLD, stiffness=4.0, damping=0.2, rest_length=0.5, anchor_a=(0.3, 0.2, 0), anchor_b=(1, 1, 2)
        )
    )
    return scene


def pose_after(tableau, formulation, dt, duration=1.0):
    model, state = compile_scene(coupled_scene())
    integrator = FixedRungeKutta(tableau, System(formulation(model), ForceField(model), None), dt)
    while state.time < duration - 1e-9:
        integrator.advance(state, duration, StepReport(0.0))
    rotation = matrix_from_quaternion_array(state.attitude[0])
    return np.concatenate([state.center[0], rotation.ravel(), state.velocity[0], state.angular_momentum[0]])


@pytest.fixture(scope="module")
def exact():
    return pose_after(TABLEAUS["dop853"], NewtonEuler, 1 / 256)


#: Steps at which the error is asymptotic and still far above rounding (1e-15), by order.
STEPS = {1: 1 / 256, 2: 1 / 64, 4: 1 / 32, 5: 1 / 16, 8: 1 / 4}


def test_every_integrator_name_is_a_tableau_or_the_free_top():
    assert set(IntegratorName.__args__) == {*METHODS, "moser_veselov"}


@pytest.mark.parametrize("formulation", [NewtonEuler, Lagrange])
@pytest.mark.parametrize("name", list(METHODS))
def test_method_converges_with_its_order(name, formulation, exact):
    tableau = METHODS[name]
    dt = STEPS[tableau.order]
    coarse = np.abs(pose_after(tableau, formulation, dt) - exact).max()
    fine = np.abs(pose_after(tableau, formulation, dt / 2) - exact).max()
    # Higher-order terms bend the observed order by less than half an order at these steps.
    assert np.log2(coarse / fine) == pytest.approx(tableau.order, abs=0.5)


@pytest.mark.parametrize("name", [name for name, tableau in METHODS.items() if tableau.adaptive])
def test_error_estimate_bounds_the_local_error_in_order_of_magnitude(name):
    simulation = rg.Simulation(coupled_scene(), rg.Precise(integrator=name, tolerance=1e-6))
    exact = rg.Simulation(coupled_scene(), rg.Precise(tolerance=1e-13))
    simulation.run(5.0, fps=1)
    exact.run(5.0, fps=1)
    error = np.abs(simulation.state.center - exact.state.center).max()
    # Some 50 steps of error up to 1e-6 each; a method that ignored its tolerance would be off by orders.
    assert error < 1e-4
    assert error > 1e-13


@pytest.mark.parametrize(("name", "order"), [("rkf45", 3), ("radau", 3), ("dop853", 7)])
def test_dense_output_converges_inside_the_step(name, order):
    def worst(dt):
        model, state = compile_scene(coupled_scene())
        integrator = FixedRungeKutta(METHODS[name], System(NewtonEuler(model), ForceField(model), None), dt)
        integrator.advance(state, dt, StepReport(0.0))
        errors = []
        for fraction in (0.3, 0.5, 0.8):
            reference = rg.Simulation(coupled_scene(), rg.Precise(tolerance=1e-14))
            reference.engine.advance(fraction * dt)
            errors.append(np.abs(integrator.sample(state, fraction * dt).center - reference.state.center).max())
        return max(errors)

    # The interpolation error of one step falls one order faster than the global error.
    coarse, fine = worst(0.25), worst(0.125)
    assert np.log2(coarse / fine) > order + 0.5


def attitude_after(dt, duration=2.0):
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(None, mass=1.0, inertia=(0.7, 1.0, 1.5), angular_velocity=(0.6, 1.8, -0.9))
    simulation = rg.Simulation(scene, rg.Precise(integrator="moser_veselov", dt=dt))
    simulation.run(duration, fps=1 / duration)
    return simulation.state.orientation[0]


def test_free_top_turns_with_order_six():
    exact = attitude_after(1 / 128)
    coarse = np.abs(attitude_after(1 / 8) - exact).max()
    fine = np.abs(attitude_after(1 / 16) - exact).max()
    assert np.log2(coarse / fine) == pytest.approx(6.0, abs=0.4)


def test_free_top_is_second_order_under_forces(exact):
    def center(dt):
        simulation = rg.Simulation(coupled_scene(), rg.Precise(integrator="moser_veselov", dt=dt))
        simulation.run(1.0, fps=1)
        return simulation.state.center[0]

    coarse = np.abs(center(1 / 64) - exact[:3]).max()
    fine = np.abs(center(1 / 128) - exact[:3]).max()
    # The damper's force depends on the velocity it changes, which leaves the kick first order in the damping only.
    assert np.log2(coarse / fine) > 0.9
