"""Collisions and visuals of SDFormat as solids."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rigida.fields import vec3
from rigida.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Shape, Sphere
from rigida.importers.findings import Findings
from rigida.importers.mesh_files import collision_mesh, drawn_mesh
from rigida.importers.paths import packaged
from rigida.importers.robot import Solid, hex_color
from rigida.importers.sdf.frames import Frames, numbers, written
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.visual import Visual

_SHAPES = ("box", "sphere", "cylinder", "capsule", "cone", "plane", "mesh")
#: Shapes of the format that rigida has not.
_MISSING = ("heightmap", "image", "polyline", "empty")
#: Shapes of a radius and a length.
_ROUND: dict[str, Callable[[float, float], Shape]] = {"cylinder": Cylinder, "capsule": Capsule, "cone": Cone}


class ShapeReader:
    """Reader of the shapes of a file, whose meshes are in its folder or in search folders."""

    def __init__(self, path: Path, search: Sequence[Path], findings: Findings, true_surface: bool = False) -> None:
        self._path, self._search, self._findings, self._true_surface = path, search, findings, true_surface

    def solid(self, element: Element, collides: bool) -> Solid | None:
        """Return a collision or visual; None, with a warning, for an unsupported shape."""
        geometry = element.find("geometry")
        given = geometry.children[0] if geometry is not None and geometry.children else None
        if given is None:
            raise element.error(f"<{element.tag}> needs a <geometry> with a shape in it.")
        if given.tag in _MISSING:
            self._findings.leave_out(f"the shape <{given.tag}> is left out", given)
            return None
        pose = element.find("pose")
        if pose is not None and "relative_to" in pose.attributes:
            raise pose.error(f"the pose of a <{element.tag}> in another frame is not read. Give it in its link's.")
        own, color = Frames.own(element), _color(element)
        if collides:
            friction = _friction(element)
            return Solid(self._shape(given), own, True, {} if friction is None else {"friction": friction}, color)
        if given.tag == "plane":
            return None
        place: dict[str, Any] = {"position": vec3(own.position), "orientation": tuple(own.orientation.tolist())}
        if given.tag != "mesh":
            return Solid(None, own, False, color=color, visual=Visual(shape=self._shape(given), color=color, **place))
        x, y, z = numbers(given, "scale", (1.0, 1.0, 1.0), 3)
        file = drawn_mesh(self._path, written(given, "uri"), self._search, given, self._findings)
        if file is None:
            return None
        return Solid(
            None, own, False, color=color, visual=Visual(file=str(file), scale=(x, y, z), color=color, **place)
        )

    def _shape(self, given: Element) -> Shape:
        if given.tag == "box":
            x, y, z = numbers(given, "size", (1.0, 1.0, 1.0), 3)
            return Box((x, y, z))
        if given.tag == "ellipsoid":
            x, y, z = numbers(given, "radii", (1.0, 1.0, 1.0), 3)
            return Ellipsoid((x, y, z))
        if given.tag == "plane":
            x, y, z = numbers(given, "normal", (0.0, 0.0, 1.0), 3)
            return HalfSpace((x, y, z))
        if given.tag == "mesh":
            x, y, z = numbers(given, "scale", (1.0, 1.0, 1.0), 3)
            return collision_mesh(
                packaged(self._path, written(given, "uri"), self._search), (x, y, z), self._true_surface
            )
        if given.tag not in _SHAPES:
            raise given.error(f"unknown shape <{given.tag}>.{nearest(given.tag, _SHAPES)}")
        radius = numbers(given, "radius", (0.5,), 1)[0]
        if given.tag == "sphere":
            return Sphere(radius)
        length = numbers(given, "length", (1.0,), 1)[0]
        return _ROUND[given.tag](radius, length)


def _friction(element: Element) -> float | None:
    """Return the coefficient of friction along the first direction, which is the only one here."""
    for tag in ("surface", "friction", "ode"):
        inner = element.find(tag)
        if inner is None:
            return None
        element = inner
    return numbers(element, "mu", (1.0,), 1)[0]


def _color(element: Element) -> str | None:
    material = element.find("material")
    diffuse = None if material is None else material.find("diffuse")
    return None if material is None or diffuse is None else hex_color(numbers(material, "diffuse", (), 4))
