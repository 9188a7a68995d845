"""Drawing of joints: pins of hinges, balls in sockets, rails, rods and ropes, motors, arms to anchors.

What a joint looks like follows from the freedoms that it takes away, so that a joint of a new kind is drawn without a
word here.
"""

from collections.abc import Callable, Iterator

import numpy as np

from rigida.constraints.joints import Distance, PointOnPath
from rigida.constraints.joints.actuated import ActuatedJoint
from rigida.constraints.joints.anchored import AnchoredJoint
from rigida.drawing.anchorage import Anchorage
from rigida.drawing.pieces import Piece
from rigida.drawing.spring_pieces import coil_piece
from rigida.drawing.unit_meshes import ball, coil, drum, rod
from rigida.fields import Vec3, vec3
from rigida.scene.body import BodyOrWorld
from rigida.scene.joint import Joint

STEEL, IRON, CORD, MOTOR = "#aab2bd", "#59616c", "#b79d76", "#3c4250"
#: How far a pin stands out of what it holds, in its radii.
_OUT = 0.7
#: A pin through a body much longer than the other one would be a spear: it ends with the shorter one.
_LONGER = 4.0
#: Radius of a rod and of a rope, in half thicknesses of the smaller body they hold; and as a part of their length.
_ROD, _ROPE, _SLIM = 0.16, 0.09, 0.006


def joint_pieces(joint: Joint, places: Anchorage) -> Iterator[Piece]:
    """Yield the pieces drawn of a joint."""
    if isinstance(joint, Distance):
        yield _line(joint, places)
    elif isinstance(joint, PointOnPath):
        size = 1.3 * places.radius(joint.a)
        yield Piece(f"{joint.name}.point", "joints", ball(), IRON, places.row(joint.a), joint.point, scale=(size,) * 3)
    elif isinstance(joint, AnchoredJoint):
        anchor = joint.anchor or places.origin(joint.a)
        translations, rotations = joint.removes
        draw = _DRAWN.get((translations, min(rotations, 2)) if translations == 3 and rotations < 3 else (translations,))
        if draw is not None:
            yield from draw(joint, places, anchor)
            yield from _arms(joint, places, anchor)
            yield from _motor(joint, places, anchor)


def _pin(joint: AnchoredJoint, places: Anchorage, anchor: Vec3) -> Iterator[Piece]:
    """A hinge: a pin along its axis, through both bodies."""
    axis, _ = joint.axes()
    low, high = _pin_ends(joint, places, anchor)
    yield _bar(f"{joint.name}.pin", joint, places, anchor, axis, low, high, places.radius(joint.a, joint.b), IRON)
    if isinstance(joint, ActuatedJoint) and joint.stiffness > 0.0:
        radius = places.radius(joint.a, joint.b)
        around = coil(5, 1.7 * radius, 0.3 * radius, max(high - low, radius))
        place = _along(anchor, axis, low)
        turn = places.turn(joint.a, axis)
        at = places.point(joint.a, place)
        size = (1.0, 1.0, high - low)
        yield Piece(f"{joint.name}.coil", "springs", around, STEEL, places.row(joint.a), at, turn, size, "metal")


def _socket(joint: AnchoredJoint, places: Anchorage, anchor: Vec3) -> Iterator[Piece]:
    """A ball on one body in a socket on the other; the socket shows where the other is the world."""
    size = places.radius(joint.a, joint.b)
    at = places.point(joint.a, anchor)
    yield Piece(
        f"{joint.name}.ball", "joints", ball(), STEEL, places.row(joint.a), at, scale=(size,) * 3, finish="metal"
    )


def _cross(joint: AnchoredJoint, places: Anchorage, anchor: Vec3) -> Iterator[Piece]:
    """A universal joint: two crossed pins, one on each body."""
    axis, other = joint.axes()
    size = places.radius(joint.a, joint.b)
    second = other or vec3(np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))]))
    for name, body, along in (("pin_a", joint.a, axis), ("pin_b", joint.b, second)):
        turn, at = places.turn(body, along), places.point(body, _along(anchor, along, -2.5 * size))
        length = (0.6 * size, 0.6 * size, 5.0 * size)
        yield Piece(f"{joint.name}.{name}", "joints", rod(), IRON, places.row(body), at, turn, length, "metal")


def _rail(joint: AnchoredJoint, places: Anchorage, anchor: Vec3) -> Iterator[Piece]:
    """Return a slider: a rail on b along the axis, over the range of a."""
    axis, _ = joint.axes()
    low, high = places.span(joint.a, anchor, axis) or (0.0, 0.0)
    distance = 0.5 * places.extent
    down, up = getattr(joint, "lower", None), getattr(joint, "upper", None)
    low, high = low + (-distance if down is None else down), high + (distance if up is None else up)
    radius = 0.9 * places.radius(joint.a)
    base = joint.b
    yield _bar(f"{joint.name}.rail", joint, places, anchor, axis, low, high, radius, STEEL, carrier=base)
    if isinstance(joint, ActuatedJoint) and joint.stiffness > 0.0:
        start = places.point(base, _along(anchor, axis, low))
        end = (places.row(joint.a), places.point(joint.a, anchor))
        length = abs(low) or 10.0 * radius
        yield coil_piece(f"{joint.name}.coil", places.row(base), start, end, length, 2.2 * radius)


def _line(joint: Distance, places: Anchorage) -> Piece:
    """A rod between two points; a rope if only its greatest length is limited."""
    end_a = joint.anchor_a or places.origin(joint.a)
    end_b = joint.anchor_b or places.origin(joint.b)
    rope = joint.upper is not None and joint.lower is None
    thick = min(places.half_thickness(joint.a), places.half_thickness(joint.b))
    length = float(np.linalg.norm(np.subtract(end_a, end_b)))
    radius = max((_ROPE if rope else _ROD) * (thick if np.isfinite(thick) else 0.0), _SLIM * length)
    return Piece(
        f"{joint.name}.{'rope' if rope else 'rod'}",
        "joints",
        rod(),
        CORD if rope else STEEL,
        places.row(joint.b),
        places.point(joint.b, end_b),
        scale=(radius, radius, 1.0),
        finish="rubber" if rope else "metal",
        reaches=(places.row(joint.a), places.point(joint.a, end_a)),
    )


def _arms(joint: AnchoredJoint, places: Anchorage, anchor: Vec3) -> Iterator[Piece]:
    """Return rods from the anchor to bodies that it is outside of."""
    at_b = joint.anchor_b or anchor
    for name, body, start in (("arm_a", joint.a, anchor), ("arm_b", joint.b, at_b)):
        end = places.arm(body, start)
        if end is None:
            continue
        begin, row = places.point(body, start), places.row(body)
        radius = max(0.5 * places.radius(body), _SLIM * float(np.linalg.norm(np.subtract(end, begin))))
        scale = (radius, radius, 1.0)
        yield Piece(
            f"{joint.name}.{name}", "joints", rod(), STEEL, row, begin, scale=scale, finish="metal", reaches=(row, end)
        )


def _motor(joint: AnchoredJoint, places: Anchorage, anchor: Vec3) -> Iterator[Piece]:
    """A drum about the axis at the end of the pin or rail, on the body against which the motor pushes."""
    if not isinstance(joint, ActuatedJoint) or (joint.motor == "none" and joint.trajectory is None):
        return
    axis, _ = joint.axes()
    radius = places.radius(joint.a, joint.b)
    low, _ = _pin_ends(joint, places, anchor)
    base = joint.b
    at = places.point(base, _along(anchor, axis, low - 0.8 * radius))
    size = (2.1 * radius, 2.1 * radius, 2.6 * radius)
    turn = places.turn(base, axis)
    yield Piece(f"{joint.name}.motor", "motors", drum(), MOTOR, places.row(base), at, turn, size, "metal")


def _bar(
    name: str,
    joint: AnchoredJoint,
    places: Anchorage,
    anchor: Vec3,
    axis: Vec3,
    low: float,
    high: float,
    radius: float,
    color: str,
    carrier: BodyOrWorld | None = None,
) -> Piece:
    """A round bar along a world axis of the start from `low` to `high` [m] of the anchor."""
    body = joint.a if carrier is None else carrier
    at, turn = places.point(body, _along(anchor, axis, low)), places.turn(body, axis)
    return Piece(name, "joints", rod(), color, places.row(body), at, turn, (radius, radius, high - low), "metal")


def _pin_ends(joint: AnchoredJoint, places: Anchorage, anchor: Vec3) -> tuple[float, float]:
    """Return the two ends of a hinge's pin along its axis [m]."""
    axis, _ = joint.axes()
    out = _OUT * places.radius(joint.a, joint.b)
    spans = [span for body in (joint.a, joint.b) if (span := places.span(body, anchor, axis)) is not None]
    if not spans:
        return -2.0 * out, 2.0 * out
    spans.sort(key=lambda span: span[1] - span[0])
    shortest = spans[0][1] - spans[0][0]
    kept = [span for span in spans if span[1] - span[0] <= _LONGER * shortest]
    # The pin passes the anchor even where the body lies beside it.
    return min(0.0, *(low for low, _ in kept)) - out, max(0.0, *(high for _, high in kept)) + out


def _along(anchor: Vec3, axis: Vec3, distance: float) -> Vec3:
    return vec3(np.add(anchor, distance / float(np.linalg.norm(axis)) * np.array(axis)))


Draw = Callable[[AnchoredJoint, Anchorage, Vec3], Iterator[Piece]]
#: By how many translations a joint takes away, and for a point held (3) how many rotations.
_DRAWN: dict[tuple[int, ...], Draw] = {(3, 0): _socket, (3, 1): _cross, (3, 2): _pin, (2,): _rail}
