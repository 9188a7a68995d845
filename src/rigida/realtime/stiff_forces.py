"""Springs and drag that are too stiff to be forces over a step: rows that are solved with joints and contacts instead.

A spring with stiffness k and damping c that is stretched by x acts with what it is at the end of the step,

    λ = −h (k (x + h v) + c v)    ⇔    v + h k x s + s λ = 0,   s = 1/(h² k + h c),   v = J·(twists) = l̇,

and drag, λ = −h c (v − w), along each axis with s = 1/(h c). Such rows are stable whatever k, c and h (backward Euler;
Baraff and Witkin 1998; as soft constraints, Catto 2011), and rest where forces balance.

Softer springs are forces over the step and keep their energy while bodies are ballistic. Bodies that are solved in an
island, by contacts or joints, move by the mean of the velocities at both ends of a step, with which such forces would
add energy; there they are rows of a symmetric rule,

    λ = −h (k (x + h (v₀ + v)/4 − s h (v − v₀)/6) + c (v₀ + v)/2).

With s = 0 it is the trapezoid, which keeps the energy ½ m v² + ½ k x² of a spring, but lets it swing too slowly by
(ω h)²/12. With s = 1 the period is right to fourth order (Newmark 1959, β = 1/12), and what is kept has the stiffness
k/(1 − (ω h)²/6). s falls as the stiffness grows, so that the energy swings by no more than `ENERGY_SWING` of itself.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.forces.drag import DRAG
from rigida.forces.spring import SPRING
from rigida.math.quaternion import rotate_array
from rigida.realtime.arrays import GOES_ON, NO_PART, STIFF_ROW
from rigida.realtime.direct.joint_rows import JointRowSet
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.tuning import ENERGY_SWING, FORCE_TURN, MOST_TURNING_PARTS, SPRING_TURN, STIFF_FORCE

#: Kinds of force that act alike however a body is turned.
_UNTURNED = ("gravity", "attraction", "drag")


class StiffForces:
    """The stiff ones of a scene's springs and drags.

    stiff (m,): which rows of the force table are, or are treated like them, in this step; most: how many joint rows
    they take at most; pairs (k, 2): bodies that they hold together, with the row after the last for the world;
    implicit_pairs (k, 2): those of forces that are taken at the end of a step, whatever bodies do; turned (b,): rows of
    bodies to which forces of any stiffness turn with them.
    """

    def __init__(self, model: Model, state: State, islands: IslandSet, dt: float) -> None:
        table, n = model.force_table, model.body_count
        self._model, self._state, self._islands, self.dt = model, state, islands, dt
        self._mild = np.zeros(len(table.code), dtype=np.bool_)
        self._springs, self._drags = np.flatnonzero(table.code == SPRING), np.flatnonzero(table.code == DRAG)
        self.most = len(self._springs) + 6 * len(self._drags)
        self.stiff: NDArray[np.bool_] = np.zeros(len(table.code), dtype=np.bool_)
        self._joined = bool(model.joint_rows)
        self.pairs: IntArray = np.zeros((0, 2), dtype=np.int32)
        self.implicit_pairs: IntArray = self.pairs
        self._bodies = np.where(table.body < 0, n, table.body)
        self._impulse, self._written, self._h = np.zeros((len(table.code), 6)), np.zeros((0, 2), dtype=np.int64), dt
        #: Which bodies (n + 1,) were solved in an island in the last step.
        self._touched = np.zeros(n + 1, dtype=np.bool_)
        turned = {
            body.name for force in model.forces if force.kind not in _UNTURNED for body in force.bodies() if body.name
        }
        self.turned = np.array([i for i, name in enumerate(model.names) if name in turned], dtype=np.int64)
        self.measure()

    def measure(self) -> None:
        """Take over the masses of the bodies."""
        model = self._model
        # What a unit impulse at most does to a body, by itself and at an arm of a metre.
        self._ease, self._turn = np.append(model.inv_mass, 0.0), np.append(model.inv_inertia.max(axis=1, initial=0), 0)
        self._spring_load = self._load_of_springs()

    def _load_of_springs(self) -> FloatArray:
        """Return (h² k + h c)/m that all springs together put on each body (n + 1,), at most."""
        number, load = self._model.force_table.number[self._springs], np.zeros(len(self._ease))
        own = self.dt * (self.dt * number[:, 0] + number[:, 1])
        for side in range(2):
            body, arm = self._bodies[self._springs, side], number[:, 3 + 3 * side : 6 + 3 * side]
            ease = self._ease[body] + self._turn[body] * (arm * arm).sum(axis=1)
            np.add.at(load, body, own * np.where(body < len(load) - 1, ease, 0.0))
        return load

    def choose(self) -> None:
        """Find out which are stiff in this step: drag depends on the speed."""
        if not self.most:
            return
        number, body = self._model.force_table.number, self._bodies
        springs, drags = self._springs, self._drags
        load = self._spring_load[body[springs]].max(axis=1, initial=0.0)
        self._mild[springs] = (load <= STIFF_FORCE) & self._touched[body[springs]].any(axis=1)
        self.stiff[springs] = (load > STIFF_FORCE) | self._mild[springs]
        slow, turning = self._resistance(drags, self.dt)
        of = body[drags, 0]
        self.stiff[drags] = self.dt * np.maximum(slow * self._ease[of], turning * self._turn[of]) > STIFF_FORCE
        idle = (number[springs, 0] == 0.0) & (number[springs, 1] == 0.0)
        self.stiff[springs[idle]] = False
        self.pairs = body[self.stiff].astype(np.int32)
        self.implicit_pairs = body[self.stiff & ~self._mild].astype(np.int32)

    def _resistance(self, drags: NDArray[np.int64], h: float) -> tuple[FloatArray, FloatArray]:
        """Return what drags resist with at the end of a step of h [s], per speed [N s/m] and angular speed [N m s].

        With the speed U to which the weight alone would lead, the end has u (1 + h (c₁ + c₂ u)/m) = U.
        """
        number, of = self._model.force_table.number[drags], self._bodies[drags, 0]
        weight = np.where(self._ease[of] > 0.0, h, 0.0)[:, None] * self._model.body_gravity[of]
        free = np.linalg.norm(self._state.velocity[of] - number[:, 3:6] + weight, axis=1)
        linear, square = 1.0 + h * self._ease[of] * number[:, 0], h * self._ease[of] * number[:, 1]
        speed = 2.0 * free / (linear + np.sqrt(linear * linear + 4.0 * square * free))
        return number[:, 0] + number[:, 1] * speed, number[:, 2]

    def write(self, joint_rows: JointRowSet, h: float) -> None:
        """Add the rows of what is stiff to the joint rows of a step of h [s]."""
        if not self._joined:
            joint_rows.count = 0
        self._written, begin = np.zeros((0, 2), dtype=np.int64), joint_rows.count
        if not self.stiff.any():
            return
        self._write_springs(self._springs[self.stiff[self._springs]], joint_rows, h)
        self._write_drags(self._drags[self.stiff[self._drags]], joint_rows, h)
        rows = slice(begin, joint_rows.count)
        joint_rows.named["low"][rows], joint_rows.named["high"][rows] = -np.inf, np.inf
        joint_rows.named_of["part"][rows], joint_rows.named_of["more"][rows] = NO_PART, 0
        last = self._impulse[self._written[:, 0], self._written[:, 1]]
        joint_rows.named["impulse"][rows] = last * (h / self._h)
        self._h = h

    def turn(self) -> float:
        """Return how fast the fastest of the stiff springs turns [rad/s]."""
        springs = self._springs[self.stiff[self._springs] & ~self._mild[self._springs]]
        if not len(springs):
            return 0.0
        near, far = ends = self._ends(springs)
        moved = self._end_velocities(springs, ends)
        displacement, moving = far[1] - near[1], moved[1] - moved[0]
        square = np.maximum((displacement * displacement).sum(axis=1), 1e-12)
        return float((np.linalg.norm(np.cross(displacement, moving), axis=1) / square).max())

    def spin(self) -> float:
        """Return how fast the fastest of the bodies turns to which forces turn with them [rad/s]."""
        return float(np.sqrt((self._state.angular_velocity[self.turned] ** 2).sum(axis=1).max(initial=0.0)))

    def remember(self, joint_rows: JointRowSet, by_forces: NDArray[np.bool_]) -> None:
        """Keep the impulses for the next step's start, and which bodies islands held.

        by_forces (n,): bodies on which they act as forces, since they fly or sleep.
        """
        if self.most:
            self._impulse[:] = 0.0
            of = joint_rows.named_of[: joint_rows.count]
            own_rows = (of["part"] == NO_PART) & (of["equation"] != GOES_ON)
            found = joint_rows.named["impulse"][: joint_rows.count][own_rows]
            self._impulse[self._written[:, 0], self._written[:, 1]] = found
            self._touched[:-1] = (self._islands.island >= 0) & ~by_forces

    def memories(self) -> tuple[FloatArray, NDArray[np.bool_]]:
        """Return the impulses of the last step (forces, …) and which bodies were solved in an island (bodies,)."""
        return self._impulse, self._touched[:-1]

    def snapshot(self) -> tuple[FloatArray, float, NDArray[np.bool_]]:
        """Return what the next step starts with."""
        return self._impulse.copy(), self._h, self._touched[:-1].copy()

    def restore(self, kept: tuple[FloatArray, float, NDArray[np.bool_]]) -> None:
        """Go back to a snapshot, or go on from one of fewer bodies."""
        self._impulse[:], self._h, touched = kept
        self._touched[: len(touched)] = touched

    def _begin(self, force: NDArray[np.int64], equation: int, joint_rows: JointRowSet) -> slice:
        """Begin a row for each of these forces."""
        rows = slice(joint_rows.count, joint_rows.count + len(force))
        joint_rows.count += len(force)
        joint_rows.row[rows] = 0.0
        joint_rows.named_of["a"][rows], joint_rows.named_of["b"][rows] = self._bodies[force].T
        self._written = np.vstack([self._written, np.column_stack([force, np.full(len(force), equation)])])
        return rows

    def _ends(self, springs: NDArray[np.int64]) -> list[tuple[FloatArray, FloatArray]]:
        """Return arm and place (m, 3) of both ends of springs [m]; an end on the world has no arm."""
        table, state, ends = self._model.force_table, self._state, []
        for side in range(2):
            of, point = table.body[springs, side], table.number[springs, 3 + 3 * side : 6 + 3 * side]
            fixed, arm = (of < 0)[:, None], rotate_array(state.attitude[of], point)
            ends.append((np.where(fixed, 0.0, arm), np.where(fixed, point, state.center[of] + arm)))
        return ends

    def _end_velocities(
        self, springs: NDArray[np.int64], ends: list[tuple[FloatArray, FloatArray]]
    ) -> list[FloatArray]:
        """Return the velocities (m, 3) of both ends of springs [m/s]."""
        state, velocities = self._state, []
        for side, (arm, _) in enumerate(ends):
            of = self._model.force_table.body[springs, side]
            moved = state.velocity[of] + np.cross(state.angular_velocity[of], arm)
            velocities.append(np.where((of < 0)[:, None], 0.0, moved))
        return velocities

    def _write_springs(self, springs: NDArray[np.int64], joint_rows: JointRowSet, h: float) -> None:
        """Write the rows of springs, along the lines between their ends."""
        number, rows, ends = (
            self._model.force_table.number[springs],
            self._begin(springs, 0, joint_rows),
            self._ends(springs),
        )
        displacement = ends[1][1] - ends[0][1]
        length = np.linalg.norm(displacement, axis=1)
        along = displacement / np.where(length > 0.0, length, 1.0)[:, None]
        for side, sign in ((0, -1.0), (1, 1.0)):
            joint_rows.row[rows, 6 * side : 6 * side + 3] = sign * along
            joint_rows.row[rows, 6 * side + 3 : 6 * side + 6] = sign * np.cross(ends[side][0], along)
        mild = self._mild[springs]
        stiffness, damping = h * h * number[:, 0], h * number[:, 1]
        load = (h / self.dt) ** 2 * self._spring_load[self._bodies[springs]].max(axis=1, initial=0.0)
        period = np.minimum(ENERGY_SWING / np.maximum(load, ENERGY_SWING), 1.0 / 6.0)  # s/6
        softness = 1.0 / (stiffness * np.where(mild, 0.25 - period, 1.0) + damping * np.where(mild, 0.5, 1.0))
        moved = self._end_velocities(springs, ends)
        rate = ((moved[1] - moved[0]) * along).sum(axis=1)
        joint_rows.named["softness"][rows] = softness
        pull = h * number[:, 0] * (length - number[:, 2])
        pull += np.where(mild, ((0.25 + period) * stiffness + 0.5 * damping) * rate, 0.0)
        joint_rows.named["bias"][rows] = pull * softness
        joint_rows.named_of["equation"][rows] = np.where(mild, 0, STIFF_ROW)

    def _write_drags(self, drags: NDArray[np.int64], joint_rows: JointRowSet, h: float) -> None:
        """Write three rows for each drag, and three more for those that resist turning."""
        for first, resistance in enumerate(self._resistance(drags, h)):
            acting = resistance > 0.0
            for axis in range(3):
                rows = self._begin(drags[acting], 3 * first + axis, joint_rows)
                joint_rows.row[rows, 3 * first + axis] = 1.0
                joint_rows.named["softness"][rows] = 1.0 / (h * resistance[acting])
                joint_rows.named_of["equation"][rows] = STIFF_ROW
                if first == 0:
                    joint_rows.named["bias"][rows] = -self._model.force_table.number[drags[acting], 3 + axis]


def turning_parts(forces: StiffForces, dt: float) -> int:
    """Return in how many parts a step of dt [s] must be taken for what turns on stiff springs, or turns its forces."""
    parts = math.ceil(forces.spin() * dt / FORCE_TURN) if len(forces.turned) else 1
    if forces.most and forces.stiff.any():
        parts = max(parts, math.ceil(forces.turn() * dt / SPRING_TURN))
    return min(max(parts, 1), MOST_TURNING_PARTS)
