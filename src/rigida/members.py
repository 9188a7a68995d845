"""Members of a running simulation: its scene, and the engine's row of each body."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import IntArray
from rigida.dynamics.engine import Engine
from rigida.dynamics.population import FramesNow
from rigida.errors import RigidaError, UsageError
from rigida.fields import Vec3, label, shown
from rigida.forces.impulse import Impulse
from rigida.registry import nearest
from rigida.scene.body import Body
from rigida.scene.force import Force, ForceRows
from rigida.scene.joint import Joint, JointRows
from rigida.scene.scene import Scene

#: Bodies, joints, forces and rows, for `Members.restore`.
MembersSnapshot = tuple[tuple[Body, ...], tuple[Joint, ...], tuple[Force, ...], tuple[int, ...] | None]


@dataclass(frozen=True, eq=False)
class Needs:
    """Dependencies by name: joints and forces of each body, other users of a body, drives and couplings of a joint."""

    joints: dict[str, list[Joint]]
    forces: dict[str, list[Force]]
    of_body: dict[str, str]
    of_joint: dict[str, str]


def needs_of(scene: Scene) -> Needs:
    """Return the dependencies between members of a scene."""
    joints: dict[str, list[Joint]] = {}
    for joint in scene.joints:
        for body in joint.bodies():
            joints.setdefault(body.name, []).append(joint)
    forces: dict[str, list[Force]] = {}
    for force in scene.forces:
        for body in force.bodies():
            forces.setdefault(body.name, []).append(force)
    pairs = [(f"Site '{name}'", site.body) for name, site in scene.sites.items()]
    pairs += [(f"Camera '{name}'", camera.body) for name, camera in scene.cameras.items()]
    pairs += [("A pair that is kept apart", body) for pair in scene.apart for body in pair]
    driven = {name: f"{label(actuator)} drives" for actuator in scene.actuators for name in actuator.joints}
    coupled = {
        name: f"{label(coupling)} couples"
        for coupling in scene.couplings
        for name in (*coupling.joints, *coupling.leaders)
    }
    return Needs(joints, forces, {body.name: who for who, body in reversed(pairs)}, coupled | driven)


class Members:
    """scene: what is simulated, the user's own until a member is added or removed; first: its members at the start.

    Snapshots may be of another simulation of the same scene, and bring its descriptions in: others raise an error.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.first = _parts(scene)
        #: Rows by the names of bodies, in the order of the scene; None while they are 0, 1, 2 …
        self._rows: dict[str, int] | None = None
        self._needs: Needs | None = None

    @property
    def rows(self) -> IntArray | None:
        """Rows (n,) of the scene's bodies, None while they are 0, 1, 2 …"""
        return None if self._rows is None else np.array(list(self._rows.values()), dtype=np.int32)

    def add_body(self, engine: Engine, described: dict[str, Any]) -> Body:
        """Add a body to scene and engine."""
        scene, rows = self._own(engine)
        body = scene.add_body(**described)
        try:
            rows[body.name] = engine.admit(body)
        except RigidaError:
            scene.forget(body)
            raise
        return body

    def add_joint(self, engine: Engine, joint: Joint) -> Joint:
        """Add a joint, whose anchors and axes are those of this moment, to scene and engine."""
        scene, _ = self._own(engine)
        added, self._needs = scene.add_joint(joint), None
        try:
            engine.rejoin({**self._joints(engine), added: added.rows(self._frames(engine))})
        except RigidaError:
            scene.forget(added)
            raise
        return added

    def add_force(self, engine: Engine, force: Force) -> Force:
        """Add a force, whose anchors are those of this moment, to scene and engine."""
        scene, _ = self._own(engine)
        late = [time for time in force.break_times() if time < engine.state.time] if isinstance(force, Impulse) else []
        if late:
            raise UsageError(
                f"add_force: {label(force)} acts at {late[0]:g} s, and it is {engine.state.time:g} s now. "
                "Give a later time, or use sim.body(name).apply_impulse(...)."
            )
        added, self._needs = scene.add_force(force), None
        try:
            engine.reforce({**self._forces(engine), added: added.compiled(self._frames(engine))})
        except RigidaError:
            scene.forget(added)
            raise
        return added

    def set_gravity(self, engine: Engine, gravity: Vec3) -> None:
        """Enter another gravity in the scene."""
        scene, _ = self._own(engine)
        scene.gravity = gravity

    @property
    def owns_scene(self) -> bool:
        """Return whether the scene is the simulation's own copy."""
        return self._rows is not None

    def remove(self, engine: Engine, members: tuple[Any, ...]) -> None:
        """Remove bodies, with their joints, and joints and forces."""
        scene, rows = self._own(engine)
        found = list(dict.fromkeys(self._find(member) for member in members))
        bodies = {member.name: member for member in found if isinstance(member, Body)}
        on_bodies = (joint for name in bodies for joint in self._needed().joints.get(name, ()))
        gone = list(dict.fromkeys([*(member for member in found if isinstance(member, Joint)), *on_bodies]))
        ended = [member for member in found if isinstance(member, Force)]
        self._check_removal(bodies, gone, ended)
        if ended:
            engine.reforce({force: of for force, of in self._forces(engine).items() if force not in ended})
            self._needs = None
        if gone:
            engine.rejoin({joint: of for joint, of in self._joints(engine).items() if joint not in gone})
            self._needs = None
        if bodies:
            engine.dismiss({rows[name]: body for name, body in bodies.items()})
        for name in bodies:
            del rows[name]
        for body in bodies.values():
            scene.forget(body)
        for joint in gone:
            scene.forget(joint)
        for force in ended:
            scene.forget(force)

    def snapshot(self) -> MembersSnapshot:
        """Return the present bodies, joints and forces."""
        rows = None if self._rows is None else tuple(self._rows.values())
        return tuple(self.scene.bodies), tuple(self.scene.joints), tuple(self.scene.forces), rows

    def restore(self, kept: MembersSnapshot) -> None:
        """Restore a snapshot."""
        bodies, joints, forces, rows = kept
        if self._rows is None and rows is None:
            return
        if self._rows is None:
            self.scene = copy(self.scene)
        self.scene.set_members(bodies, joints, forces)
        self._rows = _by_name(bodies, range(len(bodies)) if rows is None else rows)
        self._needs = None

    def _own(self, engine: Engine) -> tuple[Scene, dict[str, int]]:
        """Return a copy of the scene, and the rows of its bodies."""
        if self._rows is None:
            model, original = engine.model, self.scene
            bodies = original.bodies[: model.body_count]
            self.scene, self._rows = copy(original), _by_name(bodies, range(model.body_count))
            # What was added to the scene since the simulation began is no part of it.
            self.scene.set_members(bodies, model.joints, model.forces)
        return self.scene, self._rows

    def _frames(self, engine: Engine) -> FramesNow:
        bodies = self.scene.bodies
        rows = {id(body): row for body, row in zip(bodies, (self._rows or {}).values(), strict=True)}
        return FramesNow(engine.state, rows, bodies)

    def _joints(self, engine: Engine) -> dict[Joint, JointRows]:
        return dict(zip(engine.model.joints, engine.model.joint_rows, strict=True))

    def _forces(self, engine: Engine) -> dict[Force, ForceRows]:
        return dict(zip(engine.model.forces, engine.model.force_rows, strict=True))

    def _find(self, member: Any) -> Body | Joint | Force:
        """Return a body, joint or force of the scene, given as itself or by name."""
        name = member if isinstance(member, str) else getattr(member, "name", None)
        found = [self.scene.member(family, name) for family in ("body", "joint", "force")]
        for each in found:
            if each is not None and (isinstance(member, str) or each is member):
                return each
        families: tuple[Sequence[Body | Joint | Force], ...] = self.scene.bodies, self.scene.joints, self.scene.forces
        names = [str(each.name) for family in families for each in family]
        raise UsageError(f"remove: the simulation has no body, joint or force {shown(name)}.{nearest(name, names)}")

    def _needed(self) -> Needs:
        if self._needs is None:
            self._needs = needs_of(self.scene)
        return self._needs

    def _check_removal(self, bodies: Iterable[str], joints: Iterable[Joint], forces: Sequence[Force]) -> None:
        """Refuse to remove members on which others depend."""
        needed, going = self._needed(), list(bodies)
        for name in going:
            for force in needed.forces.get(name, ()):
                if force not in forces:
                    raise UsageError(f"remove: {label(force)} acts on body '{name}'. Remove it too, or first.")
            if name in needed.of_body:
                raise UsageError(
                    f"remove: {needed.of_body[name]} needs body '{name}', and stays. Leave it out of the scene."
                )
        for joint in joints:
            for name in (str(joint.name), *joint.coordinate_names()):
                if name in needed.of_joint:
                    raise UsageError(f"remove: {needed.of_joint[name]} '{joint.name}', and stays. Leave it out.")
        if going and len(going) == len(self._rows or ()):
            raise UsageError("remove: a simulation keeps at least one body. Make a new one from another scene.")


def _by_name(bodies: Iterable[Body], rows: Iterable[int]) -> dict[str, int]:
    return {body.name: row for body, row in zip(bodies, rows, strict=True)}


def _parts(scene: Scene) -> tuple[Any, ...]:
    """Return the names and kinds of a scene's members, which must be equal for a snapshot to fit."""
    bodies = tuple((body.name, type(body.shape)) for body in scene.bodies)
    return bodies, tuple(type(joint) for joint in scene.joints), tuple(type(force) for force in scene.forces)
