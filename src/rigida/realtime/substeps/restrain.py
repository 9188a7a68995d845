"""Bodies that overlapped deeply at the start are pushed apart without being thrown (see `contacts.overlaps`).

In sub-steps the sweep without bias takes the velocities back that push overlaps out, but through a stack only a part of
them, and through a row of bodies pushes add up. So no body gets faster than it is by forces, or than a gentle push.
"""

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, kernel
from rigida.math.vec3 import Vec3, norm
from rigida.realtime.arrays import Bodies, Islands


@inlined
def shortened(v: Vec3, longest: float) -> Vec3:
    """Return a vector, shortened if it is longer than that."""
    length = norm(v)
    return v * (longest / length) if length > longest else v


@kernel
def restrain_bodies(count: int, h: float, gentle: FloatArray, bodies: Bodies, islands: Islands) -> None:
    """Bound speeds and ways of bodies in those of `count` islands that were solved in sub-steps, but for jointed ones.

    gentle (n, 2): speeds that any body may get [m/s, rad/s]. The twists with forces alone are in `moving`.
    """
    for k in range(count):
        if islands.method[k] == 1:
            continue
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            i = islands.body[p]
            if bodies.jointed[i]:
                continue
            twist, way, free = bodies.twist[i], bodies.displacement[i], bodies.moving[i]
            fastest, turning = max(norm(free.linear), gentle[i, 0]), max(norm(free.angular), gentle[i, 1])
            twist.linear, twist.angular = shortened(twist.linear, fastest), shortened(twist.angular, turning)
            way.linear, way.angular = shortened(way.linear, h * fastest), shortened(way.angular, h * turning)
