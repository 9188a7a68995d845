"""Overlays of a frame, each under the name of its switch in `Style`.

A new overlay is one function here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.drawing import Drawing
from rigida.drawing.arrows import scaled_arrows
from rigida.drawing.concave_view import SAMPLE, field_slice, is_concave, sample_places
from rigida.drawing.motion import mass_centers
from rigida.math.quaternion import rotate_array
from rigida.render.strokes import Strokes
from rigida.render.style import Style


@dataclass(frozen=True, eq=False)
class Moment:
    """Quantities of all bodies at one time.

    trail (f, n, 3) holds where their centers of mass have been, forces (k, 2, 3) points and forces on them (see
    `force_arrows`); followed are the rows of what the camera travels with.
    """

    time: float
    position: FloatArray
    orientation: FloatArray
    velocity: FloatArray | None = None
    contacts: NDArray[Any] | None = None
    trail: FloatArray | None = None
    forces: FloatArray | None = None
    followed: tuple[int, ...] = ()


Overlay = Callable[[Strokes, Drawing, Moment, float], None]
OVERLAYS: dict[str, Overlay] = {}

_AXES = ("#d03030", "#2f9e44", "#2b62c4")


def overlay(function: Overlay) -> Overlay:
    """Enter a function under its name, which is that of its switch (a decorator)."""
    OVERLAYS[function.__name__] = function
    return function


def overlays(style: Style, drawing: Drawing, moment: Moment, size: float) -> Strokes:
    """Return the strokes of all enabled overlays; `size` [m] is the scale of the scene."""
    strokes = Strokes()
    for name, draw in OVERLAYS.items():
        if getattr(style, name):
            draw(strokes, drawing, moment, size)
    margin = 0.028 * style.height
    if style.clock:
        strokes.text(
            f"{moment.time:.2f} s", style.width - margin, style.height - margin, 0.038 * style.height, end=True
        )
    if style.flight and drawing.flown and moment.velocity is not None:
        for line, words in enumerate(reversed(instruments(drawing, moment, drawing.flown[0]))):
            strokes.text(words, margin, style.height - margin - 1.4 * line * 0.036 * style.height, 0.036 * style.height)
    if style.title and drawing.title:
        strokes.text(drawing.title, margin, 2.2 * margin, 0.042 * style.height)
    return strokes


def _shown(drawing: Drawing) -> list[int]:
    return [int(i) for i in np.flatnonzero(drawing.geometry_of >= 0)]


@overlay
def wireframe(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Edges of all surfaces."""
    for i in _shown(drawing):
        geometry = drawing.geometries[drawing.geometry_of[i]]
        places = moment.position[i] + rotate_array(moment.orientation[i], geometry.vertices)
        strokes.lines(places[geometry.edges[:, 0]], places[geometry.edges[:, 1]], "#23282e", 1.0)


@overlay
def bounding_boxes(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Axis-aligned boxes around the bodies."""
    for i in _shown(drawing):
        vertices = drawing.geometries[drawing.geometry_of[i]].vertices
        places = moment.position[i] + rotate_array(moment.orientation[i], vertices)
        strokes.boxes(places.min(axis=0), places.max(axis=0))


@overlay
def frames(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Body frames: x red, y green, z blue."""
    for i in _shown(drawing):
        radius = drawing.geometries[drawing.geometry_of[i]].radius
        for axis, color in enumerate(_AXES):
            along = rotate_array(moment.orientation[i], np.eye(3)[axis])
            strokes.arrows(moment.position[i][None], 1.2 * radius * along[None], color)


@overlay
def velocities(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Velocities of the centers of mass; the fastest is a quarter of the picture long."""
    if moment.velocity is None:
        return
    rows = [i for i in _shown(drawing) if drawing.moving[i]]
    speed = float(np.max(np.sqrt(np.sum(moment.velocity[rows] ** 2, axis=1)), initial=0.0))
    if speed > 0.0:
        start = mass_centers(drawing, moment.position, moment.orientation)[rows]
        strokes.arrows(start, moment.velocity[rows] * (0.25 * size / speed), "#7a3db8")


@overlay
def contacts(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Contact points, and their impulses as arrows; the largest is a fifth of the picture long."""
    found = moment.contacts
    if found is None or not len(found):
        return
    strokes.points(found["point"], "#d02020", 6.0)
    strength = float(np.max(np.sqrt(np.sum(found["impulse"] ** 2, axis=1))))
    if strength > 0.0:
        strokes.arrows(found["point"], found["impulse"] * (0.2 * size / strength), "#d02020")


@overlay
def forces(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Forces of the parts of aircraft at their points of application; the largest is a quarter of the picture long."""
    if moment.forces is not None:
        arrows = scaled_arrows(moment.forces, 0.25 * size)
        strokes.arrows(arrows[:, 0], arrows[:, 1], "#c2410c")


@overlay
def distance_fields(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """A slice through the distance field of each concave body: inside green, outside red (Popovski 2008, 11)."""
    for i in _shown(drawing):
        geometry = drawing.geometries[drawing.geometry_of[i]]
        if is_concave(geometry):
            places, values, extent = field_slice(geometry)
            places = moment.position[i] + rotate_array(moment.orientation[i], places)
            strokes.colored_points(places, values, 0.2 * extent, 3.0)


@overlay
def sample_points(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """The points and edges by which concave bodies are tested against others."""
    for i in _shown(drawing):
        geometry = drawing.geometries[drawing.geometry_of[i]]
        if is_concave(geometry):
            points, begins, ends = (
                moment.position[i] + rotate_array(moment.orientation[i], part) for part in sample_places(geometry)
            )
            strokes.lines(begins, ends, "#c07018", 1.4)
            strokes.points(points, SAMPLE, 4.0)


@overlay
def names(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Names of the bodies, next to their centers of mass."""
    rows = _shown(drawing)
    places = mass_centers(drawing, moment.position, moment.orientation)[rows]
    strokes.labels([drawing.names[i] for i in rows], places, radii=drawing.radii[rows])


def instruments(drawing: Drawing, moment: Moment, row: int) -> tuple[str, str]:
    """Return the instrument readings of an aircraft in two lines; its frame is x forward, y left, z up."""
    up, velocity = np.array(drawing.up), np.array(moment.velocity)[row]
    ahead, left, top = (rotate_array(moment.orientation[row], axis) for axis in np.eye(3))
    pitch = math.degrees(math.asin(min(max(float(ahead @ up), -1.0), 1.0)))
    bank = math.degrees(math.atan2(float(left @ up), float(top @ up)))
    heading = round(math.degrees(math.atan2(-ahead[1], ahead[0]))) % 360
    speed, climb, altitude = float(np.linalg.norm(velocity)), float(velocity @ up), float(moment.position[row] @ up)
    return (
        f"speed {speed:.1f} m/s   altitude {altitude:.0f} m   climb {climb:+.1f} m/s",
        f"heading {heading:03d}°   pitch {pitch:+.0f}°   bank {bank:+.0f}°",
    )


@overlay
def flight(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Paths of aircraft and of bodies that the camera follows."""
    if moment.trail is not None and len(moment.trail) > 1:
        for row in moment.followed:
            color = "#ffffff" if row in drawing.flown else drawing.colors[row]
            strokes.lines(moment.trail[:-1, row], moment.trail[1:, row], color, 2.0)


@overlay
def trails(strokes: Strokes, drawing: Drawing, moment: Moment, size: float) -> None:
    """Trails of the centers of mass of moving bodies."""
    if moment.trail is None or len(moment.trail) < 2:
        return
    for i in (i for i in _shown(drawing) if drawing.moving[i]):
        path = moment.trail[:, i]
        strokes.lines(path[:-1], path[1:], drawing.colors[i], 1.6)
