"""Modes of held contacts as index arrays: which rows stand still, which friction blocks stick and which slide.

The forces of the rows that stand still are unknown; a block that slides pushes against its motion with all it has,

    z_t = −(d + c z_n) t̂        so that all forces are constant + mixing · unknown.
"""

import math
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FlagArray, FloatArray, IndexArray, IntArray
from rigida.jit.decorators import kernel
from rigida.precise.contact.load_reserve import Limits, make_limits
from rigida.precise.contact.one_sided import OneSided


@dataclass(frozen=True, eq=False)
class Modes:
    """What follows from active unilateral rows and sliding blocks.

    still (u,): rows whose acceleration is zero, the active unilateral ones first; sticking, sliding: blocks that press
    on something; normal_column: for each of the sliding ones the place of its unilateral row among the still rows, −1
    for motors; limits: of the unknown forces, in units of one; together (u,): for each of them the first that its
    limit depends on.
    """

    still: IndexArray
    unilateral: int
    sticking: tuple[int, ...]
    sliding: tuple[int, ...]
    moving: IntArray
    normal_column: IntArray
    limits: Limits
    together: IntArray


def make_modes(one: OneSided, active: FlagArray, sliding: FlagArray) -> Modes:
    """Return the modes of active unilateral rows (s,) and sliding blocks (b,)."""
    pressing = np.where(one.block_normal >= 0, np.append(active, True)[one.block_normal], True)
    sticking = np.flatnonzero(pressing & ~sliding)
    moving = np.flatnonzero(pressing & sliding).astype(np.int32)
    unilateral = np.flatnonzero(active)
    spans = [np.arange(one.block_row[b], one.block_row[b] + one.block_size[b]) for b in sticking]
    still = np.concatenate([unilateral, *spans]).astype(np.intp)
    column = np.full(one.rows + 1, -1, dtype=np.int32)
    column[still] = np.arange(len(still))

    def normal_column(b: int) -> int:
        return int(column[one.block_normal[b]]) if one.block_normal[b] >= 0 else -1

    blocks = [
        (column[span].astype(np.intp), normal_column(int(b)), float(one.static[b]), float(one.bound[b]))
        for b, span in zip(sticking, spans, strict=True)
    ]
    together = np.arange(len(still), dtype=np.int32)
    for rows, normal, _, _ in blocks:
        together[rows] = normal if normal >= 0 else rows[0]
    return Modes(
        still,
        len(unilateral),
        tuple(sticking.tolist()),
        tuple(moving.tolist()),
        moving,
        np.array([normal_column(int(b)) for b in moving], dtype=np.int32),
        make_limits(np.arange(len(unilateral)), blocks, np.ones(len(still)), len(still)),
        together,
    )


@kernel
def fill_mixing(
    moving: IntArray,
    normal_column: IntArray,
    block_row: IntArray,
    block_size: IntArray,
    coefficient: FloatArray,
    bound: FloatArray,
    direction: FloatArray,
    steadying: FloatArray,
    rate: FloatArray,
    constant: FloatArray,
    mixing: FloatArray,
) -> None:
    """Fill the forces of the blocks that slide: constant (k,) and their share (k, u) of the unknown forces.

    Past the instant of rest, which is searched for afterwards, a slide keeps its direction. A force that turned round
    there would make the integration approach that instant in ever smaller steps.
    """
    for m in range(moving.shape[0]):
        b = moving[m]
        row, size = block_row[b], block_size[b]
        x, y = direction[b, 0], direction[b, 1]
        if size == 2 and rate[row] * x + rate[row + 1] * y > 0.0:
            x, y = rate[row] + steadying[b] * x, rate[row + 1] + steadying[b] * y
            length = math.sqrt(x * x + y * y)
            x, y = x / length, y / length
        constant[row] = -bound[b] * x
        if size == 2:
            constant[row + 1] = -bound[b] * y
        column = normal_column[m]
        if column >= 0:
            mixing[row, column] = -coefficient[b] * x
            if size == 2:
                mixing[row + 1, column] = -coefficient[b] * y
