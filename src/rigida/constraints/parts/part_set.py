"""Constraint parts as arrays, with their values at one instant."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.arrays import NUMBERS_PER_PART, Frames, Parts
from rigida.constraints.frames import FrameSet
from rigida.constraints.parts.evaluate import evaluate_all, rates_of_all
from rigida.jit.bind import bind
from rigida.scene.joint import PartRow


@dataclass(frozen=True)
class PlacedPart:
    """A part between two frames, and the joint it belongs to."""

    row: PartRow
    frames: tuple[int, int]
    joint: int


class PartSet:
    """Parts between frames.

    target (m, 3): value, rate and acceleration that the first equation follows. After `evaluate`: error (m, 3) C,
    jacobian (m, 2, 3, 6), bias (m, 3). table: the same as kernels take it.
    """

    def __init__(self, parts: Sequence[PlacedPart]) -> None:
        count = len(parts)
        self.parts = tuple(parts)
        self.code = np.array([p.row.code for p in parts], dtype=np.int32)
        self.equations = np.array([p.row.equations for p in parts], dtype=np.int32)
        self.frame = np.array([p.frames for p in parts], dtype=np.int32).reshape(count, 2)
        self.joint = np.array([p.joint for p in parts], dtype=np.int32)
        self.number = np.zeros((count, NUMBERS_PER_PART))
        for i, p in enumerate(parts):
            self.number[i, : len(p.row.numbers)] = p.row.numbers
        self.softness = np.zeros(count)
        self.target = np.zeros((count, 3))
        self.error = np.zeros((count, 3))
        self.jacobian = np.zeros((count, 2, 3, 6))
        self.bias = np.zeros((count, 3))
        self.rate = np.zeros((count, 3))
        self.weighted = np.zeros((count, 2, 3, 6))
        self.table = Parts(
            code=self.code,
            equations=self.equations,
            frame=self.frame,
            number=self.number,
            softness=self.softness,
            target=self.target,
            error=self.error,
            jacobian=self.jacobian,
            bias=self.bias,
            rate=self.rate,
            weighted=self.weighted,
        )
        self._frames: Frames | None = None

    def __len__(self) -> int:
        return len(self.parts)

    def evaluate(self, frames: FrameSet) -> None:
        """Fill error, jacobian and bias."""
        self._bind(frames.table)
        self._evaluate()

    def rates(self, frames: FrameSet) -> FloatArray:
        """Return Ċ (m, 3)."""
        self._bind(frames.table)
        self._find_rates()
        return self.rate.copy()

    def _bind(self, frames: Frames) -> None:
        if frames is not self._frames:
            self._frames = frames
            self._evaluate = bind(evaluate_all, self.table, frames)
            self._find_rates = bind(rates_of_all, self.table, frames)
