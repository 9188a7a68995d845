"""Geoms of MJCF: their shapes, poses and masses."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rigida.arrays import FloatArray
from rigida.geometry import Box, Capsule, Cylinder, HalfSpace, Shape, Sphere
from rigida.geometry.mass_properties import MassProperties
from rigida.importers.findings import Findings
from rigida.importers.mesh_files import mesh_from
from rigida.importers.mjcf_values import Frames, turn_to
from rigida.importers.paths import beside
from rigida.importers.robot import Pose, Solid, hex_color
from rigida.importers.xml_tree import Element
from rigida.registry import nearest

#: How many sizes each type needs; with `fromto` the length comes from there.
_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3, "plane": 0, "mesh": 0}
_LONG = ("capsule", "cylinder", "box", "ellipsoid")
_DENSITY = 1000.0


class GeomReader:
    """Reads geoms whose meshes are the assets of a file."""

    def __init__(
        self,
        path: Path,
        search: Sequence[Path],
        folder: str,
        meshes: list[Element],
        frames: Frames,
        findings: Findings,
    ) -> None:
        self._path, self._search, self._folder = path, search, folder
        self._frames, self._findings = frames, findings
        self._meshes = {mesh.text("name", Path(mesh.text("file", "")).stem): mesh for mesh in meshes}

    def solid(self, geom: Element) -> Solid | None:
        """Return the geom's shape; None, with a note, for a type that rigida has not."""
        kind, sizes, pose = self._placed(geom)
        collides = geom.number("contype", 1.0) != 0.0 or geom.number("conaffinity", 1.0) != 0.0
        friction = geom.numbers("friction")[0] if geom.text("friction", "").split() else 1.0
        color = hex_color(geom.numbers("rgba", 4)) if "rgba" in geom.attributes else None
        if kind == "ellipsoid":
            self._findings.leave_out("the shape of an ellipsoid is left out (its mass is kept)", geom.line)
            return None
        return Solid(self._shape(geom, kind, sizes), pose, collides, friction, color)

    def mass(self, geom: Element, solid: Solid | None) -> MassProperties:
        """Return the geom's mass properties in the frame of its body."""
        kind, sizes, pose = self._placed(geom)
        if solid is None:
            unit = _ellipsoid(sizes)
        elif kind == "plane":
            raise geom.error("a plane has no mass. Put it into <worldbody>.")
        else:
            unit = solid.shape.mass_properties(1.0)
        density = geom.number("mass") / unit.mass if "mass" in geom.attributes else geom.number("density", _DENSITY)
        return unit.scaled(density).placed(pose.position, pose.orientation)

    def _placed(self, geom: Element) -> tuple[str, list[float], Pose]:
        """Return the geom's type, sizes and pose."""
        kind = geom.text("type", "mesh" if "mesh" in geom.attributes else "sphere")
        if kind not in _SIZES:
            raise geom.error(f"unknown type of geom '{kind}'.{nearest(kind, _SIZES)}")
        sizes = geom.numbers("size") if "size" in geom.attributes else []
        pose = self._frames.pose(geom)
        if "fromto" in geom.attributes and kind in _LONG:
            ends = np.array(geom.numbers("fromto", 6))
            along = ends[3:] - ends[:3]
            if not along.any():
                raise geom.error("the two ends of 'fromto' must differ.")
            # MuJoCo's z axis runs from the second end to the first.
            pose = Pose(0.5 * (ends[:3] + ends[3:]), turn_to(-along))
            wide = (sizes * 2)[:2] if kind in ("box", "ellipsoid") else sizes[:1]
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
        if kind == "mesh":
            return self._mesh(geom)
        return (Capsule if kind == "capsule" else Cylinder)(sizes[0], 2.0 * sizes[1])

    def _mesh(self, geom: Element) -> Shape:
        name = geom.text("mesh")
        asset = self._meshes.get(name)
        if asset is None:
            raise geom.error(f"there is no mesh '{name}'.{nearest(name, self._meshes)}")
        for what in set(asset.attributes) - {"name", "file", "scale", "class"}:
            self._findings.leave_out(f"'{what}' of a mesh is not honoured", asset.line)
        file = beside(self._path, str(Path(self._folder) / asset.text("file")), self._search)
        return mesh_from(file, asset.vector("scale", (1.0, 1.0, 1.0)))


def _ellipsoid(sizes: list[float]) -> MassProperties:
    """Return the mass properties of a solid ellipsoid of density 1 with these semi-axes."""
    squares: FloatArray = np.square(sizes[:3])
    mass = 4.0 / 3.0 * math.pi * math.prod(sizes[:3])
    return MassProperties(mass, np.zeros(3), np.diag(mass / 5.0 * (squares.sum() - squares)))
