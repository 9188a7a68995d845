"""How the members of groups that are carried in lanes fly and turn (see `project`)."""

from rigida.arrays import FloatArray
from rigida.dynamics.free_top import TURN_ATTITUDE, TURN_INVERSE, TURN_MOMENTUM, turn_lanes
from rigida.jit.decorators import routine
from rigida.math.lanes import LANES, load, store
from rigida.math.quaternion import rotate, rotate_back
from rigida.math.rotation import matrix_from_quaternion
from rigida.realtime.articulated.wide.state import (
    M_ATTITUDE,
    M_CENTER,
    M_CHANGE,
    M_FLOWN,
    M_INVERSE,
    M_MOMENTUM,
    M_TURNED,
    MEMBER_FIELDS,
)
from rigida.realtime.substeps.algebra import load_four, load_three, store_three


@routine
def fly_lanes(dt: float, members: int, motion: int, of_members: int, turn: FloatArray, lane: FloatArray) -> None:
    """Put the members where they would be after a free flight of dt; keep their angular momentum."""
    for k in range(members):
        at, u = of_members + LANES * MEMBER_FIELDS * k, motion + 6 * LANES * k
        vx, vy, vz = load_three(u, lane)
        x, y, z = load_three(at + LANES * M_CENTER, lane)
        store_three(at + LANES * M_FLOWN, x + dt * vx, y + dt * vy, z + dt * vz, lane)
        qw, qx, qy, qz = load_four(at + LANES * M_ATTITUDE, lane)
        wx, wy, wz = load_three(u + 3 * LANES, lane)
        a, b, c = load_three(at + LANES * M_INVERSE, lane)
        x, y, z = rotate_back(qw, qx, qy, qz, wx, wy, wz)
        x, y, z = rotate(qw, qx, qy, qz, x / a, y / b, z / c)
        store_three(at + LANES * M_MOMENTUM, x, y, z, lane)
        store_three(TURN_MOMENTUM, x, y, z, turn)
        store_three(TURN_INVERSE, a, b, c, turn)
        store(turn, TURN_ATTITUDE, qw)
        store_three(TURN_ATTITUDE + LANES, qx, qy, qz, turn)
        turn_lanes(dt, turn)
        for n in range(4):
            store(lane, at + LANES * (M_TURNED + n), load(turn, TURN_ATTITUDE + LANES * n))


@routine
def turn_members(members: int, motion: int, mass: int, of_members: int, lane: FloatArray) -> None:
    """Fill twists and inverse masses at the members' new attitudes, with the change of the twists at the end."""
    for k in range(members):
        at, u, i = of_members + LANES * MEMBER_FIELDS * k, motion + 6 * LANES * k, mass + 7 * LANES * k
        qw, qx, qy, qz = load_four(at + LANES * M_TURNED, lane)
        a, b, c = load_three(at + LANES * M_INVERSE, lane)
        r0, r1, r2, r3, r4, r5, r6, r7, r8 = matrix_from_quaternion(qw, qx, qy, qz)
        xx, xy, xz = (
            a * r0 * r0 + b * r1 * r1 + c * r2 * r2,
            a * r0 * r3 + b * r1 * r4 + c * r2 * r5,
            (a * r0 * r6 + b * r1 * r7 + c * r2 * r8),
        )
        yy, yz = a * r3 * r3 + b * r4 * r4 + c * r5 * r5, a * r3 * r6 + b * r4 * r7 + c * r5 * r8
        zz = a * r6 * r6 + b * r7 * r7 + c * r8 * r8
        store_three(i + LANES, xx, xy, xz, lane)
        store_three(i + 4 * LANES, yy, yz, zz, lane)
        x, y, z = load_three(at + LANES * M_MOMENTUM, lane)
        wx, wy, wz = load_three(at + LANES * (M_CHANGE + 3), lane)
        wx, wy, wz = wx + (xx * x + xy * y + xz * z), wy + (xy * x + yy * y + yz * z), wz + (xz * x + yz * y + zz * z)
        store_three(u + 3 * LANES, wx, wy, wz, lane)
        x, y, z = load_three(at + LANES * M_CHANGE, lane)
        vx, vy, vz = load_three(u, lane)
        store_three(u, vx + x, vy + y, vz + z, lane)


@routine
def note_momenta(members: int, motion: int, of_members: int, lane: FloatArray) -> None:
    """Fill the members' angular momenta, R I Rᵀ ω at their new attitudes."""
    for k in range(members):
        at = of_members + LANES * MEMBER_FIELDS * k
        qw, qx, qy, qz = load_four(at + LANES * M_TURNED, lane)
        x, y, z = load_three(motion + LANES * (6 * k + 3), lane)
        a, b, c = load_three(at + LANES * M_INVERSE, lane)
        x, y, z = rotate_back(qw, qx, qy, qz, x, y, z)
        x, y, z = rotate(qw, qx, qy, qz, x / a, y / b, z / c)
        store_three(at + LANES * M_MOMENTUM, x, y, z, lane)
