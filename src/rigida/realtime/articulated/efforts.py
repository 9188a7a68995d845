"""Springs, servos and constant motors in joints, in the realtime engine: forces over a step, but for the stiff ones."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.state import State
from rigida.realtime.articulated.limits import stiff_springs


class JointEfforts:
    """Efforts along the coordinates of joints.

    stiff, servo (coordinates,): springs and position motors that are too stiff to be taken as forces over a step; joint
    rows hold them instead (`limits`). add_efforts: adds what the others do to the wrenches of the coordinates' table,
    for the bodies of the engine.
    """

    def __init__(self, joints: JointSet, add_efforts: Callable[[], None]) -> None:
        self.joints, self._add = joints, add_efforts

    @property
    def stiff(self) -> NDArray[np.bool_]:
        """Springs (coordinates,) that joint rows hold."""
        return self.joints.coordinates.stiff

    @property
    def servo(self) -> NDArray[np.bool_]:
        """Position motors (coordinates,) that joint rows hold."""
        return self.joints.coordinates.servo

    def add(self, time: float, wrench: FloatArray) -> None:
        """Add what springs, servos and constant motors do to the wrenches (n, 6), but for the stiff ones."""
        coordinates = self.joints.coordinates
        self.joints.frames.place_carriers(time)
        coordinates.table.wrench = wrench
        self._add()
        coordinates.add_actuators()

    def potential_energy(self, state: State) -> float:
        """Return what the springs hold [J]."""
        if not self.joints.coordinates.acting:
            return 0.0
        self.joints.measure(state.time, state)
        return self.joints.coordinates.potential_energy()

    def find_stiff(self, state: State, dt: float) -> None:
        """Find the springs and servos that are too stiff to be taken as forces over a step of dt."""
        joints = self.joints
        coordinates = joints.coordinates
        if not coordinates.acting:
            return
        joints.measure(state.time, state)
        frames = joints.frames
        ease = np.zeros(len(coordinates.parts))
        for side in range(2):
            row, inverse = coordinates.parts.jacobian[:, side, 0], frames.inverse[coordinates.parts.frame[:, side]]
            x, y, z = row[:, 3:].T
            _, xx, xy, xz, yy, yz, zz = inverse.T
            ease += inverse[:, 0] * (row[:, :3] ** 2).sum(axis=1)
            ease += xx * x * x + yy * y * y + zz * z * z + 2.0 * (xy * x * y + xz * x * z + yz * y * z)
        coordinates.stiff[:], coordinates.servo[:] = stiff_springs(coordinates, ease, dt)
