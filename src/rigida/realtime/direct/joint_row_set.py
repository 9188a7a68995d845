"""Holds the joint rows of a step (see `joint_rows`), sorted by island."""

import numpy as np

from rigida.arrays import IntArray
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import Islands, JointRow, JointRowOf, JointRows


class JointRowSet:
    """Up to `most` joint rows, of which there are `count`.

    row (most, 21), of (most, 5), order, start: the arrays of `table`, see `JointRows`; named, named_of (most,): the
    same by the names of their fields.
    """

    def __init__(self, bodies: int, islands: Islands, most: int = 0) -> None:
        self.count = 0
        self.row = np.zeros((most, dtype_of(JointRow).itemsize // 8))
        self.of = np.zeros((most, 5), dtype=np.int32)
        self.order: IntArray = np.zeros(most, dtype=np.int32)
        self.start: IntArray = np.zeros(bodies + 1, dtype=np.int32)
        self.named = self.row.view(dtype_of(JointRow))[:, 0]
        self.named_of = self.of.view(dtype_of(JointRowOf))[:, 0]
        self.table = JointRows(row=self.row, of=self.of, order=self.order, start=self.start)
        self._sort = bind(sort_joint_rows, self.table, islands)

    def sort(self, islands: int) -> None:
        """Sort the joint rows by the so many islands."""
        self._sort(self.count, islands)


@inlined
def island_of(of: JointRowOf, of_body: Rows[Int32]) -> int:
    """Return the island of the one or the other body, −1 if impulses move neither."""
    k = of_body[of.a] if of.a < len(of_body) else -1
    return k if k >= 0 or of.b >= len(of_body) else of_body[of.b]


@kernel
def sort_joint_rows(count: int, found: int, joints: JointRows, islands: Islands) -> None:
    """Sort the first `count` joint rows by the `found` islands of their bodies, keeping their order."""
    start = joints.start
    for k in range(found + 1):
        start[k] = 0
    for i in range(count):
        k = island_of(joints.of[i], islands.of_body)
        if k >= 0:
            start[k + 1] += 1
    for k in range(found):
        start[k + 1] += start[k]
    for i in range(count):
        k = island_of(joints.of[i], islands.of_body)
        if k >= 0:
            joints.order[start[k]] = i
            start[k] += 1
    for k in range(found, 0, -1):
        start[k] = start[k - 1]
    start[0] = 0
