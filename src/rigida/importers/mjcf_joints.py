"""Joints of MJCF: a body's joints act one after the other, each in the frame that the ones before it leave.

rigida joins two bodies by one joint, so several joints of a body become the one that leaves the same freedoms: two
crossed hinges a universal joint, three a spherical one, a slide and a hinge along it a cylindrical one, and so on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Combined, Cylindrical, Prismatic, Revolute, Spherical, Universal
from rigida.fields import unit_vector, vec3
from rigida.importers.findings import Findings
from rigida.importers.mjcf_values import Frames, limits
from rigida.importers.robot import Pose, RobotJoint, Twist
from rigida.importers.xml_tree import Element
from rigida.math.axis_angle import quaternion_from_axis_angle_array
from rigida.registry import nearest
from rigida.scene.joint import Joint

#: How many numbers of a keyframe's qpos and qvel a joint takes.
COUNTS = {"hinge": (1, 1), "slide": (1, 1), "ball": (4, 3), "free": (7, 6)}
#: How parallel or perpendicular axes must be to count as such.
_ALIGNED = 1e-9


@dataclass(eq=False)
class Move:
    """What one joint lets a body do: where and along what, in the world at the start; and what acts along it."""

    name: str
    kind: str
    line: int
    anchor: FloatArray
    axis: FloatArray
    keys: dict[str, Any] = field(default_factory=dict)
    #: Coordinate at the start, which is where rigida counts from [rad or m].
    start: float = 0.0

    @property
    def plain(self) -> bool:
        """Tell whether nothing acts along the joint."""
        return not any(value for key, value in self.keys.items() if key != "rest") and "lower" not in self.keys


class JointReader:
    """Reads joints in the conventions of a file."""

    def __init__(self, frames: Frames, compiler: Element, findings: Findings) -> None:
        self._frames, self._compiler, self._findings = frames, compiler, findings

    def move(
        self, given: Element, name: str, pose: Pose, at: FloatArray | None, speed: FloatArray | None
    ) -> tuple[Move, Pose, Twist]:
        """Return a joint, the body's pose behind it and what it adds to the motion.

        Args:
            given: The joint with the attributes of its class.
            name: Of the joint.
            pose: Of the body before this joint, in the world.
            at: The joint's numbers in qpos; none: its reference.
            speed: Its numbers in qvel; none: at rest.
        """
        kind = kind_of(given)
        anchor_B = np.array(given.vector("pos", (0.0, 0.0, 0.0)))
        axis_B = np.array(unit_vector(given.vector("axis", (0.0, 0.0, 1.0))))
        anchor, axis = pose.point(anchor_B), pose.direction(axis_B)
        move = Move(name, kind, given.line, anchor, axis)
        rate = np.zeros(COUNTS[kind][1]) if speed is None else speed
        if kind in ("hinge", "slide"):
            angular = kind == "hinge"
            zero = self._frames.angle(given.number("ref", 0.0)) if angular else given.number("ref", 0.0)
            value = zero if at is None else float(at[0])
            move.start = value
            move.keys = limits(given, self._frames, self._compiler, angular, value)
            if angular:
                pose = _turned(pose, quaternion_from_axis_angle_array(axis_B, value - zero), anchor_B)
                return move, pose, Twist.turning(axis * rate[0], anchor)
            pose = Pose(pose.position + (value - zero) * axis, pose.orientation)
            move.anchor = pose.point(anchor_B)
            return move, pose, Twist(velocity=axis * rate[0])
        for what in ("range", "stiffness", "damping"):
            if given.text(what, ""):
                self._findings.leave_out(f"the {what} of a {kind} joint is not honoured", given.line)
        if kind == "free":
            pose = pose if at is None else Pose(at[:3], at[3:] / np.linalg.norm(at[3:]))
            # MuJoCo measures the angular velocity of free and ball joints in the body's own frame.
            turning = Twist.turning(pose.direction(rate[3:]), pose.position)
            return move, pose, turning + Twist(velocity=rate[:3])
        pose = pose if at is None else _turned(pose, at / np.linalg.norm(at), anchor_B)
        return move, pose, Twist.turning(pose.direction(rate), anchor)

    def joint(self, moves: Sequence[Move], element: Element) -> RobotJoint:
        """Return the one joint that leaves the freedoms of all moves."""
        first = moves[0]
        if first.kind == "free" or (len(moves) > 3 and _free(moves)):
            if len(moves) > 1 and (first.kind == "free" or not all(move.plain for move in moves)):
                self._findings.leave_out("what acts along the joints of a free body is left out", first.line)
            return RobotJoint(None, None, first.line)
        slides = [move for move in moves if move.kind == "slide"]
        turns = [move for move in moves if move.kind != "slide"]
        cls, keys = _kind(slides, turns, element)
        late = bool(turns) and any(move in slides for move in moves[moves.index(turns[0]) :])
        if cls is Combined and late and keys["rotations"] == 0 and len(slides) < 3:
            raise element.error("the slides of a body must stand before what turns it. Change their order.")
        actuated = slides[0] if cls is Cylindrical else first if len(moves) == 1 else None
        if actuated is not None:
            keys |= actuated.keys
        if not all(move.plain for move in moves if move is not actuated):
            self._findings.leave_out(
                "limits, springs and motors of bodies with several joints are left out", first.line
            )
        return RobotJoint(first.name, cls, first.line, (turns or slides)[0].anchor, keys)


def kind_of(given: Element) -> str:
    """Return the type of a joint."""
    kind = "free" if given.tag == "freejoint" else given.text("type", "hinge")
    if kind not in COUNTS:
        raise given.error(f"unknown type of joint '{kind}'.{nearest(kind, COUNTS)}")
    return kind


def _kind(slides: list[Move], turns: list[Move], element: Element) -> tuple[type[Joint], dict[str, Any]]:
    """Return the class of joint that leaves these translations and rotations, and its axes."""
    turning = 3 if any(move.kind == "ball" for move in turns) else len(turns)
    if turning > 3 or len(slides) > 3 or (turning == 3 and len(turns) not in (1, 3)):
        raise element.error("a body has more joints than freedoms. Leave some out.")
    if any(np.abs(turn.anchor - turns[0].anchor).max() > _ALIGNED for turn in turns):
        raise element.error("the joints of a body must turn about one point. Put bodies in between.")
    along, about = [move.axis for move in slides], [move.axis for move in turns]
    if not slides:
        return _turning(about, turning, element)
    if not turns and len(slides) == 1:
        return Prismatic, {"axis": vec3(along[0])}
    # One axis must serve both: the line or the normal of the slides, and what the body turns about.
    axes = {1: along[0], 2: _normal(along, element)}.get(len(slides))
    turn_axis = about[0] if turning == 1 else None
    if turning == 2 or (turning == 1 and axes is not None and not _parallel(axes, about[0])):
        raise element.error("slides and hinges of a body must go along one axis. Put bodies in between.")
    axis = next((axis for axis in (axes, turn_axis) if axis is not None), np.array([0.0, 0.0, 1.0]))
    if (len(slides), turning) == (1, 1):
        return Cylindrical, {"axis": vec3(axis)}
    return Combined, {"translations": 3 - len(slides), "rotations": 3 - turning, "axis": vec3(axis)}


def _turning(about: list[FloatArray], turning: int, element: Element) -> tuple[type[Joint], dict[str, Any]]:
    """Return the joint that holds a point and leaves these rotations."""
    if turning == 1:
        return Revolute, {"axis": vec3(about[0])}
    if turning == 3:
        if len(about) == 3 and abs(np.linalg.det(about)) < _ALIGNED:
            raise element.error("three hinges of a body must not lie in one plane.")
        return Spherical, {}
    if abs(about[0] @ about[1]) > _ALIGNED:
        raise element.error("two hinges of a body must be perpendicular. Put a body in between.")
    # The first hinge belongs to the body around, the second one turns with this body.
    return Universal, {"axis": vec3(about[1]), "axis_b": vec3(about[0])}


def _normal(along: list[FloatArray], element: Element) -> FloatArray:
    """Return the normal of the plane of two slides; of three it has no meaning."""
    if len(along) == 1:
        return along[0]
    normal = np.cross(along[0], along[1])
    if np.linalg.norm(normal) < _ALIGNED or (len(along) == 3 and abs(normal @ along[2]) < _ALIGNED):
        raise element.error("the slides of a body must go in different directions.")
    return np.asarray(normal / np.linalg.norm(normal))


def _parallel(a: FloatArray, b: FloatArray) -> bool:
    return bool(np.abs(np.cross(a, b)).max() < _ALIGNED)


def _free(moves: Sequence[Move]) -> bool:
    kinds = [move.kind for move in moves]
    return kinds.count("slide") == 3 and ("ball" in kinds or kinds.count("hinge") == 3)


def _turned(pose: Pose, turn_B: FloatArray, anchor_B: FloatArray) -> Pose:
    """Return the pose after a turn in the body's frame about a point that stays where it is."""
    anchor = pose.point(anchor_B)
    turned = pose @ Pose(np.zeros(3), turn_B)
    return Pose(anchor - turned.direction(anchor_B), turned.orientation)
