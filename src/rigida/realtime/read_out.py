"""The table of contacts that users read."""

import numpy as np
from numpy.typing import NDArray

from rigida.dynamics.contact_table import CONTACT
from rigida.realtime.contact_memory import BODY_A, BODY_B, COUNT, FRICTION, IMPULSE, LANDED, POINT, SLOT
from rigida.realtime.contact_set import ContactSet


def contact_table(contacts: ContactSet) -> NDArray[np.void]:
    """Return all contact points of the last step, with the separations and places from its begin."""
    of, contact = contacts.contact_of[: contacts.count], contacts.contact[: contacts.count]
    used = np.arange(4) < of[:, COUNT, None]
    row, k = np.nonzero(used)
    memory = contacts.memory[of[:, SLOT]]
    points = contact[:, POINT:].reshape(-1, 4, 4)
    table = np.zeros(len(row), dtype=CONTACT)
    table["body_a"], table["body_b"] = of[row, BODY_A], of[row, BODY_B]
    table["point"], table["separation"] = points[row, k, :3], points[row, k, 3]
    table["normal"] = contact[row, :3]
    impulse = memory[:, IMPULSE : IMPULSE + 4] + memory[:, LANDED : LANDED + 4]
    total = np.where(used, impulse, 0.0).sum(axis=1)
    table["impulse"] = impulse[row, k]
    share = np.divide(impulse[row, k], total[row], out=np.zeros(len(row)), where=total[row] > 0.0)
    table["friction"] = memory[row, FRICTION : FRICTION + 3] * share[:, None]
    return table
