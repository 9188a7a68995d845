"""Equations among the coordinates of a group, held together with its joints (see `rattle`).

A coupling C = 0 with the row G of its rate, Ċ = G v, acts on bodies by Gᵀ μ. With the joints' factor of A = J M⁻¹ Jᵀ, a
unit of μ is taken up by joint impulses −y, y = A⁻¹ J M⁻¹ Gᵀ, and moves bodies by R Gᵀ = M⁻¹ (Gᵀ − Jᵀ y). Joints that
want a change r of their rates, and couplings that want c, get it from

    G R Gᵀ μ = c − yᵀ r,      λ = A⁻¹ r − y μ,

a Schur complement as small as couplings are few. Equations that others imply have no pivot and are left out.
"""

import math

from rigida.constraints.arrays import Frames, Joints
from rigida.constraints.block_factor import solve
from rigida.constraints.couplings import find_length
from rigida.constraints.parts.evaluate import evaluate_parts, part_rates
from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, dot
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.arrays import Groups, GroupWork, Ties
from rigida.realtime.articulated.motion import gather_impulses

#: What an equation is missed by falls at this rate at most [1/s]; by all of it in a sub-step that is longer.
RETURN = 50.0
#: Pivots below this part of what they were are those of equations that others imply.
_REDUNDANT = 1e-9


@routine
def measure_ties(g: int, frames: Frames, ties: Ties) -> None:
    """Fill lengths and factors of the equations of group g where the frames are."""
    coordinates = ties.coordinates
    for e in range(ties.start[g], ties.start[g + 1]):
        k = ties.equation[e]
        for t in range(ties.couplings.start[k], ties.couplings.start[k + 1]):
            c, parts = ties.couplings.term[t].coordinate, coordinates.parts
            evaluate_parts(c, c + 1, parts, frames, parts.jacobian)
            coordinates.value[c] = parts.error[c].all[0] + parts.target[c].value
        find_length(k, ties.couplings, coordinates)


@routine
def fill_wrenches(g: int, groups: Groups, joints: Joints, ties: Ties) -> None:
    """Fill Gᵀ of the equations of group g, which have been measured."""
    bodies, none, parts = len(joints.frames.motion), Vec3(0.0, 0.0, 0.0), ties.coordinates.parts
    for e in range(ties.start[g], ties.start[g + 1]):
        k = ties.equation[e]
        for m in range(joints.factor.start[g].member, joints.factor.start[g + 1].member):
            wrench = ties.wrench[e * bodies + groups.member[m]]
            wrench.force, wrench.torque = none, none
        for t in range(ties.couplings.start[k], ties.couplings.start[k + 1]):
            term = ties.couplings.term[t]
            for side in range(2):
                f, j = parts.frame[term.coordinate][side], parts.jacobian[term.coordinate].side[side].row[0]
                if f < bodies:
                    wrench = ties.wrench[e * bodies + f]
                    wrench.force += term.factor * j.linear
                    wrench.torque += term.factor * j.angular


@routine
def prepare_ties(g: int, groups: Groups, joints: Joints, work: GroupWork) -> None:
    """Measure the equations of group g and find what their impulses do; its joints must be factored where it is."""
    ties, frames, bodies, parts = work.ties, joints.frames, len(joints.frames.motion), len(joints.parts.code)
    first, end, none = joints.factor.start[g], joints.factor.start[g + 1], Vec3(0.0, 0.0, 0.0)
    begin, count = ties.start[g], ties.start[g + 1] - ties.start[g]
    if count == 0:
        return
    measure_ties(g, frames, ties)
    fill_wrenches(g, groups, joints, ties)
    for e in range(begin, begin + count):
        ties.aim[e] = ties.couplings.length[ties.equation[e]]
        for m in range(first.member, end.member):
            i = groups.member[m]
            wrench, inverse, moved = ties.wrench[e * bodies + i], frames.inverse[i], groups.response[i]
            moved.linear, moved.angular = inverse.mass * wrench.force, inverse.inertia @ wrench.torque
        for p in range(first.part, end.part):
            work.right[p].vector = none
        part_rates(first.part, end.part, joints.parts, groups.response, work.right, work.right)
        pull = ties.pull[e * parts : (e + 1) * parts]
        solve(g, joints.factor, work.right, pull)
        gather_impulses(g, pull, groups, joints, work.total)
        for d in range(begin, begin + count):
            moved_by = 0.0
            for m in range(first.member, end.member):
                i = groups.member[m]
                wrench, other, inverse = ties.wrench[e * bodies + i], ties.wrench[d * bodies + i], frames.inverse[i]
                force, torque = wrench.force - work.total[i].force, wrench.torque - work.total[i].torque
                moved_by += inverse.mass * dot(other.force, force) + dot(other.torque, inverse.inertia @ torque)
            ties.matrix[matrix_place(d, e, ties)] = moved_by
    for m in range(first.member, end.member):
        groups.response[groups.member[m]].linear = none
        groups.response[groups.member[m]].angular = none
    factor_ties(g, ties)


@inlined
def matrix_place(row: int, column: int, ties: Ties) -> int:
    """Return where an entry of the matrix is, by the numbers of both equations."""
    return row * len(ties.equation) + column


@routine
def factor_ties(g: int, ties: Ties) -> None:
    """Replace the matrix of group g by its Cholesky factor; equations that others imply get an infinite pivot."""
    begin, end = ties.start[g], ties.start[g + 1]
    for j in range(begin, end):
        at = matrix_place(j, j, ties)
        pivot = whole = ties.matrix[at]
        for k in range(begin, j):
            pivot -= ties.matrix[matrix_place(j, k, ties)] ** 2
        ties.matrix[at] = math.sqrt(pivot) if pivot > _REDUNDANT * whole else math.inf
        for i in range(j + 1, end):
            value = ties.matrix[matrix_place(i, j, ties)]
            for k in range(begin, j):
                value -= ties.matrix[matrix_place(i, k, ties)] * ties.matrix[matrix_place(j, k, ties)]
            ties.matrix[matrix_place(i, j, ties)] = value / ties.matrix[at]


@routine
def take_up(g: int, joints: Joints, work: GroupWork) -> None:
    """Find μ from what `ties.impulse` wants of rates and `right` of those of joints, whose impulses are filled already.

    Those are then changed by what the couplings' impulses ask of them.
    """
    ties, parts = work.ties, len(joints.parts.code)
    first, last = joints.factor.start[g].part, joints.factor.start[g + 1].part
    begin, end = ties.start[g], ties.start[g + 1]
    for e in range(begin, end):
        for p in range(first, last):
            ties.impulse[e] -= dot(ties.pull[e * parts + p].vector, work.right[p].vector)
    for j in range(begin, end):
        for k in range(begin, j):
            ties.impulse[j] -= ties.matrix[matrix_place(j, k, ties)] * ties.impulse[k]
        ties.impulse[j] /= ties.matrix[matrix_place(j, j, ties)]
    for j in range(end - 1, begin - 1, -1):
        for k in range(j + 1, end):
            ties.impulse[j] -= ties.matrix[matrix_place(k, j, ties)] * ties.impulse[k]
        ties.impulse[j] /= ties.matrix[matrix_place(j, j, ties)]
    for e in range(begin, end):
        for p in range(first, last):
            work.impulse[p].vector = work.impulse[p].vector - ties.impulse[e] * ties.pull[e * parts + p].vector


@routine
def pull_ties(g: int, bodies: Bodies, groups: Groups, joints: Joints, work: GroupWork) -> None:
    """Add Gᵀ μ to velocities and angular momenta of the members of group g."""
    ties, count = work.ties, len(joints.frames.motion)
    for e in range(ties.start[g], ties.start[g + 1]):
        for m in range(joints.factor.start[g].member, joints.factor.start[g + 1].member):
            i = groups.member[m]
            wrench = ties.wrench[e * count + i]
            bodies.velocity[i] += bodies.inv_mass[i] * ties.impulse[e] * wrench.force
            bodies.angular_momentum[i] += ties.impulse[e] * wrench.torque


@routine
def want_rates(g: int, frames: Frames, ties: Ties) -> None:
    """Want the rates of the equations of group g, by the frames' twists, to vanish."""
    parts = ties.coordinates.parts
    for e in range(ties.start[g], ties.start[g + 1]):
        k, rate = ties.equation[e], 0.0
        for t in range(ties.couplings.start[k], ties.couplings.start[k + 1]):
            term = ties.couplings.term[t]
            for side in range(2):
                f, j = parts.frame[term.coordinate][side], parts.jacobian[term.coordinate].side[side].row[0]
                for c in range(6):
                    rate += term.factor * j.all[c] * frames.twist[f].all[c]
        ties.impulse[e] = -rate


@routine
def want_lengths(g: int, h: float, frames: Frames, ties: Ties) -> float:
    """Want the equations of group g to be met at the end of a sub-step of h [s]; return how far they miss that."""
    measure_ties(g, frames, ties)
    worst = 0.0
    for e in range(ties.start[g], ties.start[g + 1]):
        missed = ties.couplings.length[ties.equation[e]] - max(1.0 - RETURN * h, 0.0) * ties.aim[e]
        ties.impulse[e] = -missed / h
        worst = max(worst, abs(missed))
    return worst
