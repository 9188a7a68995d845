"""Checks of joints in motion: that they stay closed, that paths are continuous, and when joints break."""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.breaking import may_break, overloaded
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.report import StepReport
from rigida.errors import DivergedError
from rigida.math.dense import euclidean_norm
from rigida.scene.path import Motion

if TYPE_CHECKING:
    from rigida.precise.engine import PreciseEngine

#: A step that ends with a joint open by more than this has no solution [m, rad].
_OPEN = 1e-6
#: Samples in which a jump is looked for, and how much longer than both its neighbours one interval must then be.
_SAMPLES, _JUMP = 257, 10.0
#: How far beyond a failed step the jump that stopped it may lie [s]: accelerations are differences of that width.
_AHEAD = 5e-3


def watch_joints(engine: "PreciseEngine", start: float, report: StepReport) -> None:
    """Check the joints after a step that began at `start`, count turns, and take out what broke."""
    joints, state = engine.joints, engine.state
    if joints is None:
        return
    if joints.worst_violation.amount > _OPEN:
        refuse_jump(joints, start, state.time)
    if joints.left.amount > _OPEN:
        raise DivergedError(
            f"{joints.label(joints.left.joint)}: it cannot be kept closed at t = {state.time:.6g} s, "
            f"{joints.left.amount:.3g} {joints.left.unit} are left. "
            "The mechanism cannot follow its prescribed motions; slow them down or take one out."
        )
    if len(joints.coordinates.parts):
        joints.measure(state.time, state)
        joints.coordinates.keep()
    break_overloaded(engine, report)


def break_overloaded(engine: "PreciseEngine", report: StepReport) -> None:
    """Take out the joints whose reaction exceeds what they bear, and note it."""
    joints, state = engine.joints, engine.state
    if joints is None or not may_break(joints):
        return
    for joint, message in list(overloaded(joints, engine.reactions(state), state.time)):
        report.notes.append(message)
        joints.drop(joint)
        engine.resolve_contacts()
        engine.integrator.restart()


class JumpsNamed:
    """A context for steps: if one fails because the path of a joint jumps, the error names the joint.

    A class and not a generator, because it is entered at every step.
    """

    def __init__(self, joints: JointSet | None, time: float) -> None:
        self._joints, self._time = joints, time

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, DivergedError) and self._joints is not None:
            refuse_jump(self._joints, self._time, self._time + _AHEAD)


def refuse_jump(joints: JointSet, start: float, end: float) -> None:
    """Raise if the path of a joint jumps between two times, naming the joint."""
    for j in joints.alive:
        path = joints.rows[j].carrier
        at = None if path is None else jump_time(path, start, end)
        if at is not None:
            raise DivergedError(
                f"{joints.label(j)}: its path jumps at t = {at:.6g} s, which no motion can follow. "
                "Give a path whose position and orientation change smoothly."
            )


def jump_time(path: Motion, start: float, end: float) -> float | None:
    """Return where a path jumps between two times, None if it does not."""
    times = np.linspace(start, end, _SAMPLES)
    poses = [path.placement(float(time))[:2] for time in times]
    moved = np.array([_displacement(*before, *after) for before, after in pairwise(poses)])
    beside = np.maximum(np.r_[moved[1:], moved[-2]], np.r_[moved[1], moved[:-1]])
    jumps = np.flatnonzero(moved > _JUMP * beside + _OPEN)
    return float(times[jumps[0] + 1]) if len(jumps) else None


def _displacement(x0: FloatArray, q0: FloatArray, x1: FloatArray, q1: FloatArray) -> float:
    """Return how far two poses differ: a length plus the chord of the quaternions."""
    return float(euclidean_norm(x1 - x0) + min(euclidean_norm(q1 - q0), euclidean_norm(q1 + q0)))
