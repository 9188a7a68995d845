"""The Model: constants of a compiled scene, as plain arrays.

Bodies keep the order of the scene; rows of bodies that were removed stay, without a name, until others take them.
Kernels work in the center-of-mass frame whose axes are the principal axes of inertia (Bacin 1999, 3.7.1);
`center_B` and `principal_B` say where that frame lies in the body frame of the user.
Letters: W world, B body frame, P principal frame.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.errors import UsageError
from rigida.fields import shown
from rigida.geometry.shape import Shape
from rigida.registry import nearest
from rigida.scene.actuator import Actuator
from rigida.scene.coupling import Coupling
from rigida.scene.force import Force, ForceRows, ImpulseRow
from rigida.scene.joint import Joint, JointRows
from rigida.scene.path import Motion

#: The name of a row in which there is no body.
VACANT: Final = ""
DYNAMIC: Final = 0
FIXED: Final = 1
KINEMATIC: Final = 2


@dataclass(frozen=True, eq=False)
class ForceTable:
    """All force elements that kernels evaluate, one row each.

    code (m,) which kernel; body (m, 2) partners, −1 for the world; number (m, 16) parameters;
    sample_range (m, 2) first and last+1 row of `sample` (k, 7).
    """

    code: IntArray
    body: IntArray
    number: FloatArray
    sample_range: IntArray
    sample: FloatArray


@dataclass(frozen=True, eq=False)
class Model:
    """Constant arrays of a compiled scene with n bodies."""

    names: tuple[str, ...]
    motion: IntArray  # (n,) DYNAMIC, FIXED or KINEMATIC
    mass: FloatArray  # (n,) [kg]; 0 for bodies that forces do not move
    inv_mass: FloatArray  # (n,)
    inertia: FloatArray  # (n, 3) principal moments [kg m²]
    inv_inertia: FloatArray  # (n, 3)
    center_B: FloatArray  # (n, 3) center of mass in the body frame [m]
    principal_B: FloatArray  # (n, 4) principal axes in the body frame, quaternion
    # (n, 8) friction, restitution, rolling and spinning friction, 1 if the larger counts, priority, restitution rule,
    # static friction
    surface: FloatArray
    collision_filter: NDArray[np.uint32]  # (n, 2) group bit and mask
    shapes: tuple[Shape | None, ...]  # None in vacant rows
    slots: tuple[Shape | None, ...]  # the same, but that vacant rows keep the place of the shape they had
    paths: tuple[tuple[int, Motion], ...]
    joints: tuple[Joint, ...]
    joint_rows: tuple[JointRows, ...]  # of each joint
    forces: tuple[Force, ...]
    force_rows: tuple[ForceRows, ...]  # of each force
    force_table: ForceTable  # all rows of them
    impulses: tuple[ImpulseRow, ...]  # by time
    break_times: tuple[float, ...]  # when forces jump, increasing [s]
    gravity: FloatArray  # (3,) [m/s²]
    sequence: IntArray  # (n,) rows in the order in which they are worked on, whatever the order of the scene
    actuators: tuple[Actuator, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()  # rows of bodies that never touch
    copies: int = 1  # equal worlds, one after another in all rows, whose bodies do not meet

    @property
    def body_count(self) -> int:
        """Number of rows: bodies, fixed ones included, and vacant rows."""
        return len(self.names)

    @cached_property
    def rank(self) -> list[int]:
        """The place of each row in `sequence`."""
        return [int(place) for place in np.argsort(self.sequence)]

    @cached_property
    def joint_sequence(self) -> list[int]:
        """Numbers of the joints in processing order, independent of the order of the scene.

        It follows from the places of their bodies in `sequence`; kinds, anchors and finally names distinguish joints
        that hold the same bodies.
        """

        def key(j: int) -> tuple[Any, ...]:
            rows, joint = self.joint_rows[j], self.joints[j]
            ends = [-1 if row < 0 else self.rank[row] for row in rows.rows]
            return sorted(ends), ends, joint.kind, list(rows.anchor), str(joint.name)

        return sorted(range(len(self.joints)), key=key)

    def index(self, name: str) -> int:
        """Return the row of the body called `name`."""
        row = self._rows().get(name) if isinstance(name, str) and name != VACANT else None
        if row is None:
            raise UsageError(f"The scene has no body {shown(name)}.{nearest(name, self.names)}")
        return row

    def joint_index(self, name: str) -> int:
        """Return the number of the joint called `name`."""
        return self.coordinate_place(name)[0]

    def coordinate_place(self, name: str) -> tuple[int, int | None]:
        """Return the number of the joint called `name`, or of the joint with that coordinate and which one it is."""
        places = self._coordinate_places
        if not isinstance(name, str) or name not in places:
            raise UsageError(f"The scene has no joint {shown(name)}.{nearest(name, places)}")
        return places[name]

    @cached_property
    def _coordinate_places(self) -> dict[str, tuple[int, int | None]]:
        places: dict[str, tuple[int, int | None]] = {str(joint.name): (j, None) for j, joint in enumerate(self.joints)}
        for j, joint in enumerate(self.joints):
            several = joint.coordinate_names()
            if len(several) > 1:
                places |= {own: (j, k) for k, own in enumerate(several)}
        return places

    @cached_property
    def body_gravity(self) -> FloatArray:
        """Gravity at each body (n, 3), of which copies of a world may have their own [m/s²]."""
        return np.tile(self.gravity, (self.body_count, 1))

    def actuator_index(self, name: str) -> int:
        """Return the number of the actuator called `name`."""
        names = [str(actuator.name) for actuator in self.actuators]
        if not isinstance(name, str) or name not in names:
            raise UsageError(f"The scene has no actuator {shown(name)}.{nearest(name, names)}")
        return names.index(name)

    def enter(
        self,
        rows: Sequence[int],
        who: Sequence[tuple[str, Shape | None, Shape | None]],
        columns: Mapping[str, Any],
    ) -> None:
        """Write bodies (or None) to rows: their names, shapes and slots, and the rows of arrays; see `population`."""
        row_of = self._rows()
        for row in rows:
            row_of.pop(self.names[row], None)
        row_of |= {name: row for row, (name, _, _) in zip(rows, who, strict=True)}
        for field, entered in zip(("names", "shapes", "slots"), zip(*who, strict=True), strict=False):
            before = getattr(self, field)
            if any(before[row] is not value for row, value in zip(rows, entered, strict=True)):
                entries = list(before)
                for row, value in zip(rows, entered, strict=True):
                    entries[row] = value
                object.__setattr__(self, field, tuple(entries))
        for column, values in columns.items():
            getattr(self, column)[list(rows)] = values

    def set_mass(self, row: int, mass: float, moments: FloatArray) -> None:
        """Enter a new mass [kg] and principal moments (3,) [kg m²] of a body.

        Call it through `State.change_mass`, which keeps the velocities.
        """
        self.mass[row], self.inv_mass[row] = mass, 1.0 / mass
        self.inertia[row], self.inv_inertia[row] = moments, inverse_or_zero(moments)

    def _rows(self) -> dict[str, int]:
        rows: dict[str, int] | None = self.__dict__.get("_row_of")
        if rows is None:
            rows = {name: i for i, name in enumerate(self.names)}
            object.__setattr__(self, "_row_of", rows)
        return rows


def inverse_or_zero(values: FloatArray) -> FloatArray:
    """Return 1/x, and 0 where x is 0 (a fixed body, or an axis without inertia)."""
    return np.divide(1.0, values, out=np.zeros_like(values), where=values > 0.0)
