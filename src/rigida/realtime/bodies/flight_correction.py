"""Forces at the end of a step act on what flies: half of their change is added to velocities (velocity Verlet).

The change of velocities, which is the error of the step without it, bounds the next step.
"""

import math

from rigida.arrays import FloatArray
from rigida.dynamics.state import update_angular_velocity
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import as_array
from rigida.math.vec3 import Vec3, square
from rigida.realtime.arrays import Bodies, Islands


@inlined
def add_change(i: int, time: float, before: FloatArray, after: FloatArray, bodies: Bodies) -> None:
    """Let the change of a body's wrench act for a time [s]; what is not finite has not changed."""
    bodies.velocity[i] += time * bodies.inv_mass[i] * change_of(i, 0, before, after)
    bodies.angular_momentum[i] += time * change_of(i, 3, before, after)


@inlined
def change_of(i: int, c: int, before: FloatArray, after: FloatArray) -> Vec3:
    """Return the change of three numbers of a body's wrench from number c on."""
    return Vec3(
        after_less(before[i, c], after[i, c]),
        after_less(before[i, c + 1], after[i, c + 1]),
        after_less(before[i, c + 2], after[i, c + 2]),
    )


@inlined
def after_less(before: float, after: float) -> float:
    """Return after − before; what was not finite was nothing, and what is not has not changed."""
    old = before if before * 0.0 == 0.0 else 0.0
    return after - old if after * 0.0 == 0.0 else 0.0


@routine
def add_changes(time: float, before: FloatArray, after: FloatArray, bodies: Bodies, islands: Islands) -> None:
    """Let the changes of wrenches (n, 6) act for a time [s] on the bodies without joints that moved by themselves."""
    for i in range(len(bodies.active)):
        if islands.of_body[i] < 0 and bodies.active[i] and not bodies.jointed[i]:
            add_change(i, time, before, after, bodies)


@kernel
def correct_bodies(h: float, before: FloatArray, after: FloatArray, bodies: Bodies, islands: Islands) -> None:
    """Correct the second half of the velocity change over h [s] of what flew, in a scene without joints."""
    add_changes(0.5 * h, before, after, bodies, islands)
    update_angular_velocity(
        as_array(bodies.motion),
        as_array(bodies.inv_inertia),
        as_array(bodies.attitude),
        as_array(bodies.angular_momentum),
        as_array(bodies.angular_velocity),
    )


@kernel
def largest_change(velocity: FloatArray, spin: FloatArray, bounding_radius: FloatArray, bodies: Bodies) -> float:
    """Return by how much velocities (n, 3) and spins (n, 3) have changed at most, as a part of reach (n,) [1/s]."""
    largest = 0.0
    for i in range(len(bodies.active)):
        v, w = bodies.velocity[i], bodies.angular_velocity[i]
        linear = square(Vec3(v.x - velocity[i, 0], v.y - velocity[i, 1], v.z - velocity[i, 2]))
        angular = square(Vec3(w.x - spin[i, 0], w.y - spin[i, 1], w.z - spin[i, 2]))
        size = bounding_radius[i] if bounding_radius[i] > 0.0 else 1.0
        largest = max(largest, linear / (size * size) + angular)
    return math.sqrt(largest)
