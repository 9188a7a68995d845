"""Collisions of elastic bodies: a step ends at the instant of contact, and impacts are applied there."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.math.dense import euclidean_norm
from rigida.realtime.arrays import Acted
from rigida.realtime.contacts.impulse_log import ContactImpulses
from rigida.realtime.direct.constraint import Constraint
from rigida.realtime.direct.joint_rows import JointRowSet
from rigida.realtime.islands import touch
from rigida.realtime.islands.restitution import Impacts
from rigida.realtime.tuning import MOST_IMPACT_PARTS, PARTS_OF_ALL, SLOW_APPROACH, SLOWEST_APPROACH

if TYPE_CHECKING:
    from rigida.realtime.world import World

#: Part of a step in which joint rows are written for an impact: forces do nothing in it.
_INSTANT = 1e-6


class Collisions:
    """Finds when elastic bodies touch, and applies their impacts.

    unspent: largest approach speed left when the impact passes of the last step ended [m/s].
    """

    def __init__(self, world: "World") -> None:
        model, settings = world.model, world.settings
        self._world = world
        self.refresh_views()
        self.unspent = 0.0
        self._slow = max(SLOW_APPROACH * euclidean_norm(model.gravity) * settings.dt, SLOWEST_APPROACH)
        self._passes = settings.collision_passes
        self._impacts = Impacts()
        self._reserve(0)
        bodies, contacts = world.bodies.table, world.contacts.table
        n, own = model.body_count, self._impacts
        own.body, own.marked = np.zeros(n, dtype=np.int32), np.zeros(n + 1, dtype=np.int32)
        own.before = np.zeros((n + 1, 6))
        self._first_touch = bind(touch.first_touch, bodies, contacts)
        self._spare = bind(touch.spare_meeting, bodies, contacts)
        self._gather = bind(touch.gather_touching, bodies, contacts, self._impacts)
        self._rows: JointRowSet | None = None
        self._keep = bind(touch.keep_twists, bodies)

    def refresh_views(self) -> None:
        """Find whether there are elastic bodies."""
        settings = self._world.settings
        self._elastic = self._world.contacts.has_elastic()
        self._locates_impacts = settings.method == "islands" and settings.collision_passes > 0

    @property
    def may_happen(self) -> bool:
        """Whether steps are cut at collisions: of elastic bodies, and where errors are controlled of all."""
        return self._locates_impacts and (self._elastic or self._world.parts > 0)

    @property
    def most_parts(self) -> int:
        """In how many parts a step may be taken: fewer, the more bodies there are."""
        w = self._world
        elastic = PARTS_OF_ALL // max(int(w.bodies.active.sum()), 1) if self._elastic else 0
        return min(max(elastic, w.parts), MOST_IMPACT_PARTS)

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

    def apply_impacts(self) -> bool:
        """Apply and record the impacts of elastic bodies in contact that approach; return whether there were any."""
        w = self._world
        if len(self._impacts.contact) < w.contacts.count:
            self._reserve(2 * w.contacts.count)
        count = self._gather(w.contacts.count)
        pair = w.contacts.pairs_and_manifolds()[0][as_array(self._impacts.contact)[:count]]
        if self._rows is not w.joint_rows:
            self._bind(w.joint_rows)
        as_array(self._impacts.joint_impulse)[:] = 0.0
        if w.articulated is not None and count:
            w.islands.join(w.coupled_pairs)
            w.islands.build(0.0)
            w.articulated.write_rows(_INSTANT * w.settings.dt)
        w.direct.reserve(count)
        _, self.unspent = self._apply_impacts(count, self._passes * count, self._slow, w.joint_rows.count)
        self._keep()
        if w.articulated is not None and count:
            w.articulated.couple_rotors()
            w.articulated.record_impacts(as_array(self._impacts.joint_impulse))
        impulse, acted = as_array(self._impacts.impulse)[:count], as_array(self._impacts.acted)[:count]
        involved = impulse.sum(axis=1) > 0.0
        hit = pair[involved]
        if not len(hit):
            return False
        w.contacts.mark_impacts(hit)
        w.quarantine.record_impacts(np.concatenate([hit["a"], hit["b"]]))
        manifold = w.contacts.pairs_and_manifolds()[1][as_array(self._impacts.contact)[:count]]
        feature = as_array(w.contacts.cache.table.feature)[hit["entry"]]
        own = impulse[involved], impulse[involved] > 0.0, acted["push"][involved], acted["friction"][involved]
        w.contacts.log.add(ContactImpulses(hit, manifold[involved], feature, *own))
        return True

    def _bind(self, rows: JointRowSet) -> None:
        """Bind the kernel that applies impacts to the joint rows."""
        w, self._rows = self._world, rows
        self._impacts.joint_row = np.zeros(len(rows.order), dtype=np.int32)
        self._impacts.joint_impulse = np.zeros(len(rows.order))
        joints = rows.table if w.articulated is not None else None
        tables = w.bodies.table, w.contacts.table, joints, self._impacts, w.direct.work
        self._apply_impacts = bind(touch.apply_touch_impacts, *tables)

    def _reserve(self, capacity: int) -> None:
        """Make room for so many contacts."""
        self._impacts.contact = np.zeros(capacity, dtype=np.int32)
        self._impacts.constraint = np.empty(capacity, dtype=dtype_of(Constraint))
        self._impacts.impulse, self._impacts.approach_speed = np.zeros((capacity, 4)), np.zeros(capacity)
        self._impacts.acted = np.zeros(capacity, dtype=dtype_of(Acted))
        self._impacts.involved, self._impacts.number = np.zeros(capacity, np.int32), np.zeros(capacity, np.int32)
