"""Values of MJCF that depend on the whole file: default classes, angles in its unit, orientations in five spellings."""

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rigida.arrays import FloatArray
from rigida.geometry.mass_properties import MassProperties
from rigida.importers.mjcf.actuator_law import ACTUATORS, actuator_attributes, actuator_class
from rigida.importers.robot import Pose
from rigida.importers.xml_tree import Element
from rigida.math.axis_angle import quaternion_from_axis_angle_array
from rigida.math.dense import euclidean_norm, product
from rigida.math.quaternion import multiply_array, normalize_array
from rigida.math.rotation import quaternion_from_matrix_array

_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
_TURNS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
_PLACE = {"name", "class", "pos", *_TURNS, "user"}
_ACTUATOR = {
    "name",
    "class",
    "joint",
    "jointinparent",
    "site",
    "tendon",
    "gear",
    "ctrlrange",
    "ctrllimited",
    "forcerange",
    "forcelimited",
}
_ACTUATOR |= {"group", "user", "inheritrange", "gaintype", "biastype", "gainprm", "biasprm", "dyntype", "dynprm"}
_ACTUATOR |= {"actrange", "actlimited"}
_LOOP = {"name", "class", "body1", "body2", "site1", "site2", "anchor", "active"}
#: Attributes that are read, or that only sort things; all others are named in warnings.
HONOURED: dict[str, set[str]] = {
    "compiler": {"angle", "eulerseq", "coordinate", "meshdir", "assetdir", "texturedir", "autolimits", "strippath"}
    | {"inertiafromgeom", "inertiagrouprange", "balanceinertia", "boundmass", "boundinertia", "settotalmass"}
    | {"discardvisual", "fusestatic", "usethread", "convexhull"},
    "body": {*_PLACE, "childclass", "mocap", "gravcomp"},
    "inertial": {*_PLACE, "mass", "diaginertia", "fullinertia"},
    "joint": {"name", "class", "type", "pos", "axis", "range", "limited", "ref", "springref", "stiffness", "damping"}
    | {"armature", "frictionloss", "group", "actuatorfrcrange", "actuatorfrclimited", "user"}
    | {"springdamper", "solreflimit", "solimplimit"},
    "freejoint": {"name", "group", "align"},
    "geom": {*_PLACE, "type", "size", "fromto", "mesh", "mass", "density", "contype", "conaffinity", "friction", "rgba"}
    | {"group", "condim", "priority", "material", "hfield", "fitscale", "fitaabb", "shellinertia", "margin", "gap"},
    "camera": {*_PLACE, "fovy", "mode", "target", "ipd", "resolution"} | {"sensorsize", "focal", "focalpixel"},
    "site": {*_PLACE, "size", "type", "rgba", "group", "material", "fromto"},
    **dict.fromkeys(ACTUATORS, _ACTUATOR),
    "connect": _LOOP,
    "weld": {*_LOOP, "relpose"},
    "equality_joint": {"name", "class", "joint1", "joint2", "polycoef", "active"},
    "equality_tendon": {"name", "class", "tendon1", "tendon2", "polycoef", "active"},
}


class Defaults:
    """Attributes that elements take from their class, from the classes around it, and from the outermost one."""

    def __init__(self, elements: list[Element]) -> None:
        self._classes: dict[str, dict[str, dict[str, str]]] = {"": {}}
        for element in elements:
            if element.compiler is not None:  # of an attached model, which inherits nothing
                self._enter(element, element.text("class"), {})
            else:
                self._enter(element, "", self._classes[""])

    def _enter(self, element: Element, name: str, outer: dict[str, dict[str, str]]) -> None:
        own = {tag: dict(attributes) for tag, attributes in outer.items()}
        for child in element.children:
            if child.tag in ACTUATORS:
                own = actuator_class(own, outer, child)
            elif child.tag != "default":
                own[child.tag] = own.get(child.tag, {}) | child.attributes
        self._classes[name] = own
        # The outermost class has a name too, by default "main".
        self._classes[element.text("class", name or "main")] = own
        for child in element.all("default"):
            self._enter(child, child.text("class"), own)

    def complete(self, element: Element, outer_class: str) -> Element:
        """Return the element with the attributes of its class."""
        name = element.text("class", outer_class)
        if name not in self._classes:
            raise element.error(f"there is no default class '{name}'.")
        own = self._classes[name]
        if element.tag in ACTUATORS:
            return replace(element, attributes=actuator_attributes(own, element))
        attributes = own.get(element.tag, {}) if element.tag != "freejoint" else {}
        attributes = attributes | element.attributes
        # An orientation of its own replaces that of the class, however it is spelt.
        if any(turn in element.attributes for turn in _TURNS):
            attributes = {k: v for k, v in attributes.items() if k not in _TURNS or k in element.attributes}
        return replace(element, attributes=attributes)


class Frames:
    """Angles and orientations in the conventions that <compiler> sets, of an attached model those of its own."""

    def __init__(self, compiler: Element) -> None:
        self.autolimits = compiler.text("autolimits", "true") != "false"
        unit = compiler.text("angle", "degree")
        if unit not in ("degree", "radian"):
            raise compiler.error(f"<compiler>: angle must be degree or radian, got '{unit}'.")
        self._factor = math.radians(1.0) if unit == "degree" else 1.0
        self._sequence = compiler.text("eulerseq", "xyz")
        if len(self._sequence) != 3 or not set(self._sequence.lower()) <= set(_AXES):
            raise compiler.error(f"<compiler>: eulerseq must be three of x, y, z, got '{self._sequence}'.")
        if compiler.text("coordinate", "local") != "local":
            raise compiler.error("<compiler>: global coordinates are not read.")

    def of(self, element: Element) -> "Frames":
        """Return the conventions in which an element is written."""
        return self if element.compiler is None else _conventions(element.compiler)

    def angle(self, value: float) -> float:
        """Return an angle of the file in radians."""
        return value * self._factor

    def pose(self, element: Element) -> Pose:
        """Return the pose of an element's frame in its parent frame."""
        return Pose(np.array(element.vector("pos", (0.0, 0.0, 0.0))), self.of(element).turn(element))

    def turn(self, element: Element) -> FloatArray:
        """Return an element's orientation (4,) wxyz."""
        given = [name for name in _TURNS if name in element.attributes]
        if not given:
            return np.array([1.0, 0.0, 0.0, 0.0])
        name = given[0]
        counts = {"quat": 4, "axisangle": 4, "euler": 3, "xyaxes": 6, "zaxis": 3}
        values = np.array(element.numbers(name, counts[name]))
        if name == "euler":
            return self._euler(values)
        if not values[:3].any() and not (name == "quat" and values.any()):
            raise element.error(f"'{name}' of <{element.tag}> must not be zero.")
        if name == "quat":
            return np.asarray(values / euclidean_norm(values))
        if name == "axisangle":
            return quaternion_from_axis_angle_array(values[:3], self.angle(float(values[3])))
        if name == "zaxis":
            return turn_to(values)
        x = values[:3] / euclidean_norm(values[:3])
        y = values[3:] - (product(values[3:], x)) * x
        if euclidean_norm(y) < 1e-12:
            raise element.error(f"the axes of 'xyaxes' of <{element.tag}> must not be parallel.")
        y = y / euclidean_norm(y)
        return quaternion_from_matrix_array(np.column_stack([x, y, np.cross(x, y)]))

    def _euler(self, values: FloatArray) -> FloatArray:
        """Return three turns about axes that move with the body (lower case) or stay (upper case)."""
        turn = np.array([1.0, 0.0, 0.0, 0.0])
        for letter, value in zip(self._sequence, values, strict=True):
            one = quaternion_from_axis_angle_array(np.array(_AXES[letter.lower()]), self.angle(float(value)))
            turn = multiply_array(turn, one) if letter.islower() else multiply_array(one, turn)
        return normalize_array(turn)


@lru_cache(maxsize=64)
def _conventions(compiler: Element) -> Frames:
    return Frames(compiler)


def turn_to(axis: FloatArray) -> FloatArray:
    """Return the shortest turn (4,) that brings the z axis along `axis`."""
    z = axis / euclidean_norm(axis)
    across = np.array([-z[1], z[0], 0.0])
    length = euclidean_norm(across)
    if length < 1e-15:
        return np.array([1.0, 0.0, 0.0, 0.0]) if z[2] > 0.0 else np.array([0.0, 1.0, 0.0, 0.0])
    return quaternion_from_axis_angle_array(across / length, math.atan2(length, float(z[2])))


def limits(given: Element, what: str) -> tuple[float, float] | None:
    """Return the range of a control, force or length of an element, None if it is not limited."""
    limited = given.text(f"{what}limited", "auto")
    if limited == "false" or f"{what}range" not in given.attributes:
        return None
    lower, upper = given.numbers(f"{what}range", 2)
    return (lower, upper) if lower < upper else None


def inertial(element: Element, frames: Frames) -> MassProperties:
    """Return the mass properties that a body gives itself."""
    if "fullinertia" in element.attributes:
        xx, yy, zz, xy, xz, yz = element.numbers("fullinertia", 6)
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    else:
        tensor = np.diag(element.numbers("diaginertia", 3)) if "diaginertia" in element.attributes else np.zeros((3, 3))
    pose = frames.pose(element)
    return MassProperties(element.number("mass"), np.zeros(3), tensor).placed(pose.position, pose.orientation)
