"""CLIC's model files as a scene (Lemos 1993, 6.1 and annex: Le_Modelo_Fisico, Le_Objeto_Geometrico).

A `.mod` file holds the initial state of objects whose geometry lies in `.obt` files beside it. The y axis points up.
Object-frame vectors (SRO) are turned into the world (SRU) by the angles in degrees about x, the new y and the new z.
An instantaneous force acts only at t = 0, the first of the four stages of a Runge–Kutta step of 1/30 s, whose weight is
1/6: it is an impulse of F/180 s.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import Problem
from rigida.fields import Vec3
from rigida.forces import Impulse
from rigida.geometry import Mesh
from rigida.importers.findings import Findings
from rigida.importers.paths import beside
from rigida.importers.words import Words, title_and_description
from rigida.math.euler import quaternion_from_euler_xyz_array
from rigida.math.quaternion import rotate_array
from rigida.precise.settings import Precise
from rigida.registry import nearest
from rigida.scene.body import Body
from rigida.scene.scene import RunPlan, Scene

FRAMES_PER_SECOND = 30.0
GRAVITY = (0.0, -9.8, 0.0)
#: Time for which an instantaneous force acts [s].
FORCE_DURATION = 1.0 / (6.0 * FRAMES_PER_SECOND)
#: `$OBJETO 0`: the program takes every such object for a block of 2 × 8 × 2, whatever its geometry (annex).
_BLOCK = np.array([2.0, 8.0, 2.0])


@dataclass
class _Object:
    """An object as its file describes it; vectors are in the object's frame unless they end in `_world`."""

    line: int
    block: bool = False
    file: str = ""
    density: float = 0.0
    position_world: Vec3 = (0.0, 0.0, 0.0)
    velocity: Vec3 = (0.0, 0.0, 0.0)
    angles_deg: Vec3 = (0.0, 0.0, 0.0)
    spin_deg: Vec3 = (0.0, 0.0, 0.0)
    forces: list[Vec3] = field(default_factory=list)
    points: list[Vec3] = field(default_factory=list)
    force_points: list[Vec3] = field(default_factory=list)
    announced: dict[str, int] = field(default_factory=dict)


def _plain(word: str) -> str:
    """Return a keyword without the separators that differ between the document's files."""
    return word.upper().replace("-", "").replace("_", "")


def _vector(name: str) -> Callable[[Words, _Object], None]:
    return lambda words, item: setattr(item, name, words.vector(words_for[name]))


def _listed(name: str) -> Callable[[Words, _Object], None]:
    return lambda words, item: getattr(item, name).append(words.vector(words_for[name]))


def _announced(name: str) -> Callable[[Words, _Object], None]:
    return lambda words, item: item.announced.update({name: words.whole("the number of them")})


words_for = {
    "position_world": "the position",
    "velocity": "the velocity",
    "angles_deg": "the angles",
    "spin_deg": "the angular velocity",
    "forces": "the force",
    "points": "the point of the object",
    "force_points": "the point of the force",
}
_KEYS: dict[str, Callable[[Words, _Object], None]] = {
    "$NOME": lambda words, item: setattr(item, "file", words.word("the name of a geometry file")),
    "$DENSIDADE": lambda words, item: setattr(item, "density", words.number("the density")),
    "$POSICAOSRU": _vector("position_world"),
    "$VELLINEARSRO": _vector("velocity"),
    "$VELLINSRO": _vector("velocity"),
    "$NROFORCAEXT": _announced("forces"),
    "$FORCAEXTSRO": _listed("forces"),
    "$ORIENTACAOSROSRU": _vector("angles_deg"),
    "$ORIENTSROSRU": _vector("angles_deg"),
    "$ORIENTSRUSRO": _vector("angles_deg"),
    "$VELANGSRO": _vector("spin_deg"),
    "$NROTORQUEEXT": _announced("points"),
    "$PONTOOBJSRO": _listed("points"),
    "$PONTOFORCASRO": _listed("force_points"),
}


def read_clic(path: Path, search: Sequence[Path] = ()) -> tuple[Scene | None, list[Problem]]:
    """Return the scene of a `.mod` file and the problems of it and of its geometry files."""
    findings = Findings(path.name)
    scene = Scene(GRAVITY)
    with findings.noting(file=path.name):
        words = Words(path)
        start, end, objects = _read_model(words)
        title, scene.description = title_and_description(words.comments)
        scene.title = title or path.stem
        scene.plan = RunPlan(end - start, FRAMES_PER_SECOND, start)
        scene.engine = Precise()
        for item in objects:
            with findings.noting(item.line, path.name):
                _add_object(scene, path, item)
    return scene, findings.problems


def _read_model(words: Words) -> tuple[float, float, list[_Object]]:
    _expect(words, "$SIMULACAO")
    _expect(words, "$TEMPO")
    start, end = words.numbers(2, "the time")
    if end <= start:
        raise words.error(f"the last time must come after the first, got {start:g} and {end:g}.")
    _expect(words, "$NRO_OBJETOS")
    count = words.whole("the number of objects")
    objects = []
    for _ in range(count):
        _expect(words, "$OBJETO")
        item = _Object(words.line)
        if not words.peek().startswith("$"):
            number = words.whole("the type of the object")
            if number != 0:
                raise words.error(f"the only type of object is 0, a block, got {number}.")
            item.block = True
        _read_object(words, item)
        objects.append(item)
    _expect(words, "$ENDSIMU")
    return start, end, objects


def _expect(words: Words, keyword: str) -> None:
    given = words.word(f"'{keyword}'")
    if _plain(given) != _plain(keyword):
        raise words.error(f"'{keyword}' must stand here, got '{given}'.")


def _read_object(words: Words, item: _Object) -> None:
    while True:
        given = words.word("'$ENDOBJ'")
        key = _plain(given)
        if key == "$ENDOBJ":
            break
        if key not in _KEYS:
            raise words.error(f"unknown keyword '{given}'.{nearest(key, _KEYS)}")
        _KEYS[key](words, item)
    for name, count in item.announced.items():
        if len(getattr(item, name)) != count:
            raise words.error(f"{count} of {words_for[name]} are announced, but {len(getattr(item, name))} are given.")
    if len(item.points) != len(item.force_points):
        raise words.error("every $PONTO_OBJ_SRO needs a $PONTO_FORCA_SRO.")
    if not item.file or item.density <= 0.0:
        raise words.error("an object needs $NOME and $DENSIDADE above 0.")


def _add_object(scene: Scene, path: Path, item: _Object) -> None:
    shape = _read_geometry(beside(path, item.file))
    mass: dict[str, Any] = {"density": item.density}
    if item.block:
        block = item.density * float(_BLOCK.prod())
        squares = _BLOCK**2
        mass = {"mass": block, "inertia": block / 12.0 * (squares.sum() - squares), "center_of_mass": (0.0, 0.0, 0.0)}
    turn = quaternion_from_euler_xyz_array(np.radians(item.angles_deg))
    name = Path(item.file).stem
    taken = sum(body.name.rsplit("~", 1)[0] == name for body in scene.bodies)
    body = scene.add_body(
        shape,
        name=f"{name}~{taken + 1}" if taken else name,
        position=item.position_world,
        orientation=turn,
        velocity=rotate_array(turn, np.array(item.velocity)),
        # The program integrates the angles, in degrees, with this very number.
        angular_velocity=rotate_array(turn, np.radians(item.spin_deg)),
        # The program only notices contacts; the simplest response to them keeps the energy.
        friction=0.0,
        restitution=1.0,
        **mass,
    )
    for force in item.forces:
        _add_impulse(scene, body, turn, np.array(force), None)
    for point, origin in zip(item.points, item.force_points, strict=True):
        _add_impulse(scene, body, turn, np.subtract(point, origin), np.array(point))


def _add_impulse(scene: Scene, body: Body, turn: FloatArray, force: FloatArray, point: FloatArray | None) -> None:
    """Add an instantaneous force in the object frame, at a point of it or at the center, unless it is zero."""
    if not force.any():
        return
    x, y, z = (rotate_array(turn, force) * FORCE_DURATION).tolist()
    anchor = None if point is None else tuple(np.array(body.position) + rotate_array(turn, point))
    scene.add_force(Impulse(body, (x, y, z), anchor, time=scene.plan.start_time))


def _read_geometry(path: Path) -> Mesh:
    """Return the polyhedron of an `.obt` file; its faces are anticlockwise as seen from outside."""
    words = Words(path)
    _expect(words, "$OBJETO")
    words.word("the name of the object")
    words.numbers(4, "the look of the object")
    _expect(words, "$FACES")
    triangles: list[tuple[int, int, int]] = []
    for _ in range(words.whole("the number of faces")):
        corners = [words.whole("a vertex") for _ in range(words.whole("the number of vertices of the face", 3))]
        words.whole("the color of the face")
        triangles += [(corners[0], b, c) for b, c in pairwise(corners[1:])]
    _expect(words, "$VERTICE")
    vertices = [words.numbers(3, "a vertex") for _ in range(words.whole("the number of vertices"))]
    _expect(words, "$ENDOBJ")
    return Mesh(np.array(vertices).reshape(-1, 3), np.array(triangles, dtype=np.int32).reshape(-1, 3))
