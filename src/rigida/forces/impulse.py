"""Instantaneous forces: an impulse that changes velocities at one instant (Lemos 1993, 3.2: acts at t = 0).

The state at that very time is the one before the impulse; the next step starts with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.dynamics.state import State
from rigida.fields import Rule, Vec3
from rigida.math.quaternion import rotate_array
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, Blow, BodyPlaces, Force


@FORCES.register
@dataclass(frozen=True, eq=False)
class Impulse(Force):
    """An impulse at one instant."""

    body: Annotated[Body, Rule(text="The body on which the impulse acts.")]
    impulse: Annotated[Vec3, Rule("N s", text="Change of its momentum, world.")] = (0.0, 0.0, 0.0)
    anchor: Annotated[Vec3, Rule("m", text="World point at the start; default the center of mass.")] | None = None
    angular_impulse: Annotated[Vec3, Rule("N m s", text="Change of its angular momentum, world.")] = (0.0, 0.0, 0.0)
    time: Annotated[float, Rule("s", text="When; not at all if before the start.")] = 0.0

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def break_times(self) -> list[float]:
        return [self.time]

    def blows(self, places: BodyPlaces) -> Iterator[Blow]:
        point = np.zeros(3) if self.anchor is None else places.point(self.body, self.anchor)
        if self.body.dynamic:
            row = places.row(self.body)
            yield Blow(self.time, row, np.array(self.impulse), point, np.array(self.angular_impulse))


def strike(state: State, blow: Blow) -> None:
    """Change the velocity and angular momentum of the body on which `blow` acts."""
    arm = rotate_array(state.attitude[blow.row], blow.point)
    state.velocity[blow.row] += blow.impulse * state.model.inv_mass[blow.row]
    state.angular_momentum[blow.row] += np.cross(arm, blow.impulse) + blow.angular_impulse
    state.refresh()
