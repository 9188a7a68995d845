"""Holds the joint rows of a step (see `joint_rows`), sorted by island."""

import numpy as np

from rigida.arrays import IntArray
from rigida.jit.bind import bind
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import Islands, JointRow, JointRows
from rigida.realtime.direct.sort_joint_rows import sort_joint_rows


class LineSet:
    """Up to `most` joint rows, of which there are `count`.

    line (most, 21), line_of (most, 4), order, start: the arrays of `table`, see `JointRows`.
    """

    def __init__(self, bodies: int, islands: Islands, most: int = 0) -> None:
        self.count = 0
        self.line = np.zeros((most, dtype_of(JointRow).itemsize // 8))
        self.line_of = np.zeros((most, 4), dtype=np.int32)
        self.order: IntArray = np.zeros(most, dtype=np.int32)
        self.start: IntArray = np.zeros(bodies + 1, dtype=np.int32)
        self.table = JointRows(row=self.line, of=self.line_of, order=self.order, start=self.start)
        self._sort = bind(sort_joint_rows, self.table, islands)

    def sort(self, islands: int) -> None:
        """Sort the joint rows by the so many islands."""
        self._sort(self.count, islands)
