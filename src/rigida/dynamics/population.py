"""Bodies and joints that are added and removed while a simulation runs.

A body that is removed leaves a vacant row, which the next one that fits takes: no other row moves, so joints, forces,
contacts and everything else that knows bodies by their rows goes on as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.dynamics.compile import BodyFrames, body_columns, force_table, in_time, place_bodies, place_kinematic
from rigida.dynamics.model import FIXED, VACANT, Model
from rigida.dynamics.state import State
from rigida.geometry.mass_properties import principal_axes
from rigida.math.dense import product
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.scene.body import Body, BodyOrWorld, World
from rigida.scene.force import Force, ForceRows
from rigida.scene.joint import Joint, JointRows

#: What a vacant row holds: a fixed body without mass that touches nothing.
_NOBODY: Final[dict[str, Any]] = {
    "motion": FIXED,
    "mass": 0.0,
    "inv_mass": 0.0,
    "inertia": 0.0,
    "inv_inertia": 0.0,
    "center_B": 0.0,
    "principal_B": (1.0, 0.0, 0.0, 0.0),
    "surface": 0.0,
    "collision_filter": 0,
}


#: Products of inertia below this part of the largest moment are rounding.
_SAME_AXES = 1e-12


def vacate(state: State, rows: Iterable[int]) -> None:
    """Remove the bodies of these rows."""
    gone, slots = list(rows), state.model.slots
    if not gone:
        return
    state.model.enter(gone, [(VACANT, None, slots[row]) for row in gone], _NOBODY)
    for array in (state.center, state.velocity, state.angular_momentum, state.angular_velocity):
        array[gone] = 0.0
    state.attitude[gone] = _NOBODY["principal_B"]


def occupy(state: State, rows: Sequence[int], bodies: Sequence[Body], alike: bool = False) -> None:
    """Enter bodies in vacant rows at their described poses; alike: equal to the bodies that left these rows."""
    columns = {} if alike else body_columns(bodies)
    state.model.enter(rows, [(body.name, body.shape, body.shape) for body in bodies], columns)
    place_bodies(state, np.array(rows, dtype=np.int32), bodies)


def enlarged(state: State, bodies: Sequence[Body] = (), spare: int = 0) -> State:
    """Return a copy of a state and its model with rows for more bodies, and vacant ones like the last of these."""
    old, added = state.model, len(bodies) + spare
    new = body_columns(bodies) if bodies else {}
    columns: dict[str, Any] = {
        name: _longer(getattr(old, name), new.get(name), spare, empty) for name, empty in _NOBODY.items()
    }
    paths = [(old.body_count + i, body.path) for i, body in enumerate(bodies) if body.path is not None]
    breaks = {time for _, path in paths for time in path.break_times()}
    shapes = tuple(body.shape for body in bodies)
    model = replace(
        old,
        names=(*old.names, *(body.name for body in bodies), *[VACANT] * spare),
        shapes=(*old.shapes, *shapes, *[None] * spare),
        slots=(*old.slots, *shapes, *[shapes[-1] if shapes else None] * spare),
        paths=(*old.paths, *paths),
        break_times=tuple(sorted({*old.break_times, *breaks})),
        sequence=np.concatenate([old.sequence, np.arange(old.body_count, old.body_count + added, dtype=np.int32)]),
        **columns,
    )
    at_rest = State.at_rest(model)
    larger = State(model, state.time, *_stacked(state.arrays(), at_rest.arrays(), added))
    if bodies:
        place_bodies(larger, slice(old.body_count, old.body_count + len(bodies)), bodies)
        place_kinematic(model, larger, larger.time)
    return larger


def with_joints(state: State, joints: Mapping[Joint, JointRows]) -> State:
    """Return a copy of a state and its model with these joints in place of its own."""
    copied = enlarged(state)
    breaks = {time for joint in joints for time in joint.break_times()}
    model = replace(
        copied.model,
        joints=tuple(joints),
        joint_rows=tuple(joints.values()),
        break_times=tuple(sorted({*copied.model.break_times, *breaks})),
    )
    return State(model, copied.time, *copied.arrays())


def with_forces(state: State, forces: Mapping[Force, ForceRows], done: int) -> State:
    """Return a copy of a state and its model with these forces in place of its own.

    done: how many of the impulses of the model have been given; those to come stay.
    """
    copied = enlarged(state)
    old = copied.model
    past = {id(i) for each in old.force_rows for i in each.impulses} - {id(i) for i in old.impulses[done:]}
    breaks = {time for force in forces for time in force.break_times()}
    model = replace(
        old,
        forces=tuple(forces),
        force_rows=tuple(forces.values()),
        force_table=force_table([row for each in forces.values() for row in each.rows]),
        impulses=in_time(impulse for each in forces.values() for impulse in each.impulses if id(impulse) not in past),
        break_times=tuple(sorted({*old.break_times, *breaks})),
    )
    return State(model, copied.time, *copied.arrays())


def with_gravity(state: State, gravity: FloatArray) -> State:
    """Return a copy of a state and its model under another gravity (3,) [m/s²]."""
    copied = enlarged(state)
    return State(replace(copied.model, gravity=gravity), copied.time, *copied.arrays())


def with_mass_properties(state: State, row: int, center_B: FloatArray, inertia_B: FloatArray) -> State:
    """Return a copy of a state and its model with another center of mass (3,) and inertia (3, 3) of one body.

    The body stays where it is and moves on as it does: its new center with the velocity that this point had. Principal
    axes stay where they are principal still.
    """
    copied = enlarged(state)
    model = copied.model
    axes = model.principal_B[row]
    turn = matrix_from_quaternion_array(axes)
    local = product(product(turn.T, inertia_B), turn)
    moments = np.diagonal(local).copy()
    if np.abs(local - np.diag(moments)).max() > _SAME_AXES * np.abs(local).max():
        moments, axes = principal_axes(inertia_B)
    position, orientation = state.position[row], state.orientation[row]
    spin, center = state.angular_velocity[row].copy(), state.center[row].copy()
    model.center_B[row], model.principal_B[row] = center_B, axes
    model.set_mass(row, float(model.mass[row]), np.maximum(moments, 0.0))
    copied.place(row, position, orientation)
    copied.velocity[row] += np.cross(spin, copied.center[row] - center)
    copied.spin(row, spin)
    return copied


class FramesNow(BodyFrames):
    """Conversion of present world coordinates to body frames, for joints added during a run."""

    def __init__(self, state: State, rows: Mapping[int, int], bodies: Sequence[Body]) -> None:
        super().__init__(bodies, state.model.center_B, state.model.principal_B)
        self._state, self._rows = state, dict(rows)

    def row(self, body: BodyOrWorld) -> int:
        return -1 if isinstance(body, World) else self._rows[id(body)]

    def pose(self, body: Body) -> tuple[FloatArray, FloatArray]:
        row = self.row(body)
        return self._state.position[row], self._state.orientation[row]


def columns_of(model: Model) -> dict[str, NDArray[Any]]:
    """Return copies of all arrays that have a row for each body."""
    return {name: getattr(model, name).copy() for name in _NOBODY}


def _longer(array: NDArray[Any], more: NDArray[Any] | None, spare: int, empty: Any) -> NDArray[Any]:
    vacant = np.zeros((spare, *array.shape[1:]), dtype=array.dtype)
    vacant[:] = empty
    return np.concatenate([array, vacant] if more is None else [array, more.astype(array.dtype), vacant])


def _stacked(old: Sequence[FloatArray], rest: Sequence[FloatArray], added: int) -> list[FloatArray]:
    return [np.concatenate([own, more[len(more) - added :]]) for own, more in zip(old, rest, strict=True)]
