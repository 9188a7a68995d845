"""Bodies that overlapped deeply at the start are pushed apart without being thrown (see `contacts.overlaps`).

In sub-steps the sweep without bias takes the velocities back that push overlaps out, but through a stack only a part of
them, and through a row of bodies pushes add up. So no body gets faster than it is by forces, or than a gentle push.

A direct solution forgets its pushes. But bodies of very different masses that are wedged in each other, or held by
joints, may have none: then no body gets faster than it was, or than twice what its island is as a whole, but for weight
and a gentle push.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.vec3 import Vec3, norm, square
from rigida.realtime.arrays import Bodies, Islands
from rigida.realtime.tuning import RESTRAINED_SPEED


@inlined
def shortened(v: Vec3, longest: float) -> Vec3:
    """Return a vector, shortened if it is longer than that."""
    length = norm(v)
    return v * (longest / length) if length > longest else v


@routine
def restrain_island(k: int, h: float, separation_speed: FloatArray, bodies: Bodies, islands: Islands) -> None:
    """Bound the speeds of bodies of an island by those at the start of the step of h [s]."""
    first, last = islands.body_start[k], islands.body_start[k + 1]
    mass, energy, push = 0.0, 0.0, 0.0
    for p in range(first, last):
        i = islands.body[p]
        mass, energy = mass + bodies.mass[i], energy + bodies.mass[i] * square(bodies.before[i].linear)
        push = max(push, separation_speed[i, 0])
    common = RESTRAINED_SPEED * math.sqrt(energy / mass) + push
    for p in range(first, last):
        i = islands.body[p]
        if separation_speed[i, 0] == 0.0:  # no shape
            continue
        before = bodies.before[i]
        fastest = max(norm(before.linear), common) + h * norm(bodies.gravity)
        turning = max(norm(before.angular), fastest * separation_speed[i, 1] / separation_speed[i, 0])
        for twist in (bodies.twist[i], bodies.moving[i]):
            twist.linear, twist.angular = shortened(twist.linear, fastest), shortened(twist.angular, turning)


@kernel
def restrain_bodies(
    count: int,
    h: float,
    unsolved: bool,
    separation_speed: FloatArray,
    lifted: IntArray,
    bodies: Bodies,
    islands: Islands,
) -> None:
    """Bound speeds and displacements of bodies in the `count` islands solved in sub-steps, except jointed ones.

    unsolved: include islands whose direct solution failed. separation_speed (n, 2): speeds that any body may get
    [m/s, rad/s]. lifted (n,): bodies whose initial overlaps are resolved. `moving` holds the twists after forces only,
    except of direct islands.
    """
    for k in range(count):
        if not lifted[islands.body[islands.body_start[k]]]:
            continue
        if islands.method[k] == 1:
            if unsolved:
                restrain_island(k, h, separation_speed, bodies, islands)
            continue
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            i = islands.body[p]
            if bodies.jointed[i]:
                continue
            twist, displacement, free = bodies.twist[i], bodies.displacement[i], bodies.moving[i]
            fastest, turning = (
                max(norm(free.linear), separation_speed[i, 0]),
                max(norm(free.angular), separation_speed[i, 1]),
            )
            twist.linear, twist.angular = shortened(twist.linear, fastest), shortened(twist.angular, turning)
            displacement.linear, displacement.angular = (
                shortened(displacement.linear, h * fastest),
                shortened(displacement.angular, h * turning),
            )
