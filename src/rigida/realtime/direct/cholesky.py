"""Cholesky factorisation of a sparse symmetric matrix of 6×6 blocks, one block row per body, inside its envelope.

Block (i, j), j ≤ i, is stored where j lies between the first neighbour of i and i itself; everything between is stored
too, so that the factor needs no other places. Blocks are stored by columns (`Block`).

A tree of joints that is eliminated from its tips inward has a factor with no more blocks than joints (George and Liu
1981, 5): there the others are left out, and what is to be done grows with the number of links.
"""

import math
from typing import Final

from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Int32, Items, Rows
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import JointRows, Pair
from rigida.realtime.direct.work import Island, Six, Work

#: Islands with less than one body in so many that joints do not hold are ranked along their joints.
LOOSE: Final = 8


@inlined
def component(v: Vec3, axis: int) -> float:
    """Return a component of a vector."""
    return v.x if axis == 0 else (v.y if axis == 1 else v.z)


@inlined
def place_along(v: Vec3, axis: int) -> float:
    """Return where a body is ranked along an axis; the other two break equalities."""
    return component(v, axis) + 1e-3 * component(v, (axis + 1) % 3) + 1e-4 * component(v, (axis + 2) % 3)


@routine
def rank_bodies(member: Rows[Int32], center: Rows[Vec3], rank: Rows[Int32]) -> None:
    """Sort the bodies of an island along its longest extent and rank them.

    Neighbours then have near numbers, which keeps the envelope narrow. A tower is ranked by height, a row of dominoes
    by its length.
    """
    longest, axis = -1.0, 0
    for c in range(3):
        low, high = math.inf, -math.inf
        for p in range(len(member)):
            value = component(center[member[p]], c)
            low, high = min(low, value), max(high, value)
        if high - low > longest:
            longest, axis = high - low, c
    gap = 1
    while gap < len(member) // 3:
        gap = 3 * gap + 1
    while gap > 0:  # Shell sort: short, in place, and quick for the few bodies of a direct island
        for p in range(gap, len(member)):
            body = member[p]
            key = place_along(center[body], axis)
            at = p
            while at >= gap:
                before = member[at - gap]
                if place_along(center[before], axis) <= key:
                    break
                member[at] = before
                at -= gap
            member[at] = body
        gap //= 3
    for p in range(len(member)):
        rank[member[p]] = p


@routine
def rank_inward(member: Rows[Int32], inward: Rows[Int32], rank: Rows[Int32]) -> bool:
    """Rank the bodies of an island from the tips of its trees of joints inward, if joints hold most of them."""
    loose = 0
    for p in range(len(member)):
        loose += inward[member[p]] < 0
    if LOOSE * loose > len(member):
        return False
    for p in range(1, len(member)):  # nearly in order: bodies of robots are numbered along their trees
        body, at = member[p], p
        while at > 0 and inward[member[at - 1]] > inward[body]:
            member[at] = member[at - 1]
            at -= 1
        member[at] = body
    for p in range(len(member)):
        rank[member[p]] = p
    return True


@inlined
def widen(i: int, k: int, left: Rows[Int32]) -> None:
    """Let the envelope reach over a pair of bodies ranked i and k; −1 is one that cannot be moved."""
    if i >= 0 and k >= 0:
        low, high = min(i, k), max(i, k)
        if low < left[high]:
            left[high] = low


@routine
def widen_by_joint_rows(island_rows: Rows[Int32], joints: JointRows, work: Work) -> None:
    """Extend the envelope over all bodies that a joint row connects."""
    rank, left = work.rank, work.left
    for q in range(len(island_rows)):
        first = island_rows[q]
        for n in range(first, first + 1 + joints.of[first].more):
            widen(rank[joints.of[n].a], rank[joints.of[n].b], left)
            for m in range(n + 1, first + 1 + joints.of[first].more):
                one, two = joints.of[n], joints.of[m]
                widen(rank[one.a], rank[two.a], left)
                widen(rank[one.a], rank[two.b], left)
                widen(rank[one.b], rank[two.a], left)
                widen(rank[one.b], rank[two.b], left)


@routine
def measure_envelope(island: Island, pair: Rows[Pair], joints: JointRows | None, work: Work) -> int:
    """Fill the envelope that the contacts and joint rows of an island need; return the block products to factor it."""
    rank, left, start = work.rank, work.left, work.start
    for i in range(len(island.body)):
        left[i] = i
    for q in range(len(island.contact)):
        contact = pair[island.contact[q]]
        widen(rank[contact.a], rank[contact.b], left)
    if joints is not None:
        widen_by_joint_rows(island.joint_row, joints, work)
    blocks, products = 0, 0
    for i in range(len(island.body)):
        start[i] = blocks
        width = i - left[i] + 1
        blocks += width
        products += width * (width + 1) // 2
    start[len(island.body)] = blocks
    for p in range(min(blocks, len(work.filled))):
        work.filled[p] = 1
    return products


@routine
def find_filled(island: Island, pair: Rows[Pair], joints: JointRows, work: Work) -> int:
    """Mark the blocks of an envelope that the factor of an island fills; return the block products to find it."""
    rank, left, start, filled = work.rank, work.left, work.start, work.filled
    for p in range(start[len(island.body)]):
        filled[p] = 0
    for q in range(len(island.contact)):
        contact = pair[island.contact[q]]
        mark(rank[contact.a], rank[contact.b], work)
    for q in range(len(island.joint_row)):
        first = island.joint_row[q]
        for n in range(first, first + 1 + joints.of[first].more):
            mark(rank[joints.of[n].a], rank[joints.of[n].b], work)
            for m in range(n + 1, first + 1 + joints.of[first].more):
                one, two = joints.of[n], joints.of[m]
                mark(rank[one.a], rank[two.a], work)
                mark(rank[one.a], rank[two.b], work)
                mark(rank[one.b], rank[two.a], work)
                mark(rank[one.b], rank[two.b], work)
    products = 0
    for i in range(len(island.body)):
        row = start[i] - left[i]
        for j in range(left[i], i):
            other = start[j] - left[j]
            for k in range(max(left[i], left[j]), j):
                if filled[row + k] and filled[other + k]:
                    filled[row + j] = 1
                    products += 1
        for k in range(left[i], i):
            products += filled[row + k]
        filled[row + i] = 1
        products += 1
    return products


@inlined
def mark(i: int, k: int, work: Work) -> None:
    """Mark the block of bodies ranked i and k; −1 is one that cannot be moved."""
    if i >= 0 and k >= 0:
        low, high = min(i, k), max(i, k)
        work.filled[work.start[high] + low - work.left[high]] = 1


@routine
def factor_diagonal(block: Items[Six]) -> None:
    """Replace a symmetric block by its Cholesky factor."""
    for j in range(6):
        s = block[j][j]
        for k in range(j):
            s -= block[k][j] * block[k][j]
        s = math.sqrt(max(s, 1e-300))
        block[j][j] = s
        inverse = 1.0 / s
        for i in range(j + 1, 6):
            t = block[j][i]
            for k in range(j):
                t -= block[k][i] * block[k][j]
            block[j][i] = t * inverse


@routine
def factor(bodies: int, work: Work) -> None:
    """Replace the matrix by its Cholesky factor, block row after block row."""
    left, start, filled = work.left, work.start, work.filled
    for i in range(bodies):
        row = start[i] - left[i]
        for j in range(left[i], i + 1):
            if not filled[row + j]:
                continue
            p, other = work.block[row + j].column, start[j] - left[j]
            for k in range(max(left[i], left[j]), j):
                if not filled[row + k] or not filled[other + k]:
                    continue
                x, y = work.block[row + k].column, work.block[other + k].column
                for c in range(6):
                    for t in range(6):
                        value = y[t][c]
                        for r in range(6):
                            p[c][r] -= x[t][r] * value
            if j == i:
                factor_diagonal(p)
                continue
            d = work.block[other + j].column
            for c in range(6):
                for t in range(c):
                    value = d[t][c]
                    for r in range(6):
                        p[c][r] -= p[t][r] * value
                inverse = 1.0 / d[c][c]
                for r in range(6):
                    p[c][r] *= inverse


@routine
def solve_factored(bodies: int, work: Work) -> None:
    """Solve in place for x with the factor: forward, then back."""
    left, start, filled = work.left, work.start, work.filled
    for i in range(bodies):
        row, x = start[i] - left[i], work.x[i].all
        diagonal = work.block[row + i].column
        for k in range(left[i], i):
            if not filled[row + k]:
                continue
            block, y = work.block[row + k].column, work.x[k].all
            for t in range(6):
                value = y[t]
                for r in range(6):
                    x[r] -= block[t][r] * value
        for c in range(6):
            x[c] /= diagonal[c][c]
            for r in range(c + 1, 6):
                x[r] -= diagonal[c][r] * x[c]
    for i in range(bodies - 1, -1, -1):
        row, x = start[i] - left[i], work.x[i].all
        diagonal = work.block[row + i].column
        for r in range(5, -1, -1):
            s = x[r]
            for t in range(r + 1, 6):
                s -= diagonal[r][t] * x[t]
            x[r] = s / diagonal[r][r]
        for k in range(left[i], i):
            if not filled[row + k]:
                continue
            block, y = work.block[row + k].column, work.x[k].all
            for t in range(6):
                s = 0.0
                for r in range(6):
                    s += block[t][r] * x[r]
                y[t] -= s
