"""Holds the joint rows of a step (see `joint_rows`), sorted by island."""

import numpy as np

from rigida.arrays import IntArray
from rigida.jit.bind import bind
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import Islands, JointRow, JointRowOf, JointRows
from rigida.realtime.direct.sort_joint_rows import sort_joint_rows


class JointRowSet:
    """Up to `most` joint rows, of which there are `count`.

    row (most, 21), of (most, 4), order, start: the arrays of `table`, see `JointRows`; named, named_of (most,): the
    same by the names of their fields.
    """

    def __init__(self, bodies: int, islands: Islands, most: int = 0) -> None:
        self.count = 0
        self.row = np.zeros((most, dtype_of(JointRow).itemsize // 8))
        self.of = np.zeros((most, 4), dtype=np.int32)
        self.order: IntArray = np.zeros(most, dtype=np.int32)
        self.start: IntArray = np.zeros(bodies + 1, dtype=np.int32)
        self.named = self.row.view(dtype_of(JointRow))[:, 0]
        self.named_of = self.of.view(dtype_of(JointRowOf))[:, 0]
        self.table = JointRows(row=self.row, of=self.of, order=self.order, start=self.start)
        self._sort = bind(sort_joint_rows, self.table, islands)

    def sort(self, islands: int) -> None:
        """Sort the joint rows by the so many islands."""
        self._sort(self.count, islands)
