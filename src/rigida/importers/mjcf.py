"""A subset of MJCF, MuJoCo's model format, as scenes (mujoco.readthedocs.io, XML reference).

Read are bodies with geoms, inertias and one joint each (hinge, slide, ball, free), limits, springs, motors and servos,
meshes, default classes, the equalities connect and weld, and the keyframe `home` as the start. What else a file holds
is named in warnings, and refused where leaving it out would lose bodies.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rigida.constraints.joints import Fixed, Prismatic, Revolute, Spherical
from rigida.errors import Problem
from rigida.fields import FloatArray, unit_vector
from rigida.geometry import HalfSpace
from rigida.importers.findings import Findings
from rigida.importers.mjcf_geoms import GeomReader
from rigida.importers.mjcf_values import Defaults, Frames, inertial, limits
from rigida.importers.robot import Link, Pose, RobotJoint, build_robot, vec3
from rigida.importers.xml_tree import Element, read_tree
from rigida.math.axis_angle import quaternion_from_axis_angle_array
from rigida.registry import nearest
from rigida.scene.body import WORLD, Body, BodyOrWorld, World
from rigida.scene.scene import Scene

_SECTIONS = {"compiler", "option", "default", "asset", "worldbody", "equality", "actuator", "keyframe"}
_IN_BODY = {"body", "geom", "joint", "freejoint", "inertial"}
#: Leaving these out would lose bodies without a trace.
_REFUSED = {"include", "frame", "replicate", "composite", "flexcomp", "attach"}
_JOINTS: dict[str, Any] = {"hinge": Revolute, "slide": Prismatic, "ball": Spherical, "free": None}
#: How many numbers of a keyframe's qpos a joint takes.
_QPOS = {"hinge": 1, "slide": 1, "ball": 4, "free": 7}


def read_mjcf(path: Path, search: Sequence[Path] = ()) -> tuple[Scene | None, list[Problem]]:
    """Return the scene of an MJCF file and its problems."""
    findings = Findings(path.name)
    scene = Scene()
    with findings.noting():
        model = read_tree(path)
        if model.tag != "mujoco":
            raise model.error(f"the outermost element must be <mujoco>, got <{model.tag}>.")
        scene.title = model.text("model", path.stem)
        _Reading(path, search, model, findings).read(scene)
    if not findings.problems:
        findings.warn()
    return scene, findings.problems


class _Reading:
    def __init__(self, path: Path, search: Sequence[Path], model: Element, findings: Findings) -> None:
        self._model, self._findings = model, findings
        self._note_unknown(model, _SECTIONS)
        compiler = {k: v for item in model.all("compiler") for k, v in item.attributes.items()}
        self._compiler = Element("compiler", 0, compiler)
        self._frames = Frames(self._compiler)
        self._defaults = Defaults(model.all("default"))
        meshes = [mesh for asset in model.all("asset") for mesh in self._assets(asset)]
        folder = compiler.get("meshdir", compiler.get("assetdir", ""))
        self._geoms = GeomReader(path, search, folder, meshes, self._frames, findings)
        self._links: list[Link] = []
        self._home = self._keyframe()
        self._actuators = self._actuation()

    def read(self, scene: Scene) -> None:
        """Fill a scene."""
        for option in self._model.all("option"):
            scene.gravity = Scene(option.vector("gravity", (0.0, 0.0, -9.81))).gravity
            for name in option.attributes:
                if name != "gravity":
                    self._findings.leave_out(f"the option '{name}' is not honoured", option.line)
        for world in self._model.all("worldbody"):
            self._ground(scene, world)
            root = Link(World.name, world.line, Pose(), fixed=True)
            self._links.append(root)
            for body in world.all("body"):
                self._body(body, root, "")
            self._note_unknown(world, _IN_BODY)
        if self._home:
            self._findings.leave_out("the keyframe 'home' has more numbers in its qpos than the joints take")
        for name in self._actuators:
            raise self._model.error(f"an actuator drives joint '{name}', which is not there.")
        bodies = build_robot(scene, self._links, self._findings)
        self._equalities(scene, bodies)

    def _ground(self, scene: Scene, world: Element) -> None:
        """Add what is fixed to the world: each geom is a body of its own."""
        for i, geom in enumerate(world.all("geom")):
            with self._findings.noting(geom.line):
                given = self._defaults.complete(geom, "")
                solid = self._geoms.solid(given)
                if solid is None:
                    continue
                keys: dict[str, Any] = {} if solid.collides else {"collision_mask": 0}
                scene.add_body(
                    solid.shape,
                    name=geom.text("name", f"ground{i + 1}" if isinstance(solid.shape, HalfSpace) else f"geom{i + 1}"),
                    fixed=True,
                    position=solid.pose.position,
                    orientation=solid.pose.orientation,
                    friction=solid.friction,
                    color=solid.color,
                    **keys,
                )

    def _body(self, element: Element, parent: Link, outer_class: str) -> None:
        own_class = element.text("childclass", outer_class)
        self._note_unknown(element, _IN_BODY)
        name = element.text("name", f"body{len(self._links)}")
        pose = parent.pose @ self._frames.pose(element)
        joints = element.all("joint", "freejoint")
        if len(joints) > 1:
            raise element.error(f"body '{name}' has {len(joints)} joints; rigida reads one. Put bodies in between.")
        joint, pose = self._joint(joints[0], own_class, pose) if joints else (None, pose)
        link = Link(name, element.line, pose, parent, joint)
        self._links.append(link)
        own = element.find("inertial")
        for geom in element.all("geom"):
            with self._findings.noting(geom.line):
                given = self._defaults.complete(geom, own_class)
                solid = self._geoms.solid(given)
                if solid is not None and isinstance(solid.shape, HalfSpace):
                    raise geom.error("a plane cannot belong to a body that moves.")
                if solid is not None:
                    link.solids.append(solid)
                if own is None:
                    link.masses.append(self._geoms.mass(given, solid))
        if own is not None:
            link.masses.append(inertial(own, self._frames))
        for child in element.all("body"):
            self._body(child, link, own_class)

    def _joint(self, element: Element, own_class: str, pose: Pose) -> tuple[RobotJoint, Pose]:
        """Return the joint of a body and the body's pose at the start."""
        given = self._defaults.complete(element, own_class)
        kind = "free" if element.tag == "freejoint" else given.text("type", "hinge")
        if kind not in _JOINTS:
            raise element.error(f"unknown type of joint '{kind}'.{nearest(kind, _JOINTS)}")
        at = self._take_home(_QPOS[kind])
        if kind == "free":
            free = RobotJoint(None, None, element.line)
            return free, pose if at is None else Pose(at[:3], at[3:] / np.linalg.norm(at[3:]))
        anchor_B = np.array(given.vector("pos", (0.0, 0.0, 0.0)))
        anchor = pose.point(anchor_B)
        name = given.text("name", f"joint{len(self._links)}")
        keys: dict[str, Any] = {}
        if kind in ("hinge", "slide"):
            axis_B = np.array(unit_vector(given.vector("axis", (0.0, 0.0, 1.0))))
            keys["axis"] = vec3(pose.direction(axis_B))
            angular = kind == "hinge"
            zero = self._frames.angle(given.number("ref", 0.0)) if angular else given.number("ref", 0.0)
            moved = 0.0 if at is None else float(at[0]) - zero
            keys |= limits(given, self._frames, self._compiler, angular, zero + moved)
            keys |= self._actuators.pop(name, {})
            if moved != 0.0 and angular:
                turned = pose @ Pose(np.zeros(3), quaternion_from_axis_angle_array(axis_B, moved))
                pose = Pose(anchor - turned.direction(anchor_B), turned.orientation)
            elif moved != 0.0:
                pose = Pose(pose.position + moved * pose.direction(axis_B), pose.orientation)
                anchor = pose.point(anchor_B)
        elif at is not None:
            turned = pose @ Pose(np.zeros(3), at / np.linalg.norm(at))
            pose = Pose(anchor - turned.direction(anchor_B), turned.orientation)
        for what in ("armature", "frictionloss"):
            if given.number(what, 0.0) != 0.0:
                self._findings.leave_out(f"the {what} of a joint is not honoured", element.line)
        return RobotJoint(name, _JOINTS[kind], element.line, anchor, keys), pose

    def _keyframe(self) -> list[float]:
        found: list[float] = []
        for key in [key for item in self._model.all("keyframe") for key in item.all("key")]:
            if key.text("name", "") == "home" and "qpos" in key.attributes:
                found = key.numbers("qpos")
                if set(key.attributes) - {"name", "qpos", "ctrl"}:
                    self._findings.leave_out("of a keyframe only qpos is read", key.line)
            else:
                self._findings.leave_out("a keyframe that is not called 'home' is left out", key.line)
        return found

    def _take_home(self, count: int) -> FloatArray | None:
        """Return the next numbers of the keyframe `home`, or None where there is none."""
        if not self._home:
            return None
        taken, self._home = self._home[:count], self._home[count:]
        if len(taken) < count or (count > 1 and not any(taken[-4:])):
            raise self._model.error("the qpos of the keyframe 'home' does not fit the joints.")
        return np.array(taken)

    def _actuation(self) -> dict[str, dict[str, Any]]:
        """Return the motor of each joint that has one."""
        found: dict[str, dict[str, Any]] = {}
        for element in [item for section in self._model.all("actuator") for item in section.children]:
            given = self._defaults.complete(element, "")
            if element.tag not in ("motor", "position", "velocity") or "joint" not in given.attributes:
                self._findings.leave_out(
                    f"an actuator <{element.tag}> without a joint or kind that rigida has", element.line
                )
                continue
            gear = given.numbers("gear")[0] if "gear" in given.attributes else 1.0
            if gear != 1.0 and element.tag != "motor":
                self._findings.leave_out("the gear of a servo is not honoured", element.line)
            keys: dict[str, Any] = {"motor": "effort" if element.tag == "motor" else "position"}
            if element.tag == "position":
                keys |= {"motor_stiffness": given.number("kp", 1.0), "motor_damping": given.number("kv", 0.0)}
            elif element.tag == "velocity":
                keys |= {"motor_stiffness": 0.0, "motor_damping": given.number("kv", 1.0)}
            largest = [abs(v) for v in given.numbers("forcerange", 2)] if "forcerange" in given.attributes else []
            if element.tag == "motor" and "ctrlrange" in given.attributes:
                largest.append(max(abs(gear * v) for v in given.numbers("ctrlrange", 2)))
            if largest and max(largest) > 0.0:
                keys["motor_max"] = max(largest)
            found[given.text("joint")] = keys
        return found

    def _equalities(self, scene: Scene, bodies: dict[str, BodyOrWorld]) -> None:
        poses = {link.name: link.pose for link in self._links}
        for element in [item for section in self._model.all("equality") for item in section.children]:
            with self._findings.noting(element.line):
                given = self._defaults.complete(element, "")
                if element.tag not in ("connect", "weld") or "body1" not in given.attributes:
                    self._findings.leave_out(f"the equality <{element.tag}> is not honoured", element.line)
                    continue
                if given.text("active", "true") != "true":
                    continue
                names = [given.text("body1"), given.text("body2", World.name)]
                for name in names:
                    if name not in poses:
                        raise element.error(f"there is no body '{name}'.{nearest(name, poses)}")
                a, b = (bodies.get(name, WORLD) for name in names)
                anchor = vec3(poses[names[0]].point(given.vector("anchor", (0.0, 0.0, 0.0))))
                if "relpose" in given.attributes:
                    self._findings.leave_out("the relpose of a weld is not honoured: bodies stay as they start")
                if not isinstance(a, Body):
                    a, b = b, a
                cls = Spherical if element.tag == "connect" else Fixed
                scene.add_joint(cls(a, b, anchor=anchor, name=given.attributes.get("name")))  # type: ignore[arg-type]

    def _assets(self, asset: Element) -> list[Element]:
        for child in asset.children:
            if child.tag != "mesh":
                self._findings.leave_out(f"<{child.tag}> in <asset> is left out", child.line)
        return [self._defaults.complete(mesh, "") for mesh in asset.all("mesh")]

    def _note_unknown(self, element: Element, known: set[str]) -> None:
        for child in element.children:
            if child.tag in _REFUSED:
                raise child.error(f"<{child.tag}> is not read. Save the model from MuJoCo as one plain file.")
            if child.tag not in known:
                self._findings.leave_out(f"<{child.tag}> is not honoured", child.line)
