"""Forces and torques that the user applies to bodies of a running simulation, for a step or a given time.

A load acts from the moment it is applied until its time is used up. Over an interval h it acts with the part

    w = min(1, T/h)

of its strength, where T is what is left of its time; a step of h' ≤ h that is taken then uses up w h' of it. So its
impulse is F T to rounding however steps lie. Renhe 2006, 4.3.2.
"""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.state import State
from rigida.math.quaternion import rotate_array

#: A load is used up when less than this part of its time is left: times are sums of steps.
_USED_UP = 1e-9


class Loads:
    """row (k,): bodies; force, torque (k, 3), world [N, N m]; point (k, 3) of the principal frame [m].

    duration, left (k,): whole time of each and what is left of it [s]; part (k,): of its strength in this step.
    """

    def __init__(self) -> None:
        self.row: IntArray = np.zeros(0, dtype=np.int32)
        self.force, self.torque, self.point = (np.zeros((0, 3)) for _ in range(3))
        self.duration, self.left, self.part = (np.zeros(0) for _ in range(3))

    def __len__(self) -> int:
        return len(self.row)

    @property
    def shortest(self) -> float:
        """Time after which the first of them ends [s]."""
        return float(self.left.min(initial=np.inf))

    def add(self, row: int, force: FloatArray, torque: FloatArray, point: FloatArray, duration: float) -> None:
        """Add a force at a point of a body's principal frame and a torque, for a time [s]."""
        self.row = np.append(self.row, np.int32(row))
        self.force, self.torque = np.vstack([self.force, force]), np.vstack([self.torque, torque])
        self.point = np.vstack([self.point, point])
        self.duration, self.left = np.append(self.duration, duration), np.append(self.left, duration)
        self.part = np.append(self.part, 1.0)

    def set_fractions(self, h: float) -> bool:
        """Choose the part of each load's strength that acts over h [s]; return whether it is another than before."""
        before, self.part = self.part, np.minimum(1.0, self.left / h)
        return not np.array_equal(before, self.part)

    def add_wrenches(self, state: State, wrench: FloatArray) -> None:
        """Add force and torque about the center of mass to the wrench rows (n, 6), world frame."""
        force = self.part[:, None] * self.force
        arm = rotate_array(state.attitude[self.row], self.point)
        torque = np.cross(arm, force) + self.part[:, None] * self.torque
        np.add.at(wrench, self.row, np.hstack([force, torque]))

    def spend(self, h: float) -> bool:
        """Advance by h [s]; return whether a load has ended."""
        self.left = self.left - h * self.part
        kept = self.left > _USED_UP * self.duration
        if kept.all():
            return False
        self._keep(kept)
        return True

    def drop(self, rows: Any) -> None:
        """Remove the loads of bodies."""
        self._keep(~np.isin(self.row, list(rows)))

    def _keep(self, kept: Any) -> None:
        for name, array in vars(self).items():
            setattr(self, name, array[kept])

    def snapshot(self) -> dict[str, Any]:
        """Return all loads; arrays are never changed in place."""
        return dict(vars(self))

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Restore what `snapshot` returned."""
        vars(self).update(snapshot)
