"""Poses of a scene: joint coordinates and rates, poses of free bodies, controls of actuators.

A pose is given by names and may leave out what stays as described. The scene's `start` is where a simulation begins.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError, RigidaWarning
from rigida.fields import Rule, depth, vector
from rigida.registry import nearest
from rigida.shown import FieldTable

if TYPE_CHECKING:
    from rigida.scene.joint import Joint
    from rigida.scene.scene import Scene

Values = Mapping[str, Any]
#: What a pose holds, and what that is.
POSE_KEYS = {
    "joints": "Of joints or their coordinates [rad or m]; of a spherical joint a quaternion wxyz.",
    "rates": "Of the same [rad/s or m/s].",
    "bodies": "Of free and fixed bodies: position [m] and quaternion wxyz, 7 numbers.",
    "velocities": "Of free bodies: velocity of the origin and angular velocity, world, 6 numbers [m/s, rad/s].",
    "controls": "Of actuators.",
}


@dataclass(frozen=True, eq=False)
class Pose(FieldTable):
    """Values by name.

    joints: of coordinates [rad or m], of a spherical joint a quaternion wxyz; rates: of the same [rad/s or m/s];
    bodies: position [m] and quaternion wxyz (7 numbers) of free and fixed bodies; velocities: velocity of the origin
    and angular velocity (6 numbers) [m/s, rad/s], world; controls: of actuators.

    Args:
        rates: Rates of joints by name [m/s or rad/s].
        velocities: Velocities of free bodies by name.
        controls: Controls of actuators by name.
    """

    joints: Values = field(default_factory=dict)
    rates: Values = field(default_factory=dict)
    bodies: Values = field(default_factory=dict)
    velocities: Values = field(default_factory=dict)
    controls: Values = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, size in (("joints", None), ("rates", None), ("bodies", 7), ("velocities", 6), ("controls", 1)):
            given = getattr(self, name)
            if not isinstance(given, Mapping):
                raise ModelError(f"Pose: {name} must be values by name, got {given!r}.")
            object.__setattr__(self, name, {key: _numbers(name, key, value, size) for key, value in given.items()})

    def table(self) -> dict[str, Any]:
        """Return the pose as a table of a scene file."""
        found: dict[str, Any] = {}
        for name in POSE_KEYS:
            values = {key: value[0] if len(value) == 1 else list(value) for key, value in getattr(self, name).items()}
            found |= {name: values} if values else {}
        return found

    def check(self, scene: "Scene") -> None:
        """Refuse names that the scene has not.

        Args:
            scene: The scene to which the pose belongs.
        """
        coordinates = [name for joint in scene.joints for name in (str(joint.name), *joint.coordinate_names())]
        actuators = [str(actuator.name) for actuator in scene.actuators]
        bodies = [body.name for body in scene.bodies]
        known = {"joints": coordinates, "rates": coordinates, "bodies": bodies, "velocities": bodies}
        for kind, names in (known | {"controls": actuators}).items():
            for name in getattr(self, kind):
                if name not in names:
                    raise ModelError(f"Pose: {kind} names '{name}', which the scene has not.{nearest(name, names)}")

    def values_of(self, joint: "Joint") -> FloatArray:
        """Return the values of a joint's coordinates; those of the scene if the pose has none.

        Args:
            joint: A joint of the scene.
        """
        return _named(self.joints, joint, [slot.reference for slot in joint.slots()])

    def of_joint(self, joint: "Joint") -> tuple[FloatArray, FloatArray]:
        """Return values and rates of a joint's coordinates; those of the scene, at rest, if the pose has none.

        Values beyond the joint's stops are brought to them, with a warning.

        Args:
            joint: A joint of the scene.
        """
        slots = joint.slots()
        values = self.values_of(joint)
        rates = _named(self.rates, joint, [(0.0,) * slot.rates for slot in slots])
        bounds = np.array([slot.rigid_limits for slot in slots for _ in slot.reference]).reshape(-1, 2)
        inside = np.clip(values, bounds[:, 0], bounds[:, 1])
        if np.abs(inside - values).max(initial=0.0) > 1e-9:
            warnings.warn(
                f"Joint '{joint.name}': it starts at {_text(values)}, outside its limits; moved to {_text(inside)}.",
                RigidaWarning,
                stacklevel=2,
            )
        return np.asarray(inside), rates


def _named(given: Values, joint: "Joint", described: Sequence[tuple[float, ...]]) -> FloatArray:
    """Return the numbers that are given for a joint as a whole, or for its coordinates one by one."""
    names = joint.coordinate_names()
    whole = given.get(str(joint.name)) if names != [str(joint.name)] or len(described) > 1 else None
    size = sum(map(len, described))
    parts = [given.get(name, own) for name, own in zip(names, described, strict=False)] if whole is None else [whole]
    numbers = [number for part in parts for number in part]
    numbers += [number for own in described[len(names) :] for number in own] if whole is None else []
    if len(numbers) != size:
        raise ModelError(f"Pose: joint '{joint.name}' takes {size} numbers, got {len(numbers)}.")
    return np.array(numbers)


def _numbers(kind: str, name: str, value: Any, size: int | None) -> tuple[float, ...]:
    values = [value] if depth(value) == 0 else list(value)
    return vector("Pose", f"{kind} of '{name}'", values, Rule(), len(values) if size is None else size)


def _text(values: FloatArray) -> str:
    return " ".join(f"{value:.4g}" for value in values)
