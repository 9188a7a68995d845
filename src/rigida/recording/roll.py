"""Columns of recorded frames: bodies and joints that are added or removed have one by name, NaN while absent."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.scene.body import Body
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene


@dataclass(frozen=True, eq=False)
class Roll:
    """The bodies and joints of one frame, in the order of its rows."""

    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]

    def same(self, other: "Roll | None") -> bool:
        """Return whether the other roll has the same bodies and joints in the same order."""
        if other is None or (len(self.bodies), len(self.joints)) != (len(other.bodies), len(other.joints)):
            return False
        every, others = (*self.bodies, *self.joints), (*other.bodies, *other.joints)
        return all(a is b for a, b in zip(every, others, strict=True))


NOBODY = Roll((), ())


class Attendance:
    """Columns of all bodies or joints that existed: names, and `width` ≥ their number, for later ones.

    A name that is used again goes on in its column; the column then stands for its last bearer in pictures.
    """

    def __init__(self, names: Sequence[str], members: Sequence[Body | Joint] = ()) -> None:
        self.names, self.width = list(names), len(names)
        self._last: dict[str, Any] = {str(member.name): member for member in members}
        self._place = {name: place for place, name in enumerate(names)}

    def remember(self, members: Sequence[Body | Joint]) -> list[str]:
        """Record the members behind the names, and return the names."""
        names = [str(member.name) for member in members]
        self._last.update(zip(names, members, strict=True))
        return names

    def bears(self, member: Body | Joint) -> bool:
        """Return whether this member was the last with its name."""
        return self._last.get(str(member.name)) is member

    def places(self, names: Sequence[str]) -> IntArray:
        """Return the columns of these members; new ones get columns first."""
        for name in names:
            if name not in self._place:
                self._place[name] = len(self.names)
                self.names.append(name)
        if len(self.names) > self.width:
            self.width = 2 * len(self.names)
        return np.array([self._place[name] for name in names], dtype=np.int32)

    def spread(self, values: FloatArray, places: IntArray) -> FloatArray:
        """Return frames of present members (f, k, m) as frames of all columns (f, width, m)."""
        wide = np.full((len(values), self.width, *values.shape[2:]), np.nan)
        wide[:, places] = values
        return wide

    def widened(self, column: FloatArray) -> FloatArray:
        """Return a column (frames, n, m) as (frames, width, m)."""
        wide = np.full((len(column), self.width, *column.shape[2:]), np.nan)
        wide[:, : column.shape[1]] = column
        return wide

    def everybody(self) -> list[Any]:
        """Return all members that existed, in the order of the columns."""
        return [self._last[name] for name in self.names]


def as_rows_of(roll: Roll, values: FloatArray, names: Sequence[str]) -> FloatArray:
    """Return the rows (k, m) of a roll's bodies as rows of `names` (n, m), NaN for absent ones."""
    row = {body.name: place for place, body in enumerate(roll.bodies)}
    found = np.array([row.get(name, -1) for name in names], dtype=np.int32)
    return np.where(found[:, None] >= 0, values[found], np.nan)


def scene_of(scene: Scene, bodies: Attendance, joints: Attendance) -> Scene:
    """Return a scene with everybody that was seen, in the order of the columns."""
    every = copy(scene)
    every.set_members(bodies.everybody(), joints.everybody())
    return every
