"""Holds the lines of a step (see `joint_rows`), sorted by island."""

import numpy as np

from rigida.arrays import IntArray
from rigida.jit.bind import bind
from rigida.realtime.direct.joint_rows import LINE_WIDTH, sort_lines


class LineSet:
    """Up to `most` lines: line (most, LINE_WIDTH), line_of (most, 4); those of island k are order[start[k]] …"""

    def __init__(self, bodies: int, most: int = 0) -> None:
        self.count = 0
        self.line = np.zeros((most, LINE_WIDTH))
        self.line_of = np.zeros((most, 4), dtype=np.int32)
        self.order: IntArray = np.zeros(most, dtype=np.int32)
        self.start: IntArray = np.zeros(bodies + 1, dtype=np.int32)
        self._sort = bind(sort_lines, self.line_of, self.start, self.order)

    def sort(self, islands: int, island: IntArray) -> None:
        """Sort the lines by island."""
        self._sort(self.count, islands, island)
