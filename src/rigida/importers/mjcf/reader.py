"""MJCF, MuJoCo's model format, as scenes (mujoco.readthedocs.io, XML reference).

Bodies start where the joints' references put them, or in the keyframe `home`; all keyframes are poses of the scene.
What a file holds and rigida has not is named in warnings, once for each kind.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rigida.constraints.reduced.reflected_mass import ReflectedMass
from rigida.errors import Problem
from rigida.fields import vec3
from rigida.forces.constant import ConstantForce
from rigida.forces.drag import Drag
from rigida.geometry import HalfSpace
from rigida.geometry.mass_properties import MassProperties, combined
from rigida.geometry.shape import Shape
from rigida.handles.sensor_arrays import SENSORS
from rigida.handles.sensor_surroundings import OF_SUBTREES
from rigida.importers.findings import Findings
from rigida.importers.loops import close_loops
from rigida.importers.mjcf.actuators import ActuatorReader
from rigida.importers.mjcf.couplings import COUPLINGS, CouplingReader
from rigida.importers.mjcf.fluid import add_fluid
from rigida.importers.mjcf.geoms import GeomReader, Obstacle
from rigida.importers.mjcf.joints import JointReader, Move, add_limit_inertias, add_spring_dampers, grouped, joint_of
from rigida.importers.mjcf.keyframes import START, KeyframeOrder, read_keyframes
from rigida.importers.mjcf.masses import MassRules
from rigida.importers.mjcf.pid import PID, pid_gains
from rigida.importers.mjcf.source import read_model
from rigida.importers.mjcf.tendons import Tendon, TendonReader
from rigida.importers.mjcf.thrusts import ThrustReader
from rigida.importers.mjcf.values import HONOURED, Defaults, Frames, inertial
from rigida.importers.mjcf.welds import LOOPS, LoopReader
from rigida.importers.overlaps import keep_overlapping_apart
from rigida.importers.paths import beside
from rigida.importers.robot import Link, Pose, build_robot
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.body import WORLD, Body, BodyOrWorld, World
from rigida.scene.body_camera import BodyCamera
from rigida.scene.files.source import SourceError
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene
from rigida.scene.site import Sensor, Site

_SECTIONS = {"compiler", "option", "default", "asset", "worldbody", "equality", "actuator", "keyframe", "tendon"}
_SECTIONS |= {"contact", "sensor", "extension"}
#: Sections that change nothing of what moves.
_SILENT = {"visual", "statistic", "size", "custom"}
_IN_BODY = {"body", "geom", "joint", "freejoint", "inertial", "site", "camera", "frame"}
_IN_ASSET = {"mesh", "hfield", "material", "model", "texture", "skin"}
#: Leaving these out would lose bodies without a trace.
_REFUSED = {"composite", "flexcomp", "deformable", "attach"}
#: What flags switch off beside contact and gravity.
_SWITCHES: dict[str, set[str]] = {name: {name} for name in ("limit", "frictionloss", "equality", "spring", "damper")}
_SWITCHES |= {"constraint": {"limit", "frictionloss", "equality"}, "passive": {"spring", "damper"}}
#: Options that are read, or that say how MuJoCo solves.
_OPTIONS = {"gravity", "timestep", "integrator", "iterations", "solver", "cone", "tolerance", "jacobian", "density"}
_OPTIONS |= {"viscosity", "wind", "magnetic", "ls_iterations", "ls_tolerance", "noslip_iterations", "noslip_tolerance"}
#: How much of a body's mass stands between its joints where one joint of rigida cannot do what they do: with a tenth of
#: it, joints of chains whose rotors are heavier than their links open at steps of 1/60 s.
_BETWEEN = 1e-3


def read_mjcf(
    path: Path, search: Sequence[Path] = (), true_surface: bool = False
) -> tuple[Scene | None, list[Problem]]:
    """Return the scene of an MJCF file and its problems."""
    findings = Findings(path.name)
    scene = Scene()
    with findings.noting():
        model = read_model(path, search)
        scene.title = model.text("model", path.stem)
        _Reading(path, search, model, findings, true_surface).read(scene)
    if not findings.problems:
        findings.warn()
    return scene, findings.problems


def read_links(path: Path, search: Sequence[Path] = ()) -> list[Link]:
    """Return the bodies of an MJCF model in its order, welded ones too: their poses as described, and their masses."""
    findings = Findings(path.name)
    reading = _Reading(path, search, read_model(path, search), findings, False)
    reading.read(Scene())
    return [link for link in reading.links if link.parent is not None and link.tiny is None]


class _Reading:
    def __init__(
        self, path: Path, search: Sequence[Path], model: Element, findings: Findings, true_surface: bool
    ) -> None:
        self._path, self._search, self._model, self._findings = path, search, model, findings
        self._report_unknown(model, _SECTIONS | _SILENT)
        for plugin in [item for section in model.all("extension") for item in section.children]:
            if plugin.text("plugin", "") != PID:
                self._findings.leave_out(f"the plugin '{plugin.text('plugin', plugin.tag)}' is not honoured", plugin)
        self._settings = {k: v for item in model.all("compiler") for k, v in item.attributes.items()}
        compiler = Element("compiler", next((item.line for item in model.all("compiler")), 0), self._settings)
        self._report_attributes(compiler)
        self._frames = Frames(compiler)
        self._defaults = Defaults(model.all("default"))
        assets = [item for section in model.all("asset") for item in section.children]
        for item in assets:
            self._report_unknown(Element("asset", 0, {}, [item]), _IN_ASSET)
        given = [self._defaults.complete(item, "") for item in assets if item.tag in _IN_ASSET]
        self._geoms = GeomReader(given, self._find_file, self._frames, findings, true_surface)
        self._rules = MassRules(compiler)
        self._joints = JointReader(self._frames, findings)
        self.links: list[Link] = []
        self._moves: list[tuple[Move, str]] = []
        self._sites: dict[str, tuple[Link, Pose]] = {}
        self._site_shapes: dict[str, Shape | None] = {}
        self._obstacles: dict[str, tuple[Link, Obstacle]] = {}
        self._cameras: dict[str, tuple[Link, Pose, float]] = {}
        self._flat: list[tuple[Element, Pose, str]] = []
        self._lifted: list[tuple[Link, float]] = []
        self._closing: list[Joint] = []
        self._tendons: dict[str, Tendon | None] = {}
        #: Bodies that a program moves, in their order, and where they are described: position and quaternion.
        self._mocap: dict[str, list[float]] = {}

    def read(self, scene: Scene) -> None:
        """Fill a scene."""
        scene.gravity = (0.0, 0.0, -9.81)
        self._options(scene)
        for pair in [item for section in self._model.all("contact") for item in section.all("pair")]:
            self._geoms.paired |= {pair.text("geom1", ""), pair.text("geom2", "")}
        root = Link(World.name, self._model.line, Pose(), fixed=True)
        self.links.append(root)
        for world in self._model.all("worldbody"):
            for child, frame, own_class in self._contents(world, Pose(), ""):
                with self._findings.noting(child.line, child.file):
                    self._world_child(child, frame, own_class, root)
        names = [link.name for link in self.links]
        for link in self.links:
            if names.count(link.name) > 1:
                raise SourceError(f"there are two bodies called '{link.name}'. Give each its own name.", link.line)
        self._rules.settle(self.links)
        self._between()
        for i, (element, frame, own_class) in enumerate(self._flat):
            with self._findings.noting(element.line, element.file):
                self._ground(scene, element, frame, own_class, i)
        bodies = build_robot(scene, self.links, self._findings, combine="larger")
        self._lift(scene, bodies)
        self._drag(scene, bodies)
        add_fluid(scene, self._model.all("option"), self.links, bodies)
        self._equalities(scene, bodies)
        self._contacts(scene, bodies)
        self._drives(scene, bodies)
        self._places(scene, bodies)
        if not self._findings.problems:
            if self._closing:
                close_loops(scene, self._mocap, self._findings)
            keep_overlapping_apart(scene, self._findings)

    def _options(self, scene: Scene) -> None:
        for option in self._model.all("option"):
            scene.gravity = Scene(option.vector("gravity", scene.gravity)).gravity
            for name in option.attributes:
                if name not in _OPTIONS:
                    self._findings.leave_attribute(option, name)
            for flag in option.all("flag"):
                for name, value in flag.attributes.items():
                    if (name, value) == ("gravity", "disable"):
                        scene.gravity = (0.0, 0.0, 0.0)
                    elif (name, value) == ("contact", "disable"):
                        self._geoms.touches = False
                    elif value == "disable" and name in _SWITCHES:
                        self._joints.disabled |= _SWITCHES[name]
                        self._geoms.touches &= name != "constraint"
                    elif value == "disable":
                        self._findings.leave_out(f"the flag {name}='disable' is not honoured", flag)

    def _contents(self, element: Element, frame: Pose, own_class: str) -> Iterator[tuple[Element, Pose, str]]:
        """Yield the children of a body, including those within frames, with their frame and class."""
        self._report_unknown(element, _IN_BODY | {"worldbody"})
        for child in element.children:
            if child.tag == "frame":
                inner = child.text("childclass", own_class)
                yield from self._contents(child, frame @ self._frames.pose(child), inner)
            elif child.tag in _IN_BODY:
                yield child, frame, own_class

    def _world_child(self, child: Element, frame: Pose, own_class: str, root: Link) -> None:
        if child.tag == "body":
            self._body(child, root, frame, own_class)
        elif child.tag == "geom":
            self._flat.append((child, frame, own_class))
            self._obstacle(self._defaults.complete(child, own_class), frame, root)
        elif child.tag == "site":
            self._site(child, frame, own_class, root)
        elif child.tag == "camera":
            self._camera(child, frame, own_class, root)

    def _ground(self, scene: Scene, geom: Element, frame: Pose, own_class: str, number: int) -> None:
        """Add a geom that is fixed to the world as a body of its own."""
        solid = self._geoms.solid(self._complete(geom, own_class), frame)
        if solid is None:
            return
        names = {body.name for body in scene.bodies} | {link.name for link in self.links}
        name = geom.text("name", f"ground{number + 1}" if isinstance(solid.shape, HalfSpace) else f"geom{number + 1}")
        while name in names:
            name += "_geom"
        link = Link(name, geom.line, Pose(solid.pose.position, solid.pose.orientation), fixed=True)
        solid.pose = Pose()
        if solid.visual is not None:
            place = {"position": (0.0, 0.0, 0.0), "orientation": (1.0, 0.0, 0.0, 0.0)}
            for key, value in place.items():
                object.__setattr__(solid.visual, key, value)
        link.solids.append(solid)
        self.links.append(link)

    def _body(self, element: Element, parent: Link, frame: Pose, outer_class: str) -> None:
        own_class = element.text("childclass", outer_class)
        self._report_attributes(element)
        name = element.text("name", f"body{len(self.links)}")
        pose = parent.pose @ frame @ self._frames.pose(element)
        contents = list(self._contents(element, Pose(), own_class))
        moves: list[Move] = []
        for child, inner, inner_class in contents:
            if child.tag in ("joint", "freejoint"):
                given = self._complete(child, inner_class)
                joint = given.text("name", f"{name}_joint{len(moves) + 1}")
                moves.append(self._joints.move(given, joint, pose, inner))
        self._moves += [(move, name) for move in moves]
        *before, last = grouped(moves) or [[]]
        for i, group in enumerate(before):
            self._findings.leave_out(
                f"joints of a body that are no serial joint stand on bodies of {_BETWEEN:g} of its mass", element
            )
            parent = Link(f"{name}_between{i + 1}", element.line, pose, parent, joint_of(group))
            parent.tiny = MassProperties(0.0, np.zeros(3), np.zeros((3, 3)))
            self.links.append(parent)
        mocap = element.text("mocap", "false") == "true"
        link = Link(name, element.line, pose, parent, joint_of(last) if last else None)
        if mocap and not moves:
            # What a program moves stands still by itself, and is not one with the rest of the world.
            link = Link(name, element.line, pose, fixed=True)
            self._mocap[name] = [*pose.position, *pose.orientation]
        if link.joint is not None and link.joint.cls is not None and parent.carrier.fixed:
            # MuJoCo lets what stands still touch what is hinged to it, and no other two ends of a joint.
            link.joint.keys["collide"] = True
        self.links.append(link)
        if element.number("gravcomp", 0.0) != 0.0:
            self._lifted.append((link, element.number("gravcomp")))
        for child, inner, inner_class in contents:
            with self._findings.noting(child.line, child.file):
                self._body_child(child, inner, inner_class, link, element)

    def _body_child(self, child: Element, frame: Pose, own_class: str, link: Link, body: Element) -> None:
        if child.tag == "body":
            self._body(child, link, frame, own_class)
        elif child.tag == "site":
            self._site(child, frame, own_class, link)
        elif child.tag == "camera":
            self._camera(child, frame, own_class, link)
        elif child.tag == "inertial":
            self._report_attributes(child)
            if self._rules.takes_inertial:
                link.masses.append(inertial(child, self._frames))
        elif child.tag == "geom":
            given = self._complete(child, own_class)
            if given.text("type", "") in ("plane", "hfield"):
                if not link.carrier.fixed:
                    self._findings.leave_out(f"a {given.text('type')} on a body that moves is left out", child)
                else:
                    self._flat.append((child, link.pose @ frame, own_class))
                return
            solid = self._geoms.solid(given, frame)
            if solid is not None:
                link.solids.append(solid)
            self._obstacle(given, frame, link)
            if self._rules.counts(given, body.find("inertial") is not None) and not link.carrier.fixed:
                link.masses.append(self._geoms.mass(given, frame))

    def _obstacle(self, geom: Element, frame: Pose, link: Link) -> None:
        obstacle = self._geoms.obstacle(geom, frame) if "name" in geom.attributes else None
        if obstacle is not None:
            self._obstacles[geom.text("name")] = link, obstacle

    def _site(self, element: Element, frame: Pose, own_class: str, link: Link) -> None:
        given = self._complete(element, own_class)
        name = given.text("name", f"site{len(self._sites) + 1}")
        self._sites[name] = link, frame @ self._frames.pose(given)
        self._site_shapes[name] = self._geoms.site_shape(given)

    def _camera(self, element: Element, frame: Pose, own_class: str, link: Link) -> None:
        given = self._complete(element, own_class)
        name, mode = given.text("name", f"camera{len(self._cameras) + 1}"), given.text("mode", "fixed")
        if mode != "fixed":
            self._findings.leave_out(f"camera '{name}' has mode '{mode}': it is fixed to its body", element)
        self._cameras[name] = link, frame @ self._frames.pose(given), _field_of_view(given)

    def _between(self) -> None:
        """Distribute the mass of a body over the links between its joints."""
        for link in reversed(self.links):
            if link.tiny is None:
                continue
            welded = [other for other in self.links if other.parent is link]
            of_welded = [other.tiny or _total(self.links, other) for other in welded]
            share = of_welded[0]
            if welded[0].tiny is None:
                share = share.scaled(_BETWEEN)
                for other in self.links:
                    if other.carrier is welded[0]:
                        other.masses = [mass.scaled(1.0 - _BETWEEN) for mass in other.masses]
            moment = float(np.linalg.eigvalsh(share.inertia)[-1]) or share.mass * 1e-4
            link.tiny = MassProperties(share.mass, np.zeros(3), moment * np.eye(3))

    def _lift(self, scene: Scene, bodies: dict[str, BodyOrWorld]) -> None:
        """Carry the part `gravcomp` of the weight of links by forces at their centers of mass."""
        for link, part in self._lifted:
            body, masses = bodies.get(link.name), [mass for mass in link.masses if mass.mass > 0.0]
            if isinstance(body, Body) and body.dynamic and masses and any(scene.gravity):
                mass = combined(masses)
                force = vec3(-part * mass.mass * np.array(scene.gravity))
                lift = ConstantForce(body, force, anchor=vec3(link.pose.point(mass.center)), name=f"{link.name}_lift")
                scene.add_force(lift)

    def _drag(self, scene: Scene, bodies: dict[str, BodyOrWorld]) -> None:
        """Add drag forces for the damping of free joints."""
        jointed = {side for joint in scene.joints for side in (joint.a, joint.b)}
        for move, name in self._moves:
            damping, body = move.keys.get("damping", 0.0), bodies.get(name)
            if move.kind != "free" or damping == 0.0 or not isinstance(body, Body):
                continue
            if body in jointed:
                self._findings.leave_out(
                    "the damping of a free joint that carries others is not honoured", move.element
                )
                continue
            scene.add_force(Drag(body, linear=damping, angular=damping, name=f"{move.name}_damping"))
            if any(body.center_of_mass or ()):
                self._findings.leave_out("the damping of a free joint acts at the center of mass", move.element)

    def _equalities(self, scene: Scene, bodies: dict[str, BodyOrWorld]) -> None:
        reader = LoopReader({link.name: link for link in self.links}, self._sites, bodies, self._findings)
        for element in [item for section in self._model.all("equality") for item in section.children]:
            with self._findings.noting(element.line, element.file):
                if element.tag in COUPLINGS or not self._holds(element):
                    continue
                if element.tag not in LOOPS:
                    self._findings.leave_out(f"the equality <{element.tag}> is not honoured", element)
                    continue
                closing = reader.read(self._complete(element, ""), scene)
                self._closing += [closing] if closing is not None else []

    def _holds(self, equality: Element) -> bool:
        return equality.text("active", "true") == "true" and "equality" not in self._joints.disabled

    def _named(self, known: dict[str, Any], given: Element, key: str, what: str) -> Any:
        name = given.text(key)
        if name not in known:
            raise given.error(f"there is no {what} '{name}'.{nearest(name, known)}")
        return known[name]

    def _contacts(self, scene: Scene, bodies: dict[str, BodyOrWorld]) -> None:
        for element in [item for section in self._model.all("contact") for item in section.children]:
            with self._findings.noting(element.line, element.file):
                if element.tag != "exclude":
                    self._findings.leave_out("of a contact <pair> only that its geoms touch is honoured", element)
                    continue
                a, b = (self._named(bodies, element, key, "body") for key in ("body1", "body2"))
                if isinstance(a, Body) and isinstance(b, Body) and a is not b:
                    scene.keep_apart(a, b)

    def _places(self, scene: Scene, bodies: dict[str, BodyOrWorld]) -> None:
        """Add cameras, sites and sensors."""
        links = {name: f"{name}_link" for name in self._sites if name in scene.sites}
        for name, (link, pose, fov) in self._cameras.items():
            body, place = _place_on_body(link, pose, bodies)
            turned = tuple(place.orientation.tolist())
            scene.cameras[name] = BodyCamera(body, vec3(place.position), turned, fov)
        for name, (link, pose) in self._sites.items():
            body, place = _place_on_body(link, pose, bodies)
            turned = tuple(place.orientation.tolist())
            if name in links:
                self._findings.leave_out(f"a welded link has the name of a site: it is called '{links[name]}'")
                scene.sites[links[name]] = scene.sites[name]
            scene.sites[name] = Site(body, vec3(place.position), turned, self._site_shapes[name])
        for i, element in enumerate(item for section in self._model.all("sensor") for item in section.children):
            name = element.text("name", f"{element.tag}{i + 1}")
            rest = {key: value for key, value in element.attributes.items() if key not in ("name", "noise", "user")}
            for kind, called in (("objtype", "objname"), ("reftype", "refname")):
                if rest.get(kind) == "xbody" and rest.get(called) in links:
                    rest[called] = links[rest[called]]
            welded = self._sites.get(rest.get("site", ""))
            if element.tag in ("force", "torque") and welded is not None and welded[0].carrier is not welded[0]:
                self._findings.leave_out(f"a {element.tag} sensor between bodies that are welded is left out", element)
                rest["between"] = "welded"
            tendon = self._tendons.get(rest.get("tendon", ""))
            if tendon is not None:
                gears = " ".join(map(repr, tendon.factors))
                rest |= {"joints": " ".join(tendon.joints), "gear": gears, "offset": repr(tendon.offset)}
            if element.tag == "magnetometer":
                rest["field"] = self._magnetic()
            if element.tag in OF_SUBTREES:
                rest["bodies"] = " ".join(self._subtree(rest.get("body", ""), bodies))
            if element.tag not in SENSORS:
                self._findings.leave_out(f"a sensor of the kind {element.tag} is not read", element)
            scene.sensors[name] = Sensor(element.tag, rest)

    def _magnetic(self) -> str:
        """Return the magnetic field of the model."""
        given = [option for option in self._model.all("option") if "magnetic" in option.attributes]
        return " ".join(map(repr, given[-1].numbers("magnetic", 3) if given else (0.0, -0.5, 0.0)))

    def _subtree(self, name: str, bodies: dict[str, BodyOrWorld]) -> list[str]:
        """Return the names of the bodies that move and that a link and all that it carries are part of."""
        links = [link for link in self.links if any(other.name == name for other in link.ancestors())]
        found = dict.fromkeys(bodies.get(link.name, WORLD) for link in links)
        return [body.name for body in found if isinstance(body, Body) and body.dynamic]

    def _drives(self, scene: Scene, bodies: dict[str, BodyOrWorld]) -> None:
        """Add tendons, couplings, actuators and keyframes."""
        moves = {move.name: move for move, _ in self._moves}
        mass = self._mass_in(scene)
        add_spring_dampers(scene, [move for move, _ in self._moves], mass)
        add_limit_inertias(scene, mass)
        elements = [item for section in self._model.all("tendon") for item in section.children]
        self._tendons = TendonReader(self._defaults, moves, self._sites, self._obstacles, bodies, self._findings).read(
            elements, scene
        )
        thrusts = ThrustReader(
            self._moves, self._sites, {link.name: link for link in self.links}, bodies, self._findings
        )
        gains = pid_gains(self._model.all("extension"))
        reader = ActuatorReader(self._defaults, moves, self._tendons, mass, thrusts, gains, self._findings)
        couplings = CouplingReader(moves, self._tendons, self._findings)
        for element in [item for section in self._model.all("equality") for item in section.children]:
            if element.tag in COUPLINGS and self._holds(element):
                with self._findings.noting(element.line, element.file):
                    couplings.read(element, scene)
        names = reader.read([item for section in self._model.all("actuator") for item in section.children], scene)
        keys = [key for section in self._model.all("keyframe") for key in section.all("key")]
        scene.poses |= read_keyframes(keys, KeyframeOrder(self._moves, names, self._mocap), self._findings)
        if START in scene.poses and not self._findings.problems:
            scene.take_pose(START)

    def _mass_in(self, scene: Scene) -> Callable[[Mapping[str, float]], float]:
        """Return the effective mass of joints in the initial pose, without joints that close loops."""
        tree = [joint for joint in scene.joints if joint not in self._closing]
        made: list[ReflectedMass] = []

        def mass(gears: Mapping[str, float]) -> float:
            if not made:
                made.append(ReflectedMass(scene, tree))
            return made[0].along(gears)

        return mass

    def _find_file(self, element: Element, folder_key: str) -> Path | None:
        """Return the file of an asset, or None."""
        if not element.text("file", ""):
            return None
        folder = self._settings.get(folder_key, self._settings.get("assetdir", ""))
        try:
            return beside(self._path, str(Path(folder) / element.text("file")), self._search)
        except SourceError as error:
            raise element.error(error.problem.message) from None

    def _complete(self, element: Element, own_class: str) -> Element:
        """Return an element with the attributes of its class; attributes that are not honoured are noted."""
        given = self._defaults.complete(element, own_class)
        self._report_attributes(given)
        return given

    def _report_attributes(self, element: Element) -> None:
        for name in element.attributes:
            if name not in HONOURED[element.tag]:
                self._findings.leave_attribute(element, name)

    def _report_unknown(self, element: Element, known: set[str]) -> None:
        for child in element.children:
            if child.tag in _REFUSED:
                raise child.error(f"<{child.tag}> is not read. Save the model from MuJoCo as one plain file.")
            if child.tag not in known:
                self._findings.leave_out(f"<{child.tag}> is not honoured", child)


def _field_of_view(camera: Element) -> float:
    """Return the vertical field of view of a camera [degrees]: that of its sensor and focal length, if it has them."""
    if "sensorsize" not in camera.attributes:
        return camera.number("fovy", 45.0)
    height = camera.numbers("sensorsize", 2)[1]
    if "focalpixel" in camera.attributes and "resolution" in camera.attributes:
        height, focal = camera.numbers("resolution", 2)[1], camera.numbers("focalpixel", 2)[1]
    else:
        focal = camera.numbers("focal", 2)[1] if "focal" in camera.attributes else 0.0
    if height <= 0.0 or focal <= 0.0:
        return camera.number("fovy", 45.0)
    return math.degrees(2.0 * math.atan(0.5 * height / focal))


def _total(links: list[Link], carrier: Link) -> MassProperties:
    """Return the mass properties of all that a link carries rigidly, in its frame."""
    to_carrier = carrier.pose.inverse()
    masses = []
    for link in links:
        if link.carrier is carrier:
            place = to_carrier @ link.pose
            masses += [mass.placed(place.position, place.orientation) for mass in link.masses if mass.mass > 0.0]
    return combined(masses) if masses else MassProperties(1e-3, np.zeros(3), 1e-6 * np.eye(3))


def _place_on_body(link: Link, pose: Pose, bodies: dict[str, BodyOrWorld]) -> tuple[BodyOrWorld, Pose]:
    """Return the body that a link belongs to, and a pose of the link in the frame of that body."""
    body = bodies.get(link.name, WORLD)
    frame = Pose() if not isinstance(body, Body) else Pose(np.array(body.position), np.array(body.orientation))
    return body, frame.inverse() @ link.pose @ pose
