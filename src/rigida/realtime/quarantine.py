"""Bodies that diverge: the run ends with their name, or they are stopped where they were and the run goes on."""

from collections.abc import Callable

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.errors import DivergedError
from rigida.forces.evaluate import ForceField
from rigida.jit.bind import bind
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.divergence import NOT_FINITE, RUNS_AWAY, SPINS, SWINGS, Watched, keeps_energy, watch_bodies

#: Kinetic energy is looked at where it is this many times the largest one before.
_GROWN = 2.0
#: A speed that is nothing to speak of [m/s], and a height: what scenes gain by rounding and parting is below.
_SPEED, _HEIGHT = 1.0, 0.1
#: Joints may open by this part of the reach of the smaller body.
_OPEN = 0.5
#: Speeds beyond this, and so many times the largest at the start, are not meant [m/s].
_RUNAWAY, _TIMES_START = 1e5, 100.0
_TELLS = {SWINGS: "swings to and fro from step to step, ever faster, at", RUNS_AWAY: "runs away at"}

#: What helps a body that is no longer finite.
REMEDY = "Use a smaller dt and check its forces."
_TOO_STIFF = "Something that acts on it is too stiff for the step: use a smaller dt, or lower its stiffness or gain."
_GAINED = "Use a smaller dt, and check joints and contacts of the bodies it hangs or lies on."

_OPENED = (
    "The joints of its group do not close: use a smaller dt, or check that they allow the motion they are driven to."
)


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
        joints: JointSet | None,
        potential_energy: Callable[[State], float],
    ) -> None:
        n = model.body_count
        self._model, self._state, self._bodies, self._potential = model, state, bodies, potential_energy
        self.contains, self._joints = contains, joints
        self.names: list[str] = []
        self._last_good = state.copy()
        self._accounts = keeps_energy(model, field, joints)
        self.weigh()
        self._vectors = [np.zeros((n, 3)) for _ in range(4)]
        self._counts = [np.zeros(n, dtype=np.int32) for _ in range(2)]
        velocity, spin, change, turn = self._vectors
        swings, turns = self._counts
        watched = Watched(velocity=velocity, spin=spin, change=change, turn=turn, swings=swings, turns=turns)
        self._watch = bind(watch_bodies, bodies.table, watched)
        self._start, self._fastest = 0.0, _RUNAWAY
        self.forget()

    def release(self, name: str) -> None:
        """Take note that the body of this name is another now, or gone."""
        if name in self.names:
            self.names.remove(name)

    def renew(self, rows: IntArray) -> None:
        """Take note that others, or nobody, have come to these rows: the account of the energy begins anew."""
        if self.contains:
            for mine, theirs in zip(self._last_good.arrays(), self._state.arrays(), strict=True):
                mine[rows] = theirs[rows]
        self._begin(rows)

    def _begin(self, rows: IntArray | slice) -> None:
        """Take the bodies of these rows as they are for good, and begin the account of the energy."""
        velocity, spin, change, turn = self._vectors
        now = velocity[rows] = self._state.velocity[rows]
        spin[rows] = self._state.angular_velocity[rows]
        change[rows] = turn[rows] = 0.0
        for counts in self._counts:
            counts[rows] = 0
        self._largest = -1.0
        self._fastest = max(self._fastest, _TIMES_START * float(np.abs(now).max(initial=0.0)))

    def weigh(self) -> None:
        """Find the energy that is nothing to speak of for bodies like these."""
        model = self._model
        weight = float(np.linalg.norm(model.gravity))
        moving = model.motion == DYNAMIC
        self._least = float((model.mass[moving] * (0.5 * _SPEED**2 + weight * _HEIGHT)).sum())

    def forget(self) -> None:
        """Take the state as it is for good: somebody has changed it, or the account begins."""
        if self.contains:
            self._last_good.assign(self._state)
        self._fastest = _RUNAWAY
        self._begin(slice(None))

    def accelerations(self) -> FloatArray:
        """Return acceleration and angular acceleration of all bodies (n, 6), means over the last step, world."""
        return np.hstack(self._vectors[2:])

    def check(self, h: float, parted: bool, report: StepReport) -> int:
        """Deal with all bodies whose motion after a step of h [s] is nonsense; parted: overlaps were pushed out.

        Returns the first that turns by more than half a turn in a step, −1 if none does.
        """
        while True:
            row, what, kinetic = self._watch(h, self._fastest)
            if what == NOT_FINITE:
                self.stop(row, "turned non-finite", REMEDY, report)
            elif what in _TELLS:
                speed = float(np.linalg.norm(self._state.velocity[row]))
                self.stop(row, f"{_TELLS[what]} {speed:.3g} m/s", _TOO_STIFF, report)
            else:
                break
        if self._accounts and (parted or not kinetic <= _GROWN * self._largest):
            self._account(kinetic, parted, report)
        if self.contains:
            self._last_good.assign(self._state)
        return int(row) if what == SPINS else -1

    def check_joints(self, joints: JointSet, reach: FloatArray, report: StepReport) -> None:
        """Deal with the body whose joint has opened most, if that is too far for its reach (n,) [m]."""
        state = self._state
        joints.evaluate(state.time, state)
        worst = joints.worst(joints.parts.error)
        rows = [row for row in joints.rows[worst.joint].rows if row >= 0 and self._bodies.active[row]]
        sizes = [reach[row] for row in rows if reach[row] > 0.0]
        if rows and not worst.amount <= _OPEN * min(sizes, default=1.0):
            self.stop(rows[0], f"is off its joint by {worst.amount:.3g} {worst.unit}", _OPENED, report)

    def _account(self, kinetic: float, parted: bool, report: StepReport) -> None:
        """See whether the energy can be what it is."""
        total = kinetic + self._potential(self._state)
        if self._largest < 0.0 or parted:
            self._start = total
        elif total - self._start > self._largest + self._least:
            state, gained = self._state, total - self._start
            row = int(np.argmax(np.where(self._bodies.active != 0, (state.velocity**2).sum(axis=1), -1.0)))
            speed = float(np.linalg.norm(state.velocity[row]))
            told = f"has gained energy that nothing put in ({gained:.3g} J in the scene), and moves at {speed:.3g} m/s,"
            self.stop(row, told, _GAINED, report)
            self.forget()
            return
        self._largest = max(self._largest, kinetic, self._least)

    def stop(self, row: int, what: str, remedy: str, report: StepReport) -> None:
        """Stop a body where it was when all was well, or end the run."""
        state, name = self._state, self._model.names[row]
        message = f"Body '{name}' {what} at t = {state.time:.6g} s. {remedy}"
        if not self.contains or self._model.motion[row] != DYNAMIC:
            raise DivergedError(message + " on_divergence='quarantine' would stop it and go on.")
        rows = self._hanging_together(row)
        for mine, good in zip(state.arrays(), self._last_good.arrays(), strict=True):
            mine[rows] = good[rows]
        for array in (state.velocity, state.angular_momentum, state.angular_velocity):
            array[rows] = 0.0
        for counts in self._counts:
            counts[rows] = 0
        self._bodies.active[rows] = 0
        self.names += [self._model.names[each] for each in rows]
        others = "" if len(rows) == 1 else f", with {len(rows) - 1} that joints hold to it"
        report.notes.append(f"{message} It was stopped where it was{others}.")

    def _hanging_together(self, row: int) -> list[int]:
        """Return the body and those that joints hold to it: a link at rest would tear at others that go on."""
        found, others = [row], [] if self._joints is None else [self._joints.rows[j].rows for j in self._joints.alive]
        for one in found:
            near = {end for pair in others if one in pair for end in pair}
            found += sorted(r for r in near - set(found) if r >= 0 and self._model.motion[r] == DYNAMIC)
        return found
