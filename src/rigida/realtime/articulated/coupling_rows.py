"""Equations among the coordinates of a group, solved together with its joints (see `rattle`).

A coupling C = 0 with the row G of its rate, Ċ = G v, acts on bodies by Gᵀ μ. With the joints' factor of A = J M⁻¹ Jᵀ, a
unit of μ is taken up by joint impulses −y, y = A⁻¹ J M⁻¹ Gᵀ, and moves bodies by R Gᵀ = M⁻¹ (Gᵀ − Jᵀ y). Joints
whose rates must change by r, and couplings whose rates must change by c, get it from

    G R Gᵀ μ = c − yᵀ r,      λ = A⁻¹ r − y μ,

a Schur complement as small as couplings are few. Equations that others imply have no pivot and are left out.
"""

import math

from rigida.constraints.arrays import Frames, Joints
from rigida.constraints.block_factor import solve
from rigida.constraints.couplings import find_length
from rigida.constraints.parts.evaluate import evaluate_parts, part_rates
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, dot
from rigida.realtime.arrays import Bodies, Twist
from rigida.realtime.articulated.arrays import CouplingRows, Groups, GroupWork
from rigida.realtime.articulated.motion import gather_impulses
from rigida.realtime.tuning import COUPLING_RETURN

#: Pivots below this part of their first value belong to redundant equations.
_REDUNDANT = 1e-9


@routine
def measure_group_couplings(g: int, frames: Frames, coupled: CouplingRows) -> None:
    """Fill lengths and factors of the equations of group g where the frames are."""
    coordinates = coupled.coordinates
    for e in range(coupled.start[g], coupled.start[g + 1]):
        k = coupled.equation[e]
        for t in range(coupled.couplings.start[k], coupled.couplings.start[k + 1]):
            c, parts = coupled.couplings.term[t].coordinate, coordinates.parts
            evaluate_parts(c, c + 1, parts, frames, parts.jacobian)
            coordinates.value[c] = parts.error[c].all[0] + parts.target[c].value
        find_length(k, coupled.couplings, coordinates)


@routine
def fill_wrenches(g: int, joints: Joints, coupled: CouplingRows) -> None:
    """Fill Gᵀ of the equations of group g, which have been measured; it is zero for bodies that they do not name."""
    bodies, none, parts = len(joints.frames.motion), Vec3(0.0, 0.0, 0.0), coupled.coordinates.parts
    for e in range(coupled.start[g], coupled.start[g + 1]):
        k = coupled.equation[e]
        for t in range(coupled.couplings.start[k], coupled.couplings.start[k + 1]):
            for side in range(2):
                f = parts.frame[coupled.couplings.term[t].coordinate][side]
                if f < bodies:
                    coupled.wrench[e * bodies + f].force, coupled.wrench[e * bodies + f].torque = none, none
        for t in range(coupled.couplings.start[k], coupled.couplings.start[k + 1]):
            term = coupled.couplings.term[t]
            for side in range(2):
                f, j = parts.frame[term.coordinate][side], parts.jacobian[term.coordinate].side[side].row[0]
                if f < bodies:
                    wrench = coupled.wrench[e * bodies + f]
                    wrench.force += term.factor * j.linear
                    wrench.torque += term.factor * j.angular


@routine
def rate_along(k: int, coupled: CouplingRows, twist: Rows[Twist]) -> float:
    """Return the rate of coupling k, which has been measured, by the twists of frames."""
    rate, parts = 0.0, coupled.coordinates.parts
    for t in range(coupled.couplings.start[k], coupled.couplings.start[k + 1]):
        term = coupled.couplings.term[t]
        for side in range(2):
            f, j = parts.frame[term.coordinate][side], parts.jacobian[term.coordinate].side[side].row[0]
            for c in range(6):
                rate += term.factor * j.all[c] * twist[f].all[c]
    return rate


@routine
def aim_couplings(g: int, frames: Frames, coupled: CouplingRows) -> None:
    """Measure the equations of group g at the start of a sub-step, whose errors shrink from there."""
    measure_group_couplings(g, frames, coupled)
    for e in range(coupled.start[g], coupled.start[g + 1]):
        coupled.aim[e] = coupled.couplings.length[coupled.equation[e]]


@routine
def prepare_coupling_rows(g: int, groups: Groups, joints: Joints, work: GroupWork) -> None:
    """Measure the equations of group g and find what their impulses do; its joints must be factored where it is."""
    coupled, frames, bodies, parts = work.coupled, joints.frames, len(joints.frames.motion), len(joints.parts.code)
    first, end, none = joints.factor.start[g], joints.factor.start[g + 1], Vec3(0.0, 0.0, 0.0)
    begin, last = coupled.start[g], coupled.start[g + 1]
    if begin == last:
        return
    aim_couplings(g, frames, coupled)
    fill_wrenches(g, joints, coupled)
    for e in range(begin, last):
        for m in range(first.member, end.member):
            i = groups.member[m]
            wrench, inverse, moved = coupled.wrench[e * bodies + i], frames.inverse[i], groups.response[i]
            moved.linear, moved.angular = inverse.mass * wrench.force, inverse.inertia @ wrench.torque
        for p in range(first.part, end.part):
            work.right[p].vector = none
        part_rates(first.part, end.part, joints.parts, groups.response, work.right, work.right)
        pull = coupled.pull[e * parts : (e + 1) * parts]
        solve(g, joints.factor, work.right, pull)
        gather_impulses(g, pull, groups, joints, work.total)
        for m in range(first.member, end.member):
            i = groups.member[m]
            inverse, moved = frames.inverse[i], groups.response[i]
            moved.linear -= inverse.mass * work.total[i].force
            moved.angular -= inverse.inertia @ work.total[i].torque
        for d in range(e, last):
            coupled.matrix[matrix_place(d, e, coupled)] = rate_along(coupled.equation[d], coupled, groups.response)
    for m in range(first.member, end.member):
        groups.response[groups.member[m]].linear = none
        groups.response[groups.member[m]].angular = none
    factor_coupling_rows(g, coupled)


@inlined
def matrix_place(row: int, column: int, coupled: CouplingRows) -> int:
    """Return where an entry of the matrix is, by the numbers of both equations."""
    return row * len(coupled.equation) + column


@routine
def factor_coupling_rows(g: int, coupled: CouplingRows) -> None:
    """Replace the matrix of group g by its Cholesky factor; equations that others imply get an infinite pivot."""
    begin, end = coupled.start[g], coupled.start[g + 1]
    for j in range(begin, end):
        at = matrix_place(j, j, coupled)
        pivot = whole = coupled.matrix[at]
        for k in range(begin, j):
            pivot -= coupled.matrix[matrix_place(j, k, coupled)] ** 2
        coupled.matrix[at] = math.sqrt(pivot) if pivot > _REDUNDANT * whole else math.inf
        for i in range(j + 1, end):
            value = coupled.matrix[matrix_place(i, j, coupled)]
            for k in range(begin, j):
                value -= coupled.matrix[matrix_place(i, k, coupled)] * coupled.matrix[matrix_place(j, k, coupled)]
            coupled.matrix[matrix_place(i, j, coupled)] = value / coupled.matrix[at]


@routine
def solve_coupling_impulses(g: int, joints: Joints, work: GroupWork) -> None:
    """Solve for μ; `coupled.impulse` holds the changes of rates c, `right` those of joints r, whose impulses are known.

    The impulses of joints are then corrected for those of the couplings.
    """
    coupled, parts = work.coupled, len(joints.parts.code)
    first, last = joints.factor.start[g].part, joints.factor.start[g + 1].part
    begin, end = coupled.start[g], coupled.start[g + 1]
    for e in range(begin, end):
        for p in range(first, last):
            coupled.impulse[e] -= dot(coupled.pull[e * parts + p].vector, work.right[p].vector)
    for j in range(begin, end):
        for k in range(begin, j):
            coupled.impulse[j] -= coupled.matrix[matrix_place(j, k, coupled)] * coupled.impulse[k]
        coupled.impulse[j] /= coupled.matrix[matrix_place(j, j, coupled)]
    for j in range(end - 1, begin - 1, -1):
        for k in range(j + 1, end):
            coupled.impulse[j] -= coupled.matrix[matrix_place(k, j, coupled)] * coupled.impulse[k]
        coupled.impulse[j] /= coupled.matrix[matrix_place(j, j, coupled)]
    for e in range(begin, end):
        for p in range(first, last):
            work.impulse[p].vector = work.impulse[p].vector - coupled.impulse[e] * coupled.pull[e * parts + p].vector


@routine
def apply_coupling_impulses(g: int, bodies: Bodies, groups: Groups, joints: Joints, work: GroupWork) -> None:
    """Add Gᵀ μ to velocities and angular momenta of the members of group g."""
    coupled, count = work.coupled, len(joints.frames.motion)
    for e in range(coupled.start[g], coupled.start[g + 1]):
        for m in range(joints.factor.start[g].member, joints.factor.start[g + 1].member):
            i = groups.member[m]
            wrench = coupled.wrench[e * count + i]
            bodies.velocity[i] += bodies.inv_mass[i] * coupled.impulse[e] * wrench.force
            bodies.angular_momentum[i] += coupled.impulse[e] * wrench.torque


@routine
def set_rate_errors(g: int, frames: Frames, coupled: CouplingRows) -> None:
    """Set the change of rates that brings the rates of the equations of group g, by the frames' twists, to zero."""
    for e in range(coupled.start[g], coupled.start[g + 1]):
        coupled.impulse[e] = -rate_along(coupled.equation[e], coupled, frames.twist)


@routine
def set_length_errors(g: int, h: float, frames: Frames, coupled: CouplingRows) -> float:
    """Set the change of rates that meets the equations of group g at the end of h [s]; return the largest error."""
    measure_group_couplings(g, frames, coupled)
    worst = 0.0
    for e in range(coupled.start[g], coupled.start[g + 1]):
        missed = coupled.couplings.length[coupled.equation[e]] - max(1.0 - COUPLING_RETURN * h, 0.0) * coupled.aim[e]
        coupled.impulse[e] = -missed / h
        worst = max(worst, abs(missed))
    return worst
