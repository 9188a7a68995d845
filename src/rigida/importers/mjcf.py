"""A subset of MJCF, MuJoCo's model format, as scenes (mujoco.readthedocs.io, XML reference).

Read are bodies with geoms, inertias and joints (hinge, slide, ball, free), limits, springs, motors and servos, meshes,
default classes, the equalities connect and weld, and the keyframe `home` as the start. What else a file holds is named
in warnings, and refused where leaving it out would lose bodies.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rigida.constraints.joints import Fixed, Spherical
from rigida.errors import Problem
from rigida.fields import vec3
from rigida.geometry import HalfSpace
from rigida.importers.findings import Findings
from rigida.importers.mjcf_geoms import GeomReader
from rigida.importers.mjcf_joints import COUNTS, JointReader, Move, kind_of
from rigida.importers.mjcf_values import HONOURED, Defaults, Frames, Keyframe, inertial
from rigida.importers.robot import Link, Pose, RobotJoint, Twist, build_robot
from rigida.importers.xml_tree import Element, read_tree
from rigida.registry import nearest
from rigida.scene.body import WORLD, Body, BodyOrWorld, World
from rigida.scene.scene import Scene

_SECTIONS = {"compiler", "option", "default", "asset", "worldbody", "equality", "actuator", "keyframe"}
_IN_BODY = {"body", "geom", "joint", "freejoint", "inertial"}
#: Leaving these out would lose bodies without a trace.
_REFUSED = {"include", "frame", "replicate", "composite", "flexcomp", "attach"}


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
        self._compiler = Element("compiler", next((item.line for item in model.all("compiler")), 0), compiler)
        self._note_attributes(self._compiler)
        self._frames = Frames(self._compiler)
        self._defaults = Defaults(model.all("default"))
        meshes = [mesh for asset in model.all("asset") for mesh in self._assets(asset)]
        folder = compiler.get("meshdir", compiler.get("assetdir", ""))
        self._geoms = GeomReader(path, search, folder, meshes, self._frames, findings)
        self._links: list[Link] = []
        self._home = Keyframe(model, findings)
        self._joints = JointReader(self._frames, self._compiler, findings)
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
        for name in self._home.left():
            self._findings.leave_out(f"the keyframe 'home' has more numbers in its {name} than the model takes")
        joints = [str(link.joint.name) for link in self._links if link.joint is not None]
        for name, (element, _) in self._actuators.items():
            raise element.error(f"there is no joint '{name}' for this actuator.{nearest(name, joints)}")
        bodies = build_robot(scene, self._links, self._findings)
        self._equalities(scene, bodies)

    def _ground(self, scene: Scene, world: Element) -> None:
        """Add what is fixed to the world: each geom is a body of its own."""
        for i, geom in enumerate(world.all("geom")):
            with self._findings.noting(geom.line):
                given = self._complete(geom, "")
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
        self._note_attributes(element)
        name = element.text("name", f"body{len(self._links)}")
        pose = parent.pose @ self._frames.pose(element)
        joints = element.all("joint", "freejoint")
        joint, pose, twist = self._joint(joints, own_class, pose) if joints else (None, pose, Twist())
        link = Link(name, element.line, pose, parent, joint, twist=parent.twist + twist)
        self._links.append(link)
        own = element.find("inertial")
        for geom in element.all("geom"):
            with self._findings.noting(geom.line):
                given = self._complete(geom, own_class)
                solid = self._geoms.solid(given)
                if solid is not None and isinstance(solid.shape, HalfSpace):
                    raise geom.error("a plane cannot belong to a body that moves.")
                if solid is not None:
                    link.solids.append(solid)
                if own is None:
                    link.masses.append(self._geoms.mass(given, solid))
        if own is not None:
            self._note_attributes(own)
            link.masses.append(inertial(own, self._frames))
        for child in element.all("body"):
            self._body(child, link, own_class)

    def _joint(self, elements: list[Element], own_class: str, pose: Pose) -> tuple[RobotJoint, Pose, Twist]:
        """Return what joins a body to the one around it, the body's pose at the start and its motion against that."""
        moves: list[Move] = []
        twist = Twist()
        for element in elements:
            given = self._complete(element, own_class)
            positions, speeds = COUNTS[kind_of(given)]
            name = given.text("name", f"joint{len(self._links)}")
            at, speed = self._home.take("qpos", positions), self._home.take("qvel", speeds)
            move, pose, more = self._joints.move(given, name, pose, at, speed)
            _, motor = self._actuators.pop(name, (given, {}))
            if motor.get("motor") == "position":
                motor["motor_target"] -= move.start
            move.keys |= motor
            twist += more
            moves.append(move)
            for what in ("armature", "frictionloss"):
                if given.number(what, 0.0) != 0.0:
                    self._findings.leave_out(f"the {what} of a joint is not honoured", element.line)
        return self._joints.joint(moves, elements[0]), pose, twist

    def _actuation(self) -> dict[str, tuple[Element, dict[str, Any]]]:
        """Return the motor of each joint that has one, with its element."""
        found: dict[str, tuple[Element, dict[str, Any]]] = {}
        for element in [item for section in self._model.all("actuator") for item in section.children]:
            control = self._home.take("ctrl", 1)
            command = 0.0 if control is None else float(control[0])
            given = self._complete(element, "") if element.tag in HONOURED else element
            if element.tag not in ("motor", "position", "velocity") or "joint" not in given.attributes:
                self._findings.leave_out(
                    f"an actuator <{element.tag}> without a joint or kind that rigida has", element.line
                )
                continue
            gear = given.numbers("gear")[0] if "gear" in given.attributes else 1.0
            if gear != 1.0 and element.tag != "motor":
                self._findings.leave_out("the gear of a servo is not honoured", element.line)
            keys: dict[str, Any] = {"motor": "effort", "motor_target": gear * command}
            if element.tag == "position":
                keys = {"motor": "position", "motor_target": command}
                keys |= {"motor_stiffness": given.number("kp", 1.0), "motor_damping": given.number("kv", 0.0)}
            elif element.tag == "velocity":
                # A servo without stiffness, whose target does not matter.
                keys = {"motor": "position", "motor_target": 0.0, "motor_stiffness": 0.0}
                keys |= {"motor_damping": given.number("kv", 1.0)}
                if command != 0.0:
                    self._findings.leave_out("the speed wanted of a <velocity> servo is not honoured", element.line)
            largest = [abs(v) for v in given.numbers("forcerange", 2)] if "forcerange" in given.attributes else []
            if element.tag == "motor" and "ctrlrange" in given.attributes:
                largest.append(max(abs(gear * v) for v in given.numbers("ctrlrange", 2)))
            if largest and max(largest) > 0.0:
                keys["motor_max"] = max(largest)
            found[given.text("joint")] = element, keys
        return found

    def _complete(self, element: Element, own_class: str) -> Element:
        """Return an element with the attributes of its class; attributes that are not honoured are noted."""
        given = self._defaults.complete(element, own_class)
        self._note_attributes(given)
        return given

    def _note_attributes(self, element: Element) -> None:
        for name in element.attributes:
            if name not in HONOURED[element.tag]:
                self._findings.leave_out(f"'{name}' of <{element.tag}> is not honoured", element.line)

    def _equalities(self, scene: Scene, bodies: dict[str, BodyOrWorld]) -> None:
        poses = {link.name: link.pose for link in self._links}
        for element in [item for section in self._model.all("equality") for item in section.children]:
            with self._findings.noting(element.line):
                given = self._complete(element, "") if element.tag in HONOURED else element
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
