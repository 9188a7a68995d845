"""Forces of joints over a step that is taken in parts (`engine`): their mean, in which short parts count little.

Impulses of a part of microseconds stop what joints and contacts have left of velocities. Divided by so short a time
they are no forces: as the start of a longer part they would throw links about, and joints would seem to bear what
breaks them.
"""

from collections.abc import Sequence

import numpy as np

from rigida.arrays import FloatArray


class PartForces:
    """Means of forces and impulses of joints over the parts of a step so far, and the step of dt [s] before it.

    forces: arrays of forces; impulses: arrays of impulses over a part. Both are replaced by what is to start the next
    part.
    """

    def __init__(self, forces: Sequence[FloatArray], impulses: Sequence[FloatArray], dt: float) -> None:
        self._forces, self._impulses, self._dt, self._time = tuple(forces), tuple(impulses), dt, 0.0
        self._start = [array.copy() for array in (*forces, *impulses)]
        for array in self._start[len(forces) :]:
            array /= dt
        self._sum = [np.zeros_like(array) for array in self._start]

    def add_forces(self, h: float) -> None:
        """Take the forces of a part of h [s]."""
        self._time += h
        for k, force in enumerate(self._forces):
            self._sum[k] += h * force
            force[:] = self._mean(k)

    def add_impulses(self) -> None:
        """Take the impulses of the same part."""
        for k, impulse in enumerate(self._impulses, len(self._forces)):
            self._sum[k] += impulse

    def fit(self, h: float) -> None:
        """Make impulses those of a part of h [s]."""
        for k, impulse in enumerate(self._impulses, len(self._forces)):
            impulse[:] = h * self._mean(k)

    def end(self) -> None:
        """Leave the means over the step, and the impulses of all of it."""
        for array, total in zip((*self._forces, *self._impulses), self._sum, strict=True):
            array[:] = total
        for force in self._forces:
            force /= self._time

    def _mean(self, k: int) -> FloatArray:
        return (self._dt * self._start[k] + self._sum[k]) / (self._dt + self._time)
