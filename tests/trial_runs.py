"""Random scenes, run for a few steps while bodies and joints come and go and odd values are set, and how they ended.

A trial is made from its number alone: `trial_scenes.random_scene`, something unusual added to it, one of the engines.
"""

import traceback
from collections.abc import Callable
from pathlib import Path

import numpy as np
from trial_calls import ODD
from trial_scenes import random_scene

import rigida as rg

STEPS = 4
#: Internal steps that a step of the precise engine may take here.
BUDGET = 200
#: What is set to odd values.
SET = ("position", "orientation", "velocity", "angular_velocity", "mass", "friction", "restitution")
_RING = [(0.2, -0.1), (0.4, -0.1), (0.4, 0.1), (0.2, 0.1)]


def run_trial(number: int, before_step: Callable[[], object] = lambda: None) -> str:
    """Run trial `number` and return how it ended; `before_step` is called before everything that may take long.

    "ran"; the name of an error of rigida; "not finite"; "raw" and the place of any other error; "changed by" and the
    name of a call that was refused but had changed something.
    """
    rng = np.random.default_rng([21, number])
    try:
        before_step()
        scene, dt, _ = random_scene(number)
        _add_unusual(scene, rng)
        sim = rg.Simulation(scene, _settings(rng, number), dt=dt)
        for k in range(STEPS):
            before_step()
            sim.step()
            if not np.isfinite(sim.state.center).all() or not np.isfinite(sim.state.angular_velocity).all():
                return "not finite"
            changed = _meddle(sim, rng, k)
            if changed:
                return changed
    except rg.RigidaError as error:
        return type(error).__name__
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return f"raw {type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"
    return "ran"


def _settings(rng: np.random.Generator, number: int) -> rg.Precise | rg.Realtime:
    if number % 2:
        formulation = "lagrange" if rng.random() < 0.1 else "newton_euler"
        return rg.Precise(start_tolerance=1e6, budget=BUDGET, formulation=formulation)
    return rg.Realtime(
        start_tolerance=1e6,
        sleeping=bool(rng.random() < 0.3),
        method="document" if rng.random() < 0.1 else "islands",
        on_divergence="quarantine" if rng.random() < 0.3 else "raise",
    )


def _add_unusual(scene: rg.Scene, rng: np.random.Generator) -> None:
    """Add one thing that few scenes have: many bodies at one point, a path, a compound, a ring, a bare mass."""
    place = tuple(rng.uniform((-1.0, -1.0, 0.5), (1.0, 1.0, 2.5)))
    kind = rng.integers(8)
    if kind == 0:
        for _ in range(int(rng.integers(2, 30))):
            scene.add_body(rg.Sphere(0.1), position=place)
    elif kind == 1:
        path = rg.Path([0, 0.1, 0.2], [place, (0, 0, 1), place])
        scene.add_body(rg.Box((0.5, 0.5, 0.1)), path=path, restitution=0.5)
    elif kind == 2:
        parts = [(rg.Sphere(0.1), (0.0, 0.0, 0.0)), (rg.Box((0.4, 0.1, 0.1)), (0.2, 0.0, 0.0))]
        scene.add_body(rg.Compound(parts), position=place, angular_velocity=rng.normal(size=3) * 10.0)
    elif kind == 3:
        scene.add_body(rg.revolved_mesh(_RING, 12), position=place, velocity=rng.normal(size=3))
    elif kind == 4:
        scene.add_body(rg.Ellipsoid((0.05, 0.1, 0.4)), position=place, angular_velocity=rng.normal(size=3) * 100.0)
    elif kind == 5:
        bob = scene.add_body(mass=1.0, inertia=(1.0, 1.0, 1.0), position=place)
        scene.add_joint(rg.Spherical(bob, anchor=(0, 0, 2)))


def _meddle(sim: rg.Simulation, rng: np.random.Generator, k: int) -> str:
    """Make a call or two, good or odd; return which of them was refused and had changed something all the same."""
    names = [body.name for body in sim.scene.bodies]
    name, other = (str(rng.choice(names)) for _ in range(2))
    odd, attribute = ODD[rng.integers(len(ODD))], str(rng.choice(SET))
    place = tuple(rng.uniform((-1.0, -1.0, 0.0), (1.0, 1.0, 2.0)))
    calls: dict[str, Callable[[], object]] = {
        "add_body": lambda: sim.add_body(rg.Box((0.2, 0.2, 0.2)), name=f"came{k}", position=place),
        "add_body of an odd place": lambda: sim.add_body(rg.Sphere(0.1), name=f"odd{k}", position=odd),
        "remove": lambda: sim.remove(name),
        "remove of something odd": lambda: sim.remove(odd),
        "add_joint": lambda: sim.add_joint(rg.Spherical(sim.scene.body(name), sim.scene.body(other), anchor=place)),
        f"body.{attribute}": lambda: setattr(sim.body(name), attribute, odd),
        "restore": lambda: sim.restore(sim.snapshot()),
        "restore of something odd": lambda: sim.restore(odd),
    }
    for _ in range(int(rng.integers(3))):
        which = str(rng.choice(list(calls)))
        before = sim.state_hash(), [x.name for x in (*sim.scene.bodies, *sim.scene.joints)], sim.time
        try:
            calls[which]()
        except rg.RigidaError:
            if (sim.state_hash(), [x.name for x in (*sim.scene.bodies, *sim.scene.joints)], sim.time) != before:
                return f"changed by {which}"
    return ""
