"""How fast articulated groups turn and swing, which tells how short their sub-steps must be (see `rattle`)."""

import math

from rigida.constraints.arrays import Equations, JacobianSide, Joints
from rigida.constraints.parts.codes import POINT, has_arms
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross, square
from rigida.realtime.arrays import Bodies


@routine
def swing_rate(g: int, force: Rows[Equations], bodies: Bodies, joints: Joints) -> float:
    """Return how fast the tautest joint of group g makes a body swing about it: √(F r/(I + m r²)) [rad/s].

    Fourth powers are compared, multiplied out: a division and roots for what is fastest only.
    """
    parts, fastest = joints.parts, 0.0
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        if not has_arms(parts.code[p]):
            continue
        of = force[p].vector
        for side in range(2):
            i = parts.frame[p][side]
            if i >= len(bodies.mass) or bodies.mass[i] == 0.0:
                continue
            j = parts.jacobian[p].side[side]
            none = Vec3(0.0, 0.0, 0.0)
            pull = square(none + j.row[0].linear * of.x + j.row[1].linear * of.y + j.row[2].linear * of.z)
            arm = square(parts.number[p].vector[side])
            inertia = bodies.inertia[i]
            around = min(inertia.x, min(inertia.y, inertia.z)) + bodies.mass[i] * arm
            if pull * arm > fastest * around * around:
                fastest = pull * arm / (around * around)
    return math.sqrt(math.sqrt(fastest))


@routine
def turn_rate(g: int, bodies: Bodies, joints: Joints) -> float:
    """Return how fast the arms of the joints of group g, and what they hold, turn at most [rad/s].

    A body on points alone may spin about its arm: that moves neither the arm nor, about a principal axis, itself.
    Squares are compared.
    """
    parts, frames, fastest = joints.parts, joints.frames, 0.0
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        for side in range(2):
            i = parts.frame[p][side]
            if i >= len(bodies.mass) or frames.inverse[i].mass == 0.0:
                continue
            spin = frames.twist[i].angular
            if parts.code[p] == POINT:
                fastest = faster_turn(fastest, spin, arm_of_point(parts.jacobian[p].side[side]))
                fastest = faster_turn(fastest, spin, bodies.angular_momentum[i])
            else:
                fastest = max(fastest, square(spin))
    return math.sqrt(fastest)


@inlined
def arm_of_point(j: JacobianSide) -> Vec3:
    """Return the arm r of one side of a point, −r on side b: its rows hold r × e_i (see `constraints.parts.point`)."""
    return Vec3(j.row[1].angular.z, j.row[2].angular.x, j.row[0].angular.y)


@inlined
def faster_turn(fastest: float, spin: Vec3, r: Vec3) -> float:
    """Return the square of the rate at which a spin changes the direction of r, or the fastest one if that is more."""
    swept, length = square(cross(spin, r)), square(r)
    return swept / length if swept > fastest * length else fastest
