"""The realtime engine's step, as one page.

The time step of Popovski 2008, 5.4, with one detection per step: collisions on the old velocities, new velocities from
forces, contacts, new positions.
"""

from typing import TYPE_CHECKING

from rigida.dynamics.report import StepReport
from rigida.realtime.sub_intervals import pair_impulses, tell_impulses

if TYPE_CHECKING:
    from rigida.realtime.engine import RealtimeEngine


def take_step(engine: "RealtimeEngine", report: StepReport) -> None:
    """Advance the engine's state by one dt, or by the part of it that is being taken."""
    state, bodies, touch, islands, dt = engine.state, engine.bodies, engine.touch, engine.islands, engine.dt

    # what touches
    wrench = engine.wrenches(report)
    bodies.describe()
    engine.drive_kinematic()
    touch.find(dt)
    if engine.sleeps and engine.sleepers.stir(touch, state, wrench):
        bodies.describe()
        engine.drive_kinematic()
        touch.find(dt)
    if (parts := engine.parts()) > 1:
        take_parts(engine, parts, report)
        return
    engine.find_islands()

    # what must hold
    if engine.settings.time_step == "new":
        islands.collide(touch, state, bodies)
    bodies.kick(wrench, dt)
    if engine.settings.time_step == "old":
        islands.collide(touch, state, bodies)
    islands.solve(touch, state, bodies, wrench)

    # what moves
    bodies.move(islands, wrench, dt)
    engine.move_articulated(wrench)
    engine.pass_time()
    engine.kick_again()

    # what is remembered
    islands.remember_blows(touch)
    touch.note()
    if engine.sleeps:
        engine.sleepers.fall_asleep(state, islands, dt)
    engine.check(report)


def take_parts(engine: "RealtimeEngine", parts: int, report: StepReport) -> None:
    """Advance the engine's state by one dt in equal parts."""
    events, impulses = [], []
    engine.divide(parts)
    try:
        for _ in range(parts):
            take_step(engine, report)
            events.append(engine.touch.event_rows)
            impulses.append(pair_impulses(engine.touch))
    finally:
        engine.divide(1)
    engine.touch.gather_events(events[:-1])
    tell_impulses(engine.touch, impulses)
