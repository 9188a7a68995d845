"""A drawing on viser's stage: one batch of meshes per surface, moved together, and overlays that are made when shown.

Bodies with equal surfaces are one batch, so that moving two thousand of them is two arrays in one message.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing import Drawing
from rigida.drawing.arrows import scaled_arrows
from rigida.drawing.concave_view import field_slice, is_concave, sample_places
from rigida.drawing.geometry import Geometry
from rigida.drawing.palette import rgb
from rigida.math.quaternion import rotate_array
from rigida.render.auto_camera import camera_for
from rigida.render.overlays import Moment

#: Room for the picture beside the panel: width over height, and how far the middle lies left of the page's.
_PANEL_ASPECT, _PANEL_SHIFT = 1.25, 0.5
_PAGE_ASPECT = 16 / 9
Drag = Callable[[int, FloatArray, FloatArray, str], None]


class Stage:
    """Shows a drawing.

    Args:
        server: A viser server.
        drawing: What to show.
        drag: Called with row, point on the body, pointer (both world) and phase when the user pulls a body.
    """

    def __init__(self, server: Any, drawing: Drawing, drag: Drag | None = None) -> None:
        self._server, self._scene, self.drawing = server, server.scene, drawing
        self._scene.set_up_direction(drawing.up)
        self._batches: list[tuple[Any, Any]] = []
        self._planes: list[tuple[Any, int]] = []
        self._extras: dict[str, Any] = {}
        for k, geometry in enumerate(drawing.geometries):
            rows = np.flatnonzero(drawing.geometry_of == k)
            vertices, _, triangles = geometry.split
            batch = self._scene.add_batched_meshes_simple(
                f"/bodies/{k}",
                vertices.astype(np.float32),
                triangles.astype(np.uint32),
                batched_wxyzs=np.tile([1.0, 0.0, 0.0, 0.0], (len(rows), 1)).astype(np.float32),
                batched_positions=np.zeros((len(rows), 3), dtype=np.float32),
                batched_colors=np.array([_bytes(drawing.colors[i]) for i in rows], dtype=np.uint8),
                lod="off",
            )
            if drag is not None:
                self._listen(batch, rows, drag)
            self._batches.append((batch, rows))
        for plane in drawing.planes:
            grid = self._scene.add_grid(
                f"/planes/{drawing.names[plane.body]}",
                infinite_grid=True,
                cell_size=1.0,
                section_size=5.0,
                plane_color=_bytes(drawing.colors[plane.body]),
                plane_opacity=0.35,
                fade_distance=80.0,
            )
            self._planes.append((grid, plane.body))

    def _listen(self, batch: Any, rows: Any, drag: Drag) -> None:
        def dragged(event: Any) -> None:
            if event.instance_index is not None:
                row = int(rows[event.instance_index])
                drag(row, np.array(event.start_position), np.array(event.end_position), event.phase)

        batch.on_drag("left", modifier="shift")(dragged)

    def frame(self, times: FloatArray, position: FloatArray, panel: bool = False) -> None:
        """Put the camera of new visitors where it shows the motion (f, n, 3) [m] at times (f,) [s]."""
        aspect = _PANEL_ASPECT if panel else _PAGE_ASPECT
        view = camera_for(self.drawing, times, position, aspect).view(float(times[0]))
        camera = self._server.initial_camera
        bounded = self.drawing.geometry_of >= 0
        middle = position[0][bounded].mean(axis=0) if bounded.any() else np.zeros(3)
        ahead = max(float(np.sum((middle - view.eye) * view.forward)), 1e-3)
        sun = middle + ahead * (1.25 * np.array(self.drawing.up) - 0.45 * view.forward - 0.75 * view.right)
        self._scene.add_light_directional("/lights/sun", intensity=1.7, cast_shadow=True, position=sun)
        aside = (_PANEL_SHIFT if panel else 0.0) * ahead * view.tangent * view.right
        camera.position, camera.look_at = view.eye + aside, view.eye + aside + ahead * view.forward
        camera.fov = 2.0 * float(np.arctan(view.tangent))

    def show(self, moment: Moment, shown: set[str]) -> None:
        """Move everything to where it is at a moment, with the overlays whose names are in `shown`."""
        with self._server.atomic():
            for batch, rows in self._batches:
                batch.batched_positions = moment.position[rows].astype(np.float32)
                batch.batched_wxyzs = moment.orientation[rows].astype(np.float32)
            for grid, row in self._planes:
                grid.position = moment.position[row]
                grid.wxyz = _facing(rotate_array(moment.orientation[row], self._normal(row)))
            for name, draw in OVERLAYS.items():
                if name in shown:
                    self._extras[name] = draw(self, moment)
                elif name in self._extras:
                    _remove(self._extras.pop(name))

    def wireframe(self, wanted: bool) -> None:
        """Show edges instead of surfaces."""
        for batch, _ in self._batches:
            batch.wireframe = wanted

    def remove(self) -> None:
        """Take everything off the stage."""
        for batch, _ in self._batches:
            batch.remove()
        for grid, _ in self._planes:
            grid.remove()
        for extra in self._extras.values():
            _remove(extra)
        self._extras.clear()

    def concave(self) -> list[tuple[int, Geometry]]:
        """Return row and surface of the concave bodies."""
        shown = [(int(i), self.drawing.geometries[g]) for i, g in enumerate(self.drawing.geometry_of) if g >= 0]
        return [(i, geometry) for i, geometry in shown if is_concave(geometry)]

    def _normal(self, row: int) -> FloatArray:
        return np.array(next(plane.normal for plane in self.drawing.planes if plane.body == row))

    def _size(self) -> float:
        return float(np.max(self.drawing.radii, initial=0.1))


def contacts(stage: Stage, moment: Moment) -> Any:
    """Contact points."""
    found = moment.contacts
    places = found["point"] if found is not None and len(found) else np.zeros((1, 3)) * np.nan
    return stage._scene.add_point_cloud(
        "/overlays/contacts",
        places.astype(np.float32),
        (208, 32, 32),
        point_size=0.06 * stage._size(),
        precision="float32",
    )


def velocities(stage: Stage, moment: Moment) -> Any:
    """Velocities, as arrows of a tenth of a second."""
    rows = np.flatnonzero(stage.drawing.moving)
    if moment.velocity is None or not len(rows):
        return None
    ends = np.stack([moment.position[rows], moment.position[rows] + 0.1 * moment.velocity[rows]], axis=1)
    thick = 0.03 * stage._size()
    return stage._scene.add_arrows(
        "/overlays/velocities", ends, (122, 61, 184), shaft_radius=thick, head_radius=2 * thick, head_length=4 * thick
    )


def forces(stage: Stage, moment: Moment) -> Any:
    """Forces of the parts of aircraft where they act; the largest is as long as the largest body's radius."""
    arrows = scaled_arrows(np.zeros((0, 2, 3)) if moment.forces is None else moment.forces, stage._size())
    if not len(arrows):
        return None
    ends = np.stack([arrows[:, 0], arrows[:, 0] + arrows[:, 1]], axis=1)
    thick = 0.012 * stage._size()
    return stage._scene.add_arrows(
        "/overlays/forces", ends, (194, 65, 12), shaft_radius=thick, head_radius=2 * thick, head_length=4 * thick
    )


def frames(stage: Stage, moment: Moment) -> Any:
    """Body frames."""
    rows = np.flatnonzero(stage.drawing.geometry_of >= 0)
    size = 1.2 * stage._size()
    return stage._scene.add_batched_axes(
        "/overlays/frames", moment.orientation[rows], moment.position[rows], axes_length=size, axes_radius=0.02 * size
    )


def bounding_boxes(stage: Stage, moment: Moment) -> Any:
    """Axis-aligned boxes around the bodies."""
    from rigida.render.overlays import bounding_boxes as draw
    from rigida.render.strokes import Strokes

    strokes = Strokes()
    draw(strokes, stage.drawing, moment, 1.0)
    return stage._scene.add_line_segments(
        "/overlays/boxes", strokes.segments(), (48, 56, 64), thickness=1.5, thickness_units="screen"
    )


def _cloud(stage: Stage, name: str, places: list[FloatArray], colors: Any) -> Any:
    """Show points (n, 3) in one colour or in one each."""
    if not places:
        return None
    size = 0.02 * stage._size()
    points = np.concatenate(places).astype(np.float32)
    return stage._scene.add_point_cloud(f"/overlays/{name}", points, colors, point_size=size, precision="float32")


def distance_fields(stage: Stage, moment: Moment) -> Any:
    """A slice through the distance field of each concave body: inside green, outside red."""
    places, inside = [], []
    for i, geometry in stage.concave():
        points, values, _ = field_slice(geometry)
        places.append(moment.position[i] + rotate_array(moment.orientation[i], points))
        inside.append(values < 0.0)
    colors = np.where(np.concatenate([*inside, np.zeros(0, bool)])[:, None], (24, 160, 72), (216, 48, 48))
    return _cloud(stage, "distance_fields", places, colors.astype(np.uint8))


def sample_points(stage: Stage, moment: Moment) -> Any:
    """The points by which concave bodies are tested against others."""
    places = [
        moment.position[i] + rotate_array(moment.orientation[i], np.concatenate(sample_places(geometry)))
        for i, geometry in stage.concave()
    ]
    return _cloud(stage, "sample_points", places, (28, 95, 176))


def trails(stage: Stage, moment: Moment) -> Any:
    """Where the moving bodies have been."""
    if moment.trail is None or len(moment.trail) < 2:
        return None
    path = moment.trail[:, stage.drawing.moving & (stage.drawing.geometry_of >= 0)]
    ends = np.stack([path[:-1], path[1:]], axis=2).reshape(-1, 2, 3)
    return stage._scene.add_line_segments(
        "/overlays/trails", ends, (61, 127, 196), thickness=2.0, thickness_units="screen"
    )


OVERLAYS: dict[str, Callable[[Stage, Moment], Any]] = {
    "contacts": contacts,
    "velocities": velocities,
    "forces": forces,
    "frames": frames,
    "bounding_boxes": bounding_boxes,
    "distance_fields": distance_fields,
    "sample_points": sample_points,
    "trails": trails,
}


def _remove(handle: Any) -> None:
    if handle is not None:
        handle.remove()


def _bytes(color: str) -> tuple[int, int, int]:
    r, g, b = (round(255 * part) for part in rgb(color))
    return (r, g, b)


def _facing(normal: FloatArray) -> FloatArray:
    """Return the turn that takes z to `normal`."""
    w = 1.0 + float(normal[2])
    q = np.array([w, -normal[1], normal[0], 0.0]) if w > 1e-9 else np.array([0.0, 1.0, 0.0, 0.0])
    return np.asarray(q / np.linalg.norm(q))
