"""The built-in metrics. Without a body, heights, speeds and forces are the largest over all bodies that move.

Motion is read at the frames: a height between two frames is missed by at most g/8·fps⁻². A number that does not exist,
such as the time of a contact that never happened, is NaN.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.math.quaternion import rotate_array
from rigida.queries.distance import distance_many
from rigida.runs.metric import metric
from rigida.runs.observation import CONTACTS, JOINT_ERRORS, TOUCHES, Observation

#: A body slower than this is at rest [m/s], [rad/s].
_REST_SPEED, _REST_SPIN = 1e-3, 1e-2
#: Poses between two frames at which the distance of two bodies is measured.
_BETWEEN = 4


def _rows(seen: Observation, body: str | None) -> list[int]:
    """Return the rows of the named body, or of all that move."""
    if body is not None:
        return [seen.recording.names.index(body)]
    return [i for i, each in enumerate(seen.scene.bodies) if each.dynamic]


def _speeds(seen: Observation, body: str | None) -> FloatArray:
    return np.asarray(np.sqrt(np.sum(seen.recording.velocity[:, _rows(seen, body)] ** 2, axis=2)))


@metric("m")
def max_height(seen: Observation, body: str | None = None) -> float:
    """Greatest height of the body's origin."""
    return float(seen.recording.position[:, _rows(seen, body), 2].max(initial=-math.inf))


@metric("m")
def min_height(seen: Observation, body: str | None = None) -> float:
    """Least height of the body's origin."""
    return float(seen.recording.position[:, _rows(seen, body), 2].min(initial=math.inf))


@metric("m")
def range_(seen: Observation, body: str | None = None) -> float:
    """Greatest horizontal distance from the start."""
    place = seen.recording.position[:, _rows(seen, body), :2]
    return float(np.sqrt(np.sum((place - place[0]) ** 2, axis=2)).max(initial=0.0))


@metric("m")
def path_length(seen: Observation, body: str) -> float:
    """Path length of the body's origin."""
    steps = np.diff(seen.recording.body(body).position, axis=0)
    return float(np.sqrt(np.sum(steps**2, axis=1)).sum())


@metric("m/s")
def max_speed(seen: Observation, body: str | None = None) -> float:
    """Greatest speed of the center of mass."""
    return float(_speeds(seen, body).max(initial=0.0))


@metric("m/s")
def final_speed(seen: Observation, body: str | None = None) -> float:
    """Speed at the end."""
    return float(_speeds(seen, body)[-1].max(initial=0.0))


@metric("s")
def rest_time(seen: Observation, body: str | None = None) -> float:
    """Time from which on the body is at rest; NaN if it is not at the end."""
    run = seen.recording
    spin = np.sqrt(np.sum(run.angular_velocity[:, _rows(seen, body)] ** 2, axis=2))
    moving = ((_speeds(seen, body) > _REST_SPEED) | (spin > _REST_SPIN)).any(axis=1)
    if moving[-1]:
        return math.nan
    return float(run.times[np.flatnonzero(moving)[-1] + 1]) if moving.any() else float(run.times[0])


@metric("rad")
def max_tilt(seen: Observation, body: str) -> float:
    """Greatest angle between the body's z axis and its initial direction."""
    return float(_tilt(seen, body).max())


@metric("rad")
def final_tilt(seen: Observation, body: str) -> float:
    """Final angle between the body's z axis and its initial direction."""
    return float(_tilt(seen, body)[-1])


def _tilt(seen: Observation, body: str) -> FloatArray:
    axes = np.array([rotate_array(q, np.array([0.0, 0.0, 1.0])) for q in seen.recording.body(body).orientation])
    return np.asarray(np.arccos(np.clip(axes @ axes[0], -1.0, 1.0)))


@metric("J")
def initial_energy(seen: Observation) -> float:
    """Total energy at the start."""
    return float(seen.recording.energy.total[0])


@metric("J")
def final_energy(seen: Observation) -> float:
    """Total energy at the end."""
    return float(seen.recording.energy.total[-1])


@metric("J")
def max_kinetic_energy(seen: Observation) -> float:
    """Greatest energy of motion."""
    return float(seen.recording.kinetic.max())


@metric("")
def energy_drift(seen: Observation) -> float:
    """Largest relative change of the total energy without a cause in the scene; NaN if motors do work."""
    return seen.recording.energy_drift


@metric("N s", CONTACTS)
def max_contact_impulse(seen: Observation, body: str | None = None) -> float:
    """Greatest normal impulse of one contact point on the body over one step of the engine."""
    found = seen.recording.contacts.contact
    rows = _rows(seen, body)
    own = found[np.isin(found["body_a"], rows) | np.isin(found["body_b"], rows)]
    return float(np.sqrt(np.sum(own["impulse"] ** 2, axis=1)).max(initial=0.0))


@metric("N", CONTACTS)
def max_contact_force(seen: Observation, body: str | None = None) -> float:
    """Greatest normal force of one contact point on the body, averaged over one step of the engine."""
    return max_contact_impulse(seen, body) / float(seen.recording.engine["dt"])  # type: ignore[operator]


@metric("N")
def max_joint_force(seen: Observation, joint: str) -> float:
    """Greatest reaction force of the joint."""
    return float(np.sqrt(np.sum(seen.recording.joint(joint).force ** 2, axis=1)).max())


@metric("N m")
def max_joint_torque(seen: Observation, joint: str) -> float:
    """Greatest reaction torque of the joint about its anchor."""
    return float(np.sqrt(np.sum(seen.recording.joint(joint).torque ** 2, axis=1)).max())


@metric("m or rad", JOINT_ERRORS)
def max_joint_error(seen: Observation, joint: str | None = None) -> float:
    """Greatest opening of the joint, or of all joints."""
    return max(seen.joint_errors.values(), default=0.0) if joint is None else seen.joint_errors[joint]


@metric("s", TOUCHES)
def first_contact(seen: Observation, a: str, b: str, bounces: int | None = None) -> float:
    """Time at which two bodies first touch; with `bounces`, only after a has touched others exactly so often."""
    window = _window(seen, a, b, bounces)
    pair = frozenset((a, b))
    times = [touch.time for touch in seen.touches if touch.bodies == pair]
    return next((time for time in times if window is not None and window[0] <= time <= window[1]), math.nan)


@metric("", TOUCHES)
def touches(seen: Observation, a: str, b: str) -> float:
    """Number of times that two bodies began to touch."""
    return float(sum(touch.bodies == frozenset((a, b)) for touch in seen.touches))


@metric("", TOUCHES)
def bounces(seen: Observation, body: str) -> float:
    """Number of contacts that the body began, without those at the start."""
    return float(sum(body in touch.bodies and not touch.at_start for touch in seen.touches))


@metric("m", TOUCHES)
def miss(seen: Observation, a: str, b: str, bounces: int | None = None) -> float:
    """Least distance of two bodies, 0 once they touch; with `bounces`, only after a has touched others so often."""
    if not math.isnan(first_contact(seen, a, b, bounces)):  # type: ignore[arg-type]
        return 0.0
    run, window = seen.recording, _window(seen, a, b, bounces)
    gaps = _gaps(seen, a, b, *(window or (run.times[0], run.times[-1])))
    # A run that never bounced often enough is worse than any that did: by the remaining distance.
    return float(max(gaps.min(), 0.0)) + (0.0 if window else float(max(gaps[0], 0.0)))


@metric("m")
def final_position(seen: Observation, body: str) -> dict[str, float]:
    """Position of the body's origin at the end, as .x, .y and .z."""
    return dict(zip("xyz", seen.recording.body(body).position[-1].tolist(), strict=True))


@metric("")
def final_orientation(seen: Observation, body: str) -> dict[str, float]:
    """Orientation at the end, as .w, .x, .y and .z of the quaternion."""
    return dict(zip("wxyz", seen.recording.body(body).orientation[-1].tolist(), strict=True))


def _window(seen: Observation, a: str, b: str, bounces: int | None) -> tuple[float, float] | None:
    """Return the times between which a has touched others than b exactly `bounces` times; None if there are none."""
    run = seen.recording
    first, last = float(run.times[0]), float(run.times[-1])
    if bounces is None:
        return first, last
    others = [t.time for t in seen.touches if a in t.bodies and b not in t.bodies and not t.at_start]
    limits = [first, *others, last]
    return (limits[bounces], limits[bounces + 1]) if bounces < len(limits) - 1 else None


def _gaps(seen: Observation, a: str, b: str, start: float, end: float) -> FloatArray:
    """Return the signed distances of two bodies at the frames between two times and a few places between them."""
    shapes = [seen.scene.body(name).shape for name in (a, b)]
    if shapes[0] is None or shapes[1] is None:
        raise UsageError(f"miss: '{a}' and '{b}' must both have a shape.")
    run = seen.recording
    rows = np.flatnonzero((run.times >= start - 1e-9) & (run.times <= end + 1e-9))
    if len(rows) < 2:
        near = int(np.argmin(np.abs(run.times - start)))
        rows = np.array([near, min(near + 1, run.frame_count - 1)])
    at = np.linspace(0.0, len(rows) - 1.0, _BETWEEN * (len(rows) - 1) + 1)
    poses = []
    for name in (a, b):
        body = run.body(name)
        place = np.stack([np.interp(at, np.arange(len(rows)), body.position[rows, axis]) for axis in range(3)], axis=1)
        poses += [place, body.orientation[rows[np.round(at).astype(np.int64)]]]
    return distance_many(shapes[0], poses[0], poses[1], shapes[1], poses[2], poses[3]).separation
