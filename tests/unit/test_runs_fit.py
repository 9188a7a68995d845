"""Parameters of a scene from measured motion lie within the intervals that are told."""

import numpy as np
import pytest

import rigida as rg


def pendulum():
    scene = rg.Scene(gravity=(0, 0, -9.81))
    rod = scene.add_body(rg.Box((0.05, 0.05, 1.0)), mass=1.3, position=(0, 0, -0.5), name="rod")
    scene.add_joint(rg.Revolute(rod, anchor=(0, 0, 0), axis=(0, 1, 0), damping=0.08, dry_friction=0.0, name="hinge"))
    scene.add_actuator(rg.Actuator(("hinge",), gain=2.0, name="motor"))
    return scene


def oscillator():
    scene = rg.Scene(gravity=(0, 0, 0))
    box = scene.add_body(rg.Box((1, 1, 1)), mass=2.5, name="box")
    scene.add_joint(rg.Prismatic(box, axis=(1, 0, 0), stiffness=40.0, damping=1.5, name="rail"))
    return scene


def slider():
    scene = rg.Scene(gravity=(0, 0, -9.81))
    scene.add_body(rg.HalfSpace((0, 0, 1)), fixed=True, name="ground", material=rg.Material(friction=0.35))
    scene.add_body(
        rg.Box((0.4, 0.4, 0.1)),
        mass=1.0,
        position=(0, 0, 0.05),
        velocity=(3, 0, 0),
        name="block",
        material=rg.Material(friction=0.35),
    )
    return scene


TIMES = np.arange(0.05, 2.0, 0.05)
PUSHES = 3.0 * np.sin(3.0 * TIMES)[:, None]
CASES = {
    "pendulum": (
        pendulum,
        {"body.rod.mass": 1.0, "joint.hinge.damping": 0.2},
        ["hinge"],
        {"controls": PUSHES},
        2e-3,
        {"body.rod.mass": 1.3, "joint.hinge.damping": 0.08},
    ),
    "oscillator": (
        oscillator,
        {"joint.rail.stiffness": 60.0, "joint.rail.damping": 0.5},
        ["rail"],
        {"start": {"rail": 0.5}},
        5e-3,
        {"joint.rail.stiffness": 40.0, "joint.rail.damping": 1.5},
    ),
    "slider": (
        slider,
        {"body.block.friction": 0.5},
        [lambda sim: sim.body("block").position[0]],
        {},
        5e-3,
        {"body.block.friction": 0.35},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_parameters_lie_within_their_intervals(name):
    make, starts, outputs, keys, noise, true = CASES[name]
    random = np.random.default_rng(7)
    clean = simulated(make(), outputs, keys)
    noisy = rg.Measured(TIMES, clean + noise * random.standard_normal(clean.shape), **keys)
    # An interval of this confidence misses the true value once in a thousand times.
    found = rg.fit(make(), starts, noisy, outputs, confidence=0.999)
    assert found.converged
    np.testing.assert_allclose(found.deviations, noise, rtol=0.4)
    for key, value in true.items():
        lower, upper = found.intervals[key]
        assert lower < value < upper, key
        assert upper - lower < 0.2 * value


def simulated(scene, outputs, keys):
    """Return the outputs (t, k) of a scene at the times."""
    if "start" in keys:
        scene.take_pose(keys["start"])
    sim, found = rg.Simulation(scene, "precise"), []
    for i, time in enumerate(TIMES):
        if "controls" in keys and i > 0:
            sim.controls = keys["controls"][i - 1]
        while sim.time < time - 1e-12:
            sim.engine.advance(min(float(time), sim.time + sim.settings.dt))
        found.append([float(sim.joint(o).position) if isinstance(o, str) else float(o(sim)) for o in outputs])
    return np.array(found)


def test_intervals_hold_the_true_value_as_often_as_they_say():
    clean, random = simulated(oscillator(), ["rail"], {"start": {"rail": 0.5}}), np.random.default_rng(1)
    held = 0
    for _ in range(8):
        noisy = rg.Measured(TIMES, clean + 0.02 * random.standard_normal(clean.shape), start={"rail": 0.5})
        lower, upper = rg.fit(oscillator(), ["joint.rail.stiffness"], noisy, ["rail"]).intervals["joint.rail.stiffness"]
        held += lower < 40.0 < upper
    # Of 8 intervals of 95 %, fewer than 5 hold the value once in 2,000 times.
    assert held >= 5


def test_what_the_motion_does_not_tell_apart_is_named():
    clean = simulated(oscillator(), ["rail"], {"start": {"rail": 0.5}})
    keys = ["body.box.mass", "joint.rail.stiffness", "joint.rail.damping"]
    with pytest.warns(rg.RigidaWarning, match="does not determine"):
        found = rg.fit(oscillator(), keys, rg.Measured(TIMES, clean, start={"rail": 0.5}), ["rail"])
    assert found.intervals["body.box.mass"] == (-np.inf, np.inf)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: rg.Measured([0.1, 0.1], [1, 2]), "rise"),
        (lambda: rg.Measured([0.1, 0.2], [1, 2, 3]), "a row for each of 2 times"),
        (lambda: rg.Measured([0.1, 0.2], [1, np.nan]), "finite"),
        (lambda: rg.fit(oscillator(), ["joint.rail.axis"], rg.Measured([1, 2], [1, 2]), ["rail"]), "no number"),
        (lambda: rg.fit(oscillator(), {"joint.rail.damping": 1.0}, rg.Measured([1, 2], [1, 2]), []), "0 outputs"),
    ],
)
def test_what_does_not_fit_together_is_refused(change, message):
    with pytest.raises(rg.UsageError, match=message):
        change()
