"""Collisions of elastic bodies: a step ends at the instant of contact, and impacts are applied there."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.math.dense import euclidean_norm
from rigida.realtime.articulated.articulated import Articulated
from rigida.realtime.direct.constraint import Constraint
from rigida.realtime.islands import touch
from rigida.realtime.islands.restitution import Impacts
from rigida.realtime.sub_intervals import PairImpulses, summed_by_pair

if TYPE_CHECKING:
    from rigida.realtime.world import World

#: Approaches below this part of the speed gained in a step of free fall are slow: they are resolved at its start.
_SLOW = 0.25
#: The same without gravity [m/s].
_SLOWEST = 1e-3
#: In how many parts a step may be taken for all bodies together, and at most.
_PARTS_OF_ALL, _MOST_PARTS = 4000, 48


class Collisions:
    """Finds when elastic bodies touch, and applies their impacts.

    unspent: largest approach speed left when the impact passes of the last step ended [m/s].
    """

    def __init__(self, world: "World") -> None:
        model, settings = world.model, world.settings
        self._world = world
        self.look()
        self.unspent = 0.0
        self._slow = max(_SLOW * euclidean_norm(model.gravity) * settings.dt, _SLOWEST)
        self._passes = settings.collision_passes
        self._impacts = Impacts()
        self._reserve(0)
        bodies, contacts = world.bodies.table, world.contacts.table
        self._first_touch = bind(touch.first_touch, bodies, contacts)
        self._spare = bind(touch.spare_meeting, bodies, contacts)
        self._gather = bind(touch.gather_touching, bodies, contacts, self._impacts)
        self._apply_impacts = bind(touch.strike_touching, bodies, self._impacts)
        self._keep = bind(touch.keep_twists, bodies)

    def look(self) -> None:
        """Find whether there are elastic bodies."""
        settings = self._world.settings
        self._elastic = bool((self._world.model.surface[:, 1] > 0.0).any())
        self._locates_impacts = settings.method == "islands" and settings.collision_passes > 0

    @property
    def may_happen(self) -> bool:
        """Whether steps are cut at collisions: of elastic bodies, and where errors are controlled of all."""
        return self._locates_impacts and (self._elastic or self._world.parts > 0)

    @property
    def most_parts(self) -> int:
        """In how many parts a step may be taken: fewer, the more bodies there are."""
        w = self._world
        elastic = _PARTS_OF_ALL // max(int(w.bodies.active.sum()), 1) if self._elastic else 0
        return min(max(elastic, w.parts), _MOST_PARTS)

    def time_to_touch(self) -> float:
        """Return when the first elastic bodies meet [s]: zero if some touch now, infinity if none are about to."""
        if not self.may_happen:
            return math.inf
        w = self._world
        time = float(self._first_touch(w.contacts.count, w.settings.dt, self._slow, w.wrenches.now))
        if time > 0.0:
            self.unspent = 0.0
        return time

    @contextmanager
    def spared(self) -> Iterator[None]:
        """Hide contacts of bodies about to collide: the impact is applied at contact, not anticipated by the solver."""
        contacts = self._world.contacts
        kept = contacts.pairs_and_manifolds()[1]["separation"].copy()
        self._spare(contacts.count, self._slow, self._world.wrenches.now)
        yield
        contacts.pairs_and_manifolds()[1]["separation"] = kept

    def strike(self) -> PairImpulses | None:
        """Apply the impacts of all elastic bodies in contact that approach; return the impulses, None without any."""
        w = self._world
        if len(self._impacts.contact) < w.contacts.count:
            self._reserve(2 * w.contacts.count)
        count = self._gather(w.contacts.count)
        pair = w.contacts.pairs_and_manifolds()[0][as_array(self._impacts.contact)[:count]]
        if w.articulated is None:
            _, self.unspent = self._apply_impacts(count, self._passes * count, self._slow)
            self._keep()
        else:
            self._apply_jointed_impacts(w.articulated, count)
        total = as_array(self._impacts.impulse)[:count].sum(axis=1)
        hit = pair[total > 0.0]
        if not len(hit):
            return None
        w.contacts.mark_impacts(hit)
        w.quarantine.record_impacts(np.concatenate([hit["a"], hit["b"]]))
        return summed_by_pair(pair["a"], pair["b"], total)

    def _apply_jointed_impacts(self, articulated: Articulated, count: int) -> None:
        """Apply impacts to bodies with joints: as if bodies were free, then projected onto the motion joints allow.

        Joints turn the change f of the velocities into its part p along them, the nearest in the metric of the masses.
        Both scaled by |f|²/|p|² change the energy of an island by as much as its free impact, scaled by it too, would
        have: bodies separate as fast as restitution demands.
        """
        w = self._world
        w.islands.join(w.held_pairs)
        w.islands.build(0.0)
        state, in_islands = w.state, np.flatnonzero(w.islands.island >= 0).astype(np.int32)
        for _ in range(self._passes):
            before = w.bodies.twist[in_islands].copy()
            momentum = _momentum(w, in_islands)
            impact_count, self.unspent = self._apply_impacts(count, self._passes * count, self._slow)
            if impact_count == 0:
                break
            self._keep()
            free, change = w.bodies.twist[in_islands] - before, _momentum(w, in_islands) - momentum
            articulated.joints.close_velocities(state.time, state)
            along = np.hstack([state.velocity, state.angular_velocity])[in_islands] - before
            island = w.islands.island[in_islands]
            expected, actual = (np.bincount(island, (change * motion).sum(axis=1)) for motion in (free, along))
            scale = np.divide(expected, actual, out=np.ones(len(actual)), where=actual > 0.0)
            w.bodies.twist[in_islands] = before + scale[island, None] * along
            self._keep()

    def _reserve(self, capacity: int) -> None:
        """Make room for so many contacts."""
        self._impacts.contact = np.zeros(capacity, dtype=np.int32)
        self._impacts.constraint = np.empty(capacity, dtype=dtype_of(Constraint))
        self._impacts.impulse = np.zeros((capacity, 4))


def _momentum(w: "World", rows: IntArray) -> FloatArray:
    """Return momentum and angular momentum (m, 6) of bodies."""
    return np.hstack([w.model.mass[:, None] * w.state.velocity, w.state.angular_momentum])[rows]
