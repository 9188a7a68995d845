"""Impulses of contacts in a step that was divided (`engine`), and of impacts between its parts.

Contacts begin and end between parts, their normals turn and their points move. What users read is one row per point of
a contact: the sums of its impulses as vectors, so that they give the change of momentum of both bodies over the step.
"""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.contact_table import CONTACT
from rigida.jit.records import as_array
from rigida.realtime.arrays import POINTS

if TYPE_CHECKING:
    from rigida.realtime.contacts.contact_set import ContactSet


@dataclass(frozen=True, eq=False)
class ContactImpulses:
    """Contacts (m,) of a part of a step, and what they did.

    pair, manifold: as `Pair` and `Manifold`; feature (m, 4): of each point; impulse (m, 4): its normal impulse [N s];
    impact (m, 4): whether that took up an approach; push, friction (m, 3): all impulses on b, as vectors [N s].
    """

    pair: NDArray[np.void]
    manifold: NDArray[np.void]
    feature: IntArray
    impulse: FloatArray
    impact: NDArray[np.bool_]
    push: FloatArray
    friction: FloatArray

    def of(self, chosen: NDArray[np.bool_]) -> "ContactImpulses":
        """Return some of the contacts (m,)."""
        return ContactImpulses(**{each.name: getattr(self, each.name)[chosen] for each in fields(self)})

    def rows(self) -> tuple[NDArray[np.void], IntArray]:
        """Return a row of `CONTACT` for each point, and what names the point (n, 4): bodies, entry and feature."""
        from rigida.queries.contact_features import ContactKind

        used = np.arange(POINTS) < self.pair["count"][:, None]
        row, k = np.nonzero(used)
        impulse = np.where(used, self.impulse, 0.0)
        total = impulse.sum(axis=1)
        share = np.divide(impulse, total[:, None], out=np.zeros_like(impulse), where=total[:, None] > 0.0)[row, k]
        table = np.zeros(len(row), dtype=CONTACT)
        table["body_a"], table["body_b"] = self.pair["a"][row], self.pair["b"][row]
        table["point"], table["separation"] = self.manifold["point"][row, k], self.manifold["separation"][row, k]
        size = np.linalg.norm(self.push, axis=1)
        pushes = (total > 0.0) & (size > 0.0)
        along = np.divide(self.push, size[:, None], out=self.manifold["normal"].copy(), where=pushes[:, None])
        table["normal"], table["impulse"] = along[row], share * size[row]
        table["friction"] = self.friction[row] * share[:, None]
        table["kind"] = np.where(self.impact[row, k], ContactKind.IMPACT, ContactKind.REST)
        names = np.column_stack([table["body_a"], table["body_b"], self.pair["entry"][row], self.feature[row, k]])
        return table, names


def impulses_of(contacts: "ContactSet", pair: NDArray[np.void], manifold: NDArray[np.void]) -> ContactImpulses:
    """Return what the cache holds of contacts `pair` (m,), whose places are `manifold` (m,)."""
    entry, cache = pair["entry"], contacts.cache
    kept, acted = cache.impulse[entry], cache.acted[entry]
    return ContactImpulses(
        pair,
        manifold,
        as_array(cache.table.feature)[entry],
        kept["normal"] + kept["impact"],
        kept["impact"] > 0.0,
        acted["push"],
        acted["friction"],
    )


class ImpulseLog:
    """parts: what contacts did in each part of the last step so far; empty for a step that was not divided."""

    def __init__(self) -> None:
        self.parts: tuple[ContactImpulses, ...] = ()

    def clear(self) -> None:
        """Begin a step."""
        self.parts = ()

    def add(self, found: ContactImpulses) -> None:
        """Add what contacts did in a part or an impact."""
        self.parts = (*self.parts, found)

    def add_part(self, contacts: "ContactSet") -> None:
        """Add what all contacts did in the part that has just been taken."""
        pair, manifold = contacts.pairs_and_manifolds()
        self.add(impulses_of(contacts, pair.copy(), manifold.copy()))

    def drop(self, rows: IntArray) -> None:
        """Forget the contacts of bodies that leave."""
        self.parts = tuple(p.of(~np.isin(p.pair["a"], rows) & ~np.isin(p.pair["b"], rows)) for p in self.parts)

    def table(self) -> NDArray[np.void]:
        """Return all contact points of the step, each with the sums of its impulses: those of the last part, and others
        that have acted."""
        from rigida.queries.contact_features import ContactKind

        tables, names = zip(*(part.rows() for part in self.parts), strict=True)
        rows, name = np.concatenate(tables), np.concatenate(names)
        listed = rows["impulse"] > 0.0
        listed[len(rows) - len(tables[-1]) :] = True
        rows, name = rows[listed], name[listed]
        _, which = np.unique(name, axis=0, return_inverse=True)
        which = which.reshape(-1)
        last = np.zeros(which.max(initial=-1) + 1, dtype=np.int64)
        last[which] = np.arange(len(rows))
        merged, weight = rows[last], rows["impulse"]
        push, friction, place = np.zeros((3, len(last), 3))
        total = np.bincount(which, weight, minlength=len(last))
        np.add.at(push, which, weight[:, None] * rows["normal"])
        np.add.at(friction, which, rows["friction"])
        np.add.at(place, which, weight[:, None] * rows["point"])
        size = np.linalg.norm(push, axis=1)
        acted = (size > 0.0)[:, None]
        np.divide(push, size[:, None], out=merged["normal"], where=acted)
        np.divide(place, total[:, None], out=merged["point"], where=acted)
        merged["impulse"], merged["friction"] = size, friction
        merged["kind"] = np.where(
            np.bincount(which, rows["kind"] == ContactKind.IMPACT, minlength=len(last)) > 0,
            ContactKind.IMPACT,
            ContactKind.REST,
        )
        return merged
