"""Joints by impulses, one after another: Popovski 2008, 9 and 10.

A translational or rotational joint with the error C and its Jacobian J gets, for a step of h [s],

    position   K j = −C(q + h v)/h     stabilized ahead: where the bodies will be decides (9.3, 9.11)
    velocity   K j = −J v              at the end of the step (9.4, 9.12)

with K = J M⁻¹ Jᵀ of at most three equations, which stands for its P K_T Pᵀ and P L_T Pᵀ. Each joint disturbs its
neighbors, so they are taken several times (`joint_iterations`). Nothing is kept from step to step.
"""

from rigida.constraints.arrays import Equations, JacobianRow, JacobianSide, Joints
from rigida.constraints.parts.evaluate import evaluate_parts
from rigida.dynamics.free_top import drift
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows, as_array
from rigida.math.vec3 import Vec3, dot, plus_dot
from rigida.realtime.arrays import Bodies, InverseMass, Twist
from rigida.realtime.articulated.arrays import GroupWork
from rigida.realtime.bodies.integrate import momentum_change
from rigida.realtime.direct.joint_rows import add_k, push_body
from rigida.realtime.document.arrays import JointLevels

#: Pivots of K below this part of its diagonal belong to equations that move nothing.
_SINGULAR = 1e-12


@routine
def move_ahead(i: int, h: float, bodies: Bodies, levels: JointLevels) -> None:
    """Fill where body i is after a free flight of h [s] by its twist, without what is late."""
    twist, late = bodies.twist[i], levels.late[i]
    change = twist.angular - late.angular - bodies.angular_velocity[i]
    levels.center[i] = bodies.center[i]
    levels.attitude[i] = bodies.attitude[i]
    levels.velocity[i] = twist.linear - late.linear
    levels.momentum[i] = bodies.angular_momentum[i] + momentum_change(change, bodies.rotation[i], bodies.inertia[i])
    drift(
        as_array(levels.still[i : i + 1]),
        as_array(bodies.inv_inertia[i : i + 1]),
        h,
        as_array(levels.center[i : i + 1]),
        as_array(levels.attitude[i : i + 1]),
        as_array(levels.velocity[i : i + 1]),
        as_array(levels.momentum[i : i + 1]),
    )


@inlined
def along(j: JacobianRow, twist: Twist) -> float:
    """Return J v of one row and one body."""
    s = 0.0
    for c in range(6):
        s += j.all[c] * twist.all[c]
    return s


@inlined
def mixed_k(k: float, j: JacobianRow, other: JacobianRow, inverse: InverseMass) -> float:
    """Return k + J M⁻¹ Jᵀ of one body, between two equations."""
    return plus_dot(k, inverse.mass * j.linear, other.linear) + dot(inverse.inertia @ j.angular, other.angular)


@inlined
def pivot(d: float, k: float) -> float:
    """Return 1/d, or zero where d is nothing beside the entry k of K that it came from."""
    return 1.0 / d if d > _SINGULAR * k else 0.0


@routine
def push_part(
    p: int,
    aim: Vec3,
    joints: Joints,
    inverse: Rows[InverseMass],
    twist: Rows[Twist],
    impulse: Rows[Equations],
) -> None:
    """Change twists by the impulse of part p that changes the rates of its equations by `aim`.

    inverse, twist: rows of bodies, the world after them.
    """
    j, world = joints.parts.jacobian[p], len(joints.frames.motion)
    a, b = min(joints.parts.frame[p][0], world), min(joints.parts.frame[p][1], world)
    ja, jb, ia, ib = j.side[0], j.side[1], inverse[a], inverse[b]
    x, y, z = ja.row[0], ja.row[1], ja.row[2]
    u, v, w = jb.row[0], jb.row[1], jb.row[2]
    k00 = add_k(add_k(0.0, x, ia), u, ib)
    k11 = add_k(add_k(0.0, y, ia), v, ib)
    k22 = add_k(add_k(0.0, z, ia), w, ib)
    k10 = mixed_k(mixed_k(0.0, y, x, ia), v, u, ib)
    k20 = mixed_k(mixed_k(0.0, z, x, ia), w, u, ib)
    k21 = mixed_k(mixed_k(0.0, z, y, ia), w, v, ib)
    # L D Lᵀ; equations that a part does not have are zero, and so are their pivots.
    d0 = pivot(k00, k00)
    l10, l20 = k10 * d0, k20 * d0
    d1 = pivot(k11 - l10 * k10, k11)
    l21 = (k21 - l20 * k10) * d1
    d2 = pivot(k22 - l20 * k20 - l21 * (k21 - l20 * k10), k22)
    s0 = aim.x
    s1 = aim.y - l10 * s0
    s2 = (aim.z - l20 * s0 - l21 * s1) * d2
    s1 = s1 * d1 - l21 * s2
    s0 = s0 * d0 - l10 * s1 - l20 * s2
    push_body(x, s0, ia, twist[a])
    push_body(y, s1, ia, twist[a])
    push_body(z, s2, ia, twist[a])
    push_body(u, s0, ib, twist[b])
    push_body(v, s1, ib, twist[b])
    push_body(w, s2, ib, twist[b])
    impulse[p].vector += Vec3(s0, s1, s2)


@routine
def stabilize_position(p: int, h: float, bodies: Bodies, joints: Joints, work: GroupWork, levels: JointLevels) -> None:
    """Push the bodies of part p so that it is closed where they will be after h [s], but for what turns on the way."""
    parts, frames = joints.parts, joints.frames
    for side in range(2):
        i = parts.frame[p][side]
        if i < len(frames.motion) and bodies.active[i]:
            move_ahead(i, h, bodies, levels)
            frames.pose[i].origin, frames.pose[i].attitude = levels.center[i], levels.attitude[i]
    evaluate_parts(p, p + 1, parts, frames, work.jacobian)
    aim = (levels.kept[p].vector - parts.error[p].vector) / h
    push_part(p, aim, joints, bodies.inverse, bodies.twist, levels.impulse)


@inlined
def rates_of_side(j: JacobianSide, twist: Twist) -> Vec3:
    """Return J v of one frame in the equations of a part."""
    return Vec3(along(j.row[0], twist), along(j.row[1], twist), along(j.row[2], twist))


@routine
def rate_of_part(p: int, joints: Joints, twist: Rows[Twist]) -> Vec3:
    """Return J v of the equations of part p; frames after the world have the twists they are given."""
    world, rate = len(joints.frames.motion), Vec3(0.0, 0.0, 0.0)
    for side in range(2):
        f, j = joints.parts.frame[p][side], joints.parts.jacobian[p].side[side]
        rate += rates_of_side(j, twist[f]) if f <= world else rates_of_side(j, joints.frames.twist[f])
    return rate


@routine
def stabilize_velocity(
    p: int, trajectory_rate: float, joints: Joints, inverse: Rows[InverseMass], twist: Rows[Twist], levels: JointLevels
) -> None:
    """Push the bodies of part p so that its equations do not change, or as fast as their target."""
    aim = Vec3(trajectory_rate, 0.0, 0.0) - rate_of_part(p, joints, twist)
    push_part(p, aim, joints, inverse, twist, levels.impulse)
