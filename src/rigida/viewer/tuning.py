"""Values that the page may change while a simulation runs: gravity, and those of bodies and joints.

Which there are says the simulation: an attribute that `Simulation` or one of its handles lets be set is offered, one
that it does not is left out. What has been changed is kept, so that it holds after a restart, until it is reset.
"""

from typing import Any

import numpy as np

from rigida.errors import UsageError
from rigida.fields import real_number
from rigida.handles.body_handle import BodyHandle
from rigida.handles.joint_handle import JointHandle
from rigida.registry import nearest
from rigida.scene.body import Body
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene
from rigida.simulation import Simulation

#: What is changed: "world", "body" or "joint", its name, and the quantity.
Key = tuple[str, str, str]
_REQUIRED = {
    "world": (Simulation, ("gravity",)),
    "body": (BodyHandle, ("mass", "friction", "restitution")),
    "joint": (JointHandle, ("motor_target", "stiffness", "damping", "lower", "upper")),
}


def tunable() -> dict[str, list[str]]:
    """Return the quantities of the world, of bodies and of joints that this version lets be set."""
    return {what: [name for name in names if _settable(kind, name)] for what, (kind, names) in _REQUIRED.items()}


def body_values(body: Body) -> dict[str, float]:
    """Return a scene's values of the adjustable quantities of a body."""
    mass = {"mass": body.mass_properties().mass} if body.dynamic else {}
    return mass | {"friction": body.material.friction, "restitution": body.material.restitution}


def joint_values(joint: Joint) -> dict[str, float]:
    """Return a scene's values of the adjustable quantities of a joint."""
    found = {name: getattr(joint, name, None) for name in _REQUIRED["joint"][1]}
    if getattr(joint, "motor", "none") == "none":
        found.pop("motor_target")
    return {name: float(value) for name, value in found.items() if value is not None}


class Tuning:
    """Changes of a scene, by key."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.changed: dict[Key, float] = {}

    def set(self, simulation: Simulation, key: Key, value: Any) -> None:
        """Change a value of the simulation and keep it for the next start."""
        what, name, quantity = key
        number = real_number(f"{what} '{name}'".removesuffix(" ''"), quantity, value)
        known = [own for own in self._values(what, name) if own in tunable()[what]]
        if quantity not in known:
            raise UsageError(f"There is no '{quantity}' of {what} '{name}' to change.{nearest(quantity, known)}")
        self._apply(simulation, key, number)
        self.changed[key] = number

    def reset(self, simulation: Simulation) -> None:
        """Reset all changed values to those of the scene."""
        for key in self.changed:
            self._apply(simulation, key, self._values(key[0], key[1])[key[2]])
        self.changed = {}

    def apply(self, simulation: Simulation) -> None:
        """Change a new simulation of the scene as the one before was changed."""
        for key, value in self.changed.items():
            self._apply(simulation, key, value)

    def _values(self, what: str, name: str) -> dict[str, float]:
        if what == "world":
            return {"gravity": float(np.linalg.norm(self._scene.gravity))}
        member = self._scene.member(what, name) if what in _REQUIRED else None
        if isinstance(member, Body):
            return body_values(member)
        if isinstance(member, Joint):
            return joint_values(member)
        known = [str(one.name) for one in (self._scene.joints if what == "joint" else self._scene.bodies)]
        raise UsageError(f"There is no {what} '{name}' to change.{nearest(name, known)}")

    def _apply(self, simulation: Simulation, key: Key, value: float) -> None:
        what, name, quantity = key
        if what == "world":
            down = np.array(self._scene.gravity)
            size = float(np.linalg.norm(down))
            setattr(simulation, quantity, value * (down / size if size else np.array([0.0, 0.0, -1.0])))
        else:
            setattr(simulation.body(name) if what == "body" else simulation.joint(name), quantity, value)


def _settable(kind: type, name: str) -> bool:
    own = getattr(kind, name, None)
    return isinstance(own, property) and own.fset is not None
