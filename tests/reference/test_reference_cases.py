import numpy as np
import pytest

import rigida as rg
from rigida.reference import CASES


@pytest.mark.parametrize("name", list(CASES))
def test_case_is_reproduced_within_its_tolerance(name):
    case = CASES[name]
    expected, obtained = case.run()
    assert abs(obtained - expected) <= case.tolerance


@pytest.mark.parametrize(
    ("h", "heights"),
    [(1.0, [100, 100, 90, 70, 40]), (0.5, [100, 97.5, 85, 62.5, 30])],
)
def test_euler_tables_of_correa_to_the_printed_digit(h, heights):
    scene = rg.Scene(gravity=(0, 0, -10))
    scene.add_body(None, mass=1.0, position=(0, 0, 100))
    run = rg.Simulation(scene, rg.Precise(integrator="explicit_euler", dt=h)).run(4.0, fps=1)
    assert run.position[:, 0, 2].tolist() == heights


def test_brick_attitude_at_every_reference_time():
    scene = rg.Scene(gravity=(0, 0, 0))
    inertia = (0.00189422, 0.006211019, 0.007194665)
    scene.add_body(None, mass=1.0, inertia=inertia, angular_velocity=np.radians([10, 20, 30]))
    run = rg.Simulation(scene, rg.Precise(tolerance=1e-12)).run(30.0, fps=0.2)
    expected = {
        1: [-0.010659276173087238, -0.025219081539122935, 0.37297232769197763, 0.927438418728605],
        2: [-0.8384058668290869, 0.5427629348079561, -0.0478879834937761, 0.013810868984270676],
        4: [0.9970792903495954, 0.03872127279453627, 0.03338022421732905, -0.05673898501291738],
        6: [-0.881147185310419, 0.4701825277666928, 0.011728252324877552, 0.04868753947208172],
    }
    for frame, quaternion in expected.items():
        got = run.orientation[frame, 0]
        assert min(np.abs(got - quaternion).max(), np.abs(got + quaternion).max()) < 1e-9


def test_both_formulations_give_the_same_motion():
    runs = []
    for formulation in ("newton_euler", "lagrange"):
        scene = rg.Scene()
        body = scene.add_body(rg.Box((1, 2, 3)), angular_velocity=(1, 2, 3), velocity=(1, 0, 5))
        scene.add_force(rg.Spring(body, rg.WORLD, stiffness=5000.0, rest_length=0.5, anchor_a=(0.5, 1, 1.5)))
        runs.append(rg.Simulation(scene, rg.Precise(formulation=formulation, tolerance=1e-12)).run(3.0, fps=10))
    np.testing.assert_allclose(runs[0].position, runs[1].position, atol=1e-8)
    np.testing.assert_allclose(runs[0].angular_velocity, runs[1].angular_velocity, atol=1e-8)
