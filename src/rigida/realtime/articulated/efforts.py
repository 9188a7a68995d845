"""Springs, servos and constant motors in joints, in the realtime engine: forces over a step, but for the stiff ones."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.coordinates import MOTORS, add_efforts
from rigida.constraints.joint_set import JointSet
from rigida.constraints.masses import inverse_masses
from rigida.dynamics.state import State
from rigida.realtime.articulated.limits import stiff_springs

_NONE = MOTORS.index("none")


class JointEfforts:
    """Efforts along the coordinates of joints.

    stiff, servo (coordinates,): springs and position motors that are too stiff to be taken as forces over a step; lines
    hold them instead (`limits`).
    """

    def __init__(self, joints: JointSet) -> None:
        self.joints = joints
        self.stiff = np.zeros(len(joints.coordinates.parts), dtype=np.bool_)
        self.servo = self.stiff.copy()

    def add(self, time: float, state: State, wrench: FloatArray) -> None:
        """Add what springs, servos and constant motors do to the wrenches (n, 6), but for the stiff ones."""
        coordinates = self.joints.coordinates
        self.joints.measure(time, state)
        add_efforts(
            coordinates.parts.frame,
            coordinates.parts.jacobian,
            coordinates.value,
            coordinates.rate,
            np.where(self.stiff[:, None], 0.0, coordinates.spring),
            np.where(self.servo, _NONE, coordinates.motor).astype(np.int32),
            coordinates.drive,
            coordinates.effort,
            wrench,
        )
        coordinates.add_actuators(wrench)

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
        frames, model = joints.frames, joints.model
        inverse_masses(model.motion, model.inv_mass, model.inv_inertia, frames.pose, frames.inverse)
        ease = np.zeros(len(coordinates.parts))
        for side in range(2):
            row, inverse = coordinates.parts.jacobian[:, side, 0], frames.inverse[coordinates.parts.frame[:, side]]
            x, y, z = row[:, 3:].T
            _, xx, xy, xz, yy, yz, zz = inverse.T
            ease += inverse[:, 0] * (row[:, :3] ** 2).sum(axis=1)
            ease += xx * x * x + yy * y * y + zz * z * z + 2.0 * (xy * x * y + xz * x * z + yz * y * z)
        self.stiff, self.servo = stiff_springs(coordinates, ease, dt)
