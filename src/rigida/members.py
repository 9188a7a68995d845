"""Who takes part in a running simulation: its scene, and the engine's row of each body."""

from copy import copy
from typing import Any

import numpy as np

from rigida.arrays import IntArray
from rigida.dynamics.engine import Engine
from rigida.dynamics.population import FramesNow
from rigida.errors import RigidaError, UsageError
from rigida.fields import label, shown
from rigida.registry import nearest
from rigida.scene.body import Body
from rigida.scene.joint import Joint, JointRows
from rigida.scene.scene import Scene

#: Bodies, joints and rows, for `Members.restore`.
MembersSnapshot = tuple[tuple[Body, ...], tuple[Joint, ...], tuple[int, ...] | None]


class Members:
    """scene: what is simulated, the user's own until somebody comes or goes; first: what it consisted of at the start.

    Snapshots may be of another simulation of the same scene, and bring its descriptions in: others are told by name.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.first = _parts(scene)
        self._rows: list[int] | None = None

    @property
    def rows(self) -> IntArray | None:
        """Rows (n,) of the scene's bodies, None while they are 0, 1, 2 …"""
        return None if self._rows is None else np.array(self._rows, dtype=np.int32)

    def add_body(self, engine: Engine, described: dict[str, Any]) -> Body:
        """Add a body to scene and engine."""
        scene, rows = self._own(engine)
        body = scene.add_body(**described)
        try:
            rows.append(engine.admit(body))
        except RigidaError:
            scene.forget(body)
            raise
        return body

    def add_joint(self, engine: Engine, joint: Joint) -> Joint:
        """Add a joint, whose anchors and axes are those of this moment, to scene and engine."""
        scene, _ = self._own(engine)
        added = scene.add_joint(joint)
        try:
            engine.rejoin({**self._joints(engine), added: added.rows(self._frames(engine))})
        except RigidaError:
            scene.forget(added)
            raise
        return added

    def remove(self, engine: Engine, members: tuple[Any, ...]) -> None:
        """Take bodies, with the joints on them, and joints away."""
        scene, rows = self._own(engine)
        found = list(dict.fromkeys(self._find(member) for member in members))
        bodies = [member for member in found if isinstance(member, Body)]
        joints, named = self._joints(engine), {body.name for body in bodies}
        gone = [j for j in joints if j in found or any(body.name in named for body in j.bodies())]
        self._check_removal(named, gone)
        if gone:
            engine.rejoin({joint: of for joint, of in joints.items() if joint not in gone})
        places = [scene.bodies.index(body) for body in bodies]
        if bodies:
            engine.dismiss([rows[place] for place in places])
        for place in sorted(places, reverse=True):
            del rows[place]
        for body in bodies:
            scene.forget(body)
        for joint in gone:
            scene.forget(joint)

    def snapshot(self) -> MembersSnapshot:
        """Return who takes part."""
        rows = None if self._rows is None else tuple(self._rows)
        return tuple(self.scene.bodies), tuple(self.scene.joints), rows

    def restore(self, kept: MembersSnapshot) -> None:
        """Go back to a snapshot."""
        bodies, joints, rows = kept
        if self._rows is None and rows is None:
            return
        if self._rows is None:
            self.scene = copy(self.scene)
        self.scene.set_members(bodies, joints)
        self._rows = list(range(len(bodies)) if rows is None else rows)

    def _own(self, engine: Engine) -> tuple[Scene, list[int]]:
        """Return a scene that is no longer the user's, and the rows of its bodies."""
        if self._rows is None:
            model, theirs = engine.model, self.scene
            self.scene, self._rows = copy(theirs), list(range(model.body_count))
            # What was added to the scene since the simulation began is no part of it.
            self.scene.set_members(theirs.bodies[: model.body_count], model.joints)
        return self.scene, self._rows

    def _frames(self, engine: Engine) -> FramesNow:
        bodies = self.scene.bodies
        rows = {id(body): row for body, row in zip(bodies, self._rows or (), strict=True)}
        return FramesNow(engine.state, rows, bodies)

    def _joints(self, engine: Engine) -> dict[Joint, JointRows]:
        return dict(zip(engine.model.joints, engine.model.joint_rows, strict=True))

    def _find(self, member: Any) -> Body | Joint:
        """Return a body or joint of the scene, given as itself or by name."""
        name = member if isinstance(member, str) else getattr(member, "name", None)
        found = [self.scene.member(family, name) for family in ("body", "joint")]
        for each in found:
            if each is not None and (isinstance(member, str) or each is member):
                return each
        names = [body.name for body in self.scene.bodies] + [str(joint.name) for joint in self.scene.joints]
        raise UsageError(f"remove: the simulation has no body or joint {shown(name)}.{nearest(name, names)}")

    def _check_removal(self, bodies: set[str], joints: list[Joint]) -> None:
        """Refuse to take away what others need that stay as long as the simulation."""
        scene = self.scene
        needed = [(label(force), body) for force in scene.forces for body in force.bodies()]
        needed += [(f"Site '{name}'", site.body) for name, site in scene.sites.items()]
        needed += [("A pair that is kept apart", body) for pair in scene.apart for body in pair]
        for who, body in needed:
            if body.name in bodies:
                raise UsageError(f"remove: {who} needs body '{body.name}', and stays. Leave it out of the scene.")
        for actuator in scene.actuators:
            for joint in joints:
                if {str(joint.name), *joint.coordinate_names()} & set(actuator.joints):
                    raise UsageError(f"remove: {label(actuator)} drives '{joint.name}', and stays. Leave it out.")
        for coupling in scene.couplings:
            for joint in joints:
                if {str(joint.name), *joint.coordinate_names()} & {*coupling.joints, *coupling.leaders}:
                    raise UsageError(f"remove: {label(coupling)} ties '{joint.name}', and stays. Leave it out.")
        if bodies and len(bodies) == len(scene.bodies):
            raise UsageError("remove: a simulation keeps at least one body. Make a new one from another scene.")


def _parts(scene: Scene) -> tuple[Any, ...]:
    """Return the names and kinds of what a scene consists of: a snapshot fits where they are the same."""
    bodies = tuple((body.name, type(body.shape)) for body in scene.bodies)
    return bodies, tuple(type(joint) for joint in scene.joints), tuple(type(force) for force in scene.forces)
