"""Forces written by the user as a Python function of time and motion.

They run in Python, so a scene that has one takes a slower path; it cannot be saved to a file.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.body_motion import BodyMotion
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.errors import ModelError
from rigida.fields import label
from rigida.forces.acting import Acting
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, Force


@FORCES.register
@dataclass(frozen=True, eq=False)
class UserForce(Force):
    """A force function: `function(time, *motions)` returns (force, torque) per member, about its center of mass.

    For one member return (force, torque); for several return one such pair per member. `potential(time, *motions)`
    returns the potential energy [J], if there is one, so that the energy audit stays complete.

    Args:
        members: Bodies on which the force acts.
        potential: Potential energy [J] as a function of the same arguments; default none.
        function: Function of the time [s] and the motion of each member.
    """

    members: tuple[Body, ...]
    function: Callable[..., Any]
    potential: Callable[..., float] | None = None

    def __post_init__(self) -> None:
        given: object = self.members
        if isinstance(given, Body):
            object.__setattr__(self, "members", (given,))
        super().__post_init__()
        if not callable(self.function) or not (self.potential is None or callable(self.potential)):
            raise ModelError(f"{label(self)}: function and potential must be Python functions.")

    def bodies(self) -> list[BodyOrWorld]:
        return list(self.members)

    def metered(self) -> bool:
        return self.potential is None

    def acting(self, model: Model) -> Acting:
        return _Calling(self, [model.index(body.name) for body in self.members])


class _Calling(Acting):
    """Calls the user's functions with the motions of the members, which are the bodies `rows`."""

    def __init__(self, force: UserForce, rows: list[int]) -> None:
        self.force = force
        self.rows = rows

    def add_wrenches(self, time: float, state: State, wrench: FloatArray) -> None:
        rows = self.rows
        result = np.asarray(self.force.function(time, *self._motions(state)), dtype=np.float64)
        if result.size != 6 * len(rows) or not np.isfinite(result).all():
            raise ModelError(
                f"{label(self.force)}: function must return a finite (force, torque) for each of {len(rows)} bodies, "
                f"got {result.tolist()} at t = {time:g} s."
            )
        wrench[rows] += result.reshape(len(rows), 6)

    def potential_energy(self, time: float, state: State) -> float:
        potential = self.force.potential
        return 0.0 if potential is None else float(potential(time, *self._motions(state)))

    def _motions(self, state: State) -> list[BodyMotion]:
        position, orientation = state.position, state.orientation
        return [
            BodyMotion(
                position[i], orientation[i], state.center[i].copy(), state.velocity[i].copy(), state.angular_velocity[i]
            )
            for i in self.rows
        ]
