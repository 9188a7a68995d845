"""A frame: the recorded data of one time."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.recording.recording import ALL_SHAPES
from rigida.recording.roll import Roll

#: How the column of a channel is called among the others.
CHANNEL = "channel/{}"
#: Columns of a recording and the attributes of frames that fill them.
ATTRIBUTES = {name: "time" if name == "times" else name for name in ALL_SHAPES}
#: What frames without joints hold of them, made once for all.
_NO_JOINTS = np.zeros((0, 3))
_NO_JOINTS.flags.writeable = False


def _no_joints() -> FloatArray:
    return _NO_JOINTS


@dataclass(eq=False, slots=True)
class Frame:
    """State of all bodies at one time.

    The arrays have one row per body or joint; the momenta are (3,), angular about the origin. Channels are what force
    elements add, by name: a number or a row of numbers, and its unit. Every frame has the same. Contacts are those of
    `Simulation.contacts`, where they are kept. Steps and computing time [s] are those since the run began, events
    those since the frame before. The roll says who the rows are where bodies or joints have come or gone.
    """

    time: float
    position: FloatArray
    orientation: FloatArray
    velocity: FloatArray
    angular_velocity: FloatArray
    kinetic: float
    potential: float
    linear_momentum: FloatArray
    angular_momentum: FloatArray
    joint_force: FloatArray = field(default_factory=_no_joints)
    joint_torque: FloatArray = field(default_factory=_no_joints)
    joint_position: FloatArray = field(default_factory=_no_joints)
    joint_velocity: FloatArray = field(default_factory=_no_joints)
    motor_effort: FloatArray = field(default_factory=_no_joints)
    channels: dict[str, tuple[Any, str]] = field(default_factory=dict)
    contacts: NDArray[Any] | None = None
    steps: int = 0
    wall: float = 0.0
    events: Sequence[dict[str, Any]] = ()
    roll: Roll | None = None

    def columns(self) -> dict[str, Any]:
        """Return the frame's numbers by the names of their columns."""
        columns = {name: getattr(self, attribute) for name, attribute in ATTRIBUTES.items()}
        for name, (value, _) in self.channels.items():
            columns[CHANNEL.format(name)] = value
        return columns

    @property
    def channel_units(self) -> dict[str, str]:
        """The units of the channels."""
        return {name: unit for name, (_, unit) in self.channels.items()}
