"""The block factor of eight articulated groups that points hold, lane by lane (see `constraints.block_factor`)."""

from rigida.arrays import FloatArray
from rigida.constraints.block_factor import SOUND, inverse_without_redundant
from rigida.constraints.block_order import Ints
from rigida.jit.decorators import inlined, routine
from rigida.math.lanes import LANES, Lanes, load, store
from rigida.math.vec3 import Mat3, Vec3
from rigida.math.vector import cross
from rigida.realtime.substeps.algebra import load_three, store_three, turned_of


@routine
def assemble_lanes(
    p0: int,
    blocks: int,
    factor: int,
    mass: int,
    part_at: Ints,
    local: Ints,
    product: Ints,
    lane: FloatArray,
) -> None:
    """Fill the blocks with J M⁻¹ Jᵀ of points: ±1/m and, of arms r and s, (r × e_i) · I⁻¹ (s × e_j)."""
    for k in range(9 * blocks):
        for c in range(LANES):
            lane[factor + LANES * k + c] = 0.0
    for n in range(product.shape[0]):
        p, side, q, other = p0 + product[n, 1], product[n, 2], p0 + product[n, 3], product[n, 4]
        to, i = factor + 9 * LANES * product[n, 5], mass + 7 * LANES * local[p, side]
        rx, ry, rz = load_three(LANES * (part_at[p] + 3 * side), lane)
        sx, sy, sz = load_three(LANES * (part_at[q] + 3 * other), lane)
        share = load(lane, i) if side == other else -load(lane, i)
        a, b, c = load_three(i + LANES, lane)
        d, e, f = load_three(i + 4 * LANES, lane)
        # Columns of I⁻¹ ŝ: I⁻¹ (s × e_j).
        x, y, z = cross(sz * b - sy * c, sz * d - sy * e, sz * e - sy * f, rx, ry, rz)
        add_column(to, x + share, y, z, lane)
        x, y, z = cross(sx * c - sz * a, sx * e - sz * b, sx * f - sz * c, rx, ry, rz)
        add_column(to + LANES, x, y + share, z, lane)
        x, y, z = cross(sy * a - sx * b, sy * b - sx * d, sy * c - sx * e, rx, ry, rz)
        add_column(to + 2 * LANES, x, y, z + share, lane)


@inlined
def add_column(at: int, x: Lanes, y: Lanes, z: Lanes, lane: FloatArray) -> None:
    """Add (x, y, z) to the column of a block that begins at `at`."""
    store(lane, at, load(lane, at) + x)
    store(lane, at + 3 * LANES, load(lane, at + 3 * LANES) + y)
    store(lane, at + 6 * LANES, load(lane, at + 6 * LANES) + z)


@routine
def invert_lanes(b: int, original: int, scratch: FloatArray, lane: FloatArray) -> None:
    """Replace the symmetric block at b by its inverse; original: where its diagonal before elimination stands.

    By cofactors; where these are not sound (see `block_factor`) one lane at a time. scratch (64,) is overwritten.
    """
    s00, s01, s02 = load_three(b, lane)
    s11, s12, s22 = load(lane, b + 4 * LANES), load(lane, b + 5 * LANES), load(lane, b + 8 * LANES)
    c00, c01, c02 = s11 * s22 - s12 * s12, s02 * s12 - s01 * s22, s01 * s12 - s02 * s11
    determinant = s00 * c00 + s01 * c01 + s02 * c02
    x, y, z = load_three(original, lane)
    store_three(0, s00, s01, s02, scratch)
    store_three(3 * LANES, s11, s12, s22, scratch)
    store(scratch, 6 * LANES, SOUND * (x * y * z))
    store(scratch, 7 * LANES, determinant)
    inverse = 1.0 / determinant
    c01, c02, c12 = inverse * c01, inverse * c02, inverse * (s01 * s02 - s00 * s12)
    store_three(b, inverse * c00, c01, c02, lane)
    store_three(b + 3 * LANES, c01, inverse * (s00 * s22 - s02 * s02), c12, lane)
    store_three(b + 6 * LANES, c02, c12, inverse * (s00 * s11 - s01 * s01), lane)
    for k in range(LANES):
        if 0.0 < scratch[6 * LANES + k] <= scratch[7 * LANES + k]:
            continue
        s00, s01, s02 = scratch[k], scratch[LANES + k], scratch[2 * LANES + k]
        s11, s12, s22 = scratch[3 * LANES + k], scratch[4 * LANES + k], scratch[5 * LANES + k]
        diagonal = Vec3(lane[original + k], lane[original + LANES + k], lane[original + 2 * LANES + k])
        m = inverse_without_redundant(Mat3(s00, s01, s02, s01, s11, s12, s02, s12, s22), diagonal)
        found = (m.xx, m.xy, m.xz, m.yx, m.yy, m.yz, m.zx, m.zy, m.zz)
        for c in range(9):
            lane[b + LANES * c + k] = found[c]


@routine
def factor_lanes(
    parts: int, factor: int, diagonal: int, update_start: Ints, update: Ints, scratch: FloatArray, lane: FloatArray
) -> None:
    """Factor as `block_factor.factor` does: diagonal blocks become D⁻¹, blocks below hold L D."""
    for k in range(parts):
        for r in range(3):
            store(lane, diagonal + LANES * (3 * k + r), load(lane, factor + LANES * (9 * k + 4 * r)))
    for k in range(parts):
        d = factor + 9 * LANES * k
        invert_lanes(d, diagonal + 3 * LANES * k, scratch, lane)
        for u in range(update_start[k], update_start[k + 1]):
            to, i, j = (
                factor + 9 * LANES * update[u, 0],
                factor + 9 * LANES * update[u, 1],
                factor + 9 * LANES * update[u, 2],
            )
            for r in range(3):
                x, y, z = load_three(i + 3 * LANES * r, lane)
                x, y, z = turned_of(d, x, y, z, lane)  # D⁻¹ is symmetric
                a, b, c = turned_of(j, x, y, z, lane)
                at = to + 3 * LANES * r
                x, y, z = load_three(at, lane)
                store_three(at, x - a, y - b, z - c, lane)
