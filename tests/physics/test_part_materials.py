"""Parts of a compound with surfaces of their own: the part that touches decides."""

import numpy as np
import pytest

import rigida as rg

GRAVITY, SPEED = 9.81, 1.0
SMOOTH, ROUGH = rg.Material(friction=0.2), rg.Material(friction=0.8)


def sliding(below: rg.Material | None, above: rg.Material | None, engine: rg.Realtime) -> rg.Simulation:
    """Return a flat block of two layers that slides on ground of friction 1, with the speed `SPEED`."""
    layers = [(rg.Box((1.0, 1.0, 0.1)), (0.0, 0.0, z)) for z in (0.05, -0.05)]
    materials = () if below is None or above is None else (above, below)
    scene = rg.Scene(gravity=(0.0, 0.0, -GRAVITY))
    scene.add_ground(friction=1.0)
    shape = rg.Compound(layers, materials=materials)
    scene.add_body(shape, name="block", position=(0.0, 0.0, 0.1), velocity=(SPEED, 0.0, 0.0), material=ROUGH)
    return rg.Simulation(scene, engine)


@pytest.mark.parametrize("engine", [rg.Realtime(), rg.Realtime(direct_limit=0)])
@pytest.mark.parametrize(("below", "above"), [(SMOOTH, ROUGH), (ROUGH, SMOOTH), (None, None)])
def test_block_is_slowed_by_the_friction_of_the_part_that_touches(below, above, engine):
    simulation, time = sliding(below, above, engine), 0.1
    while simulation.time < time - 1e-9:
        simulation.step()
    # v = v₀ − √(μ₁ μ₂) g t, with the geometric mean of both surfaces; sub-steps fall on the ground first.
    expected = SPEED - np.sqrt((below or ROUGH).friction * 1.0) * GRAVITY * time
    assert simulation.body("block").velocity[0] == pytest.approx(max(expected, 0.0), abs=0.02)


def test_part_rebounds_with_its_own_restitution():
    heights = []
    for materials in ((rg.Material(restitution=0.8), SMOOTH), (SMOOTH, rg.Material(restitution=0.8)), ()):
        scene = rg.Scene(gravity=(0.0, 0.0, -GRAVITY))
        scene.add_ground()
        balls = [(rg.Sphere(0.1), (0.0, 0.0, z)) for z in (-0.2, 0.2)]  # the first one is below
        scene.add_body(rg.Compound(balls, materials=materials), name="dumbbell", position=(0.0, 0.0, 0.8))
        simulation = rg.Simulation(scene, rg.Realtime(dt=1 / 240))
        fastest = max(simulation.body("dumbbell").velocity[2] for _ in range(120) if simulation.step())
        heights.append(fastest)
    fall = np.sqrt(2.0 * GRAVITY * 0.5)
    assert heights[0] == pytest.approx(0.8 * fall, rel=0.02)
    assert max(heights[1:]) < 0.05 * fall


def test_removed_and_added_bodies_keep_the_surfaces_of_their_parts():
    simulation = sliding(ROUGH, SMOOTH, rg.Realtime())
    shape = simulation.scene.body("block").shape
    simulation.step()
    kept = simulation.snapshot()
    simulation.remove("block")
    simulation.add_body(shape.parts[0][0], name="plain", position=(0, 0, 0.05), velocity=(SPEED, 0, 0), friction=0.0)
    simulation.step()
    assert simulation.body("plain").velocity[0] == pytest.approx(SPEED)
    simulation.restore(kept)
    other = sliding(ROUGH, SMOOTH, rg.Realtime())
    other.step()
    for each in (simulation, other):
        each.step()
    assert simulation.state_hash() == other.state_hash()
    assert simulation.scene.body("block").shape is shape


def test_materials_of_another_number_are_refused():
    with pytest.raises(rg.ModelError, match="materials must be 2, one per part, got 1"):
        rg.Compound([rg.Box((1, 1, 1)), rg.Sphere(1.0)], materials=(SMOOTH,))


def test_inner_compounds_decide_on_their_parts():
    inner = rg.Compound([rg.Sphere(0.1), rg.Sphere(0.2)], materials=(SMOOTH, ROUGH))
    plain = rg.Compound([rg.Sphere(0.1), rg.Sphere(0.2)])
    slick = rg.Material(friction=0.0)
    assert rg.Compound([inner, plain, rg.Box((1, 1, 1))], materials=(slick,) * 3).surfaces == (
        SMOOTH,
        ROUGH,
        slick,
        slick,
        slick,
    )
    assert rg.Compound([inner, plain]).surfaces == (SMOOTH, ROUGH, None, None)
