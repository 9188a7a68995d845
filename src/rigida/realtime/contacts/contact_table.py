"""The table of contacts and the events of contacts that users read."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.contact_event import ContactEvent
from rigida.dynamics.contact_table import CONTACT
from rigida.dynamics.state import State
from rigida.jit.decorators import kernel, whole
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.manifold_cache import (
    BODY_A,
    BODY_B,
    COUNT,
    FRICTION,
    IMPULSE,
    LANDED,
    POINT,
    SEPARATION,
    SLOT,
    carry_along,
)


def contact_table(contacts: ContactSet, state: State, bodies: BodyRows) -> NDArray[np.void]:
    """Return all contact points of the last step, with the separations and places from its begin."""
    of, contact = contacts.contact_of[: contacts.count], contacts.contact[: contacts.count]
    resting = contacts.resting(bodies.awake)
    if len(resting):
        slept = np.empty((len(resting), contact.shape[1]))
        recall_contacts(resting, state.center, bodies.matrix, contacts.slots.manifold, slept)
        of, contact = np.concatenate([of, resting]), np.concatenate([contact, slept])
    used = np.arange(4) < of[:, COUNT, None]
    row, k = np.nonzero(used)
    kept = contacts.slots.impulse[of[:, SLOT]]
    points = contact[:, POINT:].reshape(-1, 4, 3)
    table = np.zeros(len(row), dtype=CONTACT)
    table["body_a"], table["body_b"] = of[row, BODY_A], of[row, BODY_B]
    table["point"], table["separation"] = points[row, k], contact[row, SEPARATION + k]
    table["normal"] = contact[row, :3]
    impulse = kept[:, IMPULSE : IMPULSE + 4] + kept[:, LANDED : LANDED + 4]
    total = np.where(used, impulse, 0.0).sum(axis=1)
    table["impulse"] = impulse[row, k]
    share = np.divide(impulse[row, k], total[row], out=np.zeros(len(row)), where=total[row] > 0.0)
    table["friction"] = kept[row, FRICTION : FRICTION + 3] * share[:, None]
    return table


def contact_events(rows: IntArray, time: float, names: Sequence[str]) -> list[ContactEvent]:
    """Return what began and ceased to touch (rows: began, body a, body b) in the step that ended at `time` [s]."""
    return [ContactEvent(time, "begin" if began else "end", ((names[a], names[b]),)) for began, a, b in rows.tolist()]


@kernel
def recall_contacts(
    contact_of: IntArray, center: FloatArray, matrix: FloatArray, manifold: FloatArray, contact: FloatArray
) -> None:
    """Fill contact (m, 19) with the remembered manifolds of contact_of (m, 4), where the bodies are now."""
    for m in range(contact_of.shape[0]):
        a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
        s, n = whole(contact_of[m, SLOT]), whole(contact_of[m, COUNT])
        carry_along(whole(m), a, b, s, n, center, matrix, manifold, contact)
