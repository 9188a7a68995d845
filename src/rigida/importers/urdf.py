"""URDF robots as scenes (wiki.ros.org/urdf/XML).

Every link becomes a body at the pose that all joints at zero give; links behind fixed joints belong to the body that
carries them. The root stands still if it is called `world` or has no mass, else it is free. Links of one robot
do not touch each other: their shapes overlap at the joints as a rule. Visuals are drawn and nothing else.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rigida.constraints.joints import Combined, Prismatic, Revolute, Spherical
from rigida.errors import Problem
from rigida.fields import Vec3, unit_vector, vec3
from rigida.geometry import Box, Capsule, Cylinder, HalfSpace, Shape, Sphere
from rigida.geometry.mass_properties import MassProperties, combined
from rigida.importers.findings import Findings
from rigida.importers.mesh_files import collision_mesh, drawn_mesh
from rigida.importers.paths import packaged
from rigida.importers.robot import Link, Pose, RobotJoint, Solid, add_mimic, build_robot, hex_color
from rigida.importers.xacro_file import expanded
from rigida.importers.xml_tree import Element, named
from rigida.math.euler import quaternion_from_roll_pitch_yaw_array
from rigida.registry import nearest
from rigida.scene.body import World
from rigida.scene.scene import Scene
from rigida.scene.visual import Visual

_JOINT_CLASSES: dict[str, Any] = {
    "revolute": Revolute,
    "continuous": Revolute,
    "prismatic": Prismatic,
    "planar": Combined,
    "floating": None,
    "spherical": Spherical,
    "fixed": None,
}
_KNOWN = {"robot": {"link", "joint", "material", "transmission"}, "link": {"inertial", "visual", "collision"}}
_IN_JOINT = {"origin", "parent", "child", "axis", "limit", "dynamics", "safety_controller", "calibration", "mimic"}


def read_urdf(
    path: Path, search: Sequence[Path] = (), true_surface: bool = False
) -> tuple[Scene | None, list[Problem]]:
    """Return the scene of a URDF file and its problems."""
    findings = Findings(path.name)
    scene = Scene()
    with findings.noting():
        robot = expanded(path, search)
        if robot.tag != "robot":
            raise robot.error(f"the outermost element must be <robot>, got <{robot.tag}>.")
        scene.title = robot.text("name", path.stem)
        reading = _Reading(path, search, findings, true_surface)
        build_robot(scene, reading.links(robot), findings, touches_itself=False)
        if not findings.problems:
            reading.couple(robot, scene)
    if not findings.problems:
        findings.warn()
    return scene, findings.problems


class _Reading:
    def __init__(self, path: Path, search: Sequence[Path], findings: Findings, true_surface: bool) -> None:
        self._path, self._search, self._findings, self._true_surface = path, search, findings, true_surface
        self._colors: dict[str, str] = {}

    def links(self, robot: Element) -> list[Link]:
        """Return all links, parents first."""
        self._report_unknown(robot, _KNOWN["robot"])
        self._colors = {m.text("name", ""): color for m in robot.all("material") if (color := _own_color(m))}
        elements = named(robot.all("link"))
        joints = named(robot.all("joint"))
        holder: dict[str, Element] = {}
        for joint in joints.values():
            for end in ("parent", "child"):
                name = _end(joint, end)
                if name not in elements:
                    raise joint.error(f"there is no link '{name}'.{nearest(name, elements)}")
            child = _end(joint, "child")
            if child in holder:
                raise joint.error(f"link '{child}' has two parents. URDF describes trees only.")
            holder[child] = joint
        driven = self._driven(robot)
        links: dict[str, Link] = {}
        for name in elements:
            self._add(name, elements, holder, driven, links)
        return list(links.values())

    def _add(
        self,
        name: str,
        elements: dict[str, Element],
        holder: dict[str, Element],
        driven: set[str],
        links: dict[str, Link],
    ) -> None:
        """Add a link after all that carry it."""
        chain = []
        at: str | None = name
        while at is not None and at not in links:
            if at in chain:
                raise elements[name].error(f"link '{name}' carries itself. URDF describes trees only.")
            chain.append(at)
            at = _end(holder[at], "parent") if at in holder else None
        for one in reversed(chain):
            links[one] = self._link(elements[one], holder.get(one), driven, links)

    def _link(self, element: Element, holder: Element | None, driven: set[str], links: dict[str, Link]) -> Link:
        self._report_unknown(element, _KNOWN["link"])
        name = element.text("name")
        if holder is None:
            link = Link(name, element.line, Pose())
        else:
            parent = links[_end(holder, "parent")]
            pose = parent.pose @ _origin(holder)
            link = Link(name, element.line, pose, parent, self._joint(holder, pose, driven))
        for item in element.all("collision"):
            with self._findings.noting(item.line):
                shape = self._shape(item)
                link.solids += [Solid(shape, _origin(item))] if shape is not None else []
        link.masses = [self._inertial(item, link.solids) for item in element.all("inertial")]
        link.fixed = holder is None and (name == World.name or not any(mass.mass for mass in link.masses))
        for item in element.all("visual"):
            with self._findings.noting(item.line):
                pose, color = _origin(item), self._color(item)
                visual = self._visual(item, pose, color)
                link.solids += [Solid(None, pose, False, color=color, visual=visual)] if visual is not None else []
        return link

    def _inertial(self, element: Element, solids: list[Solid]) -> MassProperties:
        """Return the mass properties of a link; moments default to those of its collision shapes."""
        mass, inertia = element.find("mass"), element.find("inertia")
        if mass is None:
            self._findings.leave_out("an <inertial> without a <mass> is left out", element)
            return MassProperties(0.0, np.zeros(3), np.zeros((3, 3)))
        value, pose = mass.number("value"), _origin(element)
        if inertia is not None:
            xx, xy, xz, yy, yz, zz = (inertia.number(key, 0.0) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
            tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            return MassProperties(value, np.zeros(3), tensor).placed(pose.position, pose.orientation)
        self._findings.leave_out(
            "an <inertial> without an <inertia> takes that of the link's collision shapes", element
        )
        shapes = [(solid.shape, solid.pose) for solid in solids if solid.shape is not None and not solid.shape.massless]
        if not shapes:
            return MassProperties(value, pose.position, np.zeros((3, 3)))
        of_shapes = combined([shape.mass_properties(1.0).placed(at.position, at.orientation) for shape, at in shapes])
        return MassProperties(value, pose.position, of_shapes.scaled(value / of_shapes.mass).inertia)

    def _joint(self, element: Element, pose: Pose, driven: set[str]) -> RobotJoint | None:
        """Return the joint of the child; None for a fixed joint."""
        kind = element.text("type")
        if kind not in _JOINT_CLASSES:
            raise element.error(f"unknown type of joint '{kind}'.{nearest(kind, _JOINT_CLASSES)}")
        if kind == "fixed":
            return None
        self._report_unknown(element, _IN_JOINT)
        name = element.text("name")
        keys: dict[str, Any] = {}
        if kind not in ("floating", "spherical"):
            axis = (element.find("axis") or Element("axis", 0, {})).vector("xyz", (1.0, 0.0, 0.0))
            if not any(axis):
                self._findings.leave_out("a joint whose axis is zero turns or slides along x", element)
                axis = (1.0, 0.0, 0.0)
            keys["axis"] = vec3(pose.direction(unit_vector(axis)))
        if kind == "planar":
            keys |= {"translations": 1, "rotations": 2}
        if kind in ("revolute", "prismatic", "continuous"):
            keys |= self._actuation(element, kind, name in driven)
        return RobotJoint(name, _JOINT_CLASSES[kind], element.line, pose.position, keys)

    def _actuation(self, element: Element, kind: str, driven: bool) -> dict[str, Any]:
        keys: dict[str, Any] = {"motor": "effort"} if driven else {}
        limit, dynamics = element.find("limit"), element.find("dynamics")
        if limit is not None:
            if kind != "continuous":
                lower, upper = limit.number("lower", 0.0), limit.number("upper", 0.0)
                if lower > upper:  # so MuJoCo and Bullet too
                    self._findings.leave_out("a <limit> whose lower is above its upper is none", limit)
                else:
                    keys |= {"lower": lower, "upper": upper}
            if limit.number("effort", 0.0) > 0.0:
                keys["motor_max"] = limit.number("effort")
            if limit.number("velocity", 0.0) > 0.0:
                keys["speed_limit"] = limit.number("velocity")
        elif kind != "continuous":
            self._findings.leave_out(f"a {kind} joint without a <limit> turns or slides without end", element)
        if dynamics is not None:
            keys["damping"] = dynamics.number("damping", 0.0)
            keys["dry_friction"] = dynamics.number("friction", 0.0)
        if keys.get("lower", -1.0) == keys.get("upper", 1.0):
            keys.pop("motor", None)
        return keys

    def couple(self, robot: Element, scene: Scene) -> None:
        """Couple joints to those that they mimic."""
        for joint in robot.all("joint"):
            mimic = joint.find("mimic")
            if mimic is None:
                continue
            with self._findings.noting(mimic.line):
                law = mimic.number("offset", 0.0), mimic.number("multiplier", 1.0)
                add_mimic(scene, joint.text("name"), mimic.text("joint"), law, mimic, self._findings)

    def _visual(self, element: Element, pose: Pose, color: str | None) -> Visual | None:
        """Return the visual of a <visual>, or None if it is empty; its mesh need not be closed."""
        place: dict[str, Any] = {"position": vec3(pose.position), "orientation": tuple(pose.orientation.tolist())}
        solid = _geometry(element)
        if solid.tag != "mesh":
            shape = self._shape(element)
            return None if shape is None or shape.massless else Visual(shape=shape, color=color, **place)
        file = drawn_mesh(self._path, solid.text("filename"), self._search, solid, self._findings)
        if file is None:
            return None
        return Visual(file=str(file), scale=self._scale(solid), color=color, **place)

    def _color(self, element: Element) -> str | None:
        material = element.find("material")
        return None if material is None else _own_color(material) or self._colors.get(material.text("name", ""))

    def _shape(self, element: Element) -> Shape | None:
        """Return the shape of an element, None for one without extent."""
        solid = _geometry(element)
        sizes = [
            number
            for name in ("size", "radius", "length")
            if name in solid.attributes
            for number in solid.numbers(name)
        ]
        if sizes and not any(sizes):
            self._findings.leave_out(f"a {solid.tag} of size 0 is left out", solid)
            return None
        if solid.tag == "box":
            return Box(solid.vector("size", (1.0, 1.0, 1.0)))
        if solid.tag == "sphere":
            return Sphere(solid.number("radius"))
        if solid.tag == "cylinder":
            return Cylinder(solid.number("radius"), solid.number("length"))
        if solid.tag == "mesh":
            file = packaged(self._path, solid.text("filename"), self._search)
            return collision_mesh(file, self._scale(solid), self._true_surface)
        if solid.tag == "capsule":
            return Capsule(solid.number("radius"), solid.number("length"))
        if solid.tag == "plane":
            return HalfSpace(unit_vector(solid.vector("normal", (0.0, 0.0, 1.0))))
        raise solid.error(f"unknown shape <{solid.tag}>. Known are box, sphere, cylinder, capsule, mesh, plane.")

    def _scale(self, mesh: Element) -> Vec3:
        """Return the scale of a mesh along its axes; a single number applies to all, further ones are ignored."""
        given = mesh.numbers("scale") if "scale" in mesh.attributes else [1.0]
        if len(given) > 3:
            self._findings.leave_out("of a mesh's scale the first three numbers are taken", mesh)
        if len(given) == 2 or not given:
            raise mesh.error(f"'scale' of <mesh> must be 1 or 3 numbers, got {len(given)}.")
        x, y, z = (given * 3)[:3]
        return x, y, z

    def _driven(self, robot: Element) -> set[str]:
        """Return the joints that a transmission drives."""
        found = set()
        for transmission in robot.all("transmission"):
            for joint in transmission.all("joint"):
                interfaces = [child.tag for child in joint.children]
                found.add(joint.text("name"))
                if len(interfaces) > 1:
                    self._findings.leave_out("a <transmission> drives by effort, whatever its interfaces", joint)
        return found

    def _report_unknown(self, element: Element, known: set[str]) -> None:
        for child in element.children:
            if child.tag not in known:
                self._findings.leave_out(f"<{child.tag}> in a <{element.tag}> is not honoured", child)


def _end(joint: Element, tag: str) -> str:
    end = joint.find(tag)
    if end is None:
        raise joint.error(f"a joint needs a <{tag} link='...'/>.")
    return end.text("link")


def _origin(element: Element) -> Pose:
    origin = element.find("origin")
    if origin is None:
        return Pose()
    angles = np.array(origin.vector("rpy", (0.0, 0.0, 0.0)))
    turn = quaternion_from_roll_pitch_yaw_array(angles) if angles.any() else np.array([1.0, 0.0, 0.0, 0.0])
    return Pose(np.array(origin.vector("xyz", (0.0, 0.0, 0.0))), turn)


def _geometry(element: Element) -> Element:
    geometry = element.find("geometry")
    if geometry is None or not geometry.children:
        raise element.error(f"<{element.tag}> needs a <geometry> with a shape in it.")
    return geometry.children[0]


def _own_color(material: Element) -> str | None:
    color = material.find("color")
    return None if color is None else hex_color(color.numbers("rgba", 4))
