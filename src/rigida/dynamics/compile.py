"""Scene → Model and State: descriptions become arrays, once, before anything moves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC, FIXED, KINEMATIC, ForceTable, Model
from rigida.dynamics.start_pose import take_start_pose
from rigida.dynamics.state import State, place_rows
from rigida.errors import SceneError
from rigida.fields import Vec3, vec3
from rigida.geometry.mass_properties import principal_axes
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.scene.actuator import Actuator
from rigida.scene.body import Body, BodyOrWorld, World
from rigida.scene.force import ForceRow, ImpulseRow
from rigida.scene.joint import Joint, JointRows
from rigida.scene.pose import Pose
from rigida.scene.scene import Scene

NUMBERS_PER_FORCE = 16
#: Arrays of a Model that have a row for each body, and what they hold.
_COLUMNS: tuple[tuple[str, Any], ...] = (
    ("motion", np.int32),
    ("mass", np.float64),
    ("inv_mass", np.float64),
    ("inertia", np.float64),
    ("inv_inertia", np.float64),
    ("center_B", np.float64),
    ("principal_B", np.float64),
    ("surface", np.float64),
    ("collision_filter", np.uint32),
)


def compile_scene(scene: Scene) -> tuple[Model, State]:
    """Return the constant Model of `scene` and its State at the time it starts at."""
    if not scene.bodies:
        raise SceneError("The scene has no bodies. Add one with scene.add_body(...).")
    bodies = scene.bodies
    columns = body_columns(bodies)
    placement = BodyFrames(bodies, columns["center_B"], columns["principal_B"])
    force_rows = tuple(force.compiled(placement) for force in scene.forces)
    breaks = {time for force in scene.forces for time in force.break_times()}
    breaks |= {time for joint in scene.joints for time in joint.break_times()}
    breaks |= {time for body in bodies if body.path is not None for time in body.path.break_times()}
    model = Model(
        names=tuple(body.name for body in bodies),
        **columns,
        shapes=tuple(body.shape for body in bodies),
        slots=tuple(body.shape for body in bodies),
        paths=tuple((i, body.path) for i, body in enumerate(bodies) if body.path is not None),
        joints=tuple(scene.joints),
        joint_rows=_joint_rows(scene, placement),
        forces=tuple(scene.forces),
        force_rows=force_rows,
        force_table=force_table([row for each in force_rows for row in each.rows]),
        impulses=in_time(i for each in force_rows for i in each.impulses if i.time >= scene.plan.start_time),
        break_times=tuple(sorted(breaks)),
        gravity=np.array(scene.gravity, dtype=np.float64),
        sequence=work_sequence(bodies, columns, scene.gravity, scene.copies),
        actuators=started_actuators(scene),
        couplings=tuple(scene.couplings),
        apart=tuple((placement.row(a), placement.row(b)) for a, b in scene.apart),
        copies=scene.copies,
    )
    state = State.at_rest(model)
    state.time = scene.plan.start_time
    place_at_start(scene, state)
    return model, state


def place_at_start(scene: Scene, state: State) -> None:
    """Set a state to the start poses of a scene's bodies, at any time."""
    _describe(scene.bodies, state)
    take_start_pose(scene, state)


def _joint_rows(scene: Scene, placement: "BodyFrames") -> tuple[JointRows, ...]:
    """Return the rows of all joints; those of further copies of a world differ from the first in their bodies only."""
    count = len(scene.joints) // scene.copies
    first = [started_rows(joint, joint.rows(placement), scene.start) for joint in scene.joints[:count]]
    step = len(scene.bodies) // scene.copies
    return tuple(
        replace(rows, rows=(_in_copy(rows.rows[0], copy * step), _in_copy(rows.rows[1], copy * step)))
        for copy in range(scene.copies)
        for rows in first
    )


def _in_copy(row: int, offset: int) -> int:
    """Return the row of a body in another copy of the world, −1 for the world itself."""
    return row if row < 0 else row + offset


def started_rows(joint: Joint, rows: JointRows, start: Pose | None) -> JointRows:
    """Return the rows of a joint with coordinates that count revolutions from their initial values."""
    own = [coordinate.part for coordinate in rows.coordinates if not coordinate.dry]
    values = [] if start is None else start.values_of(joint).tolist()
    if not values or len(values) != len(own):  # a ball has no coordinates
        return rows
    at = dict(zip(own, values, strict=True))
    started = (replace(c, reference=at.get(c.part, c.reference)) for c in rows.coordinates)
    return replace(rows, coordinates=tuple(started))


def started_actuators(scene: Scene) -> tuple[Actuator, ...]:
    """Return the actuators with the controls that they start with."""
    given = {} if scene.start is None else scene.start.controls
    return tuple(
        replace(actuator, control=actuator.limited_control(given.get(str(actuator.name), (actuator.control,))[0]))
        for actuator in scene.actuators
    )


def body_columns(bodies: Sequence[Body]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a Model that have a row for each body, by name; those of bodies alike are found once."""
    kinds: dict[tuple[Any, ...], int] = {}
    which = [kinds.setdefault(likeness(body), len(kinds)) for body in bodies]
    first = dict(zip(reversed(which), reversed(bodies), strict=True))
    columns = _columns([first[number] for number in range(len(kinds))])
    return columns if len(kinds) == len(bodies) else {name: column[which] for name, column in columns.items()}


def likeness(body: Body) -> tuple[Any, ...]:
    """Return a key that is equal for bodies with equal rows of columns."""
    described = body.mass, body.density, body.center_of_mass, body.fixed, body.collision_group, body.collision_mask
    return id(body.shape), id(body.inertia), id(body.path), id(body.material), described


def _columns(bodies: Sequence[Body]) -> dict[str, NDArray[Any]]:
    rows = zip(*map(_column_values, bodies), strict=True)
    return {name: np.array(values, dtype=dtype) for (name, dtype), values in zip(_COLUMNS, rows, strict=True)}


def _column_values(body: Body) -> tuple[Any, ...]:
    """Return a body's row of each of `_COLUMNS`, as plain numbers: numpy takes longer over so few."""
    properties, motion = body.mass_properties(), _motion_kind(body)
    moments, axes = principal_axes(properties.inertia)
    moved = motion == DYNAMIC
    mass = float(properties.mass) if moved else 0.0
    inertia = [max(moment, 0.0) if moved else 0.0 for moment in moments.tolist()]
    return (
        motion,
        mass,
        1.0 / mass if mass > 0.0 else 0.0,
        inertia,
        [1.0 / moment if moment > 0.0 else 0.0 for moment in inertia],
        properties.center.tolist(),
        axes.tolist(),
        body.material.row(),
        (1 << body.collision_group, body.collision_mask),
    )


def work_sequence(
    bodies: Sequence[Body], columns: Mapping[str, NDArray[Any]], gravity: Vec3, copies: int = 1
) -> IntArray:
    """Return the rows (n,) of bodies in processing order: immovable ones first, then from bottom to top.

    It follows from where and what bodies are, so that the same world described in another order moves alike; names
    decide between bodies that are alike in one place. Copies of a world follow each other.
    """
    x, y, z = np.array([body.position for body in bodies]).T
    height = -(x * gravity[0] + y * gravity[1] + z * gravity[2])
    names = np.array([body.name for body in bodies])
    moved = columns["motion"] == DYNAMIC
    copy = np.arange(len(bodies)) // (len(bodies) // copies)
    return np.lexsort((names, columns["mass"], z, y, x, height, moved, copy)).astype(np.int32)


class BodyFrames:
    """Lookup of rows, and conversion of world coordinates at the start to body coordinates, for forces and joints."""

    def __init__(self, bodies: Sequence[Body], center_B: FloatArray, principal_B: FloatArray) -> None:
        self.bodies = bodies
        self.center_B = center_B
        self.principal_B = principal_B
        self._rows = {id(body): i for i, body in enumerate(bodies)}

    def row(self, body: BodyOrWorld) -> int:
        """Return the body's row, −1 for the world."""
        return -1 if isinstance(body, World) else self._rows[id(body)]

    def origin(self, body: BodyOrWorld) -> Vec3:
        """Return the initial position of the body frame's origin, world [m]."""
        return (0.0, 0.0, 0.0) if isinstance(body, World) else vec3(self.pose(body)[0])

    def pose(self, body: Body) -> tuple[FloatArray, FloatArray]:
        """Return the initial pose of the body frame: position (3,) [m] and orientation (4,)."""
        return np.array(body.position), np.array(body.orientation)

    def point(self, body: BodyOrWorld, world_point: Vec3) -> FloatArray:
        """Return a world point at the start as a point (3,) of the body's principal frame (or of the world)."""
        if isinstance(body, World):
            return np.array(world_point)
        row = self.row(body)
        position, orientation = self.pose(body)
        local = rotate_array(conjugate_array(orientation), np.array(world_point) - position) - self.center_B[row]
        return rotate_array(conjugate_array(self.principal_B[row]), local)

    def direction(self, body: BodyOrWorld, world_direction: Vec3 | FloatArray) -> FloatArray:
        """Return a world direction at the start in the body's principal frame (3,) (or in the world)."""
        if isinstance(body, World):
            return np.array(world_direction, dtype=np.float64)
        local = rotate_array(conjugate_array(self.pose(body)[1]), np.array(world_direction))
        return rotate_array(conjugate_array(self.principal_B[self.row(body)]), local)

    def body_point(self, body: Body, point_B: Vec3) -> FloatArray:
        """Return a point of the body frame in the principal frame (3,)."""
        row = self.row(body)
        return rotate_array(conjugate_array(self.principal_B[row]), np.array(point_B) - self.center_B[row])

    def body_direction(self, body: Body, direction_B: Vec3) -> FloatArray:
        """Return a direction of the body frame in the principal frame (3,)."""
        return rotate_array(conjugate_array(self.principal_B[self.row(body)]), np.array(direction_B))


def in_time(impulses: Iterable[ImpulseRow]) -> tuple[ImpulseRow, ...]:
    """Return impulses in the order of their times."""
    return tuple(sorted(impulses, key=lambda impulse: impulse.time))


def force_table(rows: Sequence[ForceRow]) -> ForceTable:
    """Return the rows of all force elements as arrays."""
    count = len(rows)
    number = np.zeros((count, NUMBERS_PER_FORCE))
    sample_range = np.zeros((count, 2), dtype=np.int32)
    samples: list[FloatArray] = [np.zeros((0, 7))]
    start = 0
    for i, row in enumerate(rows):
        number[i, : len(row.numbers)] = row.numbers
        length = 0 if row.samples is None else len(row.samples)
        sample_range[i] = start, start + length
        start += length
        if row.samples is not None:
            samples.append(row.samples)
    return ForceTable(
        code=np.array([row.code for row in rows], dtype=np.int32),
        body=np.array([row.bodies for row in rows], dtype=np.int32).reshape(count, 2),
        number=number,
        sample_range=sample_range,
        sample=np.ascontiguousarray(np.concatenate(samples)),
    )


def _motion_kind(body: Body) -> int:
    if body.fixed:
        return FIXED
    return KINEMATIC if body.path is not None else DYNAMIC


def _describe(bodies: Sequence[Body], state: State) -> None:
    """Set bodies to their described poses and velocities, those on paths to the state's time."""
    place_bodies(state, slice(None), bodies)
    state.refresh()
    place_kinematic(state.model, state, state.time)


def place_bodies(state: State, rows: slice | IntArray, bodies: Sequence[Body]) -> None:
    """Set bodies to their described poses and velocities."""
    model = state.model
    which = np.arange(model.body_count, dtype=np.int32)[rows] if isinstance(rows, slice) else rows
    described = [(*body.position, *body.orientation, *body.velocity, *body.angular_velocity) for body in bodies]
    place_rows(which, np.array(described), model.center_B, model.principal_B, model.inertia, *state.arrays())


def place_kinematic(model: Model, state: State, time: float) -> None:
    """Set the poses of bodies with a prescribed motion at `time`."""
    for row, path in model.paths:
        position, orientation, velocity, angular_velocity = path.placement(time)
        state.place(row, position, orientation)
        arm = state.center[row] - position
        state.velocity[row] = velocity + np.cross(angular_velocity, arm)
        state.angular_velocity[row] = angular_velocity
