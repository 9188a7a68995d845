"""Conversion of bodies between the double precision of steps and the single precision of sub-steps."""

from rigida.arrays import FloatArray
from rigida.jit.decorators import kernel
from rigida.math.vec3 import Vec3, dot
from rigida.realtime.arrays import Bodies, Islands
from rigida.realtime.substeps.wide_contact import PUSHED, WideRows
from rigida.realtime.tuning import SMOOTH_CHANGE


@kernel
def take_bodies(first: int, last: int, part: float, bodies: Bodies, wide: WideRows) -> None:
    """Take over some bodies in single precision, with the forces of the first sub-step, a `part` of the step's."""
    zero = Vec3(0.0, 0.0, 0.0)
    for i in range(first, last):
        before, twist = bodies.before[i], bodies.twist[i]
        inverse, single, start, displacement = wide.inverse[i], wide.twist[i], wide.before[i], wide.displacement[i]
        inverse.mass, inverse.inertia = bodies.inverse[i].mass, bodies.inverse[i].inertia
        start.linear, start.angular = before.linear, before.angular
        single.linear = before.linear + part * (twist.linear - before.linear)
        single.angular = before.angular + part * (twist.angular - before.angular)
        displacement.linear, displacement.angular = zero, zero


@kernel
def return_bodies(
    first: int,
    last: int,
    substeps: int,
    dt: float,
    wrench: FloatArray,
    bodies: Bodies,
    islands: Islands,
    wide: WideRows,
) -> None:
    """Give those of a range of bodies whose islands are not solved directly their twist and displacement.

    The sub-steps move bodies with the velocity at their end, too far by half a sub-step of the change of velocity. That
    is taken back where the change is no more than forces do: a body that flies or slides then follows the closed form.
    After an impact it would carry bodies into each other.
    """
    half = 0.5 * dt / substeps
    for i in range(first, last):
        k = islands.of_body[i]
        if k < 0 or islands.method[k] == 1:
            continue
        twist, displacement, before = bodies.twist[i], bodies.displacement[i], bodies.before[i]
        twist.linear, twist.angular = wide.twist[i].linear, wide.twist[i].angular
        displacement.linear, displacement.angular = wide.displacement[i].linear, wide.displacement[i].angular
        if wide.touched[i] == 0:
            displacement.linear -= half * dt * bodies.inv_mass[i] * Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2])
        elif wide.touched[i] == PUSHED:
            change, by_forces = twist.linear - before.linear, bodies.moving[i].linear - before.linear
            if dot(change, change) <= SMOOTH_CHANGE * SMOOTH_CHANGE * dot(by_forces, by_forces):
                displacement.linear -= half * change
                displacement.angular -= half * (twist.angular - before.angular)
