"""The drawing of a scene: geometry and appearance of each body.

Pictures, the viewer and animation files are all made from it. Bodies whose shapes have the same surface share one
geometry, so that a thousand equal boxes are stored, sent and exported once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing.absence import filled
from rigida.drawing.airplane_skin import airplane_skin
from rigida.drawing.appearance import APPEARANCE, SPACE, Appearance
from rigida.drawing.floor import planned_floor, recorded_floor
from rigida.drawing.geometry import Geometry
from rigida.drawing.looks import Looks
from rigida.drawing.mounts import world_anchors
from rigida.drawing.palette import FIXED_COLOR
from rigida.drawing.pieces import Pieces
from rigida.drawing.runway import runway
from rigida.drawing.scene_pieces import scene_pieces
from rigida.errors import UsageError
from rigida.fields import Vec3
from rigida.flight.flight import Flight
from rigida.forces import Impulse
from rigida.geometry import Capsule, Compound, Cone, Cylinder, HalfSpace, Mesh, Sphere
from rigida.scene.body import Body, Finish
from rigida.scene.camera_plan import CameraPlan
from rigida.scene.visual import VisualSurface
from rigida.shown import FieldTable

if TYPE_CHECKING:
    from rigida.recording import Recording
    from rigida.scene.scene import Scene

#: Radius of the ball that stands for a body without shape, as a fraction of the motion's extent.
PARTICLE_FRACTION = 0.012
#: Extent of a scene with a single place [m].
_SINGLE_BODY_EXTENT = 10.0
#: Surfaces of revolution look alike however far they have turned.
_ROUND = (Sphere, Capsule, Cylinder, Cone)
#: Moments of inertia that differ by less than this part count as equal.
_EQUAL = 1e-2


@dataclass(frozen=True)
class Plane:
    """A half-space: the row of its body and its outward normal in the body frame."""

    body: int
    normal: Vec3


@dataclass(frozen=True, eq=False)
class Drawing(FieldTable):
    """Surfaces and colors of n bodies.

    Args:
        names: Of the bodies.
        geometries: The different surfaces.
        geometry_of: Which surface each body has (n,); −1 for half-spaces.
        planes: The half-spaces.
        colors: Of the bodies, as "#rrggbb".
        finishes: How their surfaces take the light.
        moving: Whether each body can move (n,).
        centers: Of mass, in the body frames (n, 3) [m].
        pieces: What is drawn beside the bodies: joints, springs, motors, parts of aircraft that move.
        up: Unit vector against gravity.
        title: Of the scene.
        camera: From where the scene wants to be seen.
        floor: Height [m] along `up` of a floor that is drawn for the eye alone, where gravity has no ground to meet.
        terrain: Whether the ground is open country: there are aircraft.
        carriers: Bodies by the names of links and sites that are part of them.
        marked: Whether each body has pale octants, by which one sees it turn.
        flown: Rows of aircraft.
    """

    names: tuple[str, ...]
    geometries: tuple[Geometry, ...]
    geometry_of: IntArray
    planes: tuple[Plane, ...]
    colors: tuple[str, ...]
    finishes: tuple[Finish, ...]
    moving: np.ndarray[Any, np.dtype[np.bool_]]
    centers: FloatArray
    pieces: Pieces = field(default_factory=Pieces)
    up: Vec3 = (0.0, 0.0, 1.0)
    title: str = ""
    camera: CameraPlan | None = None
    floor: float | None = None
    terrain: bool = False
    carriers: Mapping[str, str] = field(default_factory=dict)
    marked: tuple[bool, ...] = ()
    flown: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<Drawing {self.title!r}: {len(self.names)} bodies, {len(self.geometries)} geometries>"

    @property
    def appearance(self) -> Appearance:
        """Sky, sun and marks; a dark background if there is no ground."""
        return APPEARANCE if self.planes or self.floor is not None else SPACE

    @property
    def ground(self) -> str:
        """Color of a floor that is drawn but does not collide."""
        return APPEARANCE.terrain if self.terrain else APPEARANCE.ground

    @property
    def radii(self) -> FloatArray:
        """Radius of each body's surface about its origin (n,) [m]; 0 for half-spaces."""
        return np.array([self.geometries[g].radius if g >= 0 else 0.0 for g in self.geometry_of])

    def plane_patch(self, normal: Vec3, half_width: float) -> Geometry:
        """Return a square that represents a half-space in formats of triangles.

        Args:
            normal: Unit normal (3,).
            half_width: Half the edge of the square [m].
        """
        vertices, triangles = HalfSpace(normal).surface()
        return Geometry(vertices * (half_width / np.abs(vertices).max()), triangles)

    @staticmethod
    def of_scene(scene: "Scene", extent: float | None = None, looks: Looks | None = None) -> "Drawing":
        """Return the drawing of a scene.

        Args:
            scene: What is drawn.
            extent: Size of its motion [m], which decides how large particles and joints are; default that at the start.
            looks: Of earlier drawings of these bodies, which keep their colors.
        """
        extent = extent or _start_extent(scene)
        particle = Sphere(max(PARTICLE_FRACTION * extent, 1e-9))
        shapes = [particle if body.shape is None else body.shape for body in scene.bodies]
        up = _up(scene.gravity)
        drawn = [VisualSurface(b.visuals) if b.visuals else s for b, s in zip(scene.bodies, shapes, strict=True)]
        looks = Looks() if looks is None else looks
        geometries, geometry_of = looks.geometries(drawn, _skins(scene))
        flown = {force.body.name for force in scene.forces if isinstance(force, Flight)}
        planes = [Plane(i, shape.normal) for i, shape in enumerate(shapes) if isinstance(shape, HalfSpace)]
        pushed = {force.body.name for force in scene.forces if isinstance(force, Impulse) and not planes}
        terrain = bool(flown)
        colors = []
        for body, shape in zip(scene.bodies, shapes, strict=True):
            free = FIXED_COLOR if body.fixed else looks.color_of(body.name)
            own = (APPEARANCE.terrain if terrain else APPEARANCE.ground) if isinstance(shape, HalfSpace) else free
            colors.append(body.color or own)
        drawing = Drawing(
            names=tuple(body.name for body in scene.bodies),
            geometries=tuple(geometries),
            geometry_of=geometry_of,
            planes=tuple(planes),
            colors=tuple(colors),
            finishes=tuple(body.finish for body in scene.bodies),
            moving=np.array([not body.fixed for body in scene.bodies], dtype=bool),
            centers=np.array([body.mass_properties().center for body in scene.bodies]).reshape(-1, 3),
            pieces=scene_pieces(scene, shapes, extent, up),
            up=up,
            title=scene.title,
            camera=scene.camera,
            terrain=terrain,
            carriers={name: site.body.name for name, site in scene.sites.items()},
            marked=tuple(_is_marked(body, body.name in pushed) and body.name not in flown for body in scene.bodies),
            flown=tuple(row for row, body in enumerate(scene.bodies) if body.name in flown),
        )
        return replace(drawing, floor=planned_floor(drawing, scene)) if _has_floor(scene) and not planes else drawing

    @staticmethod
    def of_recording(recording: "Recording") -> "Drawing":
        """Return the drawing of a recording's scene.

        Args:
            recording: The recording to draw.
        """
        from rigida.scene.files.load import scene_from_document

        scene = scene_from_document(recording.scene)
        names = [body.name for body in scene.bodies]
        if names != recording.names:
            raise UsageError(
                "The recording cannot be drawn: it does not hold the shapes of its bodies. Record the run again."
            )
        recording = filled(recording)
        places = recording.position.reshape(-1, 3)
        extent = float(np.ptp(places, axis=0).max()) if len(places) else 0.0
        drawing = Drawing.of_scene(scene, extent)
        # A body on a path of Python functions is a fixed one in the document, but it moves.
        moved = np.ptp(recording.position, axis=0).any(axis=1) | np.ptp(recording.orientation, axis=0).any(axis=1)
        drawing = replace(drawing, moving=drawing.moving | moved)
        if _has_floor(scene) and not drawing.planes:
            drawing = replace(drawing, floor=recorded_floor(drawing, recording.position, recording.orientation, extent))
        strips = [
            strip for row in drawing.flown[:1] for strip in runway(recording.position[:, row], drawing.radii[row])
        ]
        return replace(drawing, pieces=Pieces((*drawing.pieces, *strips))) if drawing.planes else drawing


def _start_extent(scene: "Scene") -> float:
    """Return the longest side of the bounding box of bodies and their anchors in the world at the start [m]."""
    places = [body.position for body in scene.bodies if not isinstance(body.shape, HalfSpace)]
    points = np.array([*places, *world_anchors([*scene.joints, *scene.forces])]).reshape(-1, 3)
    extent = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    return extent or _SINGLE_BODY_EXTENT


def _has_floor(scene: "Scene") -> bool:
    """Return whether a scene without ground is drawn above a floor: it has gravity, or members fixed to the world."""
    return any(scene.gravity) or any(True for _ in world_anchors([*scene.joints, *scene.forces]))


def _skins(scene: "Scene") -> dict[int, Geometry]:
    """Return the skins of aircraft, which are drawn instead of their collision shapes, by the rows of their bodies."""
    flights = [force for force in scene.forces if isinstance(force, Flight)]
    skins = {scene.bodies.index(flight.body): airplane_skin(flight.airplane) for flight in flights}
    return {row: skin for row, skin in skins.items() if skin is not None}


def _is_marked(body: Body, pushed: bool) -> bool:
    """Return whether a body needs a mark to show its rotation: round, spinning or with an impulse."""
    if body.fixed or body.shape is None or body.visuals or body.finish == "wood":
        return False
    return isinstance(body.shape, _ROUND) or _is_wheel(body) or pushed or any(body.angular_velocity)


def _is_wheel(body: Body) -> bool:
    """Return whether a body is like a ring or gear: of its principal moments of inertia two are equal, one is not."""
    if not isinstance(body.shape, (Compound, Mesh)):
        return False
    low, middle, high = np.linalg.eigvalsh(body.mass_properties().inertia)
    apart = min(middle - low, high - middle), max(middle - low, high - middle)
    return bool(apart[0] < _EQUAL * high < 10.0 * apart[1])


def _up(gravity: Vec3) -> Vec3:
    g = np.array(gravity)
    size = float(np.linalg.norm(g))
    if size == 0.0:
        return (0.0, 0.0, 1.0)
    x, y, z = (0.0 - g / size).tolist()
    return (x, y, z)
