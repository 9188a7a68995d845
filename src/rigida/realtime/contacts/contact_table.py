"""The table of contacts and the events of contacts that users read."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import IntArray
from rigida.dynamics.contact_event import ContactEvent
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import Bodies, Contacts, Manifold
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.impulse_log import impulses_of
from rigida.realtime.contacts.manifolds import place_manifold


def contact_table(contacts: ContactSet, bodies: BodyRows) -> NDArray[np.void]:
    """Return all contact points of the last step, with the separations and places from its begin."""
    if contacts.log.parts:
        table = contacts.log.table()
    else:
        table, _ = impulses_of(contacts, *contacts.pairs_and_manifolds()).rows()
    resting = contacts.resting(bodies.awake)
    if len(resting):
        places = np.zeros(len(resting), dtype=dtype_of(Manifold))
        slept = Contacts(pair=resting, manifold=places, cache=contacts.cache.table)
        bind(place_manifolds, bodies.table, slept)()
        table = np.concatenate([table, impulses_of(contacts, resting, places).rows()[0]])
    return table


def contact_events(rows: IntArray, time: float, names: Sequence[str]) -> list[ContactEvent]:
    """Return what began and ceased to touch (rows: began, body a, body b) in the step that ended at `time` [s]."""
    return [ContactEvent(time, "begin" if began else "end", ((names[a], names[b]),)) for began, a, b in rows.tolist()]


@kernel
def place_manifolds(bodies: Bodies, contacts: Contacts) -> None:
    """Place all cached manifolds of contacts where their bodies are now."""
    for m in range(len(contacts.pair)):
        place_manifold(contacts.pair[m], contacts.manifold[m], contacts, bodies)
