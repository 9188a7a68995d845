"""Decks: the boxes of a scene, fixed or moving, as support for wheels.

A wheel stands on that side of a box which faces most along the aircraft's up axis, wherever the hub lies over it and
not below the middle of the box. The deck carries the wheel's point along with its own motion and takes the reaction.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.dynamics.model import Model
from rigida.flight.arrays import Craft, Deck, MovingBodies, several
from rigida.geometry import Box
from rigida.jit.decorators import inlined, routine
from rigida.math.dense import euclidean_norm
from rigida.math.quat import product, rotated, rotated_back
from rigida.math.quaternion import conjugate_array
from rigida.math.vec3 import Vec3, cross, square


def decks(model: Model, row: int) -> NDArray[np.void]:
    """Return all boxes of the scene on which the wheels of body `row` can roll."""
    found = [i for i, shape in enumerate(model.shapes) if isinstance(shape, Box) and i != row]
    rows = several(len(found), Deck)
    for deck, i in zip(rows, found, strict=True):
        half = 0.5 * np.array(model.shapes[i].size)  # type: ignore[union-attr]
        deck["body"], deck["friction"] = i, model.surface[i, 0]
        deck["turn"] = conjugate_array(model.principal_B[i])
        deck["center"] = model.center_B[i]
        deck["half"] = half
        deck["bounding_radius"] = euclidean_norm(half) + euclidean_norm(model.center_B[i])
    return rows


@inlined
def over(height: float, half: float, aside: float, wide: float, along: float, long: float) -> bool:
    """Return whether a hub is over a side of a box: not below the middle, not beyond the edges."""
    return height > -half and abs(aside) <= wide and abs(along) <= long


@routine
def deck_contact(k: int, hub: Vec3, radius: float, depth: float, bodies: MovingBodies, craft: Craft) -> float:
    """Return the greater of `depth` and the penetration of a wheel at a hub position (world) into deck k [m].

    Where it is the deck's, the craft's spot is filled but for its arm.
    """
    deck, spot = craft.deck[k], craft.spot
    body = deck.body
    d = hub - bodies.center[body]
    bounding_radius = deck.bounding_radius + radius
    if square(d) > bounding_radius * bounding_radius:
        return depth
    q = product(bodies.attitude[body], deck.turn)
    p = rotated_back(q, d) + deck.center
    up = rotated_back(q, rotated(bodies.attitude[craft.row], craft.setting.up))
    half, normal = deck.half, Vec3(0.0, 0.0, 0.0)
    if abs(up.z) >= max(abs(up.x), abs(up.y)):
        normal = Vec3(0.0, 0.0, math.copysign(1.0, up.z))
        height = normal.z * p.z - half.z
        is_above = over(height, half.z, p.x, half.x, p.y, half.y)
    elif abs(up.x) >= abs(up.y):
        normal = Vec3(math.copysign(1.0, up.x), 0.0, 0.0)
        height = normal.x * p.x - half.x
        is_above = over(height, half.x, p.y, half.y, p.z, half.z)
    else:
        normal = Vec3(0.0, math.copysign(1.0, up.y), 0.0)
        height = normal.y * p.y - half.y
        is_above = over(height, half.y, p.x, half.x, p.z, half.z)
    if not is_above or radius - height <= max(depth, 0.0):
        return depth
    spot.normal = rotated(q, normal)
    arm = d - height * spot.normal
    spot.place = bodies.center[body] + arm
    spot.velocity = bodies.velocity[body] + cross(bodies.spin[body], arm)
    spot.friction, spot.support = deck.friction, body
    return radius - height


@routine
def add_reaction(force: Vec3, bodies: MovingBodies, craft: Craft) -> None:
    """Add the reaction to a wheel's force at the contact point to the wrench of the body below."""
    body = craft.spot.support
    wrench = bodies.wrench[body]
    wrench.force -= force
    wrench.torque -= cross(craft.spot.place - bodies.center[body], force)
