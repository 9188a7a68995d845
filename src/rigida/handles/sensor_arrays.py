"""The sensors of a scene read out of a running simulation, each as an array and all as one.

A sensor measures what its kind says in MuJoCo's terms: coordinates and rates of joints, lengths, rates and forces of
actuators, places, axes, velocities and accelerations of sites and bodies, gyroscopes, velocimeters and accelerometers
in the frame of their site, force and torque that hold a link, forces of touch.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.errors import UsageError
from rigida.fields import shown
from rigida.handles.actuator_handle import ActuatorHandle
from rigida.handles.joint_arrays import JointArrays
from rigida.handles.sensor_forces import acceleration_at, carried_bodies, holding_wrench, touch_force
from rigida.math.quaternion import conjugate_array, multiply_array, rotate_array
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.registry import nearest
from rigida.scene.body import World
from rigida.scene.scene import Scene
from rigida.scene.site import Sensor

Reader = Callable[[], FloatArray]


class SensorFrame:
    """A frame on a body or on the world that sensors look at; row: that of the body, −1 for the world."""

    def __init__(self, engine: Any, row: int, position: FloatArray, orientation: FloatArray) -> None:
        self._engine, self.row = engine, row
        self._position, self._orientation = position, orientation

    def position(self) -> FloatArray:
        """Return where its origin is (3,) [m]."""
        if self.row < 0:
            return self._position
        state = self._engine.state
        turned: FloatArray = rotate_array(state.orientation[self.row], self._position)
        return np.asarray(state.position[self.row] + turned)

    def orientation(self) -> FloatArray:
        """Return its orientation (4,), wxyz."""
        if self.row < 0:
            return self._orientation
        return np.asarray(multiply_array(self._engine.state.orientation[self.row], self._orientation))

    def velocity(self) -> FloatArray:
        """Return the velocity of its origin (3,), world [m/s]."""
        if self.row < 0:
            return np.zeros(3)
        state = self._engine.state
        arm = self.position() - state.center[self.row]
        return np.asarray(state.velocity[self.row] + np.cross(state.angular_velocity[self.row], arm))

    def angular_velocity(self) -> FloatArray:
        """Return its angular velocity (3,), world [rad/s]."""
        return np.zeros(3) if self.row < 0 else self._engine.state.angular_velocity[self.row].copy()

    def acceleration(self) -> FloatArray:
        """Return the acceleration of its origin (3,), world, less that of gravity [m/s²]."""
        moved = np.zeros(3) if self.row < 0 else acceleration_at(self._engine, self.row, self.position())
        return np.asarray(moved - self._engine.model.gravity)

    def angular_acceleration(self) -> FloatArray:
        """Return its angular acceleration (3,), world [rad/s²]."""
        return np.zeros(3) if self.row < 0 else np.asarray(self._engine.accelerations()[self.row, 3:])

    def holding(self, rows: IntArray) -> FloatArray:
        """Return force and torque about its origin (6,) that hold bodies `rows`, in its own axes [N, N m]."""
        found = holding_wrench(self._engine, rows, self.position())
        return np.concatenate([self.seen(found[:3]), self.seen(found[3:])])

    def axis(self, which: int) -> FloatArray:
        """Return one of its axes (3,), world."""
        return np.asarray(matrix_from_quaternion_array(self.orientation())[:, which])

    def seen(self, vector: FloatArray) -> FloatArray:
        """Return a world vector in the frame's own axes (3,)."""
        return np.asarray(rotate_array(conjugate_array(self.orientation()), vector))


#: What sensors of a frame read.
OF_FRAMES: Mapping[str, Callable[[SensorFrame], FloatArray]] = {
    "framepos": SensorFrame.position,
    "framequat": SensorFrame.orientation,
    "framexaxis": lambda frame: frame.axis(0),
    "frameyaxis": lambda frame: frame.axis(1),
    "framezaxis": lambda frame: frame.axis(2),
    "framelinvel": SensorFrame.velocity,
    "frameangvel": SensorFrame.angular_velocity,
    "gyro": lambda frame: frame.seen(frame.angular_velocity()),
    "velocimeter": lambda frame: frame.seen(frame.velocity()),
    "accelerometer": lambda frame: frame.seen(frame.acceleration()),
    "framelinacc": SensorFrame.acceleration,
    "frameangacc": SensorFrame.angular_acceleration,
}


class SensorArrays:
    """All sensors of a scene that can be read; names: theirs, left_out: what the others would measure, by name."""

    def __init__(self, engine: Any, scene: Scene, joints: JointArrays) -> None:
        self._engine, self._scene, self._joints = engine, scene, joints
        self._readers: dict[str, Reader] = {}
        self.left_out: dict[str, str] = {}
        for name, sensor in scene.sensors.items():
            reader = self._reader(sensor)
            if reader is None:
                self.left_out[name] = sensor.measures
            else:
                self._readers[name] = reader
        self.names = tuple(self._readers)

    def __getitem__(self, name: str) -> FloatArray:
        """Return what one sensor reads now."""
        if not isinstance(name, str):
            raise UsageError(f"A sensor is read by its name, got {shown(name)}.")
        if name in self.left_out:
            raise UsageError(f"Sensor '{name}': a {self.left_out[name]} sensor is not read.")
        if name not in self._readers:
            raise UsageError(f"The scene has no sensor '{name}'.{nearest(name, self.names)}")
        return self._readers[name]()

    def read(self) -> FloatArray:
        """Return what all sensors read now, one after another in the order of `names`."""
        return np.concatenate([np.zeros(0), *(reader() for reader in self._readers.values())])

    def _reader(self, sensor: Sensor) -> Reader | None:
        """Return how a sensor is read, None for a kind that is not."""
        kind, of = sensor.measures, sensor.of
        if kind == "clock":
            return lambda: np.array([float(self._engine.state.time)])
        if kind in ("jointpos", "jointvel") and of.get("joint") in self._joints_named():
            row = self._joints.names.index(of["joint"])
            joints = self._joints
            return lambda: (joints.position if kind == "jointpos" else joints.velocity)[row : row + 1]
        if kind in ("actuatorpos", "actuatorvel", "actuatorfrc"):
            return self._of_actuator(kind, of.get("actuator", ""))
        if kind in ("force", "torque", "touch") and not {"refname", "cutoff", "between"} & set(of):
            return self._of_forces(kind, of)
        frame = self._frame(of) if kind in OF_FRAMES and "refname" not in of else None
        if frame is None or "cutoff" in of:
            return None
        return lambda: OF_FRAMES[kind](frame)

    def _joints_named(self) -> tuple[str, ...]:
        return self._joints.names if self._engine.joints is not None else ()

    def _of_actuator(self, kind: str, name: str) -> Reader | None:
        if name not in [actuator.name for actuator in self._engine.model.actuators]:
            return None
        number = self._engine.model.actuator_index(name)
        if kind == "actuatorfrc":
            handle = ActuatorHandle(self._engine, number)
            return lambda: np.array([handle.force])
        actuator = self._engine.model.actuators[number]
        rows = [self._joints.names.index(joint) for joint in actuator.joints]
        gear, joints = np.array(actuator.gear), self._joints
        return lambda: np.array([gear @ (joints.position if kind == "actuatorpos" else joints.velocity)[rows]])

    def _of_forces(self, kind: str, of: Mapping[str, str]) -> Reader | None:
        """Return how the force or torque that holds the body of a site is read, or what touches the site."""
        frame, engine = self._frame(of), self._engine
        if frame is None or frame.row < 0:
            return None
        if kind == "touch":
            shape = self._scene.sites[of["site"]].shape
            return None if shape is None else lambda: np.array([touch_force(engine, frame.row, frame, shape)])
        rows = carried_bodies(engine, frame.row)
        if rows is None:
            return None
        half = slice(0, 3) if kind == "force" else slice(3, 6)
        return lambda: frame.holding(rows)[half]

    def _frame(self, of: Mapping[str, str]) -> SensorFrame | None:
        """Return the frame that a sensor names, None where it is no site and no body."""
        model = self._engine.model
        kind = of.get("objtype", "site")
        name = of.get("site", of.get("objname", ""))
        if kind == "site" and name in self._scene.sites:
            site = self._scene.sites[name]
            row = -1 if isinstance(site.body, World) else model.index(site.body.name)
            return SensorFrame(self._engine, row, np.array(site.position), np.array(site.orientation))
        if kind in ("body", "xbody") and name in model.names:
            row = model.index(name)
            # A "body" is seen at its centre of mass, in its principal axes; an "xbody" at its own frame.
            if kind == "body":
                return SensorFrame(self._engine, row, model.center_B[row], model.principal_B[row])
            return SensorFrame(self._engine, row, np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0]))
        return None
