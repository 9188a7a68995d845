"""The realtime engine's step, as one page.

The time step of Popovski 2008, 5.4, with one detection per step: collisions on the old velocities, new velocities from
forces, contacts, new positions.
"""

from typing import TYPE_CHECKING

from rigida.realtime.motion import kick_bodies, move_bodies

if TYPE_CHECKING:
    from rigida.realtime.engine import RealtimeEngine


def take_step(engine: "RealtimeEngine") -> None:
    """Advance the engine's state by one dt."""
    model, state, bodies, dt = engine.model, engine.state, engine.bodies, engine.settings.dt

    # what touches
    bodies.describe(model, state)
    engine.drive_kinematic()
    engine.contacts.find(state, bodies, dt)
    engine.islands.find(engine.contacts, state, bodies)

    # what must hold
    engine.islands.collide(engine.contacts, state, bodies)
    wrench = engine.wrenches()
    kick_bodies(bodies.inverse, wrench, dt, bodies.before, bodies.twist, bodies.moving)
    engine.islands.solve(engine.contacts, state, bodies, wrench)

    # what moves
    move_bodies(
        bodies.active,
        engine.islands.island,
        engine.islands.method,
        dt,
        model.inertia,
        model.inv_inertia,
        model.inv_mass,
        bodies.matrix,
        wrench,
        bodies.twist,
        bodies.moving,
        bodies.way,
        state.center,
        state.attitude,
        state.velocity,
        state.angular_momentum,
        state.angular_velocity,
        bodies.still,
        bodies.drift_velocity,
        bodies.drift_momentum,
    )
    engine.finish_step()
