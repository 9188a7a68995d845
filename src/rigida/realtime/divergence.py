"""Runs that blow up, seen from outside: bodies not finite, swinging ever faster, or with energy from nowhere.

Three signs, looked at after each step:

- a number that is not finite, or a speed far beyond all speeds at the start;
- a velocity that changes to and fro from step to step, each time by more: no motion that steps resolve does so, and any
  force, gain or contact that is too stiff for its step does;
- where no motor, path or driving force puts energy in: a total energy above that of the start by more than the largest
  kinetic energy before. It is looked at only where the kinetic energy has doubled, so watching costs next to nothing.
"""

import math

import numpy as np

from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import Model
from rigida.forces.attraction import ATTRACTION
from rigida.forces.drag import DRAG
from rigida.forces.evaluate import ForceField
from rigida.forces.gravity import GRAVITY
from rigida.forces.spring import SPRING
from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.math.vec3 import Vec3, dot
from rigida.realtime.arrays import Bodies

# What is wrong with a body.
FINE, NOT_FINITE, SWINGS, RUNS_AWAY, SPINS = 0, 1, 2, 3, 4
#: A body that turns further than this in a step spins: nobody sees what it passes in between [rad].
HALF_TURN = math.pi
#: Changes to and fro, each larger than the last by this factor, after which a body swings (of thousands that rattle in
#: a heap some do so a few times in a row by chance, but not this often); from where they count [m/s, rad/s]; and a
#: factor that counts twice, since what rattles cannot keep it up.
_TIMES, _FACTOR, _LEAST, _STEEP = 10, 1.02, (0.5, 5.0), 3.0
#: Forces that put no energy in, or have a potential energy.
_KEEP_ENERGY = (SPRING, DRAG, ATTRACTION, GRAVITY)


class Watched(Table):
    """What is remembered of bodies, a row each."""

    velocity: Rows[Vec3]  # after the last step [m/s]
    spin: Rows[Vec3]  # [rad/s]
    change: Rows[Vec3]  # of both in the last step, per time [m/s²]
    turn: Rows[Vec3]  # [rad/s²]
    swings: Rows[Int32]  # changes to and fro in a row, each larger than the last (see `swung`)
    turns: Rows[Int32]


@inlined
def swung(before: Vec3, now: Vec3, count: int, least: float) -> int:
    """Return how many changes in a row went to and fro, each time by more."""
    square, last = dot(now, now), dot(before, before)
    if square <= least * least:  # nearly always; which of the others holds is a coin toss
        return 0
    if square <= _FACTOR * _FACTOR * last or dot(before, now) >= 0.0:
        return 0
    return count + (2 if square > _STEEP * _STEEP * last else 1)


@kernel
def watch_bodies(h: float, fastest: float, bodies: Bodies, watched: Watched) -> tuple[int, int, float]:
    """Look at all bodies after a step of h [s]; return the first that diverges, how, and the kinetic energy [J].

    Where none does, the first that spins. fastest: speed beyond which nothing can be meant [m/s].
    """
    rate = 1.0 / h
    energy, row, what, spinning, far = 0.0, -1, FINE, -1, (HALF_TURN * rate) ** 2
    for i in range(len(bodies.active)):
        q, momentum, center = bodies.attitude[i], bodies.angular_momentum[i], bodies.center[i]
        velocity, spin = bodies.velocity[i], bodies.angular_velocity[i]
        total = q.w + q.x + q.y + q.z + momentum.x + momentum.y + momentum.z + center.x + center.y + center.z
        if total * 0.0 != 0.0:  # any NaN or infinity makes the product NaN
            return i, NOT_FINITE, 0.0
        energy += 0.5 * (bodies.mass[i] * dot(velocity, velocity) + dot(momentum, spin))
        change, turn = rate * (velocity - watched.velocity[i]), rate * (spin - watched.spin[i])
        watched.swings[i] = swung(watched.change[i], change, watched.swings[i], _LEAST[0] * rate)
        watched.turns[i] = swung(watched.turn[i], turn, watched.turns[i], _LEAST[1] * rate)
        watched.change[i], watched.turn[i] = change, turn
        watched.velocity[i], watched.spin[i] = velocity, spin
        if spinning < 0 and dot(spin, spin) > far:
            spinning = i
        if row < 0 and dot(velocity, velocity) > fastest * fastest:
            row, what = i, RUNS_AWAY
        if row < 0 and bodies.active[i] and max(watched.swings[i], watched.turns[i]) >= _TIMES:
            row, what = i, SWINGS
    if row < 0 and spinning >= 0:
        return spinning, SPINS, energy
    return row, what, energy


def keeps_energy(model: Model, field: ForceField, joints: JointSet | None) -> bool:
    """Tell whether nothing in a scene can put energy in: no path, motor, blow, or force without a potential energy."""
    if model.paths or model.blows or field.acting or not np.isin(model.force_table.code, _KEEP_ENERGY).all():
        return False
    if joints is None:
        return True
    passive = not joints.coordinates.motor.any() and not joints.coordinates.armature.any() and not model.actuators
    return passive and not joints.driven and not joints.frames.carriers
