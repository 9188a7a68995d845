"""Values that the page may change while a simulation runs: gravity, and those of bodies and joints.

Which there are says the simulation: an attribute that `Simulation` or one of its handles lets be set is offered, one
that it does not is left out. A push on a body is a constant force at its center of mass, in world axes. What has been
changed is kept, so that it holds after a restart, until it is reset.
"""

from typing import Any

import numpy as np

from rigida.errors import UsageError
from rigida.fields import real_number, vec3
from rigida.forces import ConstantForce
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
#: Components of a push.
PUSHES = ("push_x", "push_y", "push_z")


def tunable() -> dict[str, list[str]]:
    """Return the quantities of the world, of bodies and of joints that this version lets be set."""
    found = {what: [name for name in names if _settable(kind, name)] for what, (kind, names) in _REQUIRED.items()}
    found["body"] += PUSHES
    return found


def body_values(scene: Scene, body: Body) -> dict[str, float]:
    """Return a scene's values of the adjustable quantities of a body."""
    found = {"friction": body.material.friction, "restitution": body.material.restitution}
    if not body.dynamic:
        return found
    pushed = push_on(scene, body.name)
    force = (0.0, 0.0, 0.0) if pushed is None else pushed.force
    return {"mass": body.mass_properties().mass} | found | dict(zip(PUSHES, force, strict=True))


def push_name(name: str) -> str:
    """Return the name of the force that pushes a body."""
    return f"push on {name}"


def push_on(scene: Scene, name: str) -> ConstantForce | None:
    """Return the force that pushes a body in the scene, if there is one."""
    forces = (force for force in scene.forces if isinstance(force, ConstantForce))
    return next((force for force in forces if force.name == push_name(name)), None)


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
            return body_values(self._scene, member)
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
        elif quantity in PUSHES:
            _push(simulation, name, PUSHES.index(quantity), value)
        else:
            setattr(simulation.body(name) if what == "body" else simulation.joint(name), quantity, value)


def _push(simulation: Simulation, name: str, axis: int, value: float) -> None:
    """Change a component of the push on a body [N]."""
    old = push_on(simulation.scene, name)
    force = np.zeros(3) if old is None else np.array(old.force)
    force[axis] = value
    if old is not None:
        simulation.remove(old)
    if force.any():
        body = next(body for body in simulation.scene.bodies if body.name == name)
        simulation.add_force(ConstantForce(body, vec3(force), name=push_name(name)))


def _settable(kind: type, name: str) -> bool:
    own = getattr(kind, name, None)
    return isinstance(own, property) and own.fset is not None
