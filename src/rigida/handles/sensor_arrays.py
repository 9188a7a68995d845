"""The sensors of a scene read out of a running simulation, each as an array and all as one.

A sensor measures what its kind says in MuJoCo's terms: coordinates and rates of joints, lengths and rates of actuators
and tendons, forces of actuators, places, axes, velocities and accelerations of sites and bodies, gyroscopes,
velocimeters and accelerometers in the frame of their site, force and torque that hold a link, forces of touch,
distances along a ray, a magnetic field, centers of mass of subtrees.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Spherical
from rigida.errors import UsageError
from rigida.fields import shown
from rigida.handles.actuator_handle import ActuatorHandle
from rigida.handles.joint_arrays import JointArrays
from rigida.handles.sensor_forces import carried_bodies, touch_force
from rigida.handles.sensor_frames import FROM_FRAMES, OF_FRAMES, SensorFrame
from rigida.handles.sensor_surroundings import OF_SUBTREES, OF_SURROUNDINGS, subtree_reader, surroundings_reader
from rigida.math.quaternion import conjugate_array, multiply_array
from rigida.registry import nearest
from rigida.scene.body import UNTURNED, BodyOrWorld, World
from rigida.scene.scene import Scene
from rigida.scene.site import Sensor

Reader = Callable[[], FloatArray]
_OF_JOINTS, _OF_BALLS = ("jointpos", "jointvel", "jointactuatorfrc"), ("ballquat", "ballangvel")
_OF_ACTUATORS, _OF_FORCES = ("actuatorpos", "actuatorvel", "actuatorfrc"), ("force", "torque", "touch")
_OF_TENDONS, _AXES = ("tendonpos", "tendonvel"), ("framexaxis", "frameyaxis", "framezaxis")
#: What sensors may measure.
SENSORS = {*_OF_JOINTS, *_OF_BALLS, *_OF_ACTUATORS, *_OF_FORCES, *_OF_TENDONS, *OF_FRAMES, "clock"}
SENSORS |= {*OF_SURROUNDINGS, *OF_SUBTREES}


class SensorArrays:
    """All supported sensors of a scene; names: their names, left_out: kinds of the unsupported ones, by name."""

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
        """Return the present reading of a sensor."""
        if not isinstance(name, str):
            raise UsageError(f"A sensor is read by its name, got {shown(name)}.")
        if name in self.left_out:
            raise UsageError(f"Sensor '{name}': a {self.left_out[name]} sensor is not read.")
        if name not in self._readers:
            raise UsageError(f"The scene has no sensor '{name}'.{nearest(name, self.names)}")
        return self._readers[name]()

    def read(self) -> FloatArray:
        """Return the present readings of all sensors, concatenated in the order of `names`."""
        return np.concatenate([np.zeros(0), *(reader() for reader in self._readers.values())])

    def _reader(self, sensor: Sensor) -> Reader | None:
        """Return the function that reads a sensor, or None for unsupported kinds."""
        reader = self._uncut(sensor.measures, sensor.of)
        cutoff = float(sensor.of.get("cutoff", 0.0))
        if reader is None or cutoff <= 0.0 or sensor.measures in ("framequat", "ballquat", *_AXES):
            return reader
        return lambda: np.clip(reader(), -cutoff, cutoff)

    def _uncut(self, kind: str, of: Mapping[str, str]) -> Reader | None:
        if kind == "clock":
            return lambda: np.array([float(self._engine.state.time)])
        if kind in _OF_JOINTS and of.get("joint") in self._joints_named():
            return self._of_joint(kind, of["joint"])
        if kind in _OF_BALLS:
            return self._of_ball(kind, of.get("joint", ""))
        if kind in _OF_TENDONS and "joints" in of:
            gear = np.array([float(word) for word in of["gear"].split()])
            return self._length(of["joints"].split(), gear, kind == "tendonpos", float(of.get("offset", 0.0)))
        if kind in _OF_ACTUATORS:
            return self._of_actuator(kind, of.get("actuator", ""))
        if kind in _OF_FORCES and "between" not in of:
            return self._of_forces(kind, of)
        if kind in OF_SUBTREES:
            return subtree_reader(kind, self._engine, of)
        frame = self._frame(of) if kind in OF_FRAMES or kind in OF_SURROUNDINGS else None
        if frame is None:
            return None
        if kind in OF_SURROUNDINGS:
            return surroundings_reader(kind, self._engine, frame, of)
        if "refname" not in of:
            return lambda: OF_FRAMES[kind](frame)
        other = self._frame({"objtype": of.get("reftype", "site"), "objname": of["refname"]})
        return None if other is None or kind not in FROM_FRAMES else lambda: FROM_FRAMES[kind](frame, other)

    def _length(self, names: Sequence[str], gear: FloatArray, value: bool, offset: float = 0.0) -> Reader:
        """Return the function that reads a sum of coordinates or of their rates."""
        rows, joints = [self._joints.names.index(name) for name in names], self._joints
        if value:
            return lambda: np.array([gear @ joints.position[rows] + offset])
        return lambda: np.array([gear @ joints.velocity[rows]])

    def _of_joint(self, kind: str, name: str) -> Reader:
        if kind != "jointactuatorfrc":
            return self._length([name], np.ones(1), kind == "jointpos")
        acting = [
            (ActuatorHandle(self._engine, number), gear)
            for number, actuator in enumerate(self._engine.model.actuators)
            for joint, gear in zip(actuator.joints, actuator.gear, strict=True)
            if joint == name
        ]
        return lambda: np.array([sum(gear * handle.force for handle, gear in acting)])

    def _of_ball(self, kind: str, name: str) -> Reader | None:
        """Return the function that reads the rotation of a ball joint's body a relative to b, or its rate."""
        joint = next((joint for joint in self._scene.joints if joint.name == name), None)
        if not isinstance(joint, Spherical):
            return None
        a, b = (self._body_frame(body) for body in (joint.a, joint.b))
        if kind == "ballangvel":
            return lambda: a.seen(a.angular_velocity() - b.angular_velocity())
        on_b = UNTURNED if isinstance(joint.b, World) else joint.b.orientation
        described = multiply_array(conjugate_array(np.array(joint.a.orientation)), np.array(on_b))

        def turn() -> FloatArray:
            against = multiply_array(conjugate_array(b.orientation()), a.orientation())
            return np.asarray(multiply_array(described, against))

        return turn

    def _body_frame(self, body: BodyOrWorld) -> SensorFrame:
        row = -1 if isinstance(body, World) else self._engine.model.index(body.name)
        return SensorFrame(self._engine, row, np.zeros(3), np.array(UNTURNED))

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
        if not actuator.joints:  # a thrust has no length
            return lambda: np.zeros(1)
        return self._length(actuator.joints, np.array(actuator.gear), kind == "actuatorpos")

    def _of_forces(self, kind: str, of: Mapping[str, str]) -> Reader | None:
        """Return the function that reads the reaction on the body of a site, or the touch force at the site."""
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
        """Return the frame that a sensor names, or None if it is neither a site nor a body."""
        model = self._engine.model
        kind = of.get("objtype", "site")
        name = of.get("site", of.get("objname", ""))
        # A link that is welded to the one that carries it is a frame of it.
        if name in self._scene.sites and (kind == "site" or (kind == "xbody" and name not in model.names)):
            site = self._scene.sites[name]
            row = -1 if isinstance(site.body, World) else model.index(site.body.name)
            return SensorFrame(self._engine, row, np.array(site.position), np.array(site.orientation))
        if kind in ("body", "xbody") and name in model.names:
            row = model.index(name)
            # A "body" is seen at its center of mass, in its principal axes; an "xbody" at its own frame.
            if kind == "body":
                return SensorFrame(self._engine, row, model.center_B[row], model.principal_B[row])
            return SensorFrame(self._engine, row, np.zeros(3), np.array(UNTURNED))
        return None
