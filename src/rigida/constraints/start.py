"""Joints at the start of a run: small errors in position and velocity are corrected, larger ones refused."""

import warnings

from rigida.constraints.joint_set import JointSet, Violation
from rigida.dynamics.state import State
from rigida.errors import ModelError, RigidaWarning

#: Joints are closed to this [m, rad], and what is below `ROUNDING` is not worth a word.
CLOSED, ROUNDING = 1e-13, 1e-9
#: Redundant joints whose anchors are written with six digits cannot meet better than this [m, rad].
_DIGITS = 1e-6

#: What is said of a joint that is open.
_OPEN = "is open by", "", "Move its bodies or anchors"


def close_at_start(joints: JointSet, state: State, tolerance: float) -> None:
    """Project positions, then velocities of a state on the joints, by at most `tolerance` [m, rad, m/s, rad/s].

    Raises:
        ModelError: When a joint violates more than that, or the joints cannot all be satisfied; names the joint.
    """
    _check_movable(joints)
    joints.evaluate(state.time, state)
    _check(joints, joints.worst_open(), tolerance, *_OPEN)
    _close(joints, state)
    _check_limits(joints, state, tolerance)
    state.refresh()
    joints.evaluate(state.time, state)
    rate = joints.worst_rate()
    _check(joints, rate, tolerance, "is opened at", "/s", "Give its bodies velocities that it allows")
    joints.close_velocities(state.time, state)
    joints.evaluate(state.time, state)
    left = joints.worst_rate()
    if left.amount > ROUNDING * max(1.0, rate.amount):
        raise ModelError(
            f"{joints.label(left.joint)}: no velocities satisfy it together with the other joints, {_amount(left)}/s "
            "are left. Prescribe fewer motions."
        )


def catch_in_motion(joints: JointSet, state: State, tolerance: float) -> None:
    """Project the velocities of a moving state onto joints of which some are new, as an inelastic impact would.

    Raises:
        ModelError: When a joint is open by more than `tolerance` [m, rad], or the joints cannot all be closed.
    """
    _check_movable(joints)
    joints.evaluate(state.time, state)
    _refuse(joints, joints.worst_open(), tolerance, *_OPEN)
    _close(joints, state)
    state.refresh()
    joints.evaluate(state.time, state)
    joints.close_velocities(state.time, state)


def _close(joints: JointSet, state: State) -> None:
    left = joints.close_positions(state.time, state, CLOSED)
    if left.amount > _DIGITS:
        raise ModelError(
            f"{joints.label(left.joint)}: it cannot be closed together with the other joints, {_amount(left)} are "
            "left. The mechanism is over-constrained: take out a joint, or move an anchor to where all can meet."
        )
    if left.amount > ROUNDING:
        warnings.warn(
            f"{joints.label(left.joint)}: it stays open by {_amount(left)}: the mechanism is over-constrained, and its "
            "anchors meet to no more digits.",
            RigidaWarning,
            stacklevel=4,
        )


def _check(joints: JointSet, found: Violation, tolerance: float, what: str, per: str, remedy: str) -> None:
    """Raise for a violation that is too large to correct; warn of a smaller one that is not rounding."""
    _refuse(joints, found, tolerance, what, per, remedy)
    if found.amount > ROUNDING:
        amount = f"{_amount(found)}{per}"
        warnings.warn(
            f"{joints.label(found.joint)}: it {what} {amount} at the start; put right.", RigidaWarning, stacklevel=3
        )


def _refuse(joints: JointSet, found: Violation, tolerance: float, what: str, per: str, remedy: str) -> None:
    """Raise an error for a violation that is too large to be corrected."""
    if found.amount > ROUNDING and not found.amount <= tolerance:
        raise ModelError(
            f"{joints.label(found.joint)}: it {what} {_amount(found)}{per} at the start, and at most "
            f"`start_tolerance` = {tolerance:g} is put right. {remedy}, or raise `start_tolerance` to have them moved."
        )


def _check_movable(joints: JointSet) -> None:
    for j in joints.alive:
        rows = [row for row in joints.rows[j].rows if row >= 0]
        if not any(joints.model.inv_mass[row] > 0.0 for row in rows):
            names = " and ".join(f"'{joints.model.names[row]}'" for row in rows)
            raise ModelError(
                f"{joints.label(j)}: forces move neither of its ends ({names}), so it has nothing to hold. "
                "Join a free body, or leave the joint out."
            )


def _check_limits(joints: JointSet, state: State, tolerance: float) -> None:
    """Raise if a coordinate exceeds its limits by more than `tolerance`; warn if by less."""
    joints.measure(state.time, state)
    coordinates = joints.coordinates
    bounds = coordinates.rigid_bounds()
    for value, (lower, upper), row in zip(coordinates.value, bounds, coordinates.parts.parts, strict=True):
        beyond = max(lower - value, value - upper)
        if not beyond > _DIGITS:
            continue
        label = joints.label(row.joint)
        where = f"{label}: it is at {value:.4g} at the start, outside its limits at {lower:g} and {upper:g}"
        if not beyond <= tolerance:
            raise ModelError(
                f"{where}. Coordinates of hinges and sliders start at zero: change the limits or move the bodies."
            )
        warnings.warn(
            f"{where}; its bodies are brought back as far as other joints allow, which changes their energy.",
            RigidaWarning,
            stacklevel=4,
        )


def _amount(violation: Violation) -> str:
    return f"{violation.amount:.3g} {violation.unit}"
