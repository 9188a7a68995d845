"""Loads single worlds into a world of copies (`scene.copies`): from then on a copy moves as the single world would.

Every array of an engine that belongs to bodies, joints, coordinates, actuators or forces holds those of one copy after
another, or, where engines have an order of their own, those of a copy in the order of the single world. What is loaded
is the state, what the single world remembers of its last step but for contacts, and its constants.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import IntArray
from rigida.errors import UsageError
from rigida.jit.records import as_array
from rigida.realtime.articulated.articulated import Articulated
from rigida.realtime.engine import RealtimeEngine
from rigida.realtime.world import World

Pairs = Iterator[tuple[NDArray[Any], NDArray[Any], IntArray]]


class CopyLoader:
    """Rows of the copies in the arrays of an engine; bodies (copies, b), coordinates (copies, c)."""

    def __init__(self, engine: RealtimeEngine, single: RealtimeEngine) -> None:
        self._engine, self._like = engine, _structure(single.world)
        world = engine.world
        copies = self._copies = world.model.copies
        self.bodies = _rows(world.model.body_count, copies)
        self._shapes = _rows(world.contacts.shapes.count, copies)
        self._forces = _rows(len(world.model.force_table.code), copies)
        joints, single_joints = world.articulated, single.world.articulated
        self.coordinates = _rows(0, copies)
        self.groups = _rows(0, copies)
        if joints is not None and single_joints is not None:
            count = len(world.model.joints) // copies
            parts = joints.joints.coordinates.parts
            self.coordinates = _rows_of(parts.joint // count, copies)
            self._parts = _rows_of(joints.joints.parts.joint // count, copies)
            first = np.array([rows[0] for rows in joints.members.rows])
            self.groups = _rows_of(first // self.bodies.shape[1], copies)
            # Controls end with the last actuator that drives joints, those of the thrusts after it stand elsewhere.
            numbers = _rows(len(world.model.actuators), copies)
            self._controls = numbers[:, : len(single_joints.joints.coordinates.actuators.control)]
            equations = (
                _rows(len(world.model.couplings), copies),
                _rows(joints.joints.coordinates.actuators.count, copies),
            )
            self._coupling_rows = np.hstack([equations[0], len(world.model.couplings) + equations[1]])

    def load(self, copies: IntArray, source: RealtimeEngine, constants: bool) -> None:
        """Let copies go on as a single world; constants: its masses, surfaces, springs and gains may be others."""
        if not len(copies):
            return
        if _structure(source.world) != self._like:
            raise UsageError(
                "Batch: a world is loaded from a scene that differs in more than numbers. Make a new batch."
            )
        world, single = self._engine.world, source.world
        rows = self.bodies[copies].ravel().astype(np.int32)
        if constants:
            self._write(self._constants(world, single), copies)
            world.contacts.measure()
            world.measure()
        self._write(self._motion(world, single), copies)
        world.contacts.drop(rows)
        world.bodies.active[rows] = world.model.motion[rows] == 0
        for name in {world.model.names[row] for row in rows} & set(world.quarantine.names):
            world.quarantine.release(name)
        world.quarantine.renew(rows)
        world.overlaps.mark_new(rows)
        if world.articulated is not None and single.articulated is not None:
            self._write(self._joint_motion(world.articulated, single.articulated), copies)
            as_array(world.articulated.tables.groups.factored)[self.groups[copies]] = 0
            world.articulated.take_loaded(constants)

    def _write(self, pairs: Pairs, copies: IntArray) -> None:
        for into, origin, rows in pairs:
            into[rows[copies]] = origin

    def _motion(self, world: World, single: World) -> Pairs:
        bodies, n = self.bodies, self.bodies.shape[1]
        for into, origin in zip(world.state.arrays(), single.state.arrays(), strict=True):
            yield into, origin, bodies
        yield world.bodies.before, single.bodies.before[:n], bodies
        yield world.direct.back_off, single.direct.back_off, bodies
        yield world.model.force_table.number, single.model.force_table.number, self._forces
        impulses, touched = zip(world.stiff.memories(), single.stiff.memories(), strict=True)
        yield *impulses, self._forces
        yield *touched, bodies
        acting, origin_acting = world.field.acting, single.field.acting
        for number, element in enumerate(acting):
            element.restore(origin_acting[number % len(origin_acting)].snapshot())

    def _joint_motion(self, into: Articulated, origin: Articulated) -> Pairs:
        ours, others = into.joints.coordinates, origin.joints.coordinates
        yield into.tables.force, origin.tables.force, self._parts
        yield into.tables.turning, origin.tables.turning, self._parts
        acted = into.acted.arrays(), origin.acted.arrays(), (self._parts, self.coordinates)
        yield from zip(*acted, strict=True)
        for name in ("drive", "stiff", "servo", "ease"):
            yield getattr(ours, name), getattr(others, name), self.coordinates
        yield ours.parts.target, others.parts.target, self.coordinates
        yield into.limit_impulse, origin.limit_impulse, self.coordinates
        yield into.rotor, origin.rotor, self.coordinates
        yield into.joints.couplings.impulse, origin.joints.couplings.impulse, self._coupling_rows
        yield into.joints.couplings.in_rows, origin.joints.couplings.in_rows, self._coupling_rows
        yield ours.actuators.control, others.actuators.control, self._controls

    def _constants(self, world: World, single: World) -> Pairs:
        into, origin = constant_arrays(world), constant_arrays(single)
        rows = {"bodies": self.bodies, "shapes": self._shapes}
        if world.articulated is not None:
            rows |= {"parts": self._parts, "coordinates": self.coordinates, "controls": self._controls}
        for kind, ours in into.items():
            for array, other in zip(ours, origin[kind], strict=True):
                yield array, other, rows.get(kind, _rows(len(array), self._copies))


def constant_arrays(world: World) -> dict[str, list[NDArray[Any]]]:
    """Return what a world has of masses, surfaces, gravity, anchors, springs and gains, by what they are of."""
    model, shapes = world.model, world.contacts.shapes
    names = ("mass", "inv_mass", "inertia", "inv_inertia", "center_B", "principal_B", "surface", "body_gravity")
    found: dict[str, list[NDArray[Any]]] = {
        "bodies": [getattr(model, name) for name in names],
        "shapes": [shapes.position_P, shapes.attitude_P, shapes.surface],
    }
    if world.articulated is not None:
        joints, coordinates = world.articulated.joints, world.articulated.joints.coordinates
        own = ("spring", "motor", "bounds", "restitution", "soft_limit", "speed_limit", "armature")
        found |= {
            "parts": [joints.parts.number],
            "coordinates": [coordinates.parts.number, *(getattr(coordinates, name) for name in own)],
            "actuators": list(coordinates.actuators.parameters()),
            "controls": [coordinates.actuators.control_range],
        }
    return found


def constants_of(engine: RealtimeEngine) -> list[NDArray[Any]]:
    """Return the arrays of a single world that are not in its snapshots."""
    return [array for arrays in constant_arrays(engine.world).values() for array in arrays]


def _structure(world: World) -> tuple[object, ...]:
    """Return what worlds have in common that differ in numbers only."""
    model, joints = world.model, world.articulated
    shared = model.names, tuple(map(id, world.contacts.shapes.shapes)), model.force_table.code.tobytes()
    if joints is None:
        return shared
    parts, coordinates = joints.joints.parts, joints.joints.coordinates
    return (
        *shared,
        parts.code.tobytes(),
        parts.joint.tobytes(),
        coordinates.motor.tobytes(),
        coordinates.actuators.count,
    )


def _rows(count: int, copies: int) -> IntArray:
    """Return the rows (copies, count / copies) of copies that follow each other."""
    return np.arange(count, dtype=np.int32).reshape(copies, count // copies)


def _rows_of(copy: IntArray, copies: int) -> IntArray:
    """Return the rows (copies, k) of each copy, where they are mixed; copy (copies · k,): of each row."""
    return np.argsort(copy, kind="stable").astype(np.int32).reshape(copies, -1)
