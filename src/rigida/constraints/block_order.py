"""Symbolic factorization: fill-in and elimination order of the constraint matrix's blocks, found once per topology.

The matrix A = J M⁻¹ Jᵀ of all parts has one 3×3 block for each two parts that share a moving body. Elimination by
minimum degree makes a tree of bodies fill no more than its own blocks, so that factor and solve are linear in the
number of links; a closed loop adds a few blocks.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.constraints.arrays import BlockFactor

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BlockOrder:
    """Structure of the block factor; `blocks` are numbered with the diagonal ones first, in elimination order.

    place (parts,): elimination place of each part. column_start (parts + 1,), row, block: the blocks below the
    diagonal, column by column. update_start (parts + 1,), update (k, 3): for each (d, i, j) of a column,
    block[d] −= block[i] D⁻¹ block[j]ᵀ.
    product (k, 6): frame, part i, its side, part j, its side, block, for assembly.
    """

    count: int
    place: Ints
    column_start: Ints
    row: Ints
    block: Ints
    update_start: Ints
    update: Ints
    product: Ints


def order_blocks(frames: Sequence[tuple[int, int]], moving: Sequence[bool]) -> BlockOrder:
    """Return the structure for parts between pairs of frames, of which only the moving ones couple parts."""
    touching: dict[int, list[tuple[int, int]]] = {}
    for part, pair in enumerate(frames):
        for side, f in enumerate(pair):
            if moving[f]:
                touching.setdefault(f, []).append((part, side))
    neighbors: list[set[int]] = [set() for _ in frames]
    for members in touching.values():
        parts = {part for part, _ in members}
        for part in parts:
            neighbors[part] |= parts - {part}
    place, columns = _eliminate(neighbors)
    number = {(k, k): k for k in range(len(frames))}
    row: list[int] = []
    block: list[int] = []
    column_start = [0]
    for k, below in enumerate(columns):
        for i in below:
            number[i, k] = len(frames) + len(row)
            row.append(i)
            block.append(number[i, k])
        column_start.append(len(row))
    update, update_start = [], [0]
    for k, below in enumerate(columns):
        update += [(number[i, j], number[i, k], number[j, k]) for n, i in enumerate(below) for j in below[: n + 1]]
        update_start.append(len(update))
    product = [
        (f, i, side_i, j, side_j, number[place[i], place[j]])
        for f, members in touching.items()
        for i, side_i in members
        for j, side_j in members
        if place[i] >= place[j]
    ]
    return BlockOrder(
        count=len(frames) + len(row),
        place=np.array(place, dtype=np.int64),
        column_start=np.array(column_start, dtype=np.int64),
        row=np.array(row, dtype=np.int64),
        block=np.array(block, dtype=np.int64),
        update_start=np.array(update_start, dtype=np.int64),
        update=np.array(update, dtype=np.int64).reshape(-1, 3),
        product=np.array(product, dtype=np.int64).reshape(-1, 6),
    )


def empty_factor(orders: Sequence[BlockOrder], members: Sequence[int]) -> BlockFactor:
    """Return the table of groups with these structures and numbers of members, its blocks still zero."""
    sizes = [
        (count, len(order.place), order.count, len(order.row), len(order.update), len(order.product))
        for count, order in zip(members, orders, strict=True)
    ]
    start = np.zeros((len(orders) + 1, 6), dtype=np.int64)
    np.cumsum(np.array(sizes, dtype=np.int64).reshape(-1, 6), axis=0, out=start[1:])
    names = ("place", "column_start", "row", "block", "update_start", "update", "product")
    place, column_start, row, block, update_start, update, product = (
        np.concatenate([getattr(order, name) for order in orders]) for name in names
    )
    return BlockFactor(
        start=start,
        place=place,
        column_start=column_start,
        below=row,
        below_block=block,
        update_start=update_start,
        update=update,
        product=product,
        block=np.zeros((int(start[-1, 2]), 3, 3)),
        diagonal=np.zeros((len(place), 3)),
        solution=np.zeros((len(place), 3)),
    )


def _eliminate(neighbors: list[set[int]]) -> tuple[list[int], list[list[int]]]:
    """Return each node's place in a minimum-degree elimination, and the places below each pivot that it touches."""
    left = [set(around) for around in neighbors]
    place = [-1] * len(left)
    touched: list[set[int]] = []
    queue = [(len(around), part) for part, around in enumerate(left)]
    heapq.heapify(queue)
    while queue:
        degree, part = heapq.heappop(queue)
        if place[part] >= 0 or degree != len(left[part]):
            continue
        place[part] = len(touched)
        touched.append(left[part])
        for other in left[part]:
            left[other] |= left[part]
            left[other] -= {part, other}
            heapq.heappush(queue, (len(left[other]), other))
    return place, [sorted(place[part] for part in around) for around in touched]


def inward_order(pairs: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """Return the places (count,) of bodies in an order from the tips of trees inward; pairs (m, 2): joined ones.

    Of several trees on one body the largest comes first, so that what hangs together has near places. Numbers from
    `count` on stand for what cannot move.
    """
    neighbors: list[set[int]] = [set() for _ in range(count)]
    for a, b in pairs.tolist():
        if a < count and b < count:
            neighbors[a].add(b)
            neighbors[b].add(a)
    place, below = _eliminate(neighbors)
    size, carried = [1] * count, list[list[int]]([] for _ in range(count))
    for k, above in enumerate(below):
        if above:
            carried[above[0]].append(k)
            size[above[0]] += size[k]
    left = [k for k in range(count) if not below[k]]
    backward: list[int] = []
    while left:
        backward.append(left.pop())
        left += sorted(carried[backward[-1]], key=lambda k: -size[k])
    order = np.empty(count, dtype=np.int32)
    order[backward[::-1]] = np.arange(count)
    return np.asarray(order[place])
