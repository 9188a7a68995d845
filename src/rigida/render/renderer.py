"""The renderer: a drawing and the poses of its bodies become a picture.

One page in the order of the method: place the triangles, see them from the sun, see them from the camera, light what is
seen, draw over it. The arrays are made once and used for every picture; the same input gives the same pixels.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.attributes import KnownAttributes
from rigida.drawing import Drawing
from rigida.drawing.absence import shown_poses
from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.palette import light
from rigida.errors import UsageError
from rigida.fields import instance, shown
from rigida.math.quaternion import rotate_array
from rigida.render.cameras.camera import AnyCamera, View, look
from rigida.render.ground import ground_cell
from rigida.render.lamps import Lamps
from rigida.render.raster import Numbers, Samples, fill_planes, fill_triangles
from rigida.render.shade import Pixels, shade, tone_table
from rigida.render.strokes import Strokes, draw_strokes
from rigida.render.style import Style
from rigida.render.triangles import Triangles, place_triangles, wood_frames

#: The nearest depth that is drawn, as a part of the distance to the nearest thing worth seeing.
_NEAR = 1e-3


class Renderer(KnownAttributes):
    """Draws pictures of one drawing with one camera and style.

    Args:
        drawing: What the bodies look like.
        camera: Where to look from.
        style: Size, light and overlays.
        cell: Width of the ground's fields [m]; 0 for one that suits the first picture.
    """

    own = "drawing", "camera", "style"

    def __repr__(self) -> str:
        return f"<Renderer: {self.style.width} × {self.style.height} pixels>"

    def __init__(self, drawing: Drawing, camera: AnyCamera, style: Style, cell: float = 0.0) -> None:
        instance("Renderer", "drawing", drawing, Drawing), instance("Renderer", "style", style, Style)
        if not hasattr(camera, "view"):
            raise UsageError(f"Renderer: camera must be an rg.Camera or rg.CameraPath, got {shown(camera)}.")
        self.drawing, self.camera, self.style = drawing, camera, style
        self._pieces = drawing.pieces.without(style.hidden)
        self._triangles = Triangles.of(drawing, self._pieces)
        count = len(self._triangles.body) if style.surfaces else 0
        self._count = count
        # What lies on the ground throws no shadow; it comes last and reaches beyond the maps.
        self._casting = count - sum(len(p.geometry.triangles) for p in self._pieces if p.group == "terrain")
        self._first_piece = int(np.searchsorted(self._triangles.body, len(drawing.names)))
        self._corner_W, self._normal_W = np.empty((count, 9)), np.empty((count, 9))
        rows, columns = style.height * style.samples, style.width * style.samples
        self._depth = np.empty((rows, columns), dtype=np.float32)
        self._seen = np.empty((rows, columns), dtype=np.int32)
        self._lamps = Lamps(style, camera.view(0.0), np.array(drawing.up))
        self._tones = tone_table()
        self._cell = cell
        ground = drawing.ground
        own = [drawing.colors[plane.body] for plane in drawing.planes]
        self._plane_color = np.array([light(color) for color in (*own, ground)])

    def picture(
        self,
        position: FloatArray,
        orientation: FloatArray,
        time: float = 0.0,
        strokes: Strokes | None = None,
        channels: Mapping[str, Any] | None = None,
    ) -> Pixels:
        """Return a new picture (height, width, 3) in sRGB of bodies at position (n, 3) [m] and orientation (n, 4).

        `channels` are the recording's at that moment; they turn propellers and control surfaces.

        Args:
            position: Of the bodies (n, 3) [m].
            orientation: Of the bodies (n, 4), wxyz.
            time: [s].
            strokes: Overlay to draw; default none.
        """
        style, triangles = self.style, self._triangles
        view = self.camera.view(time)
        position, orientation, of_bodies = shown_poses(position, orientation)
        pieces = self._pieces.poses(position, orientation, time, channels)
        place_triangles(
            triangles.corner[: self._count],
            triangles.normal[: self._count],
            triangles.body[: self._count],
            np.concatenate([position, pieces.position]),
            np.concatenate([orientation, pieces.orientation]),
            np.concatenate([of_bodies, pieces.scale]),
            self._corner_W,
            self._normal_W,
        )
        # what the sun sees
        lamps = self._lamps.shine(self._corner_W[: self._casting], *self._shadowed(position))
        # what the camera sees
        center, radius = self._extent(position)
        distance = max(float(np.sum((center - view.eye) * view.forward)), radius)
        scale = 0.5 * style.height * style.samples / view.tangent
        packed = np.array([*view.eye, *view.right, *view.up, *view.forward, _NEAR * distance])
        planes = self._planes(position, orientation, view, scale, distance)
        fill_planes(self._depth, self._seen, planes)
        fill_triangles(self._depth, self._seen, self._corner_W, triangles.glass[: self._count], packed, scale)
        # what reaches the eye
        picture = np.empty((style.height, style.width, 3), dtype=np.uint8)
        # Seen from high above, the haze lies further away.
        haze = (
            APPEARANCE.haze * max([distance, *(1.0 / max(float(np.hypot(*row[7:9])), 1e-6) for row in planes)])
        ) ** 2
        own = self.drawing.appearance
        horizon, top = style.sky_horizon or own.sky_horizon, style.sky_top or own.sky_top
        sky = np.array([*light(horizon), *light(top), *self.drawing.up, haze])
        shade(
            self._depth,
            self._seen,
            style.samples,
            packed,
            scale,
            lamps,
            self._lamps.suns,
            self._lamps.sun_cover,
            self._lamps.sky_cover,
            sky,
            planes,
            self._plane_color,
            self._corner_W,
            self._normal_W,
            triangles.smooth,
            triangles.body,
            triangles.color,
            triangles.look,
            wood_frames(position, orientation, self.drawing.radii, len(triangles.color)),
            self._tones,
            picture,
        )
        # what is written over it
        if strokes is not None:
            size = 0.5 * style.height / view.tangent
            draw_strokes(picture, self._depth, style.samples, strokes.packed(packed, size, style))
            strokes.write(picture, self._depth, packed, size, style)
        return picture

    def samples(self) -> tuple[Samples, Numbers]:
        """Return inverse depths [1/m] and numbers of the surfaces that the samples of the last picture see; reused."""
        return self._depth, self._seen

    def owners(self, triangles: Numbers) -> Numbers:
        """Return the bodies of `triangles` (k,), given by number; pieces are numbered after the last body."""
        return np.asarray(self._triangles.body[triangles])

    def _extent(self, position: FloatArray) -> tuple[FloatArray, float]:
        """Return middle (3,) and radius [m] of a ball around all bounded bodies."""
        bounded = self.drawing.geometry_of >= 0
        if not bounded.any():
            return np.zeros(3), 10.0
        places, radii = position[bounded], self.drawing.radii[bounded]
        low, high = (places - radii[:, None]).min(axis=0), (places + radii[:, None]).max(axis=0)
        center = 0.5 * (low + high)
        return center, float(np.max(np.sqrt(np.sum((places - center) ** 2, axis=1)) + radii))

    def _shadowed(self, position: FloatArray) -> tuple[FloatArray, float]:
        """Return middle (3,) and radius [m] of a ball around all bounded bodies and the pieces that throw shadows."""
        center, radius = self._extent(position)
        corners = self._corner_W[self._first_piece : self._casting].reshape(-1, 3)
        if not len(corners):
            return center, radius
        low = np.minimum(center - radius, corners.min(axis=0))
        high = np.maximum(center + radius, corners.max(axis=0))
        middle = 0.5 * (low + high)
        apart = np.sqrt(np.max(np.sum((corners - middle) ** 2, axis=1)))
        return middle, float(max(apart, np.linalg.norm(center - middle) + radius))

    def _planes(
        self, position: FloatArray, orientation: FloatArray, view: View, scale: float, distance: float
    ) -> FloatArray:
        """Return a row (17,) for every half-space that is seen from outside, in the layout of `shade`."""
        up, floor = np.array(self.drawing.up), self.drawing.floor
        found = [
            (position[plane.body], rotate_array(orientation[plane.body], np.array(plane.normal)))
            for plane in self.drawing.planes
        ]
        if floor is not None and self.style.floor:
            found.append((floor * up, up))
        rows = np.zeros((len(found), 17))
        for row, (point, n) in zip(rows, found, strict=True):
            height = float(np.sum((view.eye - point) * n))
            if height > 0.0:
                self._fill_plane(row, point, n, height, view, scale, distance)
        return rows

    def _fill_plane(
        self,
        row: FloatArray,
        point: FloatArray,
        n: FloatArray,
        height: float,
        view: View,
        scale: float,
        distance: float,
    ) -> None:
        # A ray d = forward + x right + y up meets it at depth z with z d·n = −height: 1/z is linear in x and y.
        f, r, u = (-float(np.sum(axis * n)) / height for axis in (view.forward, view.right, view.up))
        wide, high = self._depth.shape[1], self._depth.shape[0]
        row[0:3] = f - 0.5 * wide / scale * r + 0.5 * high / scale * u, r / scale, -u / scale
        row[3:6] = n
        # The pattern keeps the size that suits the first picture: it must not change under a moving camera.
        self._cell = self._cell or ground_cell(distance, height)
        side = look(np.zeros(3), n, np.eye(3)[int(np.argmin(np.abs(n)))], 35.0)
        row[6:9] = APPEARANCE.line_share if self.style.grid else 0.0, r, u
        for at, axis in ((9, side.right / self._cell), (13, side.up / self._cell)):
            leads = (view.eye - point, view.forward, view.right, view.up)
            row[at : at + 4] = [float(np.sum(lead * axis)) for lead in leads]
