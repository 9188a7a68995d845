"""The camera: position and direction of view, and cameras that are placed automatically.

A camera is anything that answers `view(time)` with a `View`. `Camera` stands still, `CameraPath` moves through key
places, `Following` stays beside moving bodies.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Protocol

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.fields import Numbers, Points, Rule, Vec3, check_fields, real_number, vec3, vector
from rigida.shown import FieldTable

#: What the automatic camera leaves free around the motion, as a part of the picture.
_MARGIN = 1.12
_DEFAULT_FOV = 35.0


@dataclass(frozen=True, eq=False)
class View:
    """Eye (3,) [m], unit axes right, up, forward (3,), and half the vertical field of view as a tangent."""

    eye: FloatArray
    right: FloatArray
    up: FloatArray
    forward: FloatArray
    tangent: float

    def distances(self, points: FloatArray) -> FloatArray:
        """Return points (n, 3) as distances (n, 3) along right, up and forward."""
        return np.asarray(np.sum((points - self.eye)[:, None, :] * self._axes(), axis=2))

    def _axes(self) -> FloatArray:
        return np.array([self.right, self.up, self.forward])


class AnyCamera(Protocol):
    """Any camera of pictures and videos."""

    def view(self, time: float) -> View:
        """Return the viewpoint at `time` [s]."""


@dataclass(frozen=True)
class Camera(FieldTable):
    """A camera at a fixed position."""

    eye: Annotated[Vec3, Rule("m", text="Where the camera stands.")]
    target: Annotated[Vec3, Rule("m", text="What lies in the middle of the picture.")] = (0.0, 0.0, 0.0)
    up: Annotated[Vec3, Rule(nonzero=True, text="Which direction is up in the picture.")] = (0.0, 0.0, 1.0)
    fov: Annotated[float, Rule("deg", above=0.0, at_most=170.0, text="Vertical field of view.")] = _DEFAULT_FOV

    def __post_init__(self) -> None:
        check_fields(self)
        if self.eye == self.target:
            raise UsageError(f"Camera: eye and target must differ, both are {self.eye}. Move one of them.")

    def view(self, time: float) -> View:
        """Return the viewpoint, the same at every `time` [s]."""
        return look(np.array(self.eye), np.array(self.target), np.array(self.up), self.fov)


@dataclass(frozen=True, eq=False)
class CameraPath(FieldTable):
    """A camera that moves smoothly through key places: eyes (k, 3) and targets (k, 3) [m] at times (k,) [s].

    Args:
        times: Of the keys (k,) [s], increasing.
        eyes: Positions of the camera (k, 3), world [m].
        targets: Points that it looks at (k, 3), world [m]."""

    times: Numbers
    eyes: Points
    targets: Points
    up: Annotated[Vec3, Rule(nonzero=True, text="Direction that is up in the picture.")] = (0.0, 0.0, 1.0)
    fov: Annotated[float, Rule("deg", above=0.0, at_most=170.0, text="Vertical field of view.")] = _DEFAULT_FOV

    def __repr__(self) -> str:
        return f"<CameraPath: {len(self.times)} keys from {self.times[0]:g} s to {self.times[-1]:g} s>"

    def __post_init__(self) -> None:
        check_fields(self)
        if not len(self.times) == len(self.eyes) == len(self.targets) >= 1:
            raise UsageError(
                f"CameraPath: times, eyes and targets must be equally many, at least 1, got {len(self.times)}, "
                f"{len(self.eyes)} and {len(self.targets)}."
            )
        if (np.diff(self.times) <= 0.0).any():
            raise UsageError("CameraPath: times must rise from key to key. Sort the keys by time.")

    def view(self, time: float) -> View:
        """Return the viewpoint at `time` [s]."""
        return look(self._at(self.eyes, time), self._at(self.targets, time), np.array(self.up), self.fov)

    def _at(self, keys: FloatArray, time: float) -> FloatArray:
        after = int(np.searchsorted(self.times, time))
        if after == 0 or after == len(self.times):
            return np.asarray(keys[min(after, len(keys) - 1)])
        f = (time - self.times[after - 1]) / (self.times[after] - self.times[after - 1])
        f = f * f * (3.0 - 2.0 * f)  # eases in and out at every key
        return np.asarray((1.0 - f) * keys[after - 1] + f * keys[after])


@dataclass(frozen=True, eq=False)
class Following:
    """A camera with a fixed direction that follows a target (k, 3) [m] at times (k,) [s]."""

    times: FloatArray
    target: FloatArray
    offset: FloatArray
    up: FloatArray
    fov: float = _DEFAULT_FOV

    def view(self, time: float) -> View:
        place = np.array([np.interp(time, self.times, self.target[:, i]) for i in range(3)])
        return look(place + self.offset, place, self.up, self.fov)


def orbit(
    target: Vec3, distance: float, duration: float, turns: float = 1.0, elevation_deg: float = 20.0
) -> CameraPath:
    """Return a camera path about the vertical through `target` at `distance` [m], `turns` of them in `duration` [s].

    Args:
        elevation_deg: Angle above the horizon [deg].
    """
    target = vector("orbit", "target", target, Rule("m"))  # type: ignore[assignment]
    distance, duration = (
        real_number("orbit", name, value, Rule(unit, above=0.0))
        for name, value, unit in (("distance", distance, "m"), ("duration", duration, "s"))
    )
    turns = real_number("orbit", "turns", turns, Rule(at_least=-1000.0, at_most=1000.0))
    elevation_deg = real_number("orbit", "elevation_deg", elevation_deg, Rule("deg", at_least=-89.0, at_most=89.0))
    keys = max(int(abs(turns) * 64), 2)
    angle = np.linspace(0.0, 2.0 * math.pi * turns, keys)
    rise = math.radians(elevation_deg)
    out = np.stack([np.cos(angle), np.sin(angle), np.full(keys, math.tan(rise))], axis=1) * math.cos(rise)
    middle = np.tile(np.array(target, dtype=np.float64), (keys, 1))
    return CameraPath(np.linspace(0.0, duration, keys), middle + distance * out, middle)


def look(eye: FloatArray, target: FloatArray, up: FloatArray, fov: float) -> View:
    """Return the view from `eye` to `target`; a sight straight along `up` takes some other direction for up."""
    forward = _unit(target - eye)
    right = _cross(forward, up)
    if float(np.sum(right * right)) < 1e-12 * float(np.sum(up * up)):
        right = _cross(forward, np.eye(3)[int(np.argmin(np.abs(forward)))])
    right = _unit(right)
    return View(eye, right, _cross(right, forward), forward, math.tan(0.5 * math.radians(fov)))


def framing(
    centers: FloatArray,
    radii: FloatArray,
    toward: FloatArray,
    up: FloatArray,
    aspect: float,
    fov: float = _DEFAULT_FOV,
    zoom: float = 1.0,
) -> Camera:
    """Return the nearest camera along `toward` whose picture contains all balls (k, 3), (k,) [m].

    With a `zoom` it comes nearer by that factor, or stays away.

    Each side of the picture is a plane through the eye. With x across, z along the sight and D the distance back, a
    ball keeps inside the right one if D ≥ (x − x0 + r/cos α)/tan α − z; likewise on the left, so the best middle x0 is
    where both bounds meet.
    """
    view = look(np.zeros(3), toward, up, fov)
    x, y, z = view.distances(centers).T
    middle, back = [], 0.0
    for place, tangent in ((x, view.tangent * aspect / _MARGIN), (y, view.tangent / _MARGIN)):
        radius = radii * math.sqrt(1.0 + tangent * tangent)
        high = float(np.max((place + radius) / tangent - z))
        low = float(np.max((radius - place) / tangent - z))
        middle.append(0.5 * tangent * (high - low))
        back = max(back, 0.5 * (high + low))
    # Perspective shrinks nothing to a point: stay clear of the nearest ball.
    back = max(back, float(np.max(radii - z)) * 1.2)
    target = middle[0] * view.right + middle[1] * view.up
    # The distance to what is seen counts from its middle depth.
    depth = 0.5 * (float(np.min(z)) + float(np.max(z)))
    back = (back + depth) / zoom - depth
    eye = target - back * view.forward
    seen = target + depth * view.forward
    return Camera(vec3(eye), vec3(seen if back + depth > 0.0 else target), vec3(up), fov)


def _unit(v: FloatArray) -> FloatArray:
    return np.asarray(v / math.sqrt(float(np.sum(v * v))))


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
