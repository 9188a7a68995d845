"""Wrenches on the bodies in a step: forces of the scene, and springs and motors in joints."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.forces.evaluate import ForceField
from rigida.jit.bind import bind
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.flight_correction import correct_bodies, largest_change
from rigida.realtime.islands.island_set import IslandSet
from rigida.realtime.quarantine import REMEDY, Quarantine
from rigida.realtime.stiff_forces import StiffForces

if TYPE_CHECKING:
    from rigida.realtime.articulated.articulated import Articulated


class Wrenches:
    """now (n, 6): force and torque about the centre of mass of each body at the start of the step [N, N m]."""

    def __init__(
        self,
        model: Model,
        state: State,
        bodies: BodyRows,
        field: ForceField,
        articulated: "Articulated | None",
        stiff: StiffForces,
        quarantine: Quarantine,
    ) -> None:
        self._model, self._state, self._bodies = model, state, bodies
        self._field, self._articulated, self._stiff, self._quarantine = field, articulated, stiff, quarantine
        self._bare = not model.force_table.code.size and not field.acting
        self.now: FloatArray = np.zeros((model.body_count, 6))
        # Kernels hold on to the place of them.
        self._place, self._before = np.zeros((model.body_count, 6)), np.zeros((model.body_count, 6))
        #: Change of the wrenches (n, 6) over the last step, where it was evaluated.
        self.change = np.zeros((model.body_count, 6))
        ends = model.force_table.body
        #: Rows of the force table between two bodies that forces move, and the state at the start of the step for them.
        self._mutual = (ends >= 0).all(axis=1) & (model.motion[ends] == DYNAMIC).all(axis=1)
        self._start = state.copy() if self._mutual.any() else None
        #: Bodies that joints hold to the ground or to what forces do not move: these take momentum up.
        self._anchored = np.zeros(model.body_count, dtype=bool)
        if model.joints:
            from rigida.realtime.articulated.groups import anchored_bodies  # only where there are joints

            self._anchored[anchored_bodies(model)] = True
        self._correct_bodies: Callable[..., None] | None = None
        self._largest_change = bind(largest_change, bodies.table)

    @property
    def _only_weight(self) -> bool:
        return self._bare and not self._field.loads.row.size

    def evaluate(self, h: float, report: StepReport) -> None:
        """Find the wrenches at the start of a step of h [s]; a body with one that is not finite is dealt with first."""
        loaded = self._field.loaded = self._field.loads.row.size > 0
        self.change[:] = 0.0
        if loaded:
            self._field.loads.set_fractions(h)
        if self._bare and not loaded and self._articulated is None:
            self.now = self._field.wrenches(self._state.time, self._state)
            return
        self._stiff.choose()
        if self._start is not None:
            self._start.assign(self._state)
        self.now = self.at(self._state.time)
        if not self._only_weight and not math.isfinite(self.now.sum()):
            for row in np.flatnonzero(~np.isfinite(self.now).all(axis=1)):
                if self._bodies.active[row]:
                    self._quarantine.stop(int(row), "is pulled by a force that is not finite", REMEDY, report)
                self.now[row] = 0.0

    def correct(self, h: float, islands: IslandSet, bounding_radius: FloatArray) -> float:
        """Correct the second half of the velocity change of ballistic bodies by how forces have changed over h [s].

        Returns the error of poses that another step with the same change would make without the correction, as a part
        of the reach (n,) of the bodies; it is of third order.
        """
        articulated, state = self._articulated, self._state
        if self._only_weight and (articulated is None or not articulated.pulls):
            return 0.0
        if articulated is not None and articulated.holds_all:
            return 0.0
        velocity, spin = state.velocity.copy(), state.angular_velocity.copy()
        self._correct_flight(h, islands)
        return h * float(self._largest_change(velocity, spin, bounding_radius))

    def _correct_flight(self, h: float, islands: IslandSet) -> None:
        self._before[:] = self.now
        after = self._after(self._state.time, h)
        if self._start is not None:
            self._leave_one_sided(self.ballistic(islands), self._before, after)
        if self._articulated is not None:
            self._articulated.correct_flight(h, self._before, after)
        else:
            if self._correct_bodies is None:
                self._correct_bodies = bind(correct_bodies, self._bodies.table, islands.table)
            self._correct_bodies(h, self._before, after)

    def ballistic(self, islands: IslandSet) -> NDArray[np.bool_]:
        """Return which bodies (n,) moved by themselves in this step: single ones, and groups without contact."""
        if self._articulated is not None:
            return self._articulated.ballistic(islands.island)
        return (islands.island < 0) & (self._bodies.active != 0)

    def _after(self, time: float, h: float) -> FloatArray:
        """Return the wrenches (n, 6) at the end of a step of h [s] that have with those now the mean over the step.

        Forces that vary with the motion have the mean of both ends; functions of time that of Simpson's rule.
        """
        after = self.at(time)
        self.change[:] = after - self._before
        curvature = self._field.meter.time_curvature(time, h, self._state)
        if curvature is not None:
            after += 2.0 * curvature
        return after

    def mean(self, time: float, h: float, follows: NDArray[np.bool_]) -> FloatArray:
        """Return the mean (n, 6) of the wrenches over h [s] until a time at which the state is, for bodies that follow.

        Forces between one of them and another body are those of now: momentum is kept.
        """
        if self._only_weight and (self._articulated is None or not self._articulated.pulls):
            return self.now
        now = self.now.copy()
        self._before[:] = now
        after = self._after(time, h)
        self._leave_one_sided(follows, self._before, after)
        change = after - self._before
        change[~follows | ~np.isfinite(change).all(axis=1)] = 0.0
        self.now[:] = now
        return now + 0.5 * change

    def _leave_one_sided(self, ballistic: NDArray[np.bool_], before: FloatArray, after: FloatArray) -> None:
        """Take mutual forces between a ballistic body and one in an island out of what is corrected.

        Corrected on one side only, they would change the momentum of both together. Where joints hold the latter to the
        ground it changes anyway; uncorrected, steep forces would add energy there.
        """
        if self._start is None:
            return
        ends, one_sided = self._model.force_table.body, ~ballistic & ~self._anchored
        rows = self._mutual & ballistic[ends].any(axis=1) & one_sided[ends].any(axis=1) & ~self._stiff.stiff
        if rows.any():
            before -= self._field.row_wrenches(self._start.time, self._start, rows)
            after -= self._field.row_wrenches(self._state.time, self._state, rows)

    def at(self, time: float) -> FloatArray:
        """Return the wrenches (n, 6) of forces and of springs and motors in joints at a time."""
        wrench = self._field.wrenches(time, self._state, self._stiff.stiff)
        pulls = self._articulated is not None and self._articulated.pulls
        if pulls or not self._only_weight:
            self._place[:] = wrench  # others ask the field as well, which writes into the same place
            wrench = self._place
        if self._articulated is not None and pulls:
            self._articulated.efforts.add(time, wrench)
        return wrench
