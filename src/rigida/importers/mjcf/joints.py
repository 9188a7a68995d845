"""Joints of MJCF: a body's joints act one after the other, each in the frame that the ones before it leave.

rigida joins two bodies by one joint, so several joints of a body become a serial one where it leaves the same freedoms:
slides that are perpendicular, then hinges through one point that are perpendicular in turn, or a ball. Where they do
not, bodies of a thousandth of the mass stand in between.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Prismatic, Revolute, Serial, SerialAxis, Spherical
from rigida.constraints.joints.serial import PERPENDICULAR
from rigida.fields import unit_vector, vec3
from rigida.importers.findings import Findings
from rigida.importers.mjcf.values import Frames
from rigida.importers.robot import Pose, RobotJoint
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.scene import Scene

#: How many numbers of a keyframe's qpos and qvel a joint takes.
COUNTS = {"hinge": (1, 1), "slide": (1, 1), "ball": (4, 3), "free": (7, 6)}
#: How limits yield in MuJoCo unless a file says otherwise.
_SOLREF, _SOLIMP = (0.02, 1.0), (0.9, 0.95, 0.001, 0.5, 2.0)
#: Points closer than this are one [m].
_ONE_POINT = 1e-9


@dataclass(eq=False)
class Move:
    """Motion of one joint: point and axis in the world as described, and the forces along it."""

    name: str
    kind: str
    element: Element
    anchor: FloatArray
    axis: FloatArray
    keys: dict[str, Any] = field(default_factory=dict)


class JointReader:
    """Reads joints in the conventions of a file."""

    def __init__(self, frames: Frames, findings: Findings) -> None:
        self._frames, self._findings = frames, findings
        #: What acts along joints and is switched off for the whole model.
        self.disabled: set[str] = set()

    def move(self, given: Element, name: str, body: Pose, frame: Pose) -> Move:
        """Return a joint with the attributes of its class; `frame`: pose in the body, whose pose is in the world."""
        kind = kind_of(given)
        pose = body @ frame
        anchor = pose.point(np.array(given.vector("pos", (0.0, 0.0, 0.0))))
        axis_B = given.vector("axis", (0.0, 0.0, 1.0))
        if kind in ("hinge", "slide") and not any(axis_B):
            raise given.error(f"the axis of joint '{name}' must not be zero.")
        axis = pose.direction(np.array(unit_vector(axis_B))) if any(axis_B) else np.array([0.0, 0.0, 1.0])
        move = Move(name, kind, given, anchor, axis)
        if kind in ("hinge", "slide"):
            move.keys = self._acting(given, kind == "hinge")
        else:
            if kind == "free" and "damping" in given.attributes:
                move.keys["damping"] = max(given.numbers("damping")[0], 0.0)
            for what in ("range", "stiffness", "damping", "frictionloss", "armature"):
                if what not in move.keys and any(float(word) for word in given.text(what, "0").split()):
                    self._findings.leave_out(f"the {what} of a {kind} joint is not honoured", given)
        return move

    def _acting(self, given: Element, angular: bool) -> dict[str, Any]:
        """Return the reference, limits, spring, friction and rotor inertia of a joint."""
        frames = self._frames.of(given)
        unit = frames.angle if angular else float
        stiffness, *higher = given.numbers("stiffness") if "stiffness" in given.attributes else [0.0]
        damping, *more = given.numbers("damping") if "damping" in given.attributes else [0.0]
        if min(stiffness, damping) < 0.0:
            self._findings.leave_out("springs and dampers of joints that drive instead of holding are left out", given)
            stiffness, damping = max(stiffness, 0.0), max(damping, 0.0)
        if any((*higher, *more)):
            self._findings.leave_out("springs and dampers of joints are taken as linear", given)
        keys: dict[str, Any] = {
            "reference": unit(given.number("ref", 0.0)),
            "damping": damping,
            "stiffness": stiffness,
            "rest": unit(given.number("springref", 0.0)) if stiffness or "springdamper" in given.attributes else 0.0,
            "dry_friction": given.number("frictionloss", 0.0),
            "armature": given.number("armature", 0.0),
        }
        limited = given.text("limited", "auto")
        if limited == "true" or (limited == "auto" and frames.autolimits and "range" in given.attributes):
            lower, upper = given.numbers("range", 2)
            keys |= {"lower": unit(lower), "upper": unit(upper)}
            keys |= _softness(given)
        if "limit" in self.disabled:
            keys = {key: value for key, value in keys.items() if key not in ("lower", "upper")}
        off = {"frictionloss": "dry_friction", "spring": "stiffness", "damper": "damping"}
        return keys | {key: 0.0 for flag, key in off.items() if flag in self.disabled}


def _softness(given: Element) -> dict[str, Any]:
    """Return how the limits of a joint yield; missing numbers are those of MuJoCo."""
    found = []
    for name, default in (("solreflimit", _SOLREF), ("solimplimit", _SOLIMP)):
        own = given.numbers(name, *range(1, len(default) + 1)) if name in given.attributes else []
        found.append((*own, *default[len(own) :]))
    return {"limit_solref": found[0], "limit_solimp": found[1]}


def add_limit_inertias(scene: Scene, mass: Callable[[Mapping[str, float]], float]) -> None:
    """Give joints with limits that yield the inertia that they yield to; mass: as for `add_spring_dampers`."""
    for joint in scene.joints:
        for name, acting in zip(joint.coordinate_names(), getattr(joint, "steps", (joint,)), strict=False):
            if getattr(acting, "limit_solref", None) is not None and (inertia := mass({name: 1.0})) > 0.0:
                object.__setattr__(acting, "limit_inertia", inertia)


def add_spring_dampers(scene: Scene, moves: Sequence[Move], mass: Callable[[Mapping[str, float]], float]) -> None:
    """Give joints with a `springdamper`, a time constant and a damping ratio, stiffness and damping by their inertia.

    mass: the inertia that an effort along coordinates meets.
    """
    given = {move.name: move.element for move in moves if "springdamper" in move.element.attributes}
    for joint in scene.joints if given else ():
        for name, acting in zip(joint.coordinate_names(), getattr(joint, "steps", (joint,)), strict=False):
            time, ratio = given[name].numbers("springdamper", 2) if name in given else (0.0, 0.0)
            if time > 0.0 and ratio > 0.0:
                inertia = mass({name: 1.0})
                object.__setattr__(acting, "stiffness", inertia / (time * ratio) ** 2)
                object.__setattr__(acting, "damping", 2.0 * inertia / time)


def kind_of(given: Element) -> str:
    """Return the type of a joint."""
    kind = "free" if given.tag == "freejoint" else given.text("type", "hinge")
    if kind not in COUNTS:
        raise given.error(f"unknown type of joint '{kind}'.{nearest(kind, COUNTS)}")
    return kind


def grouped(moves: Sequence[Move]) -> list[list[Move]]:
    """Return the moves in groups of which each can be one joint."""
    groups: list[list[Move]] = []
    for move in moves:
        if groups and _fits(groups[-1], move):
            groups[-1].append(move)
        else:
            groups.append([move])
    return groups


def joint_of(moves: Sequence[Move]) -> RobotJoint:
    """Return the one joint that leaves the freedoms of a group."""
    first = moves[0]
    line = first.element.line
    if first.kind == "free":
        return RobotJoint(None, None, line)
    turns = [move for move in moves if move.kind != "slide"]
    anchor = (turns or moves)[0].anchor
    if len(moves) > 1:
        steps = tuple(
            SerialAxis(moves=move.kind, axis=vec3(move.axis), coordinate=move.name, **move.keys)  # type: ignore[arg-type]
            for move in moves
        )
        return RobotJoint("+".join(move.name for move in moves), Serial, line, anchor, {"steps": steps})
    if first.kind == "ball":
        return RobotJoint(first.name, Spherical, line, anchor)
    cls = Revolute if first.kind == "hinge" else Prismatic
    return RobotJoint(first.name, cls, line, anchor, {"axis": vec3(first.axis), **first.keys})


def _fits(group: list[Move], move: Move) -> bool:
    """Return whether a joint can follow a group's moves in one serial joint."""
    slides = [other for other in group if other.kind == "slide"]
    turns = [other for other in group if other.kind != "slide"]
    if move.kind == "free" or any(other.kind in ("ball", "free") for other in group):
        return False
    if move.kind == "slide":
        return not turns and len(slides) < 3 and all(abs(move.axis @ other.axis) < PERPENDICULAR for other in slides)
    if move.kind == "ball":
        return not turns
    if not turns:
        return True
    near = np.abs(move.anchor - turns[0].anchor).max() < _ONE_POINT
    return bool(near and len(turns) < 3 and abs(move.axis @ turns[-1].axis) < PERPENDICULAR)
