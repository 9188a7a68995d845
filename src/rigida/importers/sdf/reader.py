"""A subset of SDFormat as scenes (sdformat.org, versions 1.5 to 1.12): models of links and joints, alone or in a world.

Links lie where their poses say, each in the frame it names; joints hold them there, in loops too. Links of one model do
not touch each other unless the model says `self_collide`. What else a file holds is named in warnings, and refused
where leaving it out would lose bodies.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rigida.constraints.joints import Fixed, Prismatic, Revolute, Spherical, Universal
from rigida.errors import Problem
from rigida.fields import unit_vector, vec3
from rigida.geometry.mass_properties import MassProperties
from rigida.importers.findings import Findings
from rigida.importers.loops import close_loops
from rigida.importers.robot import Link, Pose, RobotJoint, add_joint, add_mimic, build_robot
from rigida.importers.sdf.frames import Frames, flag, numbers, written
from rigida.importers.sdf.shapes import ShapeReader
from rigida.importers.xml_tree import Element, named, read_tree
from rigida.registry import nearest
from rigida.scene.body import World
from rigida.scene.scene import Scene

_JOINTS: dict[str, Any] = {
    "revolute": Revolute,
    "continuous": Revolute,
    "prismatic": Prismatic,
    "ball": Spherical,
    "universal": Universal,
    "fixed": Fixed,
}
_GRAVITY = (0.0, 0.0, -9.8)
#: Limits beyond this are ignored (the format's own default is 1e16) [rad or m].
_NO_LIMIT = 1e15
_IN_WORLD = {"gravity", "model"}
_IN_MODEL = {"link", "joint", "frame", "pose", "static", "self_collide"}
_IN_LINK = {"pose", "inertial", "collision", "visual"}
_IN_JOINT = {"parent", "child", "pose", "axis", "axis2"}
_IN_AXIS = {"xyz", "limit", "dynamics", "mimic"}
#: Leaving these out would lose bodies without a trace.
_REFUSED = {"include", "model", "population", "actor"}


def read_sdf(path: Path, search: Sequence[Path] = (), true_surface: bool = False) -> tuple[Scene | None, list[Problem]]:
    """Return the scene of an SDFormat file and its problems."""
    findings = Findings(path.name)
    scene = Scene(_GRAVITY)
    with findings.noting():
        top = read_tree(path)
        if top.tag != "sdf":
            raise top.error(f"the outermost element must be <sdf>, got <{top.tag}>.")
        worlds = top.all("world")
        if len(worlds) > 1:
            raise worlds[1].error("a file with several worlds is not read. Keep one.")
        _Reading(path, search, findings, true_surface).read(scene, worlds[0] if worlds else top)
    if not findings.problems:
        findings.warn()
    return scene, findings.problems


class _Reading:
    def __init__(self, path: Path, search: Sequence[Path], findings: Findings, true_surface: bool) -> None:
        self._findings = findings
        self._shapes = ShapeReader(path, search, findings, true_surface)
        self._looped = False

    def read(self, scene: Scene, world: Element) -> None:
        """Fill a scene with the models of a world or file."""
        self._report_unknown(world, _IN_WORLD)
        x, y, z = numbers(world, "gravity", _GRAVITY, 3)
        scene.gravity = Scene((x, y, z)).gravity
        models = self._models(world.all("model"))
        scene.title = world.text("name", next(iter(models), ""))
        for group, (name, model) in enumerate(models.items(), 1):
            with self._findings.noting(model.line):
                self._model(scene, model, group, prefix=f"{name}/" if len(models) > 1 else "")
        if self._looped and not self._findings.problems:
            close_loops(scene, (), self._findings)

    def _models(self, elements: list[Element]) -> dict[str, Element]:
        """Return models by name; a name that is taken is numbered, as Gazebo does."""
        found: dict[str, Element] = {}
        for element in elements:
            name = own = element.text("name")
            while name in found:
                name = f"{own}_{len(found)}"
            if name != own:
                self._findings.leave_out("a <model> whose name is taken is numbered", element)
            found[name] = element
        return found

    def _model(self, scene: Scene, model: Element, group: int, prefix: str) -> None:
        self._report_unknown(model, _IN_MODEL)
        frames = Frames(model)
        elements, joints = named(model.all("link")), named(model.all("joint"))
        static = flag(model, "static")
        links = {name: self._link(element, frames, prefix, static) for name, element in elements.items()}
        links[World.name] = Link(World.name, model.line, Pose(), fixed=True)
        loops = []
        for joint in [] if static else joints.values():
            for end in ("parent", "child"):
                if written(joint, end) not in links:
                    name = written(joint, end)
                    raise joint.error(f"there is no link '{name}'.{nearest(name, links)}")
            child, parent = links[written(joint, "child")], links[written(joint, "parent")]
            welded = self._joint(joint, frames, prefix)
            # A second joint of a link, or one that would carry a link by itself, closes a loop.
            if child.parent is not None or child.name == World.name or child in parent.ancestors():
                loops.append((child, parent, welded))
            else:
                child.parent = parent
                child.joint = None if welded.cls is Fixed else welded
        touches = flag(model, "self_collide") or len(elements) == 1
        bodies = build_robot(scene, list(links.values()), self._findings, touches, min(group, 31))
        self._looped |= bool(loops)
        for child, parent, welded in loops:
            add_joint(scene, welded, bodies.get(child.name), bodies.get(parent.name), self._findings)
        for joint in [] if static or self._findings.problems else joints.values():
            self._mimic(scene, joint, prefix)

    def _link(self, element: Element, frames: Frames, prefix: str, static: bool) -> Link:
        self._report_unknown(element, _IN_LINK)
        name = element.text("name")
        link = Link(prefix + name, element.line, frames.pose(name), fixed=static)
        link.masses.append(_inertial(element.find("inertial")))
        for item in [*element.all("collision"), *element.all("visual")]:
            with self._findings.noting(item.line):
                solid = self._shapes.solid(item, item.tag == "collision")
                if solid is not None:
                    link.solids.append(solid)
        return link

    def _joint(self, element: Element, frames: Frames, prefix: str) -> RobotJoint:
        kind, name = element.text("type"), element.text("name")
        if kind not in _JOINTS:
            raise element.error(f"unknown or unsupported type of joint '{kind}'.{nearest(kind, _JOINTS)}")
        self._report_unknown(element, _IN_JOINT)
        keys: dict[str, Any] = {}
        if kind in ("revolute", "continuous", "prismatic"):
            keys = {"axis": self._axis(element, "axis", name, frames), **self._acting(element, kind)}
        elif kind == "universal":
            # The first axis belongs to the parent, the second one to the child.
            keys = {
                "axis": self._axis(element, "axis2", name, frames),
                "axis_b": self._axis(element, "axis", name, frames),
            }
        return RobotJoint(prefix + name, _JOINTS[kind], element.line, frames.pose(name).position, keys)

    def _mimic(self, scene: Scene, joint: Element, prefix: str) -> None:
        """Couple a joint to the one that it mimics: q = multiplier (leader − reference) + offset."""
        axis = joint.find("axis")
        mimic = None if axis is None else axis.find("mimic")
        if mimic is None:
            return
        with self._findings.noting(mimic.line):
            slope, offset, start = (
                numbers(mimic, key, (default,), 1)[0]
                for key, default in (("multiplier", 1.0), ("offset", 0.0), ("reference", 0.0))
            )
            law = offset - slope * start, slope
            add_mimic(scene, prefix + joint.text("name"), prefix + mimic.text("joint"), law, mimic, self._findings)

    def _axis(self, joint: Element, tag: str, name: str, frames: Frames) -> Any:
        axis = joint.find(tag)
        if axis is None:
            raise joint.error(f"joint '{name}' needs an <{tag}>.")
        self._report_unknown(axis, _IN_AXIS)
        xyz = axis.find("xyz")
        x, y, z = numbers(axis, "xyz", (0.0, 0.0, 1.0), 3)
        if not any((x, y, z)):
            raise axis.error(f"the axis of joint '{name}' must be a non-zero vector.")
        frame = xyz.text("expressed_in", "") if xyz is not None else ""
        return vec3(frames.pose(frame or name).direction(unit_vector((x, y, z))))

    def _acting(self, joint: Element, kind: str) -> dict[str, Any]:
        """Return limits, spring and damping of a joint's axis."""
        axis = joint.find("axis") or Element("axis", joint.line, {})
        keys: dict[str, Any] = {}
        limit, dynamics = axis.find("limit"), axis.find("dynamics")
        if limit is not None:
            self._report_unknown(limit, {"lower", "upper", "effort"})
            for name, none in (("lower", -np.inf), ("upper", np.inf)):
                value = numbers(limit, name, (none,), 1)[0]
                if abs(value) < _NO_LIMIT and kind != "continuous":
                    keys[name] = value
            effort = numbers(limit, "effort", (-1.0,), 1)[0]
            if effort >= 0.0:
                keys["motor_max"] = effort
        if dynamics is not None:
            self._report_unknown(dynamics, {"damping", "spring_stiffness", "spring_reference", "friction"})
            names = {"damping": "damping", "stiffness": "spring_stiffness", "rest": "spring_reference"}
            names["dry_friction"] = "friction"
            keys |= {key: numbers(dynamics, name, (0.0,), 1)[0] for key, name in names.items()}
        return keys

    def _report_unknown(self, element: Element, known: set[str]) -> None:
        for child in element.children:
            if child.tag in _REFUSED and child.tag not in known:
                raise child.error(
                    f"<{child.tag}> in a <{element.tag}> is not read. Put its links into one plain model."
                )
            if child.tag not in known:
                self._findings.leave_out(f"<{child.tag}> in <{element.tag}> is not honoured", child.line)


def _inertial(element: Element | None) -> MassProperties:
    """Return mass and inertia; by default 1 kg and 1 kg m² about each axis, as the format says."""
    if element is None:
        return MassProperties(1.0, np.zeros(3), np.eye(3))
    given = element.find("inertia") or Element("inertia", element.line, {})
    ones = {"ixx": 1.0, "iyy": 1.0, "izz": 1.0}
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    xx, xy, xz, yy, yz, zz = (numbers(given, name, (ones.get(name, 0.0),), 1)[0] for name in names)
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    pose = Frames.own(element)
    mass = numbers(element, "mass", (1.0,), 1)[0]
    return MassProperties(mass, np.zeros(3), tensor).placed(pose.position, pose.orientation)
