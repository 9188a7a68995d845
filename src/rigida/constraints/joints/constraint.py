"""Constraints written by the user as Python functions of time and motion.

They run in Python, between the kernels of a step; a scene that has one cannot be saved to a file.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import numpy as np

from rigida.constraints.parts.codes import GIVEN
from rigida.constraints.user_rows import UserRows
from rigida.dynamics.body_motion import BodyFrame, BodyMotion
from rigida.errors import ModelError
from rigida.fields import Rule, label, shown
from rigida.math.dense import product
from rigida.math.quaternion import rotate_array
from rigida.math.rotation import quaternion_from_matrix_array
from rigida.scene.body import Body
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import JOINTS, Coordinate, Joint, JointRows, PartRow

#: Equations of a constraint at most: as many as a pair of bodies has freedoms.
_MOST_EQUATIONS = 6


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Constraint(Joint):
    """An equation C = 0, or several, between a body and the world or a second body, as a Python function.

    `function(time, a)`, or with a second body `function(time, a, b)`, returns C, a number or up to six. a and b are
    motions with `position`, `orientation`, `center`, `velocity`, `angular_velocity`, `point(…)`, `point_velocity(…)`
    and `direction(…)`. A function that reads velocities is a constraint on velocities, holonomic or not.

    `jacobian(time, a, b)` returns what multiplies the velocities of the centres of mass and angular velocities in Ċ (in
    C, if that is a constraint on velocities): six numbers for each body in each equation. `bias(time, a, b)` returns
    the rest of C̈ (of Ċ): what it is while no body accelerates. What is not given is found by differences.
    """

    function: Annotated[Callable[..., Any], Rule(text="Returns C; called with time and the motions of a and b.")] = (
        field(kw_only=True)
    )
    jacobian: Annotated[Callable[..., Any], Rule(text="Derivatives of C.")] | None = field(default=None, kw_only=True)
    bias: Annotated[Callable[..., Any], Rule(text="What C̈ is without accelerations.")] | None = field(
        default=None, kw_only=True
    )
    one_sided: Annotated[bool, Rule(text="Whether C ≥ 0 replaces C = 0.")] = field(default=False, kw_only=True)
    restitution: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="Of impacts at C = 0, if one-sided.")] = field(
        default=0.0, kw_only=True
    )
    step: Annotated[
        float, Rule("m", above=0.0, text="Step of differences: a hundredth of the length over which C bends, or less.")
    ] = field(default=5e-3, kw_only=True)

    def __post_init__(self) -> None:
        for name in ("function", "jacobian", "bias"):
            given = getattr(self, name)
            if not callable(given) and (given is not None or name == "function"):
                raise ModelError(f"{label(self)}: {name} must be a Python function, got {shown(given)}.")
        super().__post_init__()
        motions = [side for side, body in (("a", self.a), ("b", self.b)) if isinstance(body, Body)]
        for name in ("function", "jacobian", "bias"):
            if not _takes(getattr(self, name), 1 + len(motions)):
                called = f"{name}(time, {', '.join(motions)})"
                raise ModelError(
                    f"{label(self)}: {name} must take {1 + len(motions)} arguments: it is called as {called}."
                )

    def rows(self, places: BodyPlaces) -> JointRows:
        sides = (self.a, self.b)
        member = tuple(side for side in (0, 1) if places.row(sides[side]) >= 0)
        bodies = [body for body in (sides[side] for side in member) if isinstance(body, Body)]
        frames = tuple(_frame_of(places, body) for body in bodies)
        user = UserRows(label(self), self.function, self.jacobian, self.bias, member, frames, self.step)
        user = self._probed(user, bodies)
        part = PartRow(GIVEN, 1, (0.0,) * 14)
        rows = places.row(self.a), places.row(self.b)
        anchor = places.body_point(self.a, _ORIGIN)
        if self.one_sided:
            coordinate = Coordinate(part, "m", lower=0.0, restitution=self.restitution)
            return JointRows(rows, anchor, (), (coordinate,), user=user)
        return JointRows(rows, anchor, (part,) * user.equations, user=user)

    def _probed(self, user: UserRows, bodies: list[Body]) -> UserRows:
        """Return the rows with the number of their equations, and whether they read velocities."""
        unknown, motions = np.full(3, np.nan), []
        for body, frame in zip(bodies, user.frames, strict=True):
            position, orientation = np.array(body.position), np.array(body.orientation)
            center = position + rotate_array(orientation, frame.center)
            motions.append(BodyMotion(position, orientation, center, unknown, unknown))
        returned = self.function(0.0, *motions)
        try:
            found = np.asarray(returned, dtype=np.float64)
        except (TypeError, ValueError):
            raise ModelError(f"{label(self)}: function must return numbers, got {shown(returned)}.") from None
        if not 1 <= found.size <= _MOST_EQUATIONS or (self.one_sided and found.size > 1):
            most = "one number, as it is one-sided" if self.one_sided else f"one to {_MOST_EQUATIONS} numbers"
            raise ModelError(f"{label(self)}: function must return {most}, got {shown(found.tolist())}.")
        on_velocities = bool(np.isnan(found).any())
        if on_velocities and self.one_sided:
            raise ModelError(
                f"{label(self)}: a one-sided constraint must be a function of positions and time, and this one reads "
                "velocities or is no number at the start. Leave `one_sided` out, or let it depend on positions."
            )
        return replace(user, equations=found.size, on_velocities=on_velocities)


def _takes(function: Callable[..., Any] | None, count: int) -> bool:
    """Return whether a function can be called with `count` arguments, as far as its signature shows."""
    if function is None:
        return True
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some built-in functions have none
        return True
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


def _frame_of(places: BodyPlaces, body: Body) -> BodyFrame:
    """Return the pose of a body's frame in its principal frame."""
    turn = np.array([places.body_direction(body, axis) for axis in _AXES]).T
    return BodyFrame(product(-turn.T, places.body_point(body, _ORIGIN)), quaternion_from_matrix_array(turn))


_AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_ORIGIN = (0.0, 0.0, 0.0)
