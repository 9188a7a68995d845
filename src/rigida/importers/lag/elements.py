"""Joints and forces of LAG's files, both ways (Bacin 1999, A.1.5 and A.1.6).

The document spells out `Universal`, `Fixed`, `Spring` and `Interpolated`; the other kinds of its section 4.3 follow the
same pattern: both bodies with the point of each in its own coordinates, then the axis in coordinates of the second.
"""

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Cylindrical, Fixed, Planar, Prismatic, Revolute, Spherical
from rigida.constraints.joints.anchored import AnchoredJoint
from rigida.fields import Vec3
from rigida.forces import ConstantForce, InterpolatedForce, Spring, Torque
from rigida.importers.findings import Findings
from rigida.importers.lag.frames import PrincipalFrame
from rigida.importers.words import Words
from rigida.registry import nearest
from rigida.scene.body import WORLD, Body, BodyOrWorld, World
from rigida.scene.force import Force
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene

Kind = TypeVar("Kind")

#: The kind of a point that stays where it is, and of a body that does.
POINT_IN_SPACE, STILL_BODY = "Fixed", "Immobile"
#: Joints between two bodies, and the field that holds their axis.
JOINT_KINDS: dict[str, tuple[type[AnchoredJoint], str]] = {
    "Universal": (Spherical, ""),
    "Planar": (Planar, "normal"),
    "Cylindrical": (Cylindrical, "axis"),
    "Prismatic": (Prismatic, "axis"),
    "Revolute": (Revolute, "axis"),
    "Rigid": (Fixed, ""),
}
#: Points closer than this are one point: the joint is closed [m].
_SAME = 1e-12


class LagReader:
    """Reads the elements of a scene whose bodies are there already."""

    def __init__(self, scene: Scene, words: Words) -> None:
        self.scene, self.words = scene, words

    def joint(self, name: str, kind: str) -> Joint:
        """Return the joint that follows."""
        if kind == POINT_IN_SPACE:
            body, point = self._end()
            return Spherical(body, anchor=point, name=name)
        cls, axis = known(self.words, "joint", kind, JOINT_KINDS, POINT_IN_SPACE, STILL_BODY)
        a, on_a = self._end()
        b, on_b, frame_b = self._placed_end()
        keys: dict[str, Any] = {axis: frame_b.world_direction(self.words.vector("the axis"))} if axis else {}
        if np.abs(np.subtract(on_a, on_b)).max() > _SAME:
            keys["anchor_b"] = on_b
        return cls(a, b, anchor=on_a, name=name, **keys)

    def force(self, name: str, kind: str) -> Force:
        """Return the force that follows."""
        return known(self.words, "force", kind, _FORCE_READERS)(self, name)

    def spring(self, name: str, damped: bool = False) -> Spring:
        """Return a spring: stiffness, optional damping, rest length, and its two ends."""
        stiffness = self.words.number("the stiffness")
        damping = self.words.number("the damping") if damped else 0.0
        length = self.words.number("the rest length")
        a, on_a = self._end()
        b, on_b, _ = self._placed_end()
        return Spring(a, b, stiffness, damping, length, on_a, on_b, name=name)

    def interpolated(self, name: str) -> InterpolatedForce:
        """Return a force and torque through samples."""
        body, point = self._end()
        count = self.words.whole("the number of samples", at_least=1)
        samples = np.array([self.words.numbers(7, f"sample {i + 1}: time, force, torque") for i in range(count)])
        times = samples[:, 0]
        return InterpolatedForce(body, times, samples[:, 1:4], samples[:, 4:], point, name=name)

    def constant(self, name: str) -> ConstantForce:
        """Return a constant force at a point of a body."""
        body, point = self._end()
        return ConstantForce(body, self.words.vector("the force"), point, name=name)

    def torque(self, name: str) -> Torque:
        """Return a constant torque."""
        return Torque(self.body(), self.words.vector("the torque"), name=name)

    def body(self) -> Body:
        """Return the body that is named here."""
        name = self.words.word("the name of a body")
        body = next((body for body in self.scene.bodies if body.name == name), None)
        if body is None:
            raise self.words.error(f"there is no body '{name}'.{nearest(name, [b.name for b in self.scene.bodies])}")
        return body

    def _end(self) -> tuple[Body, Vec3]:
        body = self.body()
        return body, PrincipalFrame(body).world_point(self.words.vector("the point"))

    def _placed_end(self) -> tuple[BodyOrWorld, Vec3, PrincipalFrame]:
        body: BodyOrWorld = WORLD
        if self.words.peek() == World.name:
            self.words.word("the world")
        else:
            body = self.body()
        frame = PrincipalFrame(body)
        return body, frame.world_point(self.words.vector("the point")), frame


def known(words: Words, family: str, kind: str, kinds: dict[str, Kind], *others: str) -> Kind:
    """Return the entry called `kind` or raise with the known ones."""
    if kind not in kinds:
        names = [*kinds, *others]
        raise words.error(f"unknown kind of {family} '{kind}'.{nearest(kind, names)} Known are {', '.join(names)}.")
    return kinds[kind]


_FORCE_READERS: dict[str, Callable[[LagReader, str], Force]] = {
    "Spring": LagReader.spring,
    "DampedSpring": lambda reader, name: reader.spring(name, damped=True),
    "Interpolated": LagReader.interpolated,
    "Constant": LagReader.constant,
    "Torque": LagReader.torque,
}


def joint_text(joint: Joint, findings: Findings) -> str | None:
    """Return a joint's kind and parameters, or None with a warning if the format has none."""
    kind = next((kind for kind, (cls, _) in JOINT_KINDS.items() if type(joint) is cls), None)
    if kind is None or not isinstance(joint, AnchoredJoint) or getattr(joint, "axis_b", None) is not None:
        findings.leave_out(f"a joint of kind '{joint.kind}' has no form in this format and is left out")
        return None
    point = joint.anchor or joint.a.position
    axis = JOINT_KINDS[kind][1]
    _report_extras(joint, {"a", "b", "name", "anchor", "anchor_b", axis}, findings)
    first = f"{one_word(joint.a.name)} {numbers_text(PrincipalFrame(joint.a).local_point(point))}"
    if kind == "Universal" and isinstance(joint.b, World) and joint.anchor_b is None:
        return f"{POINT_IN_SPACE}\n  {first}"
    frame = PrincipalFrame(joint.b)
    lines = [kind, first, f"{one_word(joint.b.name)} {numbers_text(frame.local_point(joint.anchor_b or point))}"]
    return "\n  ".join(lines + ([numbers_text(frame.local_direction(getattr(joint, axis)))] if axis else []))


def force_text(force: Force, findings: Findings) -> str | None:
    """Return a force's kind and parameters, or None with a warning if the format has none."""
    writer = _FORCE_WRITERS.get(type(force))
    text = None if writer is None else writer(force)
    if text is None:
        findings.leave_out(f"a force of kind '{force.kind}' has no form in this format and is left out")
    return text


def _spring_text(force: Any) -> str:
    on_a, on_b = force.anchor_a or force.a.position, force.anchor_b or getattr(force.b, "position", (0.0, 0.0, 0.0))
    length = float(np.linalg.norm(np.subtract(on_b, on_a))) if force.rest_length is None else force.rest_length
    damped = force.damping != 0.0
    head = [force.stiffness, *([force.damping] if damped else []), length]
    return "\n  ".join(
        [
            "DampedSpring" if damped else "Spring",
            numbers_text(head),
            f"{one_word(force.a.name)} {numbers_text(PrincipalFrame(force.a).local_point(on_a))}",
            f"{one_word(force.b.name)} {numbers_text(PrincipalFrame(force.b).local_point(on_b))}",
        ]
    )


def _interpolated_text(force: Any) -> str | None:
    if force.interpolation != "bezier":
        return None
    nothing = np.zeros((len(force.times), 3))
    rows = np.column_stack(
        [force.times, *(nothing if part is None else part for part in (force.forces, force.torques))]
    )
    samples = "\n  ".join(numbers_text(row) for row in rows)
    return f"Interpolated\n  {_loaded_point(force)}\n  {len(rows)}\n  {samples}"


def _constant_text(force: Any) -> str | None:
    if force.frame != "world":
        return None
    return f"Constant\n  {_loaded_point(force)}\n  {numbers_text(force.force)}"


def _torque_text(force: Any) -> str | None:
    return f"Torque\n  {one_word(force.body.name)} {numbers_text(force.torque)}" if force.frame == "world" else None


def _loaded_point(force: Any) -> str:
    """Return the body and the point at which a force acts, by default the center of mass."""
    point = np.zeros(3) if force.anchor is None else PrincipalFrame(force.body).local_point(force.anchor)
    return f"{one_word(force.body.name)} {numbers_text(point)}"


_FORCE_WRITERS: dict[type, Callable[[Any], str | None]] = {
    Spring: _spring_text,
    InterpolatedForce: _interpolated_text,
    ConstantForce: _constant_text,
    Torque: _torque_text,
}


def _report_extras(joint: Joint, written: set[str], findings: Findings) -> None:
    """Record limits, motors and other features of a joint that the format does not support."""
    for field in fields(joint):
        if field.name not in written and getattr(joint, field.name) != field.default:
            findings.leave_out(f"'{field.name}' of a joint has no form in this format and is left out")


def one_word(name: str) -> str:
    """Return a name as the one word that these formats allow."""
    return re.sub(r"[\s#<>=]+", "_", name)


def numbers_text(values: FloatArray | Vec3 | list[float]) -> str:
    """Return numbers that read back to the bit."""
    return " ".join(repr(float(value)) for value in values)
