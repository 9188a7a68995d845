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
from rigida.scene.force import FORCES, BodyPlaces, Force, ImpulseRow


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

    def impulses(self, places: BodyPlaces) -> Iterator[ImpulseRow]:
        point = np.zeros(3) if self.anchor is None else places.point(self.body, self.anchor)
        if self.body.dynamic:
            row = places.row(self.body)
            yield ImpulseRow(self.time, row, np.array(self.impulse), point, np.array(self.angular_impulse))


def apply_impulse(state: State, impulse: ImpulseRow) -> None:
    """Change the velocity and angular momentum of the body on which `impulse` acts."""
    arm = rotate_array(state.attitude[impulse.row], impulse.point)
    state.velocity[impulse.row] += impulse.impulse * state.model.inv_mass[impulse.row]
    state.angular_momentum[impulse.row] += np.cross(arm, impulse.impulse) + impulse.angular_impulse
    state.refresh()
