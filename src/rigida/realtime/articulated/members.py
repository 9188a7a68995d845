"""Which bodies belong to which articulated group."""

from collections.abc import Iterable, Sequence

import numpy as np

from rigida.arrays import IntArray


class GroupMembers:
    """Rows of the bodies of all groups, one group after another, and the group of each."""

    def __init__(self, members: Sequence[Sequence[int]]) -> None:
        self.rows = members
        self.row = np.array([row for rows in members for row in rows], dtype=np.int64)
        self.group = np.repeat(np.arange(len(members)), [len(rows) for rows in members])

    def of(self, groups: Iterable[int]) -> IntArray:
        """Return the rows of the bodies in these groups."""
        return self.row[np.isin(self.group, list(groups))].astype(np.int32)

    def half_active(self, active: IntArray) -> IntArray:
        """Return the rows of the bodies in groups of which only a part is active (n,)."""
        all_members = np.array([len(rows) for rows in self.rows])
        moving = np.bincount(self.group, active[self.row], minlength=len(all_members))
        return self.of(np.flatnonzero((moving > 0) & (moving < all_members)))
