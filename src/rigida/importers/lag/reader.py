"""LAG's set of text files as a scene (Bacin 1999, appendix A.1).

`name.cfg` is the file to give; beside it lie `name.bds` (bodies), `name.ste` (initial state) and, where there are any,
`name.ctr` (joints) and `name.for` (forces). Shapes are files of their own. Collisions are elastic and frictionless, and
gravity points down the z axis.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.errors import Problem
from rigida.fields import Vec3
from rigida.geometry import Mesh
from rigida.importers.findings import Findings
from rigida.importers.lag.elements import STILL_BODY, LagReader
from rigida.importers.paths import beside
from rigida.importers.words import Words, title_and_description
from rigida.math.quaternion import conjugate_array, multiply_array
from rigida.precise.settings import Precise
from rigida.registry import nearest
from rigida.scene.scene import RunPlan, Scene

#: Euler parameters are printed with two digits; beyond this they are not a rotation.
_NORM_SLACK = 0.02
#: How far the rates of Euler parameters may be from orthogonal to them (Bacin 1999, 3.5) [1/s].
_ORTHOGONAL_SLACK = 1e-3
_REQUIRED = ("duration", "frames", "tolerance", "min_step", "max_step")
_SWITCHES = {"collision_test": True, "gravity": True, "correct_link_violation": True}


def read_lag(path: Path, search: Sequence[Path] = ()) -> tuple[Scene | None, list[Problem]]:
    """Return the scene of a `.cfg` file and the problems of all files of its set."""
    findings = Findings(path.name)
    scene = _Reading(path, findings).scene()
    if not findings.problems:
        findings.warn()
    return scene, findings.problems


class _Reading:
    def __init__(self, path: Path, findings: Findings) -> None:
        self._path, self._findings = path, findings
        self._scene = Scene()
        self._shapes: dict[str, tuple[float, FloatArray, FloatArray, IntArray]] = {}

    def scene(self) -> Scene:
        """Read all files, in the order in which they need each other."""
        self._file(".cfg", "animation", self._configuration)
        bodies: dict[str, dict[str, Any]] = {}
        self._file(".bds", "bodies", lambda words: self._bodies(words, bodies))
        still: set[str] = set()
        if self._path.with_suffix(".ctr").exists():
            self._file(".ctr", "constraints", lambda words: self._still_bodies(words, still))
        self._file(".ste", "state", lambda words: self._state(words, bodies, still))
        if not self._findings.problems:
            for ending, family, read in ((".ctr", "constraints", self._joint), (".for", "forces", self._force)):
                if self._path.with_suffix(ending).exists():
                    self._file(ending, family, lambda words, f=family, r=read: self._elements(words, f, r))  # type: ignore[misc]
        return self._scene

    def _file(self, ending: str, family: str, read: Callable[[Words], None]) -> None:
        """Read a file from its first line to its last."""
        path = self._path if ending == ".cfg" else self._path.with_suffix(ending)
        with self._findings.noting(file=path.name):
            words = Words(path)
            with self._findings.noting(words.line, path.name):
                _begin(words, family)
                read(words)
                if family in ("animation", "bodies", "state"):
                    words.expect("end", family)

    def _configuration(self, words: Words) -> None:
        given: dict[str, float] = {}
        switches = dict(_SWITCHES)
        seen: set[str] = set()
        while words.peek().lower() != "end":
            key = words.word("a setting").lower()
            if key in seen:
                raise words.error(f"the setting '{key}' is given twice. Give it once.")
            seen.add(key)
            words.expect("=")
            if key in _REQUIRED:
                given[key] = words.whole(key, 1) if key == "frames" else words.number(key)
            elif key in _SWITCHES:
                switches[key] = _switch(words, key)
            else:
                raise words.error(f"unknown setting '{key}'.{nearest(key, [*_REQUIRED, *_SWITCHES])}")
        missing = [key for key in _REQUIRED if key not in given]
        if missing:
            raise words.error(f"these settings are missing: {', '.join(missing)}.")
        title, description = title_and_description(words.comments)
        scene = Scene((0.0, 0.0, -9.81) if switches["gravity"] else (0.0, 0.0, 0.0), title or self._path.stem)
        scene.description = description
        scene.plan = RunPlan(given["duration"], _rate(words, given["frames"], given["duration"]))
        scene.engine = Precise(
            tolerance=given["tolerance"],
            min_step=given["min_step"],
            max_step=given["max_step"],
            contact="events" if switches["collision_test"] else "none",
            stabilization=switches["correct_link_violation"],
        )
        self._scene = scene

    def _bodies(self, words: Words, bodies: dict[str, dict[str, Any]]) -> None:
        for _ in range(_count(words, "bodies")):
            name = words.word("the name of a body")
            if name in bodies:
                raise words.error(f"there are two bodies called '{name}'. Give each its own name.")
            file = words.word("the name of a shape file")
            scale, density = np.array(words.numbers(3, "the scale")), words.number("the density")
            if scale.min() <= 0.0 or density <= 0.0:
                raise words.error(f"body '{name}': scale and density must be above 0.")
            bodies[name] = {"line": words.line}
            with self._findings.noting(words.line, words.file):
                bodies[name] |= self._scaled(file, scale, density)

    def _scaled(self, file: str, scale: FloatArray, density: float) -> dict[str, Any]:
        """Return shape, mass and inertia of a shape file at a scale and density (its own are 1)."""
        if file not in self._shapes:
            self._shapes[file] = _read_shape(beside(self._path, f"{file}.shp"))
        mass, moments, vertices, triangles = self._shapes[file]
        factor = density * float(scale.prod())
        # Second moments ∫x² dm scale with their own axis; the moments of inertia are sums of two of them.
        second = 0.5 * moments.sum() - moments
        second = second * scale**2 * factor
        inertia = moments if factor == 1.0 and (scale == 1.0).all() else second.sum() - second
        shape = Mesh(vertices * scale, triangles) if len(vertices) else None
        found = {"mass": mass * factor, "inertia": tuple(inertia), "center_of_mass": (0.0, 0.0, 0.0)}
        return {"shape": shape, **(found if moments.any() else {"mass": mass * factor})}

    def _still_bodies(self, words: Words, still: set[str]) -> None:
        """Find the bodies that never move, which must be known before the others are joined to them."""
        while words.peek():
            if words.word("a word").lower() == STILL_BODY.lower() and words.peek():
                still.add(words.word("the name of a body"))

    def _state(self, words: Words, bodies: dict[str, dict[str, Any]], still: set[str]) -> None:
        count = _count(words, "bodies")
        words.expect("time", "=")
        scene = self._scene
        scene.plan = replace(scene.plan, start_time=words.number("the time"))
        states: dict[str, dict[str, Any]] = {}
        for _ in range(count):
            name = words.word("the name of a body")
            if name not in bodies:
                raise words.error(f"there is no body '{name}' in the file of bodies.{nearest(name, bodies)}")
            if name in states:
                raise words.error(f"body '{name}' has two states. Give one.")
            states[name] = _motion(words, name)
        missing = [name for name in bodies if name not in states]
        if missing:
            raise words.error(f"the state of these bodies is missing: {', '.join(missing)}.")
        for name, body in bodies.items():
            if "mass" not in body:
                continue
            line = int(body.pop("line"))
            with self._findings.noting(line, self._path.with_suffix(".bds").name):
                body |= states[name]
                if name in still:
                    body |= {"fixed": True, "velocity": (0.0, 0.0, 0.0), "angular_velocity": (0.0, 0.0, 0.0)}
                self._scene.add_body(name=name, friction=0.0, restitution=1.0, **body)

    def _elements(self, words: Words, family: str, read: Callable[[LagReader, str, str], None]) -> None:
        reader = LagReader(self._scene, words)
        for _ in range(_count(words, family)):
            name, kind = words.word("a name"), words.word("a kind")
            line = words.line
            try:
                read(reader, name, kind)
            except ArithmeticError:
                raise
            except ValueError as error:
                self._findings.problems.append(Problem("", str(error), line, words.file))
        words.expect("end", family)

    def _joint(self, reader: LagReader, name: str, kind: str) -> None:
        if kind == STILL_BODY:
            reader.body()
        else:
            self._scene.add_joint(reader.joint(name, kind))

    def _force(self, reader: LagReader, name: str, kind: str) -> None:
        self._scene.add_force(reader.force(name, kind))


def _begin(words: Words, family: str) -> None:
    words.expect("begin", family)
    if words.peek().lower() == "(format":
        words.expect("(format", "of")
        words.word("the date of the format")


def _count(words: Words, family: str) -> int:
    words.expect(family, "=")
    return words.whole(f"the number of {family}")


def _switch(words: Words, key: str) -> bool:
    value = words.word("on or off").lower()
    if value not in ("on", "off"):
        raise words.error(f"{key} must be on or off, got '{value}'.")
    return value == "on"


def _rate(words: Words, frames: float, duration: float) -> float:
    if duration <= 0.0:
        raise words.error(f"duration must be above 0 s, got {duration:g}.")
    return frames / duration


def _read_shape(path: Path) -> tuple[float, FloatArray, FloatArray, IntArray]:
    """Return mass, principal moments (3,), vertices (v, 3) and triangles (t, 3) of a shape file."""
    words = Words(path)
    _begin(words, "shape")
    words.expect("mass", "=")
    mass = words.number("the mass")
    words.expect("moments", "=")
    moments = np.array(words.numbers(3, "the moments"))
    vertex_count, face_count = _count(words, "vertices"), _count(words, "faces")
    numbered: dict[str, int] = {}
    vertices = []
    for i in range(vertex_count):
        numbered.setdefault(words.word("the name of a vertex").rstrip(":"), i)
        if len(numbered) <= i:
            raise words.error("two vertices have the same name. Give each its own.")
        vertices.append(words.numbers(3, "a vertex"))
    triangles = []
    for _ in range(face_count):
        words.word("the name of a face")
        corners = [words.word("a vertex of the face") for _ in range(3)]
        unknown = [corner for corner in corners if corner not in numbered]
        if unknown:
            raise words.error(f"there is no vertex '{unknown[0]}'.")
        triangles.append([numbered[corner] for corner in corners])
    words.expect("end", "shape")
    return mass, moments, np.array(vertices).reshape(-1, 3), np.array(triangles, dtype=np.int32).reshape(-1, 3)


def _motion(words: Words, name: str) -> dict[str, Any]:
    """Return position, orientation and velocities from Euler parameters and their rates: ω = 2 θ̇ θ*."""
    position = words.vector("the position")
    theta = np.array(words.numbers(4, "the Euler parameters"))
    velocity: Vec3 = words.vector("the velocity")
    rates = np.array(words.numbers(4, "the rates of the Euler parameters"))
    norm = math.hypot(*theta)
    if abs(norm - 1.0) > _NORM_SLACK:
        raise words.error(f"body '{name}': the squares of its Euler parameters must add up to 1, got {norm**2:.4g}.")
    theta = theta / norm
    along = float(theta @ rates)
    if abs(along) > _ORTHOGONAL_SLACK:
        raise words.error(
            f"body '{name}': the rates of its Euler parameters must be orthogonal to them, but their product is "
            f"{along:.4g}. A body at rest has four zeros."
        )
    spin = 2.0 * multiply_array(rates, conjugate_array(theta))[1:]
    return {
        "position": position,
        "orientation": tuple(theta),
        "velocity": velocity,
        "angular_velocity": tuple(spin),
    }
