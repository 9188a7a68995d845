"""Constraint parts as arrays, and what is evaluated from them at one instant."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.evaluate import evaluate_parts, part_rates
from rigida.constraints.frames import Frames
from rigida.scene.joint import PartRow

NUMBERS_PER_PART = 18


@dataclass(frozen=True)
class PlacedPart:
    """A part between two frames, and the joint it belongs to."""

    row: PartRow
    frames: tuple[int, int]
    joint: int


class PartTable:
    """Parts between frames.

    target (m, 3): value, rate and acceleration that the first equation follows. After `evaluate`: error (m, 3) C,
    jacobian (m, 2, 3, 6), bias (m, 3), and after `rate` too: Ċ (m, 3).
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
        self.target = np.zeros((count, 3))
        self.error = np.zeros((count, 3))
        self.jacobian = np.zeros((count, 2, 3, 6))
        self.bias = np.zeros((count, 3))
        self._rate_target = np.zeros((count, 3))

    def __len__(self) -> int:
        return len(self.parts)

    def evaluate(self, frames: Frames) -> None:
        """Fill error, jacobian and bias."""
        evaluate_parts(
            self.code,
            self.equations,
            self.frame,
            self.number,
            self.target,
            frames.pose,
            frames.twist,
            self.error,
            self.jacobian,
            self.bias,
        )

    def rates(self, frames: Frames) -> FloatArray:
        """Return Ċ (m, 3)."""
        rate = np.empty_like(self.error)
        self._rate_target[:, 0] = self.target[:, 1]
        part_rates(self.frame, self.jacobian, frames.twist, self._rate_target, -1.0, rate)
        return rate
