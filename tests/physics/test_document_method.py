"""The document's own scheme, as far as its figures say."""

import math

import numpy as np

import rigida as rg


def settled(scene, seconds, **settings):
    simulation = rg.Simulation(scene, rg.Realtime(method="document", **settings))
    for _ in range(round(60 * seconds)):
        simulation.step()
    return simulation.state.position


def elastic_cube():
    angle = math.atan(0.5)
    turn = (math.cos(angle / 2), 0, math.sin(angle / 2), 0)
    up = np.array([math.sin(angle), 0, math.cos(angle)])
    surface = {"orientation": turn, "friction": 0.6, "restitution": 1.0}
    scene = rg.Scene()
    scene.add_body(rg.Box((50, 50, 2)), fixed=True, position=tuple(-up), **surface)
    scene.add_body(rg.Box((1, 1, 1)), mass=1.0, position=tuple(0.5 * up), **surface)
    return scene, up


def test_shock_propagation_keeps_a_stack_from_sinking():
    """Popovski 2008, 8.4: ten iterations alone do not carry the weight of the cubes above."""
    scene = rg.Scene()
    scene.add_ground()
    for k in range(4):
        scene.add_body(rg.Box((1, 1, 1)), mass=1.0, position=(0, 0, 0.5 + k))
    with_shocks = settled(scene, 2.0)[1:, 2]
    np.testing.assert_allclose(with_shocks, [0.5, 1.5, 2.5, 3.5], atol=5e-3)
    assert settled(scene, 2.0, shock_propagation=False)[4, 2] < with_shocks[3] - 0.05


def test_elastic_cube_rests_with_restitution_before_forces_and_hops_with_it_after():
    """Popovski 2008, figure 27."""
    scene, up = elastic_cube()
    before, after = (
        abs(settled(scene, 1.0, restitution=kind)[1] @ up - 0.5) for kind in ("before_forces", "after_forces")
    )
    assert before < 2e-3
    assert after > 2 * before
