"""Bodies and joints added and removed between steps.

A body takes a vacant row if there is one and its shape is known, at a cost that does not depend on how many others
there are. Otherwise, and for joints, paths and concave bodies, the engine's world is rebuilt, with room for more, and
takes over what the old one remembers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.dynamics.compile import likeness
from rigida.dynamics.model import VACANT, Model
from rigida.dynamics.population import columns_of, enlarged, occupy, vacate, with_joints
from rigida.dynamics.state import State
from rigida.geometry.shape import Shape
from rigida.realtime.contacts.shape_slots import is_concave
from rigida.realtime.world import World
from rigida.scene.body import Body
from rigida.scene.joint import Joint, JointRows

if TYPE_CHECKING:
    from rigida.realtime.engine import RealtimeEngine

#: Vacant rows that a world is given when it grows: so many at least, and as many as this part of all rows.
_SPARE, _SPARE_PART = 8, 2


@dataclass(frozen=True, eq=False)
class Population:
    """Who is where in a world: what `bring_back` needs.

    layout, revision, as_described: those of the world; model: whose joints, paths and forces these are; vacant: rows
    without a body; columns: what the model's rows hold; known: shapes that bodies may have in place; places: where
    shapes are.
    """

    layout: object | None
    revision: object | None
    as_described: bool
    model: Model
    names: tuple[str, ...]
    shapes: tuple[Shape | None, ...]
    slots: tuple[Shape | None, ...]
    vacant: tuple[int, ...]
    columns: dict[str, NDArray[Any]]
    known: tuple[Shape, ...]
    places: tuple[Any, ...]


def admit(engine: "RealtimeEngine", body: Body) -> int:
    """Let a body in and return its row; into a vacant one it comes with others, in `seat`."""
    row = None if body.path is not None else engine.world.claim(body.shape)
    if row is not None:
        engine.changes[row] = body
        return row
    state, vacant = engine.state, engine.world.vacant
    row = state.model.body_count
    if body.path is not None:
        larger = enlarged(state, [body])
    elif engine.world.contacts.concave is None and not is_concave(body.shape):
        larger = enlarged(state, [body], max(_SPARE, (row - len(vacant)) // _SPARE_PART - len(vacant)))
    elif vacant:  # contacts of concave bodies are detected again: any row will do
        row, larger = vacant[-1], enlarged(state)
        occupy(larger, [row], [body])
    else:
        larger = enlarged(state, [body])
    rebuild(engine, larger)
    if row < state.model.body_count:
        engine.world.note(np.array([row]))
    engine.world.quarantine.release(body.name)
    engine.world.revision = object()
    return row


def dismiss(engine: "RealtimeEngine", leaving: Mapping[int, Body]) -> None:
    """Let bodies, on which no joint or force acts, go, with others, in `seat`; their rows may be taken at once."""
    engine.changes |= dict.fromkeys(leaving)
    engine.leaving = {**leaving, **engine.leaving}  # a body added and removed at once was never seen
    engine.world.vacant += leaving
    engine.forces.loads.drop(leaving)


def seat(engine: "RealtimeEngine") -> None:
    """Take all bodies away that have gone, and put those who have come into their rows."""
    world, changes, leaving = engine.world, dict(engine.changes), dict(engine.leaving)
    engine.changes.clear()
    engine.leaving.clear()
    model, names = world.model, world.model.names
    left = [row for row in changes if names[row] != VACANT]
    come = {row: body for row, body in changes.items() if body is not None}
    for name in (*(names[row] for row in left), *(body.name for body in come.values())):
        world.quarantine.release(name)
    if left:
        gone = np.array(left, dtype=np.int32)
        world.sleepers.wake(gone)  # with all that slept on them
        world.contacts.drop(gone)
        vacate(world.state, [row for row in left if row not in come])
    there = set(left)
    known = there if world.as_described else set[int]()
    alike = {row for row, body in come.items() if row in known and likeness(body) == likeness(leaving[row])}
    others = [row for row in come if row not in alike]
    for rows, same in ((list(alike), True), (others, False)):
        if rows:
            occupy(world.state, rows, [come[row] for row in rows], same)
    world.note(np.array(list(changes)), alike)
    world.revision = object()
    moved = tuple((row, path) for row, path in model.paths if row not in left)
    if len(moved) < len(model.paths) or (left and world.contacts.concave is not None):
        copied = enlarged(world.state)
        rebuild(engine, State(replace(copied.model, paths=moved), copied.time, *copied.arrays()))


def rejoin(engine: "RealtimeEngine", joints: Mapping[Joint, JointRows]) -> None:
    """Let these joints take the place of those there are; those that stay keep motors and turns."""
    rebuild(engine, with_joints(engine.state, joints))
    if engine.world.articulated is not None:
        from rigida.constraints.start import catch_in_motion

        tolerance = engine.settings.start_tolerance
        engine.world.articulated.settle(engine.state, lambda joints, state: catch_in_motion(joints, state, tolerance))
    engine.world.sleepers.wake_all()
    engine.world.revision = object()


def remodel(engine: "RealtimeEngine", state: State) -> None:
    """Go on with a state whose model has other constants."""
    rebuild(engine, state)
    engine.world.sleepers.wake_all()
    engine.world.quarantine.forget()
    engine.world.revision = object()


def rebuild(engine: "RealtimeEngine", state: State) -> None:
    """Make a world of a state whose model has the rows of the present one, and maybe more."""
    old, new = engine.world, World(state.model, state, engine.settings, layout=object())
    old.renew()
    new.field.take_over(old.field)
    new.clock.restore(old.clock.snapshot())
    if new.model.force_table is old.model.force_table:
        new.stiff.restore(old.stiff.snapshot())
    if old.contacts.concave is None and new.contacts.concave is None:
        new.contacts.restore(old.contacts.snapshot())
    rows = old.model.body_count
    new.bodies.active[:rows], new.bodies.awake[:rows] = old.bodies.active, old.bodies.awake
    new.bodies.before[:rows] = old.bodies.before[:rows]
    new.direct.back_off[:rows] = old.direct.back_off
    new.as_described = old.as_described
    new.sleepers.restore(old.sleepers.snapshot())
    new.quarantine.names[:] = old.quarantine.names
    if new.articulated is not None and old.articulated is not None:
        new.articulated.take_over(old.articulated)
    engine.enter(new)


def population(world: World) -> Population:
    """Return which body is in which row, for `bring_back`; the same object until bodies are added or removed."""
    kept: Population | None = world.kept_population
    if kept is None or kept.revision is not world.revision:
        model, contacts = world.model, world.contacts
        kept = world.kept_population = Population(
            world.layout,
            world.revision,
            world.as_described,
            model,
            model.names,
            model.shapes,
            model.slots,
            tuple(world.vacant),
            columns_of(model),
            tuple(contacts.shapes.shapes),
            world.slots.snapshot(),
        )
    return kept


def bring_back(engine: "RealtimeEngine", kept: Population) -> None:
    """Restore the bodies that a world had: in place, or in a rebuilt world if its rows were laid out differently."""
    world = engine.world
    if kept.layout is not world.layout or not world.slots.recognise(kept.known):
        columns: dict[str, Any] = {name: array.copy() for name, array in kept.columns.items()}
        model = replace(kept.model, names=kept.names, shapes=kept.shapes, slots=kept.slots, **columns)
        world = World(model, State.at_rest(model), engine.settings, kept.layout, kept.known)
        engine.enter(world)
    elif kept.revision is not world.revision:
        who = list(zip(kept.names, kept.shapes, kept.slots, strict=True))
        world.model.enter(range(len(kept.names)), who, kept.columns)
        world.slots.restore(kept.places)
        world.measure()
    world.revision, world.as_described = kept.revision, kept.as_described
    world.vacant[:] = kept.vacant
