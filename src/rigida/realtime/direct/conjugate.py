"""Rounds of the augmented Lagrangian as steps of conjugate gradients, while the same rows are active (see `descent`).

With the residuals r = −(J v + b + S λ) of active rows and A = J M⁻¹ Jᵀ + S, a round changes impulses by z = P r, where
P is close to A⁻¹ but for what light bodies between heavy ones, or nearly redundant equations, hold back: rounds alone
need hundreds for those. Conjugate gradients with P as preconditioner need about one for each of these directions:

    p ← z + β p,   β = −(p · A z)/(p · A p),      λ ← λ + α p,   α = (r · p)/(p · A p)

(Hestenes and Stiefel 1952; Barrett and others 1994, 2.3.1). Impulses that leave their bounds so are brought back by the
next round. Where friction slides rounds are not linear, and go on alone, and so do those of contacts without joints:
contacts may contradict each other, as on a body in a press, where p · A p vanishes and impulses would grow for ever.
"""

from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import Bodies, JointRows
from rigida.realtime.direct.constraint import MULTIPLIERS, ROLL_1, SLIDE_1, row_bias
from rigida.realtime.direct.joint_rows import rate_of, turn_by_joint_rows
from rigida.realtime.direct.newton import fill_jacobian
from rigida.realtime.direct.sweep import apply_multipliers
from rigida.realtime.direct.work import Island, Work
from rigida.realtime.tuning import MOST_ROUNDS_AT_ONCE


@routine
def forget_change(island: Island, work: Work) -> None:
    """Let the change of the twists be zero."""
    zero = Vec3(0.0, 0.0, 0.0)
    for k in range(len(island.body)):
        turn = work.turn[island.body[k]]
        turn.linear, turn.angular = zero, zero


@inlined
def is_active(q: int, n: int, work: Work) -> bool:
    """Return whether multiplier n of contact q is inside its limit."""
    weight = work.weight[q].all
    return weight[n] > 0.0 if n < SLIDE_1 else (weight[SLIDE_1] > 0.0 if n < ROLL_1 else weight[ROLL_1] > 0.0)


@routine
def residual_along(push: float, island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Return the residuals of all active rows times the wanted changes of their impulses."""
    along = 0.0
    for q in range(len(island.contact)):
        c, j = work.constraint[q], work.jacobian
        a, b = bodies.twist[c.a].all, bodies.twist[c.b].all
        for n in range(MULTIPLIERS):
            change = work.change[q].all[n]
            if change != 0.0 and is_active(q, n, work):
                fill_jacobian(c, n, j)
                e = row_bias(c, n)
                for d in range(6):
                    e += j.a.all[d] * a[d] + j.b.all[d] * b[d]
                along -= change * e
    if joints is not None:
        for q in range(len(island.joint_row)):
            i = island.joint_row[q]
            row = joints.row[i]
            if row.weight > 0.0:
                e = rate_of(i, joints, bodies.twist) + row.bias + push * row.push
                along -= row.change * (e + row.softness * row.impulse)
    return along


@routine
def turned_along(last: bool, island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Return p · A d of the wanted changes d, with the last direction as p, or the changes themselves."""
    product = 0.0
    for q in range(len(island.contact)):
        apply_multipliers(work.constraint[q], work.change[q], bodies, work.turn)
    if joints is not None:
        turn_by_joint_rows(island.joint_row, joints, bodies, work)
    for q in range(len(island.contact)):
        c, j = work.constraint[q], work.jacobian
        a, b = work.turn[c.a].all, work.turn[c.b].all
        for n in range(MULTIPLIERS):
            p = work.search[q].all[n] if last else work.change[q].all[n]
            if p != 0.0 and is_active(q, n, work):
                fill_jacobian(c, n, j)
                for d in range(6):
                    product += p * (j.a.all[d] * a[d] + j.b.all[d] * b[d])
    if joints is not None:
        for q in range(len(island.joint_row)):
            i = island.joint_row[q]
            row = joints.row[i]
            if row.weight > 0.0:
                p = row.search if last else row.change
                product += p * (rate_of(i, joints, work.turn) + row.softness * row.change)
    forget_change(island, work)
    return product


@routine
def add_search(beta: float, island: Island, joints: JointRows | None, work: Work) -> None:
    """Add β times the last direction to the wanted changes."""
    for q in range(len(island.contact)):
        for n in range(MULTIPLIERS):
            if is_active(q, n, work):
                work.change[q].all[n] += beta * work.search[q].all[n]
    if joints is not None:
        for q in range(len(island.joint_row)):
            row = joints.row[island.joint_row[q]]
            if row.weight > 0.0:
                row.change += beta * row.search


@routine
def take_search(length: float, island: Island, joints: JointRows | None, work: Work) -> None:
    """Keep the wanted changes as the direction, and want this part of them."""
    for q in range(len(island.contact)):
        for n in range(MULTIPLIERS):
            if is_active(q, n, work):
                work.search[q].all[n] = work.change[q].all[n]
                work.change[q].all[n] *= length
    if joints is not None:
        for q in range(len(island.joint_row)):
            row = joints.row[island.joint_row[q]]
            if row.weight > 0.0:
                row.search = row.change
                row.change *= length


@routine
def conjugate(last: float, push: float, island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Turn the wanted changes of a round into a step of conjugate gradients; return p · A p of its direction p.

    last: that of the round before, 0 where the rounds restart. `work.turn` is zero on return.
    """
    forget_change(island, work)
    if last > 0.0:
        add_search(-turned_along(True, island, joints, bodies, work) / last, island, joints, work)
    curvature = turned_along(False, island, joints, bodies, work)
    along = residual_along(push, island, joints, bodies, work)
    if along <= 0.0 or curvature <= 0.0:
        return 0.0
    take_search(min(along / curvature, MOST_ROUNDS_AT_ONCE), island, joints, work)
    return curvature
