"""Coordinates of a whole scene as two arrays, in the order and the conventions of MuJoCo's qpos and qvel.

Bodies come in the order of the scene. One that hangs on a joint has that joint's coordinates; one that hangs on nothing
has the position of its origin and its quaternion in qpos, the velocity of the origin (world) and the angular velocity
(its own axes) in qvel.
"""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.gym.worlds import turned
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.scene.pose import Pose
from rigida.simulation import Simulation


class Coordinates:
    """qpos (..., nq) and qvel (..., nv) of a simulation, or of many worlds.

    names: of joints' coordinates and of free bodies, in their order.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        scene = simulation.scene
        fixed = {joint.a: joint for joint in scene.joints if joint.slots()}
        order = simulation.joints.names if scene.joints else ()
        self._places: list[tuple[str, bool, int]] = []
        #: Limits of joints' coordinates, by name.
        self.bounds: dict[str, tuple[float, float]] = {}
        self._rigid: dict[str, tuple[float, float]] = {}
        for body in scene.bodies:
            joint = fixed.get(body)
            if joint is not None:
                names = joint.coordinate_names()
                if not set(names) <= set(order):
                    raise UsageError(f"Coordinates: joint '{joint.name}' has no coordinates to read as numbers.")
                self._places += [(name, False, order.index(name)) for name in names]
                for name, slot in zip(names, joint.slots(), strict=True):
                    self.bounds[name], self._rigid[name] = slot.limits, slot.rigid_limits
            elif body.dynamic:
                self._places.append((body.name, True, simulation.model.index(body.name)))
        self.names = tuple(name for name, _, _ in self._places)
        # Where joints' coordinates stand in qpos and qvel, and those of free bodies begin.
        free = np.array([free for _, free, _ in self._places], dtype=bool)
        at, speed = np.cumsum(np.where(free, 7, 1)), np.cumsum(np.where(free, 6, 1))
        self.nq, self.nv = int(at[-1]) if at.size else 0, int(speed[-1]) if speed.size else 0
        rows = np.array([row for _, _, row in self._places], dtype=np.int64)
        self._angle_at, self._rate_at, self._order = at[~free] - 1, speed[~free] - 1, rows[~free]
        self._free = list(zip((at[free] - 7).tolist(), (speed[free] - 6).tolist(), rows[free].tolist(), strict=True))

    def read(self) -> tuple[FloatArray, FloatArray]:
        """Return qpos (..., nq) and qvel (..., nv)."""
        simulation, state = self._simulation, self._simulation.state
        worlds = state.position.shape[:-2]
        none = np.zeros((*worlds, 0))
        values, rates = simulation.joints.motion() if simulation.scene.joints else (none, none)
        qpos, qvel = np.empty((*worlds, self.nq)), np.empty((*worlds, self.nv))
        qpos[..., self._angle_at], qvel[..., self._rate_at] = values[..., self._order], rates[..., self._order]
        for at, speed, row in self._free:
            position, turn = state.position[..., row, :], state.orientation[..., row, :]
            spin = state.angular_velocity[..., row, :]
            qpos[..., at : at + 3], qpos[..., at + 3 : at + 7] = position, turn
            arm = position - state.center[..., row, :]
            qvel[..., speed : speed + 3] = state.velocity[..., row, :] + np.cross(spin, arm)
            qvel[..., speed + 3 : speed + 6] = turned(conjugate_array(turn), spin)
        return qpos, qvel

    def set(self, qpos: FloatArray, qvel: FloatArray) -> None:
        """Set the state of the simulation; coordinates are clipped to limits that are rigid."""
        joints: dict[str, Any] = {}
        rates: dict[str, Any] = {}
        bodies: dict[str, Any] = {}
        velocities: dict[str, Any] = {}
        at = speed = 0
        for name, free, _ in self._places:
            if free:
                turn = qpos[at + 3 : at + 7] / np.linalg.norm(qpos[at + 3 : at + 7])
                spin = rotate_array(turn, qvel[speed + 3 : speed + 6])
                bodies[name] = [*qpos[at : at + 3].tolist(), *turn.tolist()]
                velocities[name] = [*qvel[speed : speed + 3].tolist(), *spin.tolist()]
                at, speed = at + 7, speed + 6
            else:
                lower, upper = self._rigid[name]
                joints[name], rates[name] = min(max(float(qpos[at]), lower), upper), float(qvel[speed])
                at, speed = at + 1, speed + 1
        self._simulation.take_pose(Pose(joints=joints, rates=rates, bodies=bodies, velocities=velocities))
