"""How rows on their limits follow what a solve of the active ones has led to: they turn, push again, or stick.

Friction that slides points against the slip, which is known only after the solve. It is turned by half the angle at a
time, since its turning changes the slip in its turn.
"""

import math

from rigida.jit.decorators import routine
from rigida.math.vec3 import dot
from rigida.realtime.arrays import Bodies, JointRows
from rigida.realtime.direct.active_rows import joint_residual, residual
from rigida.realtime.direct.constraint import ROLL_1, ROLL_2, SLIDE_1, SLIDE_2, SPIN, Constraint, total_normal
from rigida.realtime.direct.joint_rows import push_along
from rigida.realtime.direct.newton import STIFFNESS, soft_weight
from rigida.realtime.direct.sweep import apply_friction, limit_sliding, on_disk, slip
from rigida.realtime.direct.work import Island, Work


@routine
def turn_sliding(c: Constraint, bodies: Bodies) -> float:
    """Turn friction that slides halfway against its slip, on its limit; return how much slip that concerns [m/s].

    Negative if it pushes along its slip: then it should stick.
    """
    a, b, i, limit = bodies.twist[c.a], bodies.twist[c.b], c.impulse, c.friction * total_normal(c.impulse)
    (slip_1, slip_2), f1, f2, spin = slip(c, a, b), i.slide_1, i.slide_2, i.spin
    turning = (dot(b.angular - a.angular, c.normal) + c.spin_bias) * c.lever
    twisting = spin / c.lever if c.lever > 0.0 else 0.0
    speed = math.sqrt(slip_1 * slip_1 + slip_2 * slip_2 + turning * turning)
    if speed == 0.0 or f1 * slip_1 + f2 * slip_2 + twisting * turning > 0.0:
        return -speed
    gain = limit / speed
    i.slide_1, i.slide_2, i.spin = f1 - gain * slip_1, f2 - gain * slip_2, spin - gain * turning * c.lever
    limit_sliding(c, i, limit)
    d1, d2, d3 = i.slide_1 - f1, i.slide_2 - f2, i.spin - spin
    apply_friction(c, d1, d2, d3, 0.0, 0.0, bodies)
    turned = math.sqrt(d1 * d1 + d2 * d2 + (d3 / c.lever) ** 2 if c.lever > 0.0 else d1 * d1 + d2 * d2)
    return speed * turned / limit


@routine
def turn_rolling(c: Constraint, bodies: Bodies) -> float:
    """Turn rolling friction that gives way halfway against the rolling; returns as `turn_sliding` [rad/s]."""
    turning, i, limit = (
        bodies.twist[c.b].angular - bodies.twist[c.a].angular,
        c.impulse,
        c.roll * total_normal(c.impulse),
    )
    roll_1, roll_2, r1, r2 = dot(turning, c.tangent_1), dot(turning, c.tangent_2), i.roll_1, i.roll_2
    speed = math.sqrt(roll_1 * roll_1 + roll_2 * roll_2)
    if speed == 0.0 or r1 * roll_1 + r2 * roll_2 > 0.0:
        return -speed
    gain = limit / speed
    i.roll_1, i.roll_2 = on_disk(r1 - gain * roll_1, r2 - gain * roll_2, limit)
    d1, d2 = i.roll_1 - r1, i.roll_2 - r2
    apply_friction(c, 0.0, 0.0, 0.0, d1, d2, bodies)
    return speed * math.sqrt(d1 * d1 + d2 * d2) / limit


@routine
def drop_friction(c: Constraint, bodies: Bodies) -> float:
    """Take friction back where nothing pushes any more; return how much velocity that changes [m/s]."""
    i = c.impulse
    size = math.sqrt(i.slide_1 * i.slide_1 + i.slide_2 * i.slide_2)
    if size + abs(i.spin) + abs(i.roll_1) + abs(i.roll_2) == 0.0:
        return 0.0
    apply_friction(c, -i.slide_1, -i.slide_2, -i.spin, -i.roll_1, -i.roll_2, bodies)
    i.slide_1 = i.slide_2 = i.spin = i.roll_1 = i.roll_2 = 0.0
    return size / c.gain


@routine
def follow(
    island: Island, push: float, tolerance: float, joints: JointRows, bodies: Bodies, work: Work
) -> tuple[float, bool]:
    """Let inactive rows follow what the others have led to.

    Contacts that approach push again, what slides goes against its slip or sticks, friction without load ends, motors
    return from their bounds or go to the other ones.
    Returns how far they are from their laws at most [m/s, rad/s], and whether some have become active.
    """
    largest, more = 0.0, False
    for q in range(len(island.contact)):
        c, weight = work.constraint[q], work.weight[q].all
        for n in range(c.count):
            e = residual(c, n, bodies, work) if weight[n] == 0.0 else 0.0
            if e < -tolerance and c.inverse_k.normal[n] > 0.0:
                weight[n], more, largest = STIFFNESS * c.inverse_k.normal[n], True, max(largest, -e)
        if total_normal(c.impulse) <= 0.0:
            largest = max(largest, drop_friction(c, bodies))
        if c.friction > 0.0 and weight[SLIDE_1] == 0.0 and total_normal(c.impulse) > 0.0:
            turned = turn_sliding(c, bodies)
            largest = max(largest, abs(turned))
            if turned < 0.0:
                more = True
                weight[SLIDE_1], weight[SLIDE_2] = STIFFNESS * c.inverse_k.slide_1, STIFFNESS * c.inverse_k.slide_2
                weight[SPIN] = STIFFNESS * c.inverse_k.spin if c.lever > 0.0 else 0.0
        if c.roll > 0.0 and weight[ROLL_1] == 0.0 and total_normal(c.impulse) > 0.0:
            turned = turn_rolling(c, bodies)
            largest = max(largest, abs(turned))
            if turned < 0.0:
                more = True
                weight[ROLL_1], weight[ROLL_2] = STIFFNESS * c.inverse_k.roll_1, STIFFNESS * c.inverse_k.roll_2
    for q in range(len(island.joint_row)):
        row = joints.row[island.joint_row[q]]
        if row.inverse_k == 0.0 or row.weight > 0.0:
            continue
        e = joint_residual(island.joint_row[q], push, joints, bodies)
        pushed = row.impulse - e / (1.0 / row.inverse_k + row.softness)
        if row.low < pushed < row.high and abs(e) > tolerance:
            row.weight, more = soft_weight(row), True
            largest = max(largest, abs(e))
        elif (pushed <= row.low and row.impulse == row.high) or (pushed >= row.high and row.impulse == row.low):
            other = row.low if pushed <= row.low else row.high
            push_along(island.joint_row[q], other - row.impulse, joints, bodies, bodies.twist)
            largest = max(largest, abs(other - row.impulse) / row.inverse_k)
            row.impulse = other
    return largest, more
