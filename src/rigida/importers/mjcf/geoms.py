"""Geoms of MJCF: their shapes, poses, surfaces and masses."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rigida.geometry import Box, Capsule, Cylinder, Ellipsoid, HalfSpace, Shape, Sphere
from rigida.geometry.mass_properties import MassProperties
from rigida.importers.findings import Findings
from rigida.importers.mjcf.meshes import MeshAsset, assets_named, height_field
from rigida.importers.mjcf.values import Frames, turn_to
from rigida.importers.robot import Pose, Solid, hex_color
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.visual import Visual

#: How many sizes each type needs; with `fromto` the length comes from there.
_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3, "plane": 0, "mesh": 0, "hfield": 0}
_LONG = ("capsule", "cylinder", "box", "ellipsoid")
_DENSITY = 1000.0
#: Types that a site may have, and its sizes where none are given [m].
_SITES, _SITE_SIZE = ("sphere", *_LONG), 0.005
#: Groups that are not drawn: by custom those of collision shapes.
_HIDDEN_FROM = 3


@dataclass(frozen=True)
class Obstacle:
    """A sphere or cylinder that tendons wrap around, in the frame of its body."""

    kind: str
    radius: float
    pose: Pose


class GeomReader:
    """Reads geoms whose meshes, height fields and materials are the assets of a file."""

    def __init__(
        self,
        assets: list[Element],
        find: Callable[[Element, str], Path | None],
        frames: Frames,
        findings: Findings,
        true_surface: bool,
    ) -> None:
        self._find, self._frames, self._findings, self._true_surface = find, frames, findings, true_surface
        self._elements = {
            tag: assets_named([item for item in assets if item.tag == tag]) for tag in ("mesh", "hfield", "material")
        }
        self._meshes: dict[str, MeshAsset] = {}
        #: Whether geoms touch at all, and those that a contact pair names: they do, whatever their bits.
        self.touches = True
        self.paired: set[str] = set()

    def solid(self, geom: Element, frame: Pose) -> Solid | None:
        """Return a geom in the frame of its body; None if it has neither collision nor visual geometry."""
        kind, sizes, pose = self._placed(geom)
        pose = frame @ pose
        bits = int(geom.number("contype", 1.0)), int(geom.number("conaffinity", 1.0))
        if not any(bits) and geom.text("name", "") in self.paired:
            bits = 1, 1
        color = self._color(geom)
        collides = self.touches and any(bits)
        shown = int(geom.number("group", 0.0)) < _HIDDEN_FROM
        if kind == "mesh":
            mesh = self._mesh(geom)
            shape = mesh.solid if collides else None
            visual = mesh.visual(pose, color) if shown else None
        else:
            shape = self._shape(geom, kind, sizes)
            place: dict[str, Any] = {
                "position": tuple(pose.position.tolist()),
                "orientation": tuple(pose.orientation.tolist()),
            }
            drawn = shown and kind not in ("plane", "hfield")
            visual = Visual(shape=shape, color=color, **place) if drawn else None
        margin = geom.number("margin", 0.0)
        grown = margin > 0.0 and collides and (kind == "plane" or kind in _SITES)
        if grown and kind == "plane":
            pose = Pose(pose.point((0.0, 0.0, margin)), pose.orientation)
        elif grown:
            # Geoms act on each other from the sum of their margins on. Edges stay sharp.
            more = (margin, 0.0) if kind == "capsule" else (margin,) * 3
            shape = self._shape(geom, kind, [size + by for size, by in zip(sizes, more, strict=False)])
        elif margin > 0.0 and collides:
            self._findings.leave_out(f"the margin of a {kind} is not honoured", geom)
        return Solid(shape, pose, collides, self._surface(geom), color, visual, bits, grown)

    def mass(self, geom: Element, frame: Pose) -> MassProperties:
        """Return the geom's mass properties in the frame of its body."""
        kind, sizes, pose = self._placed(geom)
        if kind in ("plane", "hfield") or geom.number("mass", 1.0) == 0.0:
            return MassProperties(0.0, np.zeros(3), np.zeros((3, 3)))
        unit = self._mesh(geom).mass if kind == "mesh" else self._shape(geom, kind, sizes).mass_properties(1.0)
        if geom.text("shellinertia", "false") == "true":
            self._findings.leave_out("the shellinertia of a geom is not honoured: it is solid", geom)
        density = geom.number("mass") / unit.mass if "mass" in geom.attributes else geom.number("density", _DENSITY)
        pose = frame @ pose
        return unit.scaled(density).placed(pose.position, pose.orientation)

    def obstacle(self, geom: Element, frame: Pose) -> Obstacle | None:
        """Return what a tendon wraps around, in the frame of its body; None for other shapes."""
        if geom.text("type", "sphere") not in ("sphere", "cylinder"):
            return None
        kind, sizes, pose = self._placed(geom)
        return Obstacle(kind, sizes[0], frame @ pose)

    def site_shape(self, site: Element) -> Shape | None:
        """Return the volume of a touch sensor's site, or None."""
        kind, given = site.text("type", "sphere"), site.numbers("size") if "size" in site.attributes else []
        if kind not in _SITES:
            return None
        sizes = [*given, *[_SITE_SIZE] * 3][:3]
        if "fromto" in site.attributes:
            ends = np.array(site.numbers("fromto", 6))
            sizes[_SIZES[kind] - 1] = 0.5 * float(np.linalg.norm(ends[3:] - ends[:3]))
        return self._shape(site, kind, sizes) if min(sizes[: _SIZES[kind]]) > 0.0 else None

    def _surface(self, geom: Element) -> dict[str, float]:
        """Return friction of a geom; that against spinning and rolling acts in the dimensions that it names."""
        given = geom.numbers("friction") if "friction" in geom.attributes else []
        slide, spin, roll = (*given, *(1.0, 0.005, 0.0001)[len(given) :])[:3]
        dimensions = geom.number("condim", 3.0)
        return {
            "friction": slide if dimensions > 1 else 0.0,
            "spinning_friction": spin if dimensions >= 4 else 0.0,
            "rolling_friction": roll if dimensions >= 6 else 0.0,
            "priority": geom.number("priority", 0.0),
        }

    def _color(self, geom: Element) -> str | None:
        if "rgba" in geom.attributes:
            return hex_color(geom.numbers("rgba", 4))
        material = self._elements["material"].get(geom.text("material", ""))
        return (
            hex_color(material.numbers("rgba", 4)) if material is not None and "rgba" in material.attributes else None
        )

    def _placed(self, geom: Element) -> tuple[str, list[float], Pose]:
        """Return the geom's type, sizes and pose in the frame around it."""
        kind = geom.text("type", "sphere")
        if kind not in _SIZES:
            raise geom.error(f"unknown type of geom '{kind}'.{nearest(kind, _SIZES)}")
        sizes = geom.numbers("size") if "size" in geom.attributes else []
        pose = self._frames.pose(geom)
        if "mesh" in geom.attributes and kind not in ("mesh", "plane", "hfield"):
            sizes, inner = self._mesh(geom).fitted(kind, geom.text("fitaabb", "false") == "true")
            pose, sizes = pose @ inner, [geom.number("fitscale", 1.0) * size for size in sizes]
        elif "fromto" in geom.attributes and kind in _LONG:
            ends = np.array(geom.numbers("fromto", 6))
            along = ends[3:] - ends[:3]
            if not along.any():
                raise geom.error("the two ends of 'fromto' must differ.")
            # MuJoCo's z axis runs from the second end to the first.
            pose = Pose(0.5 * (ends[:3] + ends[3:]), turn_to(-along))
            wide = (sizes[:1] * 2) if kind in ("box", "ellipsoid") else sizes[:1]
            sizes = [*wide, 0.5 * float(np.linalg.norm(along))]
        if len(sizes) < _SIZES[kind] or any(size <= 0.0 for size in sizes[: _SIZES[kind]]):
            raise geom.error(f"a {kind} needs {_SIZES[kind]} sizes above 0, got {sizes}.")
        return kind, sizes, pose

    def _shape(self, geom: Element, kind: str, sizes: list[float]) -> Shape:
        if kind == "plane":
            return HalfSpace((0.0, 0.0, 1.0))
        if kind == "sphere":
            return Sphere(sizes[0])
        if kind == "box":
            return Box((2.0 * sizes[0], 2.0 * sizes[1], 2.0 * sizes[2]))
        if kind == "ellipsoid":
            return Ellipsoid((sizes[0], sizes[1], sizes[2]))
        if kind == "hfield":
            name = geom.text("hfield")
            element = self._known("hfield", name, geom)
            return height_field(element, self._find(element, "meshdir"))
        return (Capsule if kind == "capsule" else Cylinder)(sizes[0], 2.0 * sizes[1])

    def _mesh(self, geom: Element) -> MeshAsset:
        name = geom.text("mesh")
        if name not in self._meshes:
            element = self._known("mesh", name, geom)
            self._meshes[name] = MeshAsset(element, self._find(element, "meshdir"), self._true_surface)
        return self._meshes[name]

    def _known(self, tag: str, name: str, geom: Element) -> Element:
        if name not in self._elements[tag]:
            raise geom.error(f"there is no {tag} '{name}'.{nearest(name, self._elements[tag])}")
        return self._elements[tag][name]
