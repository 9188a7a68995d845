"""All joints of a model as one set of parts: their reactions, and keeping them closed.

Both engines stand on it: the precise one takes reactions and projections, the realtime one the factor.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.actuators import Driven
from rigida.constraints.arrays import Joints
from rigida.constraints.block_factor import DROP
from rigida.constraints.block_order import empty_factor, order_blocks
from rigida.constraints.coordinates import CoordinateSet
from rigida.constraints.coupled_motion import CoupledMotion
from rigida.constraints.couplings import CouplingSet, CouplingSpec, coupling_spec
from rigida.constraints.frames import FrameSet
from rigida.constraints.multipliers import (
    accelerate,
    add_impulses,
    add_reactions,
    displace,
    factor_parts,
    respond_columns,
    solve_parts,
)
from rigida.constraints.parts.codes import unit_of
from rigida.constraints.parts.part_set import PartSet, PlacedPart
from rigida.constraints.reaction_sums import drops_pivot, sum_reactions
from rigida.constraints.rows_matrix import rows_matrix
from rigida.constraints.user_rows import UserParts, UserRows
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State
from rigida.fields import label
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.math.dense import least_squares
from rigida.math.quaternion import rotate_array
from rigida.scene.joint import JointRows

#: Intact joints, drives of their motors, values that angles are counted from, and controls of actuators.
JointSnapshot = tuple[tuple[int, ...], FloatArray, FloatArray, FloatArray]

#: Up to this many body components a dense least-squares solution is the faster one.
_DENSE = 300
#: Newton's method on positions converges quadratically; more steps than these mean that it does not converge at all.
_NEWTON_STEPS = 25


@dataclass(frozen=True)
class Violation:
    """The worst violated joint: its number, and the violation with its unit ("m" or "rad")."""

    joint: int
    amount: float
    unit: str = "m"


class JointSet:
    """Parts of the joints numbered `alive` (those that have not broken), ready to be solved.

    After `evaluate` the parts hold C, J and bias at that instant; after `factor` A is factored. With `rotors` the
    armatures of coordinates are soft parts among them, numbered `rotor` (see `multipliers`), whose C and Ċ are zero.
    With `with_couplings` the equations of the model's couplings are included (`coupled`). accelerates: whether Python
    functions give the bias. solution (parts, 3): A⁻¹ right of the last `solve`, impulses after `close_velocities`.
    """

    def __init__(
        self,
        model: Model,
        rows: Sequence[JointRows],
        alive: Sequence[int],
        rotors: bool = False,
        with_couplings: bool = False,
    ) -> None:
        self.model = model
        self.rows = tuple(rows)
        self._rotors, self._with_couplings = rotors, with_couplings
        self.accelerates = True
        self._arrange(alive)

    def _arrange(self, alive: Sequence[int]) -> None:
        """Set up frames, parts, coordinates and the order of elimination for the joints that hold."""
        model, rows = self.model, self.rows
        self.alive = tuple(alive)
        carriers = [rows[j].carrier for j in alive if rows[j].carrier is not None]
        self.frames = FrameSet(model, [motion for motion in carriers if motion is not None])
        placed: list[PlacedPart] = []
        measured: list[PlacedPart] = []
        self.driven: list[tuple[int, int]] = []
        turned: list[tuple[int, int]] = []
        user_parts, user_coordinates = UserParts(), UserParts()
        next_carrier = self.frames.world + 1
        for j in alive:
            a, b = (row if row >= 0 else self.frames.world for row in rows[j].rows)
            if rows[j].carrier is not None:
                b, next_carrier = next_carrier, next_carrier + 1
            user = rows[j].user
            if isinstance(user, UserRows):
                (user_parts if rows[j].parts else user_coordinates).add(
                    user, (a, b), len(placed) if rows[j].parts else len(measured)
                )
            placed += [PlacedPart(part, (a, b), j) for part in rows[j].parts]
            for coordinate in rows[j].coordinates:
                if self._rotors and coordinate.armature > 0.0:
                    turned.append((len(placed), len(measured)))
                    placed.append(PlacedPart(coordinate.part, (a, b), j))
                measured.append(PlacedPart(coordinate.part, (a, b), j))
            driven = rows[j].driven
            if driven is not None:
                self.driven.append((len(placed), j))
                placed.append(PlacedPart(driven, (a, b), j))
        self.parts = PartSet(placed)
        self.coordinates = CoordinateSet(
            [c for j in alive for c in rows[j].coordinates], measured, self._driven_coordinates(measured)
        )
        self._user = [(user_parts, self.parts), (user_coordinates, self.coordinates.parts)]
        self.couplings = CouplingSet(self._coupling_specs(measured), self.coordinates.table, len(measured))
        # The forces of actuators are the last couplings: their laws are written where rows of joints read them.
        actuators = self.coordinates.actuators
        actuators.table.law = self.couplings.force[len(self.couplings) - actuators.count :]
        self.coupled = CoupledMotion(self.couplings, self.coordinates, self.frames, self._respond_uncoupled)
        self.holds_couplings = self._with_couplings and len(self.coupled) > 0
        self.rotor, self._turned = np.array(turned, dtype=np.int64).reshape(-1, 2).T
        self.parts.softness[self.rotor] = 1.0 / self.coordinates.armature[self._turned]
        moving = [*(model.motion == DYNAMIC), *[False] * (len(self.frames.pose) - model.body_count)]
        self.order = order_blocks([p.frames for p in placed], moving)
        count = len(placed)
        self.multiplier = np.zeros((count, 3))
        self._alive_rows = np.array(alive, dtype=np.int32)
        first = [rows[j].rows[0] for j in alive]
        self._first = np.array([row if row >= 0 else self.frames.world for row in first], dtype=np.int32)
        self._anchor = np.array([rows[j].anchor for j in alive]).reshape(-1, 3)
        self.worst_violation = self.left = Violation(-1, 0.0)
        self._right, self.solution = np.zeros((count, 3)), np.zeros((count, 3))
        self._response = np.zeros((len(self.frames.pose), 6))
        self.table = Joints(
            parts=self.parts.table,
            frames=self.frames.table,
            factor=empty_factor([self.order], [model.body_count]),
            multiplier=self.multiplier,
            right=self._right,
            solution=self.solution,
            response=self._response,
            change=np.zeros((model.body_count, 6)),
        )
        self._factor, self._solve = bind(factor_parts, self.table), bind(solve_parts, self.table)
        self._add_reactions, self._accelerate = bind(add_reactions, self.table), bind(accelerate, self.table)
        self._respond, self._displace = bind(respond_columns, self.table), bind(displace, self.table)
        self._add_impulses = bind(add_impulses, self.table)

    def _driven_coordinates(self, measured: Sequence[PlacedPart]) -> list[Driven]:
        """Return the actuators whose joints all hold, each with the rows of the coordinates that it drives."""
        found = [self._coordinate_rows(actuator.joints, measured) for actuator in self.model.actuators]
        paired = zip(self.model.actuators, found, strict=True)
        return [Driven(number, actuator, rows) for number, (actuator, rows) in enumerate(paired) if rows]

    def _coupling_specs(self, measured: Sequence[PlacedPart]) -> list[CouplingSpec]:
        """Return the couplings whose joints all hold, then the actuators that are no motors of coordinates."""
        couplings = self.model.couplings
        found = [self._coordinate_rows([name for name, _ in each.terms()], measured) for each in couplings]
        specs = [coupling_spec(coupling, rows) for coupling, rows in zip(couplings, found, strict=True) if rows]
        return specs + self.coordinates.actuators.coupling_specs()

    def _coordinate_rows(self, names: Sequence[str], measured: Sequence[PlacedPart]) -> tuple[int, ...]:
        """Return the rows of the coordinates of these names; none if one of their joints is broken."""
        first: dict[int, int] = {}
        for row, part in enumerate(measured):
            first.setdefault(part.joint, row)
        places = [self.model.coordinate_place(name) for name in names]
        whole = all(joint in first for joint, _ in places)
        return tuple(first[joint] + (which or 0) for joint, which in places) if whole else ()

    def drop(self, joint: int) -> None:
        """Remove a broken joint; the others keep their angles, motors, springs and limits."""
        alive, constants, kept, control = self.snapshot()
        stay = self.coordinates.parts.joint != joint
        self.restore((tuple(j for j in alive if j != joint), constants[stay], kept[stay], control))

    def snapshot(self) -> JointSnapshot:
        """Return the data besides the State that determines the further motion of the joints.

        Which hold, constants (m, 9) of their motors, springs and limits, counted turns, controls of actuators.
        """
        coordinates = self.coordinates
        control = coordinates.actuators.control.copy()
        return self.alive, coordinates.constants(), coordinates.parts.target.copy(), control

    def restore(self, snapshot: JointSnapshot) -> None:
        """Restore a snapshot."""
        alive, constants, kept, control = snapshot
        if alive != self.alive:
            self._arrange(alive)
        self.coordinates.set_constants(np.arange(len(constants)), constants)
        self.coordinates.parts.target[:] = kept
        own = self.coordinates.actuators.control
        own[:] = control[: len(own)]

    def take_over(self, other: "JointSet") -> None:
        """Take over motors, springs, limits and counted turns of the joints that both have, and which are broken."""
        numbers = {joint: number for number, joint in enumerate(other.model.joints)}
        same = {k: numbers[joint] for k, joint in enumerate(self.model.joints) if joint in numbers}
        self._arrange([j for j in self.alive if j not in same or same[j] in other.alive])
        for k, k_other in same.items():
            own, others = (
                np.flatnonzero(joints.coordinates.parts.joint == number)
                for joints, number in ((self, k), (other, k_other))
            )
            self.coordinates.set_constants(own, other.coordinates.constants()[others])
            self.coordinates.parts.target[own] = other.coordinates.parts.target[others]
        control, before = self.coordinates.actuators.control, other.coordinates.actuators.control
        control[: len(before)] = before[: len(control)]

    def label(self, joint: int) -> str:
        """Return the label of joint number `joint` in messages."""
        return label(self.model.joints[joint])

    def measure(self, time: float, state: State) -> None:
        """Evaluate the coordinates, without the parts, for a state at `time`."""
        self.frames.update(time, state)
        self.call_user(time)
        self.coordinates.evaluate(self.frames)

    def evaluate(self, time: float, state: State, errors_only: bool = False) -> None:
        """Evaluate every part for a state at `time`; errors_only: leave the derivatives of Python functions."""
        self.frames.update(time, state)
        self.call_user(time, errors_only)
        for part, joint in self.driven:
            trajectory = self.rows[joint].trajectory
            if trajectory is not None:
                self.parts.target[part] = trajectory.at(time)
        turned = len(self.rotor) > 0
        if turned:
            self.parts.target[self.rotor] = self.coordinates.parts.target[self._turned]
        self.parts.evaluate(self.frames)
        if turned:
            self.parts.error[self.rotor] = 0.0

    @property
    def calls_user(self) -> bool:
        """Whether some of the constraints are Python functions."""
        return any(self.rows[j].user is not None for j in self.alive)

    def call_user(self, time: float, errors_only: bool = False) -> None:
        """Evaluate the constraints given by Python functions at the present frames and `time`."""
        pose, twist = self.frames.pose, self.frames.twist
        for given, parts in self._user:
            if errors_only:
                given.fill_errors(time, pose, twist, parts.number)
            else:
                given.fill(time, pose, twist, parts.number, parts.target, self.accelerates)

    def rates(self) -> FloatArray:
        """Return Ċ (parts, 3) at the evaluated instant."""
        rate = self.parts.rates(self.frames)
        if len(self.rotor):
            rate[self.rotor] = 0.0
        return rate

    def rotor_energy(self, time: float, state: State) -> float:
        """Return the kinetic energy of rotors of the coordinates [J]."""
        coordinates = self.coordinates
        if not coordinates.armature.any():
            return 0.0
        self.measure(time, state)
        return float(0.5 * coordinates.armature @ coordinates.rate[:, 0] ** 2)

    def factor(self) -> None:
        """Factor A = J M⁻¹ Jᵀ at the evaluated instant."""
        self._factor()
        if self.holds_couplings:
            self.coupled.factor(self.model.body_count)

    def solve(self, right: FloatArray) -> FloatArray:
        """Return A⁻¹ right (parts, 3); the array is reused."""
        self._right[:] = right
        self._solve()
        return self.solution

    def add_efforts(self, wrench: FloatArray) -> None:
        """Add the wrenches of springs and motors in the joints to (n, 6), at the evaluated instant."""
        if self.coordinates.acting:
            self.coordinates.evaluate(self.frames)
            self.coordinates.add_efforts(wrench)

    def add_reactions(self, state: State, wrench: FloatArray) -> None:
        """Add the reactions of all joints to the wrenches (n, 6), and keep their multipliers; A must be factored."""
        self.frames.take(state)
        self.table.wrench = wrench
        if self.holds_couplings:
            given = wrench.copy()
            self._add_reactions()
            self._accelerate()
            wrench[:] = given + self.coupled.wrenches(self._response)
        self._add_reactions()

    def accelerations(self, state: State, wrench: FloatArray) -> FloatArray:
        """Return the accelerations (frames, 6) under wrenches that hold the reactions already."""
        self.frames.take(state)
        self.table.wrench = wrench
        self._accelerate()
        return self._response.copy()

    def respond(self, columns: FloatArray) -> FloatArray:
        """Return the response of the jointed bodies to each of k sets of wrenches or impulses (k, n, 6)."""
        out = self._respond_uncoupled(columns)
        if self.holds_couplings:
            self.coupled.reduce(out)
        return out

    def _respond_uncoupled(self, columns: FloatArray) -> FloatArray:
        out = np.empty_like(columns)
        self._respond(columns, out)
        return out

    def close_positions(self, time: float, state: State, tolerance: float) -> Violation:
        """Move the bodies until every part is closed to `tolerance`; return the remaining error, kept as `left`.

        Newton's method in the metric of the masses; the factor is renewed while the error is not yet small.
        `worst_violation` keeps the violation that it started from.
        """
        self.evaluate(time, state)
        self.frames.take(state)
        left = worst = self.worst_violation = self.worst_open()
        for step in range(_NEWTON_STEPS):
            if worst.amount <= tolerance:
                break
            if step == 0 or worst.amount > 1e-6:
                self.factor()
            self.solve(-self.parts.error)
            self._displace()
            self.evaluate(time, state)
            if self.holds_couplings:
                self.coupled.evaluate()
                self.coupled.displace(state)
                self.evaluate(time, state)
            worst = self.worst_open()
            if not worst.amount < 0.5 * left.amount:
                # Rounding, or an equation that the others make unnecessary, lets the error fall no further.
                break
            left = worst
        self.left = worst
        return worst

    def close_velocities(self, time: float, state: State) -> FloatArray:
        """Project velocities, in the metric of the masses, onto those that all parts allow; return Ċ before."""
        self.evaluate(time, state)
        self.frames.take(state)
        self.factor()
        rate = self.rates()
        self.solve(-rate)
        self._add_impulses()
        state.refresh()
        if self.holds_couplings:
            self.frames.update(time, state)
            self.coupled.evaluate()
            self.coupled.push(state)
            state.refresh()
        return rate

    def worst_open(self) -> Violation:
        """Return the joint or coupling with the largest position error at the evaluated instant."""
        found = self.worst(self.parts.error)
        return self._worse(found, self.coupled.evaluate()[0]) if self.holds_couplings else found

    def worst_rate(self) -> Violation:
        """Return the joint or coupling with the largest velocity error at the evaluated instant."""
        found = self.worst(self.rates())
        return self._worse(found, self.coupled.evaluate()[1]) if self.holds_couplings else found

    def _worse(self, found: Violation, missed: FloatArray) -> Violation:
        """Return the coupled joint that misses most if that is more than was found."""
        equation = int(np.argmax(np.abs(missed)))
        if not abs(missed[equation]) > found.amount:
            return found
        row = self.coupled.first_coordinate(equation)
        joint, unit = int(self.coordinates.parts.joint[row]), self.coordinates.coordinates[row].unit
        return Violation(joint, float(abs(missed[equation])), unit)

    def worst(self, values: FloatArray) -> Violation:
        """Return the joint with the largest of the given part values (m, 3)."""
        if not len(self.parts):
            return Violation(-1, 0.0)
        size = np.abs(values).max(axis=1)
        part = int(np.argmax(np.where(np.isfinite(size), size, np.inf)))
        return Violation(int(self.parts.joint[part]), float(size[part]), unit_of(self.parts.code[part]))

    def reactions(self) -> FloatArray:
        """Return the reactions on bodies a of the joints after `react`: force, and torque about the anchor (joints, 6).

        World axes; zero for broken joints. Where joints are redundant their share is not unique: the multipliers of
        least norm are taken.
        """
        multiplier = self.smallest_multipliers() if self.redundant else self.multiplier
        total = np.empty((len(self.rows), 6))
        parts, pose = self.parts, self.frames.pose
        sum_reactions(parts.joint, parts.jacobian, multiplier, self._alive_rows, self._first, self._anchor, pose, total)
        return total

    def add_reaction(self, joint: int, wrench: FloatArray, total: FloatArray) -> None:
        """Add a wrench on body a of a joint, about its center of mass (6,), to the reactions (joints, 6)."""
        place = self.alive.index(joint)
        arm = rotate_array(self.frames.pose[self._first[place], 3:], self._anchor[place])
        total[joint] += np.concatenate([wrench[:3], wrench[3:] - np.cross(arm, wrench[:3])])

    @property
    def redundant(self) -> bool:
        """Return whether the last factor dropped a pivot: an equation that the others imply."""
        return drops_pivot(self.parts.equations, self.order.place, as_array(self.table.factor.block))

    def smallest_multipliers(self) -> FloatArray:
        """Return the multipliers of least norm with the same reactions (they differ for redundant joints)."""
        from scipy.sparse.linalg import lsmr

        transposed = rows_matrix(self.parts, self.frames.inverse).T.tocsr()
        reaction = transposed @ self.multiplier.ravel()
        if reaction.size <= _DENSE:
            smallest = least_squares(transposed.toarray(), reaction, DROP)
        else:
            smallest = lsmr(transposed, reaction, atol=1e-14, btol=1e-14, maxiter=20 * self.multiplier.size)[0]
        return np.asarray(smallest).reshape(-1, 3)
