"""Search distance of samples: within a step only samples that approach the other solid can reach it.

Seen from a solid, places x of the other move by U + W × x in a step. A sample whose distance has the gradient g comes
nearer by −g·(U + W × x); a part of the sideways displacement is added, because impacts within the step turn velocities.
"""

from rigida.concave.arrays import Drift, Frame
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, dot, norm, plus_cross

#: Part of the displacement that counts in all directions.
_SIDEWAYS = 0.5


@routine
def drift_from(world: Frame, drift: Drift, sign: float, seen: Drift) -> None:
    """Fill `seen` with a drift that is given in world coordinates, in the frame of a pose."""
    displacement = plus_cross(drift.displacement, drift.turn, world.position)
    seen.displacement = sign * (displacement @ world.rotation)
    seen.turn = sign * (drift.turn @ world.rotation)


@inlined
def displacement_at(place: Vec3, drift: Drift) -> Vec3:
    """Return the displacement of a point in the step."""
    return plus_cross(drift.displacement, drift.turn, place)


@inlined
def greatest_displacement(place: Vec3, radius: float, drift: Drift) -> float:
    """Return the largest displacement in the step of points within `radius` of a point."""
    return norm(displacement_at(place, drift)) + radius * norm(drift.turn)


@inlined
def approach_distance(place: Vec3, gradient: Vec3, drift: Drift) -> float:
    """Return the largest approach of a point in the step, given the gradient of its distance."""
    displacement = displacement_at(place, drift)
    return max(-dot(displacement, gradient), 0.0) + _SIDEWAYS * norm(displacement)
