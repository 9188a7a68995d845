"""The block factor of eight articulated groups that points hold, lane by lane (see `constraints.block_factor`)."""

from rigida.constraints.arrays import Joints
from rigida.constraints.block_factor import SOUND, inverse_without_redundant
from rigida.jit.decorators import routine
from rigida.jit.wide_rows import lane_of
from rigida.math.lanes import LANES
from rigida.math.vec3 import Mat3, Sym3, Vec3, cross
from rigida.realtime.articulated.wide.arrays import CarriedBlock, CarriedEquations, CarriedGroups, Pivot, WideGroup


@routine
def assemble_lanes(row: WideGroup, joints: Joints, wide: CarriedGroups) -> None:
    """Fill the blocks with J M⁻¹ Jᵀ of points: ±1/m and, of arms r and s, (r × e_i) · I⁻¹ (s × e_j)."""
    first, end, local = joints.factor.start[row.group[0]], joints.factor.start[row.group[0] + 1], wide.kinds.local
    for b in range(end.block - first.block):
        for k in range(LANES):
            lane_of(wide.block[b], k).matrix = Mat3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for n in range(first.product, end.product):
        product = joints.factor.product[n]
        inverse = wide.inverse[local[first.part + product.part][product.side]]
        r, s = wide.arms[product.part].side[product.side], wide.arms[product.other].side[product.other_side]
        share, i = inverse.mass if product.side == product.other_side else -inverse.mass, inverse.inertia
        # Columns of I⁻¹ ŝ: I⁻¹ (s × e_j).
        x = cross(Vec3(s.z * i.xy - s.y * i.xz, s.z * i.yy - s.y * i.yz, s.z * i.yz - s.y * i.zz), r)
        y = cross(Vec3(s.x * i.xz - s.z * i.xx, s.x * i.yz - s.z * i.xy, s.x * i.zz - s.z * i.xz), r)
        z = cross(Vec3(s.y * i.xx - s.x * i.xy, s.y * i.xy - s.x * i.yy, s.y * i.xz - s.x * i.yz), r)
        block = wide.block[product.block]
        block.row[0] += Vec3(x.x + share, y.x, z.x)
        block.row[1] += Vec3(x.y, y.y + share, z.y)
        block.row[2] += Vec3(x.z, y.z, z.z + share)


@routine
def invert_lanes(block: CarriedBlock, original: CarriedEquations, pivot: Pivot) -> None:
    """Replace a symmetric block by its inverse; original: its diagonal before elimination.

    By cofactors; where these are not sound (see `block_factor`) one lane at a time.
    """
    m, o = block.matrix, original.vector
    s = Sym3(m.xx, m.xy, m.xz, m.yy, m.yz, m.zz)
    c00, c01, c02 = s.yy * s.zz - s.yz * s.yz, s.xz * s.yz - s.xy * s.zz, s.xy * s.yz - s.xz * s.yy
    determinant = s.xx * c00 + s.xy * c01 + s.xz * c02
    pivot.matrix, pivot.least, pivot.determinant = s, SOUND * (o.x * o.y * o.z), determinant
    inverse = 1.0 / determinant
    c01, c02, c12 = inverse * c01, inverse * c02, inverse * (s.xy * s.xz - s.xx * s.yz)
    c11, c22 = inverse * (s.xx * s.zz - s.xz * s.xz), inverse * (s.xx * s.yy - s.xy * s.xy)
    block.matrix = Mat3(inverse * c00, c01, c02, c01, c11, c12, c02, c12, c22)
    for k in range(LANES):
        one = lane_of(pivot, k)
        if not 0.0 < one.least <= one.determinant:
            a = one.matrix
            symmetric = Mat3(a.xx, a.xy, a.xz, a.xy, a.yy, a.yz, a.xz, a.yz, a.zz)
            lane_of(block, k).matrix = inverse_without_redundant(symmetric, lane_of(original, k).vector)


@routine
def factor_lanes(row: WideGroup, joints: Joints, wide: CarriedGroups) -> None:
    """Factor as `block_factor.factor_blocks` does: diagonal blocks become D⁻¹, blocks below hold L D."""
    g, factor = row.group[0], joints.factor
    first = factor.start[g]
    parts = factor.start[g + 1].part - first.part
    for k in range(parts):
        m = wide.block[k].matrix
        wide.diagonal[k].vector = Vec3(m.xx, m.yy, m.zz)
    for k in range(parts):
        invert_lanes(wide.block[k], wide.diagonal[k], wide.pivot[0])
        inverse, column = wide.block[k].matrix, first.part + g + k
        for n in range(first.update + factor.update_start[column], first.update + factor.update_start[column + 1]):
            update = factor.update[n]
            to, below, other = wide.block[update.to], wide.block[update.row], wide.block[update.column].matrix
            for r in range(3):
                to.row[r] -= other @ (inverse @ below.row[r])  # D⁻¹ is symmetric
