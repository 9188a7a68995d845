"""Block LDLᵀ of A = J M⁻¹ Jᵀ with dropped pivots, and its solution.

A redundant equation (a planar mechanism described by spatial joints, a singular position) makes a pivot vanish. Such a
pivot gets the inverse zero: the equation is left to the others, its multiplier is zero. Adding ε to the diagonal
instead would let redundant equations fight each other.
"""

from rigida.constraints.arrays import Block, BlockFactor, Equations, Parts
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Mat3, Vec3, dot

#: A pivot that elimination has shrunk below this part of its diagonal is a redundant equation.
DROP = 1e-8
#: A block whose determinant is at least this part of the product of its diagonal is inverted by its cofactors.
SOUND = 1e-3


@inlined
def inverse_block(s: Mat3, original: Vec3) -> Mat3:
    """Return the inverse of a symmetric block without the directions of dropped pivots.

    original: the diagonal before elimination.
    """
    c00, c01, c02 = s.yy * s.zz - s.yz * s.yz, s.xz * s.yz - s.xy * s.zz, s.xy * s.yz - s.xz * s.yy
    determinant = s.xx * c00 + s.xy * c01 + s.xz * c02
    if 0.0 < SOUND * original.x * original.y * original.z <= determinant:
        f = 1.0 / determinant
        xy, xz, yz = f * c01, f * c02, f * (s.xy * s.xz - s.xx * s.yz)
        yy, zz = f * (s.xx * s.zz - s.xz * s.xz), f * (s.xx * s.yy - s.xy * s.xy)
        return Mat3(f * c00, xy, xz, xy, yy, yz, xz, yz, zz)
    return inverse_without_redundant(s, original)


@routine
def inverse_without_redundant(s: Mat3, original: Vec3) -> Mat3:
    """Return the inverse of a symmetric block in conjugate directions, the soundest pivot first."""
    s00, s01, s02, s11, s12, s22 = s.xx, s.xy, s.xz, s.yy, s.yz, s.zz
    w0, w1, w2 = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)
    b0, b1, b2 = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
    done0, done1, done2 = False, False, False
    for _ in range(3):
        r0 = soundness(done0, s00, original.x)
        r1 = soundness(done1, s11, original.y)
        r2 = soundness(done2, s22, original.z)
        if r0 <= 0.0 and r1 <= 0.0 and r2 <= 0.0:
            break
        if r0 >= r1 and r0 >= r2:
            done0, w, pivot, c0, c1, c2 = True, w0, s00, s00, s01, s02
        elif r1 >= r2:
            done1, w, pivot, c0, c1, c2 = True, w1, s11, s01, s11, s12
        else:
            done2, w, pivot, c0, c1, c2 = True, w2, s22, s02, s12, s22
        inverse = 1.0 / pivot
        b0, b1, b2 = b0 + inverse * w.x * w, b1 + inverse * w.y * w, b2 + inverse * w.z * w
        f0, f1, f2 = c0 * inverse, c1 * inverse, c2 * inverse
        w0 = w0 if done0 else w0 - f0 * w
        w1 = w1 if done1 else w1 - f1 * w
        w2 = w2 if done2 else w2 - f2 * w
        s00, s01, s02 = s00 - f0 * c0, s01 - f0 * c1, s02 - f0 * c2
        s11, s12, s22 = s11 - f1 * c1, s12 - f1 * c2, s22 - f2 * c2
    return Mat3(b0.x, b0.y, b0.z, b1.x, b1.y, b1.z, b2.x, b2.y, b2.z)


@inlined
def soundness(done: bool, pivot: float, original: float) -> float:
    """Return the margin of a pivot above the drop tolerance, relative to its diagonal; zero if dropped or taken."""
    left = pivot - DROP * original if not done and original > 0.0 else -1.0
    return left / original if left > 0.0 else 0.0


@routine
def assemble(g: int, parts: Parts, factor: BlockFactor) -> None:
    """Fill the blocks of group g with J M⁻¹ Jᵀ."""
    first, end = factor.start[g], factor.start[g + 1]
    for k in range(first.block, end.block):
        factor.block[k].matrix = Mat3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for n in range(first.product, end.product):
        product = factor.product[n]
        weighted = parts.weighted[first.part + product.part].side[product.side]
        j = parts.jacobian[first.part + product.other].side[product.other_side]
        block = factor.block[first.block + product.block]
        x, y, z = j.row[0], j.row[1], j.row[2]
        for r in range(3):
            w = weighted.row[r]
            linear, angular = w.linear, w.angular
            block.row[r] += Vec3(
                dot(linear, x.linear) + dot(angular, x.angular),
                dot(linear, y.linear) + dot(angular, y.angular),
                dot(linear, z.linear) + dot(angular, z.angular),
            )


@routine
def soften(g: int, parts: Parts, factor: BlockFactor) -> None:
    """Add the softness of the parts of group g to the blocks of their diagonal."""
    first, end = factor.start[g], factor.start[g + 1]
    for p in range(first.part, end.part):
        factor.block[first.block + factor.place[p]].row[0] += Vec3(parts.softness[p], 0.0, 0.0)


@routine
def factor_blocks(g: int, factor: BlockFactor) -> None:
    """Factor group g in place: diagonal blocks become D⁻¹, blocks below hold L D."""
    first = factor.start[g]
    parts = factor.start[g + 1].part - first.part
    for k in range(parts):
        m = factor.block[first.block + k].matrix
        factor.diagonal[first.part + k] = Vec3(m.xx, m.yy, m.zz)
    for k in range(parts):
        inverse = inverse_block(factor.block[first.block + k].matrix, factor.diagonal[first.part + k])
        factor.block[first.block + k].matrix = inverse
        last, x, y, z = -1, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
        column = first.part + g + k
        for u in range(first.update + factor.update_start[column], first.update + factor.update_start[column + 1]):
            update = factor.update[u]
            if update.row != last:
                last, b = update.row, factor.block[first.block + update.row]
                x, y, z = b.row[0] @ inverse, b.row[1] @ inverse, b.row[2] @ inverse
            to, other = factor.block[first.block + update.to], factor.block[first.block + update.column].matrix
            to.row[0] -= other @ x
            to.row[1] -= other @ y
            to.row[2] -= other @ z


@routine
def solve(g: int, factor: BlockFactor, right: Rows[Equations], out: Rows[Equations]) -> None:
    """Fill out with A⁻¹ right, of the parts of group g."""
    first, last = factor.start[g].part, factor.start[g + 1].part
    for p in range(first, last):
        factor.solution[first + factor.place[p]].vector = right[p].vector
    substitute(g, factor, factor.block[factor.start[g].block :], factor.solution[first:last])
    for p in range(first, last):
        out[p].vector = factor.solution[first + factor.place[p]].vector


@routine
def substitute(g: int, factor: BlockFactor, block: Rows[Block], w: Rows[Equations]) -> None:
    """Replace w, in the order of elimination, by A⁻¹ w; block: the factor of group g, or of eight that are like it."""
    first, parts = factor.start[g], factor.start[g + 1].part - factor.start[g].part
    for k in range(parts):
        a, column = block[k].matrix @ w[k].vector, first.part + g + k
        for c in range(first.below + factor.column_start[column], first.below + factor.column_start[column + 1]):
            w[factor.below[c]].vector -= block[factor.below_block[c]].matrix @ a
    for k in range(parts - 1, -1, -1):
        s, column = w[k].vector, first.part + g + k
        for c in range(first.below + factor.column_start[column], first.below + factor.column_start[column + 1]):
            s -= w[factor.below[c]].vector @ block[factor.below_block[c]].matrix
        w[k].vector = block[k].matrix @ s
