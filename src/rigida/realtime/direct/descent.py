"""The impulses of an island whose active set is not found at once: down a convex energy, by Newton's method.

With λ the impulses at hand, V the twists that they lead to, and y a change of these, each row wants the impulse

    λ(y) = project(λ − ρ (J (V + y) + b)),

which is less the larger its rate: it is the slope of a convex energy of the row. So the change for which all are
met, M y = Σ Jᵀ (λ(y) − λ), is where the energy ½ yᵀ M y + Σ … is least. Newton's method finds it wherever it begins,
since along each of its steps the least energy is looked for: rows may meet their limits and leave them again on the
way. Friction that slides enters with the curvature of its limit, across its direction. Then λ ← λ(y) and
V ← V + M⁻¹ Jᵀ Δλ, so that momentum is exact and nothing pulls, and again, until rows that are not on a limit are met
(augmented Lagrangian with semismooth Newton; Li, Sun and Toh 2018; the same energy is what MuJoCo goes down, Todorov
2014). Limits of friction are those of the loads of the round before (Haslinger 1983), extrapolated while these converge
(Anderson 1965).
"""

import math

from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, cross, dot
from rigida.realtime.arrays import POINTS, Bodies, JointRows
from rigida.realtime.direct.cholesky import factor, solve_factored
from rigida.realtime.direct.conjugate import conjugate, forget_change
from rigida.realtime.direct.constraint import (
    MULTIPLIERS,
    ROLL_1,
    ROLL_2,
    SLIDE_1,
    SPIN,
    Constraint,
)
from rigida.realtime.direct.joint_rows import push_along, rate_of, rate_of_solution, turn_by_joint_rows
from rigida.realtime.direct.newton import (
    add_joint_row,
    add_row,
    clear_solution,
    fill_jacobian,
    start_matrix,
)
from rigida.realtime.direct.projected import LOAD, contact_rate, loaded, project_impulses
from rigida.realtime.direct.sweep import apply_multipliers
from rigida.realtime.direct.work import Island, Work
from rigida.realtime.tuning import (
    CONVERGES,
    FARTHEST,
    LINE_SEARCH_SLOPE,
    MOST_LENGTHS,
    MOST_NEWTON_STEPS,
    STALLED_CONJUGATE_ROUNDS,
    STALLED_ROUNDS,
)

#: Steps that can lower the energy by this part of what the first one of a round could are steps of rounding.
OF_ROUNDING = 1e-20


@routine
def descend(
    tolerance: float, push: float, island: Island, joints: JointRows | None, bodies: Bodies, work: Work
) -> tuple[int, bool, float]:
    """Find the impulses of an island.

    Where there are more steps to do than there may be, or rows contradict each other, so that rounds bring them no
    nearer to their laws, the impulses of the round stay that was nearest: they would grow for ever.

    Returns how many solves that took, whether they were found, and by how much velocities are wrong [m/s, rad/s].
    """
    wrong, solves, rounds, extrapolates, last, stalled, least = math.inf, 0, 0, True, 0.0, 0, math.inf
    patience = STALLED_ROUNDS if joints is None else STALLED_CONJUGATE_ROUNDS
    while solves < MOST_NEWTON_STEPS and stalled < patience:
        if push == 0.0 or rounds == 0:  # bodies that are pushed apart bear no other loads
            extrapolates = update_loads(rounds, extrapolates, island, work)
        project_impulses(island, push, joints, bodies, work)
        balanced, steepest, before = False, 0.0, solves
        last = last if work.factored[0] != 0 else 0.0
        while solves < MOST_NEWTON_STEPS and not balanced:
            solve_projected(island, push, joints, bodies, work)
            solves += 1
            balanced, begin = take_step(tolerance, island, push, joints, bodies, work)
            steepest = min(steepest, begin)
            balanced |= begin >= OF_ROUNDING * steepest
        if not balanced:
            forget_change(island, work)
            break
        same = joints is not None and solves == before + 1 and work.factored[0] != 0
        last = conjugate(last, push, island, joints, bodies, work) if same else 0.0
        imbalance(True, island, joints, bodies, work)
        left = accept_step(island, push, joints, bodies, work)
        stalled = stalled + 1 if left > CONVERGES * least else 0
        wrong, rounds = left, rounds + 1
        if wrong < tolerance:
            return solves, True, wrong
        if wrong < least:
            least = wrong
            keep_best(island, joints, work)
    if least < wrong:
        return_to_best(island, joints, bodies, work)
    return solves, False, least


@routine
def keep_impulses(island: Island, joints: JointRows | None, work: Work) -> None:
    """Keep the impulses that a push is not to change."""
    for q in range(len(island.contact)):
        for n in range(MULTIPLIERS):
            work.kept[q].all[n] = work.constraint[q].impulse.all[n]
    if joints is not None:
        for q in range(len(island.joint_row)):
            row = joints.row[island.joint_row[q]]
            row.kept = row.impulse


@routine
def return_to_kept(island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> None:
    """Go back to the impulses before a push, and to their twists."""
    for q in range(len(island.contact)):
        for n in range(MULTIPLIERS):
            work.best[q].all[n] = work.kept[q].all[n]
    if joints is not None:
        for q in range(len(island.joint_row)):
            row = joints.row[island.joint_row[q]]
            row.best = row.kept
    return_to_best(island, joints, bodies, work)


@routine
def keep_best(island: Island, joints: JointRows | None, work: Work) -> None:
    """Keep the impulses of a round."""
    for q in range(len(island.contact)):
        for n in range(MULTIPLIERS):
            work.best[q].all[n] = work.constraint[q].impulse.all[n]
    if joints is not None:
        for q in range(len(island.joint_row)):
            row = joints.row[island.joint_row[q]]
            row.best = row.impulse


@routine
def return_to_best(island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> None:
    """Go back to the impulses that are kept, and to their twists."""
    for q in range(len(island.contact)):
        c = work.constraint[q]
        for n in range(MULTIPLIERS):
            work.change[q].all[n] = work.best[q].all[n] - c.impulse.all[n]
            c.impulse.all[n] = work.best[q].all[n]
        apply_multipliers(c, work.change[q], bodies, bodies.twist)
    if joints is not None:
        for q in range(len(island.joint_row)):
            row = joints.row[island.joint_row[q]]
            push_along(island.joint_row[q], row.best - row.impulse, joints, bodies, bodies.twist)
            row.impulse = row.best


@routine
def update_loads(rounds: int, extrapolates: bool, island: Island, work: Work) -> bool:
    """Let limits of friction go by the loads at hand, from the third round on by where these tend to.

    Returns whether they still converge.
    """
    up, down, now_2, old_2 = 0.0, 0.0, 0.0, 0.0
    for q in range(len(island.contact)):
        c, kept = work.constraint[q], work.load[q]
        scale = c.friction / c.gain if c.gain > 0.0 else 0.0
        now, old = scale * (loaded(c) - work.weight[q].all[LOAD]), scale * (kept.now - kept.used)
        now_2, old_2 = now_2 + now * now, old_2 + old * old
        up, down = up + now * (now - old), down + (now - old) * (now - old)
    extrapolates = extrapolates and (rounds < 2 or now_2 <= CONVERGES * CONVERGES * old_2)
    part = min(max(up / down, -FARTHEST), 0.0) if extrapolates and rounds >= 2 and down > 0.0 else 0.0
    for q in range(len(island.contact)):
        kept, now, used = work.load[q], loaded(work.constraint[q]), work.weight[q].all[LOAD]
        work.weight[q].all[LOAD] = max(now - part * (now - kept.now), 0.0) if now > 0.0 else 0.0
        kept.now, kept.used = now, used
    return extrapolates


@routine
def imbalance(keep: bool, island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Return by how much y differs from what the wanted changes do to the twists; if `keep`, y becomes the latter."""
    worst = 0.0
    for k in range(len(island.body)):
        work.x[k] = work.turn[island.body[k]]
    forget_change(island, work)
    for q in range(len(island.contact)):
        apply_multipliers(work.constraint[q], work.change[q], bodies, work.turn)
    if joints is not None:
        turn_by_joint_rows(island.joint_row, joints, bodies, work)
    for k in range(len(island.body)):
        turn = work.turn[island.body[k]]
        for d in range(6):
            worst = max(worst, abs(work.x[k].all[d] - turn.all[d]))
        if not keep:
            work.turn[island.body[k]] = work.x[k]
    return worst


@inlined
def add_contact_row(whole: bool, i: int, k: int, weight: float, change: float, projected: float, work: Work) -> None:
    """Add the row in `work.jacobian`: of its weight, what it wants at y, and its rate by y, `change`."""
    j = work.jacobian
    if weight > 0.0:
        add_row(whole, i, k, weight, -projected / weight - change, j.a, j.b, work)
    elif projected != 0.0:
        add_row(False, i, k, 1.0, -projected, j.a, j.b, work)


@inlined
def turn_rate(c: Constraint, work: Work) -> float:
    """Return J y of the row in `work.jacobian`."""
    j, a, b, e = work.jacobian, work.turn[c.a].all, work.turn[c.b].all, 0.0
    for d in range(6):
        e += j.a.all[d] * a[d] + j.b.all[d] * b[d]
    return e


@routine
def add_sliding(c: Constraint, q: int, work: Work) -> None:
    """Add friction that slides: what it wants, and its stiffness along both directions across its own."""
    i, k, change, imp, spin_radius = work.rank[c.a], work.rank[c.b], work.change[q], c.impulse, c.spin_radius
    f = Vec3(imp.slide_1 + change.slide_1, imp.slide_2 + change.slide_2, 0.0)
    if spin_radius > 0.0:
        f = Vec3(f.x, f.y, (imp.spin + change.spin) / spin_radius)
    size = math.sqrt(dot(f, f))
    if size == 0.0:
        return
    f = f / size
    # Two directions across f in the space of both slips and spin_radius times spin.
    other = Vec3(0.0, 0.0, 1.0) if abs(f.z) < 0.5 else Vec3(1.0, 0.0, 0.0)
    first = cross(f, other)
    first = first / math.sqrt(dot(first, first))
    second = cross(f, first)
    projected = Vec3(change.slide_1, change.slide_2, change.spin / spin_radius if spin_radius > 0.0 else 0.0)
    fill_combined(c, f, work)
    add_contact_row(True, i, k, 0.0, 0.0, dot(projected, f), work)
    weight = -work.weight[q].all[SLIDE_1]
    fill_combined(c, first, work)
    add_contact_row(True, i, k, weight, turn_rate(c, work), dot(projected, first), work)
    fill_combined(c, second, work)
    add_contact_row(True, i, k, weight, turn_rate(c, work), dot(projected, second), work)


@inlined
def fill_combined(c: Constraint, t: Vec3, work: Work) -> None:
    """Fill the row of the Jacobian along a direction t of both slips and spin_radius times spin."""
    j, d = work.jacobian, t.x * c.tangent_1 + t.y * c.tangent_2
    spin = t.z * c.spin_radius * c.normal
    j.a.linear, j.a.angular = -d, -(cross(c.arm_a, d) + spin)
    j.b.linear, j.b.angular = d, cross(c.arm_b, d) + spin


@routine
def add_rolling(c: Constraint, q: int, work: Work) -> None:
    """Add rolling friction that gives way: what it wants, and its stiffness across its direction."""
    i, k, change, j, zero = work.rank[c.a], work.rank[c.b], work.change[q], work.jacobian, Vec3(0.0, 0.0, 0.0)
    r1, r2 = c.impulse.roll_1 + change.roll_1, c.impulse.roll_2 + change.roll_2
    size = math.sqrt(r1 * r1 + r2 * r2)
    if size == 0.0:
        return
    r1, r2 = r1 / size, r2 / size
    d = r1 * c.tangent_1 + r2 * c.tangent_2
    j.a.linear, j.a.angular, j.b.linear, j.b.angular = zero, -d, zero, d
    add_contact_row(True, i, k, 0.0, 0.0, r1 * change.roll_1 + r2 * change.roll_2, work)
    d = -r2 * c.tangent_1 + r1 * c.tangent_2
    j.a.linear, j.a.angular, j.b.linear, j.b.angular = zero, -d, zero, d
    weight, projected = -work.weight[q].all[ROLL_1], r1 * change.roll_2 - r2 * change.roll_1
    add_contact_row(True, i, k, weight, turn_rate(c, work), projected, work)


@routine
def solve_projected(island: Island, push: float, joints: JointRows | None, bodies: Bodies, work: Work) -> None:
    """Fill x with the step of Newton's method from y on: (M + Σ ρ JᵀJ) (y + x) = Σ Jᵀ (λ(y) − λ + ρ J y).

    The factor of the matrix is that of the last step while the weights are.
    """
    whole = work.factored[0] == 0
    clear_solution(island, work)
    if whole:
        start_matrix(island, bodies, work)
    for q in range(len(island.contact)):
        c, weight, change = work.constraint[q], work.weight[q].all, work.change[q]
        i, k = work.rank[c.a], work.rank[c.b]
        for n in range(POINTS):
            if n < c.count:
                fill_jacobian(c, n, work.jacobian)
                add_contact_row(whole, i, k, weight[n], turn_rate(c, work), change.normal[n], work)
        if weight[SLIDE_1] < 0.0:
            add_sliding(c, q, work)
        else:
            for n in range(SLIDE_1, SPIN + 1):
                rho = weight[SLIDE_1] * (c.spin_radius * c.spin_radius if n == SPIN else 1.0)
                fill_jacobian(c, n, work.jacobian)
                add_contact_row(whole, i, k, rho, turn_rate(c, work), change.all[n], work)
        if weight[ROLL_1] < 0.0:
            add_rolling(c, q, work)
        else:
            for n in range(ROLL_1, ROLL_2 + 1):
                fill_jacobian(c, n, work.jacobian)
                add_contact_row(whole, i, k, weight[ROLL_1], turn_rate(c, work), change.all[n], work)
    if joints is not None:
        add_joint_rows(whole, island, joints, work)
    if whole:
        factor(len(island.body), work)
        work.factored[0] = 1
    solve_factored(len(island.body), work)
    for k in range(len(island.body)):
        turn = work.turn[island.body[k]]
        work.x[k].linear -= turn.linear
        work.x[k].angular -= turn.angular


@routine
def add_joint_rows(whole: bool, island: Island, joints: JointRows, work: Work) -> None:
    """Add what joint rows want, and if whole their stiffness where they are inside their limits."""
    for q in range(len(island.joint_row)):
        i = island.joint_row[q]
        row = joints.row[i]
        if row.weight > 0.0:
            add_joint_row(whole, i, -row.change / row.weight - rate_of(i, joints, work.turn), joints, work)
        elif row.change != 0.0:
            row.weight = 1.0
            add_joint_row(False, i, -row.change, joints, work)
            row.weight = 0.0


@routine
def slope(island: Island, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Return the slope of the energy along x at V + y, where rows want the changes that are filled."""
    s = 0.0
    for k in range(len(island.body)):
        i = island.body[k]
        x, y, m, moment = work.x[k], work.turn[i], bodies.rotation[i], bodies.inertia[i]
        s += bodies.mass[i] * dot(x.linear, y.linear)
        u, w = x.angular @ m, y.angular @ m
        s += moment.x * u.x * w.x + moment.y * u.y * w.y + moment.z * u.z * w.z
    for q in range(len(island.contact)):
        c, change = work.constraint[q], work.change[q].all
        i, k, j = work.rank[c.a], work.rank[c.b], work.jacobian
        for n in range(MULTIPLIERS):
            if change[n] != 0.0:
                fill_jacobian(c, n, j)
                for d in range(6):
                    s -= change[n] * j.a.all[d] * work.x[i].all[d] if i >= 0 else 0.0
                    s -= change[n] * j.b.all[d] * work.x[k].all[d] if k >= 0 else 0.0
    if joints is not None:
        for q in range(len(island.joint_row)):
            row = joints.row[island.joint_row[q]]
            if row.change != 0.0:
                s -= row.change * rate_of_solution(island.joint_row[q], joints, work)
    return s


@routine
def move_along(part: float, island: Island, work: Work) -> None:
    """Change y by a part of x."""
    for k in range(len(island.body)):
        turn, x = work.turn[island.body[k]], work.x[k]
        turn.linear += part * x.linear
        turn.angular += part * x.angular


@routine
def take_step(
    tolerance: float, island: Island, push: float, joints: JointRows | None, bodies: Bodies, work: Work
) -> tuple[bool, float]:
    """Take the step x as far as the energy falls along it.

    Returns whether y is in balance or the energy falls no more, and the slope of the energy where the step begins.
    """
    begin = slope(island, joints, bodies, work)
    move_along(1.0, island, work)
    low, high, at, slope_low, slope_high, width = 0.0, 1.0, 1.0, begin, 0.0, 2.0
    for _ in range(MOST_LENGTHS):
        project_impulses(island, push, joints, bodies, work)
        if begin >= 0.0:
            break
        s = slope(island, joints, bodies, work)
        if s <= -LINE_SEARCH_SLOPE * begin and (at == 1.0 or s >= LINE_SEARCH_SLOPE * begin):
            break
        if s > 0.0:
            high, slope_high = at, s
        else:
            low, slope_low = at, s
        # Between both ends, where a line through their slopes is flat; where that did not halve them, in the middle.
        halved, width = high - low <= 0.5 * width, high - low
        new = low + width * (min(max(-slope_low / (slope_high - slope_low), 0.01), 0.99) if halved else 0.5)
        move_along(new - at, island, work)
        at = new
    return imbalance(False, island, joints, bodies, work) < tolerance or begin >= 0.0, begin


@routine
def off_limit(c: Constraint, load: float, slides: bool) -> float:
    """Return how far friction is from the limit of a load, if it slides or is beyond it, as a velocity [m/s]."""
    i, spin = c.impulse, c.impulse.spin / c.spin_radius if c.spin_radius > 0.0 else 0.0
    apart = c.friction * load - math.sqrt(i.slide_1 * i.slide_1 + i.slide_2 * i.slide_2 + spin * spin)
    return abs(apart) / c.gain if slides or apart < 0.0 else 0.0


@routine
def accept_step(island: Island, push: float, joints: JointRows | None, bodies: Bodies, work: Work) -> float:
    """Take impulses and twists as they are wanted; return how far rows inside their limits are from their laws."""
    wrong = 0.0
    for k in range(len(island.body)):
        twist, turn = bodies.twist[island.body[k]], work.turn[island.body[k]]
        twist.linear += turn.linear
        twist.angular += turn.angular
    forget_change(island, work)
    for q in range(len(island.contact)):
        c, weight = work.constraint[q], work.weight[q].all
        for n in range(MULTIPLIERS):
            c.impulse.all[n] += work.change[q].all[n]
            active = weight[n] if n < SLIDE_1 else (weight[SLIDE_1] if n < ROLL_1 else weight[ROLL_1])
            if active > 0.0 and (n != SPIN or c.spin_radius > 0.0):
                wrong = max(wrong, abs(contact_rate(c, n, bodies, work)))
        load = loaded(c) if push == 0.0 else weight[LOAD]
        wrong = max(wrong, off_limit(c, load, weight[SLIDE_1] <= 0.0))
    if joints is None:
        return wrong
    for q in range(len(island.joint_row)):
        i = island.joint_row[q]
        row = joints.row[i]
        row.impulse += row.change
        if row.weight > 0.0:
            e = rate_of(i, joints, bodies.twist) + row.bias + push * row.push
            wrong = max(wrong, abs(e + row.softness * row.impulse))
    return wrong
