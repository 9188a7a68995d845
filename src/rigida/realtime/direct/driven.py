"""Islands with motors, springs, rotors, dry friction or stops in joints, solved directly with joints closed throughout.

Rows of joints are far stiffer than what contacts ask of a chain of links as a whole, so a step that is cut short for a
contact, or a sweep over single rows, tears joints open and proposes the wrong contacts. Here a solve (`newton`) is
either taken as a whole or not at all: where it would let contacts pull, friction exceed its limit or a motor its reach,
these are set on their limits, left out of the matrix, and it is done anew. Once none does, contacts that approach push
again, what slides follows its slip, and what need not slide sticks.
"""

from rigida.jit.decorators import routine
from rigida.realtime.arrays import Bodies, JointRows
from rigida.realtime.direct.active_rows import (
    choose_rows,
    goes_beyond,
    joint_residual,
    left_wrong,
    residual,
    set_on_limits,
    take_changes,
)
from rigida.realtime.direct.cholesky import factor, solve_factored
from rigida.realtime.direct.constraint import MULTIPLIERS
from rigida.realtime.direct.follow import follow
from rigida.realtime.direct.joint_rows import push_along, rate_of_solution
from rigida.realtime.direct.newton import add_joint_row, add_row, clear_solution, start_matrix
from rigida.realtime.direct.work import Island, Work

#: Solves per pass.
MOST_TRIALS = 10
#: What is wrong by less than this part of what a solve may leave needs none: else motion would lag behind by all of it.
UNTOUCHED = 0.01


@routine
def find_driven_impulses(
    tolerance: float, push: float, island: Island, joints: JointRows, bodies: Bodies, work: Work
) -> tuple[int, int, float]:
    """Find the impulses of an island with rows along coordinates of joints.

    Returns how many solves that took, whether some rows were still to change their state (1), and by how much
    velocities are wrong [m/s].
    """
    wrong, fresh = choose_rows(island, push, joints, bodies, work), True
    if wrong < UNTOUCHED * tolerance:
        return 0, 0, wrong
    for solves in range(1, MOST_TRIALS + 1):
        solve_active(fresh, island, push, joints, bodies, work)
        fill_changes(island, push, joints, bodies, work)
        if goes_beyond(island, joints, work) and solves < MOST_TRIALS:
            set_on_limits(island, joints, bodies, work)
            fresh = True
            continue
        take_all(island, joints, bodies, work)
        still = left_wrong(island, push, joints, bodies, work)
        if solves < MOST_TRIALS:
            wrong, fresh = follow(island, push, tolerance, joints, bodies, work)
        wrong = max(wrong, still)
        if wrong < tolerance:
            return solves, 0, wrong
    return MOST_TRIALS, 1, wrong


@routine
def solve_active(fresh: bool, island: Island, push: float, joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Fill x with the change of the twists by which the active rows are met; fresh: they are others than before."""
    clear_solution(island, work)
    if fresh:
        start_matrix(island, bodies, work)
    for q in range(len(island.contact)):
        c, weight = work.constraint[q], work.weight[q].all
        for n in range(MULTIPLIERS):
            if weight[n] > 0.0:
                e = residual(c, n, bodies, work)
                i, k, j = work.rank[c.a], work.rank[c.b], work.jacobian
                add_row(fresh, i, k, weight[n], e, j.a, j.b, work)
    for q in range(len(island.joint_row)):
        i = island.joint_row[q]
        if joints.row[i].weight > 0.0:
            add_joint_row(fresh, i, joint_residual(i, push, joints, bodies), joints, work)
    if fresh:
        factor(len(island.body), work)
    solve_factored(len(island.body), work)


@routine
def fill_changes(island: Island, push: float, joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Fill the changes of the impulses of all active rows that the solution x wants."""
    for q in range(len(island.contact)):
        c, weight, change = work.constraint[q], work.weight[q].all, work.change[q].all
        i, k, j = work.rank[c.a], work.rank[c.b], work.jacobian
        for n in range(MULTIPLIERS):
            change[n] = 0.0
            if weight[n] > 0.0:
                e = residual(c, n, bodies, work)
                for d in range(6):
                    e += j.a.all[d] * work.x[i].all[d] if i >= 0 else 0.0
                    e += j.b.all[d] * work.x[k].all[d] if k >= 0 else 0.0
                change[n] = -weight[n] * e
    for q in range(len(island.joint_row)):
        row = joints.row[island.joint_row[q]]
        row.change = 0.0
        if row.weight > 0.0:
            e = joint_residual(island.joint_row[q], push, joints, bodies)
            row.change = -row.weight * (e + rate_of_solution(island.joint_row[q], joints, work))


@routine
def take_all(island: Island, joints: JointRows, bodies: Bodies, work: Work) -> None:
    """Add all changes to the impulses, and let them act."""
    for q in range(len(island.contact)):
        take_changes(work.constraint[q], q, bodies, work)
    for q in range(len(island.joint_row)):
        row = joints.row[island.joint_row[q]]
        if row.change != 0.0:
            push_along(island.joint_row[q], row.change, joints, bodies, bodies.twist)
            row.impulse += row.change
