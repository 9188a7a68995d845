"""Energy of scenes that should keep it, or lose it to a brake: how far it drifts, and how much it rises.

Changes are parts of the largest kinetic energy.
"""

import math
from dataclasses import dataclass

import numpy as np
from relatives.trial import Draw

import rigida as rg
from company.trial import FAMILIES
from rigida.orientations import axis_angle
from rigida.textbook.case import G


@dataclass(frozen=True)
class Kept:
    """What a run kept: largest change of energy either way, and its largest rise above any earlier value, as parts."""

    drift: float
    rise: float


def follow(scene: rg.Scene, engine: rg.Realtime, seconds: float) -> Kept:
    """Run a scene and return what became of its energy."""
    sim = rg.Simulation(scene, engine)
    total, kinetic = [], []
    for k in range(round(seconds / engine.dt) + 1):
        if k:
            sim.step()
        energy = sim.energy()
        total.append(energy.total)
        kinetic.append(energy.kinetic)
    energies = np.array(total)
    scale = max(kinetic)
    rise = (energies - np.minimum.accumulate(energies)).max()
    return Kept(float(np.abs(energies - energies[0]).max() / scale), float(rise / scale))


def pendulum(draw: Draw, effect: str) -> rg.Scene:
    """Return a rod on a hinge with armature, dry friction or a motor that brakes."""
    length, mass, start = draw.log("length", 0.1, 2), draw.log("kg", 0.1, 10), draw.uniform("rad", 0.05, 1.5)
    moment, torque = mass * length**2 / 3, 0.5 * mass * G * length
    armature = draw.log("armature", 0.05, 3) * moment if effect == "armature" else 0.0
    part = draw.uniform("effort", 0.01, 0.2) * torque
    scene, wide = rg.Scene(), 0.05 * length
    rod = scene.add_body(
        rg.Box((wide, wide, length)),
        mass=mass,
        position=(-0.5 * length * math.sin(start), 0, -0.5 * length * math.cos(start)),
        orientation=axis_angle((0, 1, 0), start),
        name="rod",
    )
    effects = {
        "armature": {"armature": armature},
        "dry friction": {"dry_friction": part},
        "speed motor": {"motor": "speed", "motor_target": 0.0, "motor_max": part},
    }[effect]
    scene.add_joint(rg.Revolute(rod, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), **effects))
    return scene


#: Families by what their energy may do: seconds and the largest drift, and for joints the largest rise.
KEPT = {
    "roller_with_pendulum": (4.0, 0.005),
    "plank_rocking_on_log": (4.0, 0.005),
    "feather_on_disk_on_rim": (4.0, 0.005),
    "disk_on_rim_on_plate": (4.0, 0.005),
    "spring_tied_box_on_ice": (10.0, 0.01),
    "spring_tied_ball": (10.0, 0.01),
    "spring_tied_cylinder": (10.0, 0.01),
    "rope_pendulum": (10.0, 0.005),
    "pair_of_pendulums": (4.0, 0.005),
}
NEVER_RISES = {"armature": 1e-6, "dry friction": 1e-6, "speed motor": 1e-6}


def kept_by(name: str, engine: rg.Realtime, seed: int, number: int) -> float:
    """Return the drift of a family's trial, or the rise of a pendulum's."""
    if name in NEVER_RISES:
        draw = Draw(np.random.default_rng([seed, len(name), number]))
        return follow(pendulum(draw, name), engine, 10.0).rise
    trial, _ = FAMILIES[name].trial(seed, number)
    return follow(trial.scene, engine, KEPT[name][0]).drift
