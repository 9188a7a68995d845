"""Decks: the boxes of a scene, fixed or moving, as places for wheels to stand on.

A wheel stands on that side of a box which faces most along the aircraft's up axis, wherever the hub lies over it and
not below the middle of the box. The deck carries the wheel's point along with its own motion and takes the reaction.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.flight.layout import (
    DECK_BODY,
    DECK_CENTER,
    DECK_FRICTION,
    DECK_HALF,
    DECK_REACH,
    DECK_TURN,
    DECK_WIDTH,
    SPOT_FRICTION,
    SPOT_NORMAL,
    SPOT_PLACE,
    SPOT_SUPPORT,
    SPOT_VELOCITY,
)
from rigida.geometry import Box
from rigida.jit.decorators import inlined, routine, whole
from rigida.math.quaternion import conjugate_array, multiply, rotate, rotate_back
from rigida.math.vector import cross


def decks(model: Model, row: int) -> FloatArray:
    """Return a row for every box of the scene that the wheels of body `row` may stand on; see `layout`."""
    found = [i for i, shape in enumerate(model.shapes) if isinstance(shape, Box) and i != row]
    rows = np.zeros((len(found), DECK_WIDTH))
    for deck, i in zip(rows, found, strict=True):
        half = 0.5 * np.array(model.shapes[i].size)  # type: ignore[union-attr]
        deck[DECK_BODY], deck[DECK_FRICTION] = i, model.surface[i, 0]
        deck[DECK_TURN : DECK_TURN + 4] = conjugate_array(model.principal_B[i])
        deck[DECK_CENTER : DECK_CENTER + 3] = model.center_B[i]
        deck[DECK_HALF : DECK_HALF + 3] = half
        deck[DECK_REACH] = np.linalg.norm(half) + np.linalg.norm(model.center_B[i])
    return rows


@inlined
def over(height: float, half: float, aside: float, wide: float, along: float, long: float) -> bool:
    """Tell whether a hub is over a side of a box: not below the middle, not beyond the edges."""
    return height > -half and abs(aside) <= wide and abs(along) <= long


@routine
def deck_contact(
    k: int,
    deck: FloatArray,
    hx: float,
    hy: float,
    hz: float,
    radius: float,
    up: tuple[float, float, float],
    depth: float,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    spot: FloatArray,
) -> float:
    """Return the greater of `depth` and how deep a wheel with its hub at h sinks into deck k [m].

    Where it is the deck's, `spot` is filled but for its arm.
    """
    body = whole(deck[k, DECK_BODY])
    dx, dy, dz = hx - center[body, 0], hy - center[body, 1], hz - center[body, 2]
    reach = deck[k, DECK_REACH] + radius
    if dx * dx + dy * dy + dz * dz > reach * reach:
        return depth
    w, x, y, z = multiply(
        attitude[body, 0],
        attitude[body, 1],
        attitude[body, 2],
        attitude[body, 3],
        deck[k, DECK_TURN],
        deck[k, DECK_TURN + 1],
        deck[k, DECK_TURN + 2],
        deck[k, DECK_TURN + 3],
    )
    px, py, pz = rotate_back(w, x, y, z, dx, dy, dz)
    px, py, pz = px + deck[k, DECK_CENTER], py + deck[k, DECK_CENTER + 1], pz + deck[k, DECK_CENTER + 2]
    ux, uy, uz = rotate_back(w, x, y, z, up[0], up[1], up[2])
    a, b, c = deck[k, DECK_HALF], deck[k, DECK_HALF + 1], deck[k, DECK_HALF + 2]
    nx, ny, nz = 0.0, 0.0, 0.0
    if abs(uz) >= max(abs(ux), abs(uy)):
        nz = math.copysign(1.0, uz)
        height = nz * pz - c
        stands = over(height, c, px, a, py, b)
    elif abs(ux) >= abs(uy):
        nx = math.copysign(1.0, ux)
        height = nx * px - a
        stands = over(height, a, py, b, pz, c)
    else:
        ny = math.copysign(1.0, uy)
        height = ny * py - b
        stands = over(height, b, px, a, pz, c)
    if not stands or radius - height <= max(depth, 0.0):
        return depth
    nx, ny, nz = rotate(w, x, y, z, nx, ny, nz)
    spot[SPOT_NORMAL], spot[SPOT_NORMAL + 1], spot[SPOT_NORMAL + 2] = nx, ny, nz
    gx, gy, gz = dx - height * nx, dy - height * ny, dz - height * nz
    spot[SPOT_PLACE] = center[body, 0] + gx
    spot[SPOT_PLACE + 1] = center[body, 1] + gy
    spot[SPOT_PLACE + 2] = center[body, 2] + gz
    sx, sy, sz = cross(spin[body, 0], spin[body, 1], spin[body, 2], gx, gy, gz)
    spot[SPOT_VELOCITY] = velocity[body, 0] + sx
    spot[SPOT_VELOCITY + 1] = velocity[body, 1] + sy
    spot[SPOT_VELOCITY + 2] = velocity[body, 2] + sz
    spot[SPOT_FRICTION], spot[SPOT_SUPPORT] = deck[k, DECK_FRICTION], body
    return radius - height


@routine
def add_reaction(
    body: int, spot: FloatArray, fx: float, fy: float, fz: float, center: FloatArray, wrench: FloatArray
) -> None:
    """Add the opposite of a wheel's force at its place to the wrench row of the body that it stands on."""
    gx, gy, gz = (
        spot[SPOT_PLACE] - center[body, 0],
        spot[SPOT_PLACE + 1] - center[body, 1],
        spot[SPOT_PLACE + 2] - center[body, 2],
    )
    tx, ty, tz = cross(gx, gy, gz, fx, fy, fz)
    wrench[body, 0] -= fx
    wrench[body, 1] -= fy
    wrench[body, 2] -= fz
    wrench[body, 3] -= tx
    wrench[body, 4] -= ty
    wrench[body, 5] -= tz
