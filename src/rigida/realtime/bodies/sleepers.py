"""Sleeping bodies, and the events that wake them: contact, changes of forces and motors, moving paths."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.math.dense import euclidean_norm
from rigida.realtime.arrays import Sleep
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.sleep import fall_asleep, wake_pulled, wake_touched
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.island_set import IslandSet

if TYPE_CHECKING:
    from rigida.realtime.articulated.articulated import Articulated


class Sleepers:
    """Sleep of the islands of a scene (see `sleep`).

    quiet (n,): how long each body has been quiet [s]; group (n,): who sleeps with whom, −1 awake; pull (n, 6): wrench
    of the last step awake. `BodyRows` has which bodies are active.
    """

    def __init__(
        self,
        model: Model,
        bodies: BodyRows,
        contacts: ContactSet,
        islands: IslandSet,
        articulated: "Articulated | None",
    ) -> None:
        n = model.body_count
        self.model, self.bodies, self.articulated = model, bodies, articulated
        self._contacts, self._islands = contacts, islands
        self.quiet, self.group = np.zeros(n), np.full(n, -1, dtype=np.int32)
        self.pull, self._disturbed = np.zeros((n, 6)), np.zeros(n, dtype=np.int32)
        self._bounding_radius, self._weight = np.zeros((2, n))
        self.measure()
        sleep = Sleep(
            bounding_radius=self._bounding_radius,
            weight=self._weight,
            quiet=self.quiet,
            group=self.group,
            pull=self.pull,
            disturbed=self._disturbed,
        )
        self._wake_pulled = bind(wake_pulled, bodies.table, sleep)
        self._wake_touched = bind(wake_touched, bodies.table, contacts.table, sleep)
        self._fall_asleep = bind(fall_asleep, bodies.table, islands.table, sleep)

    def measure(self, rows: Any = slice(None)) -> None:
        """Take over sizes and masses of the bodies of these rows."""
        bounding_radius, model = self._contacts.body_radius[rows], self.model
        # A body without a shape may turn as well: it is taken to be a metre large.
        self._bounding_radius[rows] = np.where(bounding_radius > 0.0, bounding_radius, 1.0)
        self._weight[rows] = model.mass[rows] * euclidean_norm(model.gravity)

    def renew(self, rows: IntArray) -> None:
        """Mark rows whose bodies were added or removed as awake."""
        self.quiet[rows], self.group[rows], self.pull[rows] = 0.0, -1, 0.0

    def wake_disturbed(self, state: State, wrench: FloatArray, h: float) -> bool:
        """Wake who is touched, pulled or driven within h [s] unlike before; return whether any body was asleep."""
        disturbed = self._disturbed
        disturbed[:] = 0
        self._wake_pulled(wrench)
        self._wake_touched(self._contacts.count)
        if self.articulated is not None:
            disturbed[self.articulated.driven_members(state, self.bodies, h)] = 1
        return self.wake(disturbed != 0)

    def wake(self, who: "NDArray[np.bool_] | IntArray") -> bool:
        """Wake bodies, and all that sleep with them; return whether any was asleep."""
        self.quiet[who] = 0.0
        marks = self.group[who]
        marks = marks[marks >= 0]
        if not len(marks):
            return False
        woken = np.isin(self.group, marks)
        self.group[woken], self.bodies.active[woken], self.quiet[woken] = -1, 1, 0.0
        return True

    def wake_all(self) -> None:
        """Wake everybody."""
        self.wake(self.model.motion == DYNAMIC)

    def keep_awake(self, pairs: IntArray) -> None:
        """Let bodies (m, 2) on stiff springs not fall asleep, whose forces on sleeping bodies are not evaluated."""
        self.quiet[pairs[pairs < len(self.quiet)]] = 0.0

    def fall_asleep(self, h: float) -> None:
        """Put islands to sleep that were quiet for long."""
        self._fall_asleep(self._islands.count, h)
        if self.articulated is not None:
            # Groups whose joints broke move as one, though they may lie on several islands.
            self.wake(self.articulated.members.half_active(self.bodies.active))

    def snapshot(self) -> dict[str, Any]:
        """Return who sleeps, and how long the others were quiet."""
        return {name: getattr(self, name).copy() for name in ("quiet", "group", "pull")}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot."""
        for name, array in kept.items():
            getattr(self, name)[: len(array)] = array
