"""Which articulated groups are of the same structure, and where they lie in lanes (see `fields`)."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.constraints.codes import POINT
from rigida.dynamics.free_top import TURN_SIZE
from rigida.math.lanes import LANES
from rigida.realtime.articulated.wide.fields import ARMS, ROWS, SIZE
from rigida.realtime.articulated.wide.state import END, MEMBER_FIELDS

#: Fewer groups of one kind than this are moved faster one by one.
_FEWEST = 3


class GroupKinds:
    """Kinds of groups: parts of the same sort between the same of their members.

    kind (groups,); by_kind (groups,): all groups, those of one kind after another; layout (groups, 10), part_at, local:
    see `group_fields.pack_rows` and `carried_fields`. carried (groups,): 1 for groups that `carrying_lanes` can move:
    held by points alone, to each other or to what never moves, and not the only ones of their kind.
    """

    def __init__(
        self, bounds: Ints, member: Ints, code: IntArray, frame: IntArray, prescribed: Ints, inv_inertia: FloatArray
    ) -> None:
        groups = len(bounds) - 1
        number = np.full(1 + max(frame.max(initial=0), member.max(initial=0)), -1, dtype=np.int64)
        for first, last in zip(bounds[:-1, 0], bounds[1:, 0], strict=True):
            number[member[first:last]] = np.arange(last - first)
        self.local = number[frame].reshape(-1, 2)
        self.layout, self.part_at = np.zeros((groups, END + 1), dtype=np.int64), np.zeros(len(code), dtype=np.int64)
        self.carried: IntArray = np.zeros(groups, dtype=np.int32)
        kinds: dict[tuple[bytes, bytes], list[int]] = {}
        for g in range(groups):
            these = slice(int(bounds[g, 1]), int(bounds[g + 1, 1]))
            fields = np.where(code[these] == POINT, ARMS, ROWS)
            self.part_at[these] = np.cumsum(fields) - fields
            members, parts, blocks = np.diff(bounds[g : g + 2, :3], axis=0)[0]
            in_sub_steps = (fields.sum(), 3 * parts, 3 * parts, 3 * parts, 9 * blocks, 7 * members, 6 * members)
            self.layout[g] = np.cumsum([*in_sub_steps, 6 * parts, 3 * parts, MEMBER_FIELDS * members])
            kinds.setdefault((self.local[these].tobytes(), fields.tobytes()), []).append(g)
            turns = inv_inertia[member[bounds[g, 0] : bounds[g + 1, 0]]] > 0.0
            free = ~np.isin(frame[these], prescribed)
            self.carried[g] = parts > 0 and (code[these] == POINT).all() and turns.all() and free.all()
        self.by_kind = np.array([g for same in kinds.values() for g in same], dtype=np.int64)
        self.kind = np.zeros(groups, dtype=np.int64)
        rows = size = members = 0
        for k, same in enumerate(kinds.values()):
            self.kind[same] = k
            if len(same) < _FEWEST:
                self.carried[same] = 0
            more = -(-len(same) // LANES)
            rows += more
            size += more * LANES * int(self.layout[same[0], SIZE])
            members += more * LANES * int(bounds[same[0] + 1, 0] - bounds[same[0], 0])
        self.some_carried = bool(self.carried.any())
        self._group = np.zeros((rows, LANES + 3), dtype=np.int64)
        self._member = np.zeros(members, dtype=np.int32)
        self._lane = np.zeros(size, dtype=np.float32)

    @property
    def arrangement(self) -> tuple[Any, ...]:
        """What kernels that work on lanes take: kinds and places."""
        return self.by_kind, self.kind, self.layout, self.part_at, self.local

    @property
    def rows(self) -> tuple[Any, ...]:
        """The arrays that `share_lanes` and `pack_rows` fill."""
        return self._group, self._member, self._lane

    def carried_row(self) -> tuple[Any, ...]:
        """Return new arrays in which `carry_lanes` works on a row of the widest kind: its groups, how each of them
        fares, scratch, and the fields."""
        group, fares = np.zeros(LANES, dtype=np.int64), np.zeros(LANES, dtype=np.int32)
        widest = int(self.layout[:, END].max(initial=0))
        return group, fares, np.zeros(LANES), np.zeros(8 * LANES), np.zeros(TURN_SIZE), np.zeros(LANES * widest)
