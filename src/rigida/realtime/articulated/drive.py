"""Articulated groups that are driven from outside, and therefore neither rest nor fall asleep."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.actuators import SPEED_MOTOR
from rigida.constraints.block_order import Ints
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.state import State
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.kinematic import carrying_twist
from rigida.realtime.tuning import CARRIES


class Driving:
    """Motors that turn, and bodies, frames and joints that follow a given motion, with the groups that they drive.

    group_of_part and group_of_coordinate: numbers of the groups that the rows of the joints' tables belong to.
    """

    def __init__(self, joints: JointSet, group_of_part: Ints, group_of_coordinate: Ints) -> None:
        self.joints = joints
        self._group_of_part, self._group_of_coordinate = group_of_part, group_of_coordinate
        self._seen = joints.coordinates.drive.copy()

    def changed(self) -> set[int]:
        """Return the groups with a motor whose target has changed since the last time."""
        drive = self.joints.coordinates.drive
        changed = (drive != self._seen).any(axis=1)
        self._seen = drive.copy()
        return set(self._group_of_coordinate[changed].tolist())

    def note(self) -> None:
        """Take the targets as they are for seen."""
        self._seen[:] = self.joints.coordinates.drive

    def groups(self, state: State, bodies: BodyRows, h: float) -> set[int]:
        """Return the groups that motors, paths and trajectories move within h [s] from `state` on."""
        joints, time = self.joints, state.time
        turning = (joints.coordinates.motor == SPEED_MOTOR) & (joints.coordinates.drive[:, 0] != 0.0)
        found = set(self._group_of_coordinate[turning].tolist())
        for row, _ in joints.model.paths:
            found |= self._moved(row, bodies.twist[row])
        for row, motion in joints.frames.carriers:
            now, then = motion.placement(time), motion.placement(time + h)
            found |= self._moved(row, carrying_twist(now[0], now[1], then[0], then[1], h))
        for part, joint in joints.driven:
            trajectory = joints.rows[joint].trajectory
            if trajectory is not None and trajectory.at(time)[0] != trajectory.at(time + h)[0]:
                found.add(int(self._group_of_part[part]))
        return found

    def _moved(self, frame: int, twist: FloatArray) -> set[int]:
        """Return the groups that hang on a frame, if it moves."""
        if np.abs(twist).sum() <= CARRIES:
            return set()
        return set(self._group_of_part[(self.joints.parts.frame == frame).any(axis=1)].tolist())
