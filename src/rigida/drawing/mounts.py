"""Mounts drawn at world anchors: a beam through collinear anchors, otherwise a plate for each.

Hinges of the world stand on a frame: a bar behind the mechanism that joins their pins, the fixed link of a linkage.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Distance
from rigida.constraints.joints.anchored import AnchoredJoint
from rigida.drawing.anchorage import Anchorage, facing, quat
from rigida.drawing.pieces import WORLD_ROW, Piece
from rigida.drawing.unit_meshes import drum, rod
from rigida.fields import Vec3, vec3
from rigida.forces import Spring
from rigida.scene.body import Body, World
from rigida.scene.force import Force
from rigida.scene.joint import Joint

_COLOR = "#6b7480"
#: Anchors are in a row if they lie off it by less than this part of its length.
_STRAIGHT = 1e-3
#: How far behind a hinge its frame is, in radii of the pin; radius of the frame's bar; and which side is behind, as the
#: automatic camera looks along y.
_BEHIND, _FRAME_BAR, _BACK = 3.0, 0.8, (0.2, 1.0, 0.1)
#: Of what holds an anchor, as a part of the motion's extent.
_LARGEST = 0.012


def mounts(elements: Sequence[Joint | Force], places: Anchorage, up: Vec3) -> Iterator[Piece]:
    """Yield the mounts of anchors in the world."""
    static = [(anchor, thick) for element in elements for anchor, thick in _world_anchor(element, places)]
    if not static:
        return
    points = np.array([anchor for anchor, _ in static])
    thick = min(float(max(size for _, size in static)), _LARGEST * places.extent)
    distinct = np.unique(points.round(9), axis=0)
    if len(distinct) > 1 and (beam := _row(distinct)) is not None:
        start, along = beam
        length = float(np.linalg.norm(along))
        out = 0.08 * length * along / length
        at, turn = start - out, quat(facing(along))
        size = (1.6 * thick, 1.6 * thick, length + 2.0 * float(np.linalg.norm(out)))
        yield Piece("beam", "joints", rod(), _COLOR, WORLD_ROW, vec3(at), turn, size, "metal")
        return
    for k, point in enumerate(distinct):
        size = (3.2 * thick, 3.2 * thick, 1.4 * thick)
        above = vec3(point + 0.5 * thick * np.array(up))
        yield Piece(
            f"mount{k + 1}", "joints", drum(), _COLOR, WORLD_ROW, above, quat(facing(np.array(up))), size, "metal"
        )


def frames(joints: Sequence[Joint], places: Anchorage) -> Iterator[Piece]:
    """Yield a pin behind each hinge of the world, and a bar that joins those whose axes are parallel."""
    ends: list[tuple[FloatArray, FloatArray, float]] = []
    for joint in joints:
        if not isinstance(joint, AnchoredJoint) or joint.removes != (3, 2) or not isinstance(joint.b, World):
            continue
        pivot = np.array(joint.anchor_b or joint.anchor or places.origin(joint.a))
        axis, thick = np.array(joint.axes()[0]), places.radius(joint.a)
        axis = axis / np.linalg.norm(axis) * (1.0 if float(axis @ np.array(_BACK)) >= 0.0 else -1.0)
        ends.append((pivot + _BEHIND * thick * axis, axis, thick))
        yield _bar(f"{joint.name}.frame", pivot, ends[-1][0], 0.6 * thick)
        foot = ends[-1][0]
        size = (2.4 * thick, 2.4 * thick, 1.2 * thick)
        turn = quat(facing(axis))
        yield Piece(f"{joint.name}.foot", "joints", drum(), _COLOR, WORLD_ROW, vec3(foot), turn, size, "metal")
    for k, ((start, axis, thick), (end, other, _)) in enumerate(pairwise(ends)):
        if abs(float(axis @ other)) > 1.0 - _STRAIGHT and not np.allclose(start, end):
            yield _bar(f"frame{k + 1}", start, end, _FRAME_BAR * thick)


def _bar(name: str, start: FloatArray, end: FloatArray, radius: float) -> Piece:
    """A round bar of the world between two points."""
    along = end - start
    size = (radius, radius, float(np.linalg.norm(along)))
    return Piece(name, "joints", rod(), _COLOR, WORLD_ROW, vec3(start), quat(facing(along)), size, "metal")


def world_anchors(elements: Sequence[Joint | Force]) -> Iterator[Vec3]:
    """Yield the world points to which joints and springs are attached."""
    for element in elements:
        if isinstance(getattr(element, "b", None), World):
            own = getattr(element, "anchor_b", None) or getattr(element, "anchor", None)
            first = None if isinstance(element, Distance | Spring) else getattr(element, "a", None)
            yield own or (first.position if isinstance(first, Body) else (0.0, 0.0, 0.0))


def _world_anchor(element: Joint | Force, places: Anchorage) -> Iterator[tuple[Vec3, float]]:
    """Yield the anchor of an element on the world, and the thickness of its piece [m]."""
    if not isinstance(getattr(element, "b", None), World):
        return
    if isinstance(element, Distance | Spring):
        thick = places.half_thickness(element.a)
        yield element.anchor_b or (0.0, 0.0, 0.0), 0.2 * thick
    elif isinstance(element, AnchoredJoint) and element.removes == (3, 0):
        yield element.anchor_b or element.anchor or places.origin(element.a), places.radius(element.a)


def _row(points: FloatArray) -> tuple[FloatArray, FloatArray] | None:
    """Return start and vector (3,) of the line segment through points; None if they are not collinear."""
    middle = points.mean(axis=0)
    _, spread, axes = np.linalg.svd(points - middle, full_matrices=False)
    if spread[1] > _STRAIGHT * spread[0]:
        return None
    along = np.sort((points - middle) @ axes[0])
    return middle + along[0] * axes[0], (along[-1] - along[0]) * axes[0]
