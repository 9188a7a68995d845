"""The arrays of bodies that roll (see `roll`)."""

from rigida.jit.records import Int32, Record, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3


class Ground(Record):
    """What a body touches."""

    up: Vec3  # unit normal towards the body
    gap: float  # between both at the begin, negative in overlap [m]
    band: float  # gaps and overlaps up to this are none [m]
    drift: Vec3  # velocity of what it touches at the end of the step [m/s]
    way: Vec3  # on which that goes in the step [m]
    gained: Vec3  # velocity that it gains in the step [m/s]
    point: int  # 1 where it touches at one point
    flat: int  # 1 where that is on a flat face
    friction: float  # coefficient
    roll: float  # levers of rolling and spinning friction [m]
    spin: float


class LastTouch(Record):
    """Where a body has touched something round; written by `ahead`."""

    other: int  # what
    look: float  # number of the detection
    h: float  # how long after it contacts were found anew [s]
    arm: Vec3  # of the point, from the body's centre [m]


class Rolling(Table):
    """Where bodies have rolled to, a row per body."""

    reach: Rows[float]  # (n) of each body's farthest point, from its centre [m]; written by contacts.contact_set
    shape: Rows[Int32]  # (n) the one shape of each body, −1 where it has none or several; written by `rolling`
    rolls: Rows[Int32]  # (n) 1 where a body rolls in this step; this and what follows written by `roll`
    last: Rows[LastTouch]  # (n) on round bodies
    touching: Rows[Int32]  # (n) how many others each body touches; written by `ahead`
    ground: Rows[Ground]  # (n) on which it does
    center: Rows[Vec3]  # (n) where it is then [m]
    attitude: Rows[Quat]  # (n)
    velocity: Rows[Vec3]  # (n) [m/s]
    momentum: Rows[Vec3]  # (n) angular [kg m²/s]
    turning: Rows[Vec3]  # (n) angular momentum with which it turns through a part of the step [kg m²/s]
    push: Rows[Vec3]  # (n) impulse of the contact in a part of the step, then in all of them [N s]
