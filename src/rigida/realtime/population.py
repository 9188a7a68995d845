"""Bodies and joints that come and go between steps.

A body takes a vacant row if there is one and its shape is known, at a cost that does not depend on how many others
there are. Otherwise, and for joints, paths and concave bodies, the engine's world is made anew, with room for more, and
takes over what the old one remembers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.constraints.start import catch_in_motion
from rigida.dynamics.population import columns_of, enlarged, occupy, vacate, with_joints
from rigida.dynamics.state import State
from rigida.realtime.world import World
from rigida.scene.body import Body
from rigida.scene.joint import Joint, JointRows

if TYPE_CHECKING:
    from rigida.realtime.engine import RealtimeEngine

#: Vacant rows that a world is given when it grows: so many at least, and this part of all rows.
_SPARE, _SPARE_PART = 8, 8

_revisions = count(1)


def admit(engine: "RealtimeEngine", body: Body) -> int:
    """Let a body in and return its row."""
    world, state = engine.world, engine.state
    row = None if body.path is not None else world.vacancy(body.shape)
    if row is None:
        row = state.model.body_count
        spare = 0 if body.path is not None else max(_SPARE, row // _SPARE_PART)
        rebuild(engine, enlarged(state, [body], spare))
    else:
        occupy(state, row, body)
        world.fill(row)
    engine.world.quarantine.renew(body.name)
    engine.world.revision = next(_revisions)
    return row


def dismiss(engine: "RealtimeEngine", rows: Sequence[int]) -> None:
    """Take bodies, on which no joint or force acts, away; what slept with them wakes."""
    world, state, model = engine.world, engine.state, engine.model
    names, gone = [model.names[row] for row in rows], np.array(rows, dtype=np.int32)
    world.sleepers.wake(gone)
    world.contacts.drop(gone)
    vacate(state, rows)
    world.clear(list(rows))
    moved = tuple((row, path) for row, path in model.paths if row not in rows)
    if len(moved) < len(model.paths) or world.contacts.concave is not None:
        copied = enlarged(state)
        rebuild(engine, State(replace(copied.model, paths=moved), copied.time, *copied.arrays()))
    for name in names:
        engine.world.quarantine.renew(name)
    engine.world.revision = next(_revisions)


def rejoin(engine: "RealtimeEngine", joints: Mapping[Joint, JointRows]) -> None:
    """Let these joints take the place of those there are; those that stay keep motors and turns."""
    rebuild(engine, with_joints(engine.state, joints))
    if engine.joints is not None:
        catch_in_motion(engine.joints, engine.state, engine.settings.start_tolerance)
    engine.world.sleepers.wake_all()
    engine.world.revision = next(_revisions)


def rebuild(engine: "RealtimeEngine", state: State) -> None:
    """Make a world of a state whose model has the rows of the present one, and maybe more."""
    old, new = engine.world, World(state.model, state, engine.settings)
    new.field.restore(old.field.snapshot())
    new.clock.restore(old.clock.snapshot())
    new.stiff.restore(old.stiff.snapshot())
    if old.contacts.concave is None and new.contacts.concave is None:
        new.contacts.restore(old.contacts.snapshot())
    rows = old.model.body_count
    new.bodies.active[:rows], new.bodies.awake[:rows] = old.bodies.active, old.bodies.awake
    new.direct.back_off[:rows] = old.direct.back_off
    new.sleepers.restore(old.sleepers.snapshot())
    new.quarantine.names[:] = old.quarantine.names
    if new.articulated is not None and old.articulated is not None:
        new.articulated.take_over(old.articulated)
    engine.enter(new)


def population(world: World) -> tuple[Any, ...]:
    """Return who is where, for `repopulate`; the same until somebody comes or goes."""
    if world.kept_population is None or world.kept_population[0] != world.revision:
        model = world.model
        who = model.names, model.shapes, model.slots, tuple(world.vacant)
        world.kept_population = world.revision, who, columns_of(model), world.slots.snapshot()
    return world.kept_population


def repopulate(world: World, kept: tuple[Any, ...]) -> None:
    """Bring back who was where."""
    if kept[0] == world.revision:
        return
    world.revision, (names, shapes, slots, vacant), columns, of_shapes = kept
    world.model.enter(range(len(names)), list(zip(names, shapes, slots, strict=True)), columns)
    world.vacant[:] = vacant
    world.slots.restore(of_shapes)
    world.sleepers.measure()
    world.rebounds.look()
    world.collisions.look()
