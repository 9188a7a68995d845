"""Scripted flights: legs flown one after another, each with controls or autopilot aims and an end."""

import math
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from rigida.arrays import FloatArray
from rigida.fields import Rule
from rigida.flight.arrays import CONTROLS
from rigida.flight.autopilot import Hold

End = Literal[
    "time", "height_above", "height_below", "speed_above", "speed_below", "heading_right_of", "pitch_above", "on_ground"
]

Angle = Annotated[float, Rule("rad", text="Angle.")]


@dataclass(frozen=True)
class Leg(Hold):
    """One leg: targets, controls and end condition. Controls that are not given stay as in the leg before.

    `until` names the condition and `value` its number: a time after the leg began [s], a height over the ground [m], an
    air speed [m/s], a heading [rad] that has been passed to the right, a pitch [rad].
    """

    until: Annotated[End, Rule(text="What ends the leg.")] = "time"
    value: Annotated[float, Rule("s, m, m/s or rad", text="The number that `until` compares with.")] = 1e9
    throttle: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: none, 1: full.")] | None = None
    flaps: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: none, 1: full.")] | None = None
    brake: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: none, 1: full.")] | None = None
    elevator: Angle | None = None
    aileron: Angle | None = None
    rudder: Angle | None = None

    def commands(self) -> list[tuple[int, float]]:
        """Return (control, value) of the controls that the leg sets."""
        given = (getattr(self, name) for name in CONTROLS)
        return [(k, value) for k, value in enumerate(given) if value is not None]

    def ended(self, began: float, time: float, sensor: Any) -> bool:
        """Return whether the leg that began at `began` [s] is over by the fields of an `arrays.Sensor`.

        Args:
            time: Since the start of the leg [s].
            sensor: Readings of the instruments.
        """
        value = self.value
        if self.until == "time":
            return time - began >= value - 1e-9
        if self.until == "heading_right_of":
            return bool(0.0 <= sensor["heading"] - value < 1.0)
        if self.until == "on_ground":
            return bool(sensor["wheel_load"] > 0.0)
        quantity, _, side = self.until.rpartition("_")
        read = sensor["airspeed" if quantity == "speed" else quantity]
        return bool(read > value if side == "above" else read < value)


class Script:
    """A program being flown: the present leg, the controls (6,) it has set (NaN: none) and its aims."""

    def __init__(self, program: tuple[Leg, ...], aim: FloatArray) -> None:
        self.program = program
        self.controls = np.full(len(CONTROLS), math.nan)
        self.aim = aim
        self.leg, self.began = -1, 0.0

    @property
    def steers(self) -> bool:
        """Whether legs or the autopilot move any control."""
        return not (np.isnan(self.aim).all() and np.isnan(self.controls).all()) or self.leg < len(self.program) - 1

    def end(self) -> None:
        """Leave all controls to the pilot from now on."""
        self.leg = len(self.program) - 1
        self.controls[:] = self.aim[:] = math.nan

    def follow(self, time: float, sensor: Any) -> None:
        """Switch to the next leg when the present one ends; the last one does not end."""
        last = self.leg == len(self.program) - 1
        if last or (self.leg >= 0 and not self.program[self.leg].ended(self.began, time, sensor)):
            return
        self.leg, self.began = self.leg + 1, time
        for control, value in self.program[self.leg].commands():
            self.controls[control] = value
        self.aim[:] = self.program[self.leg].aims()
