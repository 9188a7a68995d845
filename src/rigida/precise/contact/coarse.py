"""Contacts held by blows at equal intervals: the way on where exact changes of contact would not end.

Between two instants the bodies move as if nothing touched; joints and forces act as ever. At each instant what overlaps
is moved apart and what approaches is stopped, without bounce, by friction, speed motors and all joints, in one
complementarity problem on velocities: it has a solution even where that on accelerations has none (Stewart and Trinkle
1996; Popovski 2008, 7.1). Places are then wrong by the order of the interval times the change of speed in it.
"""

import numpy as np

from rigida.dynamics.energy import kinetic_energy
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.precise.contact.contacts import Contacts
from rigida.precise.contact.holding import change_motion, displace_bodies, smallest_motion, solve_one_sided
from rigida.precise.contact.one_sided import products

#: The longest interval [s], and the way that a body may go in one, as a part of its reach.
_LONGEST, _WAY = 1.0 / 240.0, 0.25
#: Contacts open by no more than this part of the smallest shape's reach are looked at.
_NEAR = 1e-4
#: Products that the solution of one blow may take: some hundredths of a second.
_PRODUCTS = 50_000_000
#: Joints are closed to this after each blow [m, rad].
_CLOSED = 1e-13


def interval(contacts: Contacts, state: State, most: float) -> float:
    """Return the time between two blows, at most `most` [s]."""
    shapes, reach = contacts.detection.shapes, contacts.detection.reach
    moving = (state.model.motion[shapes.body] == DYNAMIC) & (reach > 0.0)
    linear, turning = (np.linalg.norm(rate[shapes.body], axis=1) for rate in (state.velocity, state.angular_velocity))
    speed = linear + reach * turning + 1e-12
    return float(np.min(_WAY * reach[moving] / speed[moving], initial=min(most, _LONGEST)))


def press(contacts: Contacts, state: State, h: float) -> float:
    """Move apart what overlaps and stop what approaches, after an interval h; return the kinetic energy lost [J]."""
    time, joints, before = state.time, contacts.joints, kinetic_energy(state.model, state)
    joints.evaluate(time, state)
    joints.factor()
    reach = contacts.detection.reach
    one = contacts.touching(state, _NEAR * float(reach[reach > 0.0].min(initial=1.0)))
    one.bound = one.bound * h  # the impulse of a motor in the interval
    rows = one.evaluate(state)
    overlapping = np.flatnonzero(rows.gap < 0.0)
    if len(overlapping):
        displace_bodies(state, smallest_motion(joints, rows.matrix[overlapping], -rows.gap[overlapping]))
        joints.close_positions(time, state, _CLOSED)
        state.refresh()
        joints.close_velocities(time, state)
        rows = one.evaluate(state)
    # What is still open may close within the next interval.
    rate = rows.rate.copy()
    rate[: one.stops] += np.maximum(rows.gap, 0.0) / h
    response = joints.respond(rows.matrix)
    matrix = products(rows.matrix, response)
    blocks = len(one.block_row)
    every, none = np.ones(blocks, dtype=bool), np.zeros(blocks, dtype=bool)
    stops = np.ones(one.stops, dtype=bool)
    impulse = solve_one_sided(one, matrix, rate, stops, every, none, np.zeros((blocks, 2)), _PRODUCTS)
    change_motion(state, np.einsum("k,kij->ij", impulse, response))
    return before - kinetic_energy(state.model, state)
