"""Bodies that diverge: the run ends with their name, or they are stopped where they were and the run goes on.

Three signs, looked at after each step:

- a number that is not finite, or a speed far beyond all speeds at the start;
- a velocity that changes to and fro from step to step, each time by more: no motion that steps resolve does so, and any
  force, gain or contact that is too stiff for its step does;
- where no motor, path or aircraft puts energy in: a total energy above the lowest before, and what forces without a
  potential and impulses have put in since, by more than the kinetic energy that this leaves. It is looked at now and
  then, and where the kinetic energy has doubled, so watching costs next to nothing.
"""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.errors import DivergedError
from rigida.forces.evaluate import ForceField
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.math.dense import euclidean_norm
from rigida.math.vec3 import Vec3, dot
from rigida.realtime.arrays import Bodies
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.tuning import (
    ENERGY_CHECK_STEPS,
    GROWN_ENERGY,
    IGNORED_HEIGHT,
    IGNORED_SPEED,
    LEAST_SWING,
    OPEN_JOINT,
    RUNAWAY_FACTOR,
    RUNAWAY_SPEED,
    STEEP_GROWTH,
    SWING_GROWTH,
    SWINGS_IN_A_ROW,
    WORK_ERROR,
)

if TYPE_CHECKING:
    from rigida.constraints.joint_set import JointSet

# What is wrong with a body.
FINE, NOT_FINITE, SWINGS, RUNS_AWAY, SPINS = 0, 1, 2, 3, 4
#: A body that turns further than this in a step spins: contacts in between are not detected [rad].
HALF_TURN = math.pi
_SYMPTOMS = {SWINGS: "oscillates from step to step, ever faster, at", RUNS_AWAY: "runs away at"}
#: What helps a body that is no longer finite.
REMEDY = "Use a smaller dt and check its forces."
_TOO_STIFF = "Something that acts on it is too stiff for the step: use a smaller dt, or lower its stiffness or gain."
_GAINED = "Use a smaller dt, and check joints and contacts of the bodies it hangs or lies on."
_OPEN_JOINT_REMEDY = (
    "The joints of its group do not close: use a smaller dt, or check that they allow the motion they are driven to."
)


class Watched(Table):
    """What is remembered of bodies, a row each."""

    velocity: Rows[Vec3]  # after the last step [m/s]
    spin: Rows[Vec3]  # [rad/s]
    change: Rows[Vec3]  # of both in the last step, per time [m/s²]
    turn: Rows[Vec3]  # [rad/s²]
    swings: Rows[Int32]  # changes to and fro in a row, each larger than the last (see `swung`)
    turns: Rows[Int32]


@inlined
def swung(before: Vec3, now: Vec3, count: int, least: float) -> int:
    """Return how many changes in a row went to and fro, each time by more."""
    square, last = dot(now, now), dot(before, before)
    if square <= least * least:  # nearly always; which of the others holds is a coin toss
        return 0
    if square <= SWING_GROWTH * SWING_GROWTH * last or dot(before, now) >= 0.0:
        return 0
    return count + (2 if square > STEEP_GROWTH * STEEP_GROWTH * last else 1)


@kernel
def watch_bodies(h: float, fastest: float, bodies: Bodies, watched: Watched) -> tuple[int, int, float]:
    """Look at all bodies after a step of h [s]; return the first that diverges, how, and the kinetic energy [J].

    Where none does, the first that spins. fastest: speed beyond which nothing can be meant [m/s].
    """
    rate = 1.0 / h
    energy, row, what, spinning, far = 0.0, -1, FINE, -1, (HALF_TURN * rate) ** 2
    for i in range(len(bodies.active)):
        q, momentum, center = bodies.attitude[i], bodies.angular_momentum[i], bodies.center[i]
        velocity, spin = bodies.velocity[i], bodies.angular_velocity[i]
        total = q.w + q.x + q.y + q.z + momentum.x + momentum.y + momentum.z + center.x + center.y + center.z
        if total * 0.0 != 0.0:  # any NaN or infinity makes the product NaN
            return i, NOT_FINITE, 0.0
        energy += 0.5 * (bodies.mass[i] * dot(velocity, velocity) + dot(momentum, spin))
        change, turn = rate * (velocity - watched.velocity[i]), rate * (spin - watched.spin[i])
        watched.swings[i] = swung(watched.change[i], change, watched.swings[i], LEAST_SWING[0] * rate)
        watched.turns[i] = swung(watched.turn[i], turn, watched.turns[i], LEAST_SWING[1] * rate)
        watched.change[i], watched.turn[i] = change, turn
        watched.velocity[i], watched.spin[i] = velocity, spin
        if spinning < 0 and dot(spin, spin) > far:
            spinning = i
        if row < 0 and dot(velocity, velocity) > fastest * fastest:
            row, what = i, RUNS_AWAY
        if row < 0 and bodies.active[i] and max(watched.swings[i], watched.turns[i]) >= SWINGS_IN_A_ROW:
            row, what = i, SWINGS
    if row < 0 and spinning >= 0:
        return spinning, SPINS, energy
    return row, what, energy


def keeps_energy(model: Model, field: ForceField, joints: "JointSet | None") -> bool:
    """Return whether the energy that is put in is known: no path, motor, or force with neither potential nor meter.

    Nor may limits yield: they ask for accelerations, whatever these cost.
    """
    if model.paths or model.actuators or not field.meter.knows_all:
        return False
    if joints is None:
        return True
    coordinates = joints.coordinates
    passive = not (coordinates.motor.any() or coordinates.armature.any() or coordinates.soft_limit.any())
    return passive and not joints.driven and not joints.frames.carriers and not joints.calls_user


class Quarantine:
    """contains: whether bodies are stopped instead of ending the run; names: those that were.

    energy: returns the potential energy of the scene [J], see `RealtimeEngine.potential_energy`.
    """

    def __init__(
        self,
        model: Model,
        state: State,
        bodies: BodyRows,
        contains: bool,
        field: ForceField,
        joints: "JointSet | None",
        potential_energy: Callable[[State], float],
    ) -> None:
        n = model.body_count
        self._model, self._state, self._bodies, self._potential = model, state, bodies, potential_energy
        self.contains, self._joints = contains, joints
        self.names: list[str] = []
        self._last_good = state.copy()
        self._accounts, self._field = keeps_energy(model, field, joints), field
        self.measure_energy_scale()
        self._vectors = [np.zeros((n, 3)) for _ in range(4)]
        self._counts = [np.zeros(n, dtype=np.int32) for _ in range(2)]
        velocity, spin, change, turn = self._vectors
        swings, turns = self._counts
        watched = Watched(velocity=velocity, spin=spin, change=change, turn=turn, swings=swings, turns=turns)
        self._watch = bind(watch_bodies, bodies.table, watched)
        self._lowest, self._work, self._fastest = 0.0, 0.0, RUNAWAY_SPEED
        self.forget()

    def release(self, name: str) -> None:
        """Record that the body of this name is another now, or gone."""
        if name in self.names:
            self.names.remove(name)

    def renew(self, rows: IntArray) -> None:
        """Record that these rows have other bodies, or none; the energy account starts again."""
        if self.contains:
            for target, source in zip(self._last_good.arrays(), self._state.arrays(), strict=True):
                target[rows] = source[rows]
        self._begin(rows)

    def _begin(self, rows: IntArray | slice) -> None:
        """Take the bodies of these rows as they are for good, and begin the account of the energy."""
        velocity, spin, change, turn = self._vectors
        now = velocity[rows] = self._state.velocity[rows]
        spin[rows] = self._state.angular_velocity[rows]
        change[rows] = turn[rows] = 0.0
        for counts in self._counts:
            counts[rows] = 0
        self._last_kinetic, self._unseen, self._work = -1.0, 0, 0.0
        self._fastest = max(self._fastest, RUNAWAY_FACTOR * float(np.abs(now).max(initial=0.0)))

    def record_impacts(self, rows: IntArray) -> None:
        """Record that impacts have changed the velocities of these bodies; such changes are no sign of divergence."""
        for counts in self._counts:
            counts[rows] = 0

    def add_work(self, work: float) -> None:
        """Record that something has done this work on the bodies [J].

        What takes energy out does not count: how much that is depends on the velocities within the step.
        """
        self._lowest += max(work, 0.0)
        self._work += abs(work)

    def measure_energy_scale(self) -> None:
        """Measure the energy below which a gain is ignored, from the masses of the bodies."""
        model = self._model
        weight = euclidean_norm(model.gravity)
        moving = model.motion == DYNAMIC
        self._least = float((model.mass[moving] * (0.5 * IGNORED_SPEED**2 + weight * IGNORED_HEIGHT)).sum())

    def forget(self) -> None:
        """Accept the present state, after it was changed from outside or at the start of the energy account."""
        if self.contains:
            self._last_good.assign(self._state)
        self._fastest = RUNAWAY_SPEED
        self._begin(slice(None))

    def snapshot(self) -> dict[str, Any]:
        """Return what decides when bodies are found to diverge."""
        return {
            "names": list(self.names),
            "good": self._last_good.copy() if self.contains else None,
            "watched": [array.copy() for array in self._watched()],
            "account": (self._lowest, self._last_kinetic, self._unseen, self._fastest, self._work),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot."""
        self.names[:] = snapshot["names"]
        if self.contains:
            self._last_good.assign(snapshot["good"])
        for array, values in zip(self._watched(), snapshot["watched"], strict=True):
            array[:] = values
        self._lowest, self._last_kinetic, self._unseen, self._fastest, self._work = snapshot["account"]

    def _watched(self) -> list[NDArray[Any]]:
        return [*self._vectors, *self._counts]

    def accelerations(self) -> FloatArray:
        """Return acceleration and angular acceleration of all bodies (n, 6), means over the last step, world."""
        return np.hstack(self._vectors[2:])

    def check(self, h: float, resolving_overlap: bool, report: StepReport) -> int:
        """Stop or report all bodies that diverged in a step of h [s]; resolving_overlap: overlaps were pushed out.

        Returns the first that turns by more than half a turn in a step, −1 if none does.
        """
        while True:
            row, what, kinetic = self._watch(h, self._fastest)
            if what == NOT_FINITE:
                self.stop(row, "turned non-finite", REMEDY, report)
            elif what in _SYMPTOMS:
                speed = float(np.linalg.norm(self._state.velocity[row]))
                self.stop(row, f"{_SYMPTOMS[what]} {speed:.3g} m/s", _TOO_STIFF, report)
            else:
                break
        resolving_overlap = resolving_overlap or self._field.loaded  # a load acts from outside
        self._unseen += 1
        if self._accounts and (
            resolving_overlap or self._unseen > ENERGY_CHECK_STEPS or not kinetic <= GROWN_ENERGY * self._last_kinetic
        ):
            self._account(kinetic, resolving_overlap, report)
        if self.contains:
            self._last_good.assign(self._state)
        return int(row) if what == SPINS else -1

    def check_joints(self, joints: "JointSet", bounding_radius: FloatArray, report: StepReport) -> None:
        """Deal with the body whose joint has opened most, if that is too far for its reach (n,) [m]."""
        state = self._state
        joints.evaluate(state.time, state)
        worst = joints.worst(joints.parts.error)
        rows = [row for row in joints.rows[worst.joint].rows if row >= 0 and self._bodies.active[row]]
        sizes = [bounding_radius[row] for row in rows if bounding_radius[row] > 0.0]
        if rows and not worst.amount <= OPEN_JOINT * min(sizes, default=1.0):
            self.stop(rows[0], f"has left its joint by {worst.amount:.3g} {worst.unit}", _OPEN_JOINT_REMEDY, report)

    def _account(self, kinetic: float, resolving_overlap: bool, report: StepReport) -> None:
        """Check the energy account: nothing but the work recorded by `add_work` may raise the energy."""
        total = kinetic + self._potential(self._state)
        gained = total - self._lowest
        if self._last_kinetic < 0.0 or resolving_overlap:
            self._lowest, self._work = total, 0.0
        elif gained > max(kinetic - gained, 0.0) + self._least + self._elastic_energy() + WORK_ERROR * self._work:
            state = self._state
            row = int(np.argmax(np.where(self._bodies.active != 0, (state.velocity**2).sum(axis=1), -1.0)))
            speed = float(np.linalg.norm(state.velocity[row]))
            symptom = (
                f"has gained energy that nothing put in ({gained:.3g} J in the scene), and moves at {speed:.3g} m/s,"
            )
            self.stop(row, symptom, _GAINED, report)
            self.forget()
            return
        if total <= self._lowest:
            self._lowest, self._work = total, 0.0
        self._unseen = 0
        self._last_kinetic = max(kinetic, self._least)

    def _elastic_energy(self) -> float:
        """Return what springs of joints hold [J]: velocities are those of half a step before, so that sums swing."""
        if self._joints is None or not self._joints.coordinates.acting:
            return 0.0
        self._joints.measure(self._state.time, self._state)
        return self._joints.coordinates.potential_energy()

    def stop(self, row: int, what: str, remedy: str, report: StepReport) -> None:
        """Stop a body where it was before it diverged, or end the run."""
        state, name = self._state, self._model.names[row]
        message = f"Body '{name}' {what} at t = {state.time:.6g} s. {remedy}"
        if not self.contains or self._model.motion[row] != DYNAMIC:
            raise DivergedError(message + " on_divergence='quarantine' would stop it and go on.")
        rows = self._hanging_together(row)
        for target, good in zip(state.arrays(), self._last_good.arrays(), strict=True):
            target[rows] = good[rows]
        for array in (state.velocity, state.angular_momentum, state.angular_velocity):
            array[rows] = 0.0
        for counts in self._counts:
            counts[rows] = 0
        self._bodies.active[rows] = 0
        self.names += [self._model.names[each] for each in rows]
        others = "" if len(rows) == 1 else f", with {len(rows) - 1} bodies connected to it by joints"
        report.notes.append(f"{message} It was stopped where it was{others}.")

    def _hanging_together(self, row: int) -> list[int]:
        """Return the body and those that joints hold to it: a link at rest would tear at others that go on."""
        found, others = [row], [] if self._joints is None else [self._joints.rows[j].rows for j in self._joints.alive]
        for one in found:
            near = {end for pair in others if one in pair for end in pair}
            found += sorted(r for r in near - set(found) if r >= 0 and self._model.motion[r] == DYNAMIC)
        return found
