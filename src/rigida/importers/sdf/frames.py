"""Poses and values of SDFormat, which are the text of elements; each pose is relative to an optional frame."""

import math

import numpy as np

from rigida.importers.robot import Pose
from rigida.importers.xml_tree import Element
from rigida.math.euler import quaternion_from_roll_pitch_yaw_array
from rigida.registry import nearest

#: How a model's own frame is called in it.
MODEL = "__model__"
WORLD_FRAME = "world"


class Frames:
    """The frames of a model: itself, its links, joints and named frames."""

    def __init__(self, model: Element) -> None:
        self._elements = {item.text("name"): item for item in model.all("link", "joint", "frame")}
        self._found = {MODEL: self.own(model), WORLD_FRAME: Pose()}

    def pose(self, name: str, inside: tuple[str, ...] = ()) -> Pose:
        """Return the pose of a frame in the world."""
        if name in self._found:
            return self._found[name]
        element = self._elements.get(name)
        if element is None:
            raise next(iter(self._elements.values())).error(
                f"there is no frame '{name}'.{nearest(name, self._elements)}"
            )
        if name in inside:
            raise element.error(f"the pose of '{name}' leads back to itself. Give one of its frames in another.")
        given = element.find("pose")
        # A joint lies at its child, a frame at what it is attached to, everything else in the model.
        home = written(element, "child") if element.tag == "joint" else element.text("attached_to", "") or MODEL
        outer = given.text("relative_to", "") if given is not None else ""
        self._found[name] = self.pose(outer or home, (*inside, name)) @ self.own(element)
        return self._found[name]

    @staticmethod
    def own(element: Element) -> Pose:
        """Return the pose that an element gives itself, in the frame it names."""
        given = element.find("pose")
        if given is None or not given.content.strip():
            return Pose()
        as_quaternion = given.text("rotation_format", "euler_rpy") == "quat_xyzw"
        values = np.array(_numbers(given, 7 if as_quaternion else 6))
        if as_quaternion:
            turn = values[[6, 3, 4, 5]]
            if not turn.any():
                raise given.error("the quaternion of a <pose> must not be zero.")
            return Pose(values[:3], turn / np.linalg.norm(turn))
        angles = values[3:] * (math.radians(1.0) if given.text("degrees", "false") == "true" else 1.0)
        turn = quaternion_from_roll_pitch_yaw_array(angles) if angles.any() else np.array([1.0, 0.0, 0.0, 0.0])
        return Pose(values[:3], turn)


def written(element: Element, tag: str) -> str:
    """Return the text of a child, which must be there."""
    child = element.find(tag)
    if child is None or not child.content.strip():
        raise element.error(f"<{element.tag}> needs a <{tag}>.")
    return child.content.strip()


def numbers(element: Element, tag: str, default: tuple[float, ...], count: int) -> list[float]:
    """Return the numbers in a child, or the default."""
    child = element.find(tag)
    return list(default) if child is None else _numbers(child, count)


def flag(element: Element, tag: str) -> bool:
    """Return whether an optional child is true."""
    child = element.find(tag)
    text = "false" if child is None else child.content.strip().lower()
    if text not in ("true", "false", "1", "0"):
        raise element.error(f"<{tag}> must be true or false, got '{text[:40]}'.")
    return text in ("true", "1")


def _numbers(element: Element, count: int) -> list[float]:
    return Element(element.tag, element.line, {"the text": element.content}).numbers("the text", count)
