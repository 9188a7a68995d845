"""When two moving shapes first touch: bodies with constant velocity and angular velocity, or any dense output.

`time_of_contact` advances by guaranteed lower bounds (see `advancement`), so nothing is tunnelled through, however thin
or fast. `first_contact` searches a separation given as a function of time, as the precise engine's dense output gives
it, by the bound of its rate.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.collision.queries.advancement import ARE_TOUCHING, UNDECIDED
from rigida.collision.queries.first_contacts import first_contacts, start_poses
from rigida.collision.shapes.shape_set import Solid, pair_set
from rigida.errors import ModelError, UsageError
from rigida.fields import Quat, Rule, Vec3, check_fields, real_number, shown
from rigida.geometry import HalfSpace
from rigida.math.quaternion import rotate_array
from rigida.queries.inside import inside_rows
from rigida.shown import FieldTable

#: Part of the searched time below which a dip of the separation to zero and back may be missed by `first_contact`.
_RESOLUTION = 1e-8
#: How exactly `first_contact` finds the instant, as a part of the searched time.
_EXACT = 1e-12
#: Most evaluations of `first_contact`: near a separation that stays at zero its steps are as short as the resolution.
_MAX_EVALUATIONS = 1_000_000


@dataclass(frozen=True)
class Motion(FieldTable):
    """Motion of a body from its pose at time 0: constant velocity of its center, constant angular velocity about it.

    Both are world vectors. `center` is the point about which the body turns, in the body's frame; for a free body it is
    the center of mass.
    """

    position: Annotated[Vec3, Rule("m", text="Of the body frame at time 0.")] = (0.0, 0.0, 0.0)
    orientation: Annotated[Quat, Rule(text="Quaternion (w, x, y, z) at time 0.")] = (1.0, 0.0, 0.0, 0.0)
    velocity: Annotated[Vec3, Rule("m/s", text="Of `center`, world.")] = (0.0, 0.0, 0.0)
    angular_velocity: Annotated[Vec3, Rule("rad/s", text="World.")] = (0.0, 0.0, 0.0)
    center: Annotated[Vec3, Rule("m")] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_fields(self)

    def row(self) -> FloatArray:
        """Return the 16 numbers that kernels read (see `collision.arrays.Motion`)."""
        return np.array(
            [*self.position, *self.orientation, *self.velocity, *self.angular_velocity, *self.center], dtype=np.float64
        )


@dataclass(frozen=True, eq=False)
class TimeOfContact(FieldTable):
    """First contact of two moving shapes.

    Attributes:
        time: When they touch [s].
        point: Where (3,), in the world.
        normal: Unit vector (3,) from the first shape to the second.
        separation: What is left between them then [m]: at most 1e-9 of their size, negative if they overlap at time 0.
    """

    time: float
    point: FloatArray
    normal: FloatArray
    separation: float


def time_of_contact(
    shape_a: Solid, motion_a: Motion, shape_b: Solid, motion_b: Motion, duration: float
) -> TimeOfContact | None:
    """Return the first contact of two moving shapes within `duration` [s], or None.

    No contact is missed and none is reported late: up to the time found the shapes are apart. Shapes that overlap at
    time 0 touch at 0; shapes that touch at time 0 without coming nearer do not count until they meet again.

    Args:
        shape_a: First shape.
        motion_a: Motion of the first shape.
        shape_b: Second shape.
        motion_b: Motion of the second shape.
    """
    who = "time_of_contact"
    for field, motion in (("motion_a", motion_a), ("motion_b", motion_b)):
        if not isinstance(motion, Motion):
            raise ModelError(f"{who}: {field} must be a Motion, got {shown(motion)}. Give Motion(position=..., ...).")
    for shape, motion in ((shape_a, motion_a), (shape_b, motion_b)):
        _refuse_turning_plane(who, shape, motion)
    limit = _checked_duration(who, duration)
    pair, motions = np.array([[0, 1]]), np.array([motion_a.row(), motion_b.row()])
    shapes = pair_set(who, shape_a, shape_b)
    if shapes.concave:
        inside = inside_rows(who, (shape_a, shape_b), *start_poses(motions[:1]), *start_poses(motions[1:]))[0]
        if inside[0] < 0.0:
            return TimeOfContact(0.0, 0.5 * (inside[4:7] + inside[7:10]), inside[1:4], float(inside[0]))
    status, time, out = first_contacts(shapes, pair, motions, limit)
    if status[0] == UNDECIDED:
        raise UsageError(
            f"{who}: the shapes spin by one another too often to decide; no contact up to {time[0]:g} s. "
            "Give a shorter duration."
        )
    if status[0] != ARE_TOUCHING:
        return None
    return TimeOfContact(float(time[0]), 0.5 * (out[0, 4:7] + out[0, 7:10]), out[0, 1:4], float(out[0, 0]))


def _checked_duration(who: str, duration: float) -> float:
    if isinstance(duration, float) and duration == math.inf:
        return math.inf
    return real_number(who, "duration", duration, Rule("s", at_least=0.0))


def _refuse_turning_plane(who: str, shape: Solid, motion: Motion) -> None:
    """Raise if a half-space rotates except about its normal: the speed of its points would be unbounded."""
    if not isinstance(shape, HalfSpace) or not any(motion.angular_velocity):
        return
    normal = rotate_array(np.array(motion.orientation), np.array(shape.normal))
    spin = np.array(motion.angular_velocity)
    if np.linalg.norm(np.cross(spin, normal)) > 1e-12 * np.linalg.norm(spin):
        raise ModelError(
            f"{who}: a HalfSpace may only turn about its normal, got the angular velocity {motion.angular_velocity}. "
            "Use a large Box."
        )


def first_contact(
    separation_of_time: Callable[[float], float],
    start: float,
    end: float,
    rate_bound: float,
    resolution: float | None = None,
) -> float | None:
    """Return the first instant from `start` to `end` at which a separation reaches zero from above, or None.

    Steps of separation / rate_bound cannot pass a zero; where they become shorter than the resolution, the zero is
    bracketed and found to 1e-12 of the searched time (Brent). A start in contact (separation ≤ 0) is reported as
    `start` if the separation falls there; otherwise the search goes on from where the bodies have come apart.

    Args:
        separation_of_time: Signed separation [m] at a time [s], continuous.
        start: Where the search begins [s].
        end: Where it ends [s], not before `start`.
        rate_bound: Upper bound of how fast the separation changes anywhere between [m/s], not negative.
        resolution: A contact shorter than this may be missed [s]; 1e-8 of the searched time if left out.
    """
    who = "first_contact"
    if not callable(separation_of_time):
        raise ModelError(f"{who}: separation_of_time must be a function of time, got {shown(separation_of_time)}.")
    start, end = real_number(who, "start", start, Rule("s")), real_number(who, "end", end, Rule("s"))
    if end < start:
        raise ModelError(f"{who}: end must not be before start, got {end:g} s and {start:g} s.")
    rate = real_number(who, "rate_bound", rate_bound, Rule("m/s", at_least=0.0))
    if resolution is None:
        resolution = _RESOLUTION * (end - start)
    resolution = real_number(who, "resolution", resolution, Rule("s", at_least=0.0))
    # Below the spacing of floats the time would stand still.
    resolution = max(resolution, 4.0 * math.ulp(max(abs(start), abs(end))))

    def gap(time: float) -> float:
        value = float(separation_of_time(time))
        if math.isnan(value):
            raise ModelError(f"{who}: the separation must be a number, got nan at {time!r} s.")
        return value

    time, value = start, gap(start)
    if value <= 0.0 and gap(min(start + resolution, end)) < value:
        return start
    for _ in range(_MAX_EVALUATIONS):
        if time >= end:
            return None
        # |s| / rate: neither a contact nor its end can come sooner.
        step = max(abs(value) / rate if rate > 0.0 else math.inf, resolution)
        later = min(time + step, end)
        later_value = gap(later)
        if value > 0.0 >= later_value:
            return _zero_between(gap, time, later, _EXACT * (end - start))
        time, value = later, later_value
    raise UsageError(
        f"{who}: the separation stays near zero; {_MAX_EVALUATIONS} evaluations led to {time:g} s of {end:g} s only. "
        f"Give a smaller rate_bound, or a coarser resolution than {resolution:g} s."
    )


def _zero_between(gap: Callable[[float], float], low: float, high: float, exact: float) -> float:
    from scipy.optimize import brentq

    return float(brentq(gap, low, high, xtol=max(exact, 1e-300), rtol=4.0 * np.finfo(np.float64).eps))
