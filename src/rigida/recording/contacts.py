"""Contacts of all frames of a recording, in one array with the frames' places in it.

A run with contacts stores, beside its frames, `contact` (k,) with the fields of `CONTACT` and `contact_offset`
(f + 1,): frame i has the rows contact_offset[i] up to contact_offset[i + 1].
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.dynamics.contact_table import DESCRIBED
from rigida.errors import UsageError
from rigida.shown import counted

#: Raise it when the fields below change their meaning.
VERSION = 1
#: Rows of the bodies; world point [m]; unit normal from a to b; separation [m], negative in overlap; impulse on b
#: [N s]; kind and features as in `dynamics.contact_table`, 0 in runs that were recorded before they were kept.
CONTACT = np.dtype(
    [
        ("body_a", np.int32),
        ("body_b", np.int32),
        ("point", np.float64, (3,)),
        ("normal", np.float64, (3,)),
        ("separation", np.float64),
        ("impulse", np.float64, (3,)),
        *DESCRIBED,
    ]
)


def _none() -> NDArray[Any]:
    return np.zeros(0, dtype=CONTACT)


@dataclass(frozen=True, eq=False)
class ContactHistory:
    """Contacts over the frames: offset (f + 1,) whole numbers, contact (k,) of `CONTACT`."""

    offset: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    contact: NDArray[Any] = field(default_factory=_none)

    def __post_init__(self) -> None:
        good = len(self.offset) and self.offset[0] == 0 and (np.diff(self.offset) >= 0).all()
        if not good or self.offset[-1] != len(self.contact) or self.contact.dtype != CONTACT:
            raise UsageError("ContactHistory: offset must rise from 0 to the number of contacts. Record the run again.")

    @property
    def kept(self) -> bool:
        """Return whether the run recorded its contacts, be there any or not."""
        return len(self.offset) > 1

    def __repr__(self) -> str:
        frames = counted(max(len(self.offset) - 1, 0), "frame")
        return f"<ContactHistory: {counted(len(self.contact), 'contact')} in {frames}>"

    @staticmethod
    def of_frames(frames: Sequence[NDArray[Any]]) -> "ContactHistory":
        """Return the history of contacts given frame by frame; an impulse given as a number acts along the normal."""
        offset = np.cumsum([0, *(len(frame) for frame in frames)]).astype(np.int64)
        return ContactHistory(offset, np.concatenate([_none(), *(as_contacts(frame) for frame in frames)]))

    def at(self, frame: int) -> NDArray[Any]:
        """Return the contacts of a frame; none when the run recorded none."""
        if frame + 1 >= len(self.offset):
            return self.contact[:0]
        return self.contact[self.offset[frame] : self.offset[frame + 1]]


def as_contacts(found: NDArray[Any]) -> NDArray[Any]:
    """Return contacts with the fields of `CONTACT` from an array with these fields of any type."""
    names = found.dtype.names or ()
    later = [name for name, _ in DESCRIBED]
    missing = [name for name in CONTACT.names or () if name not in names and name not in later]
    if missing:
        raise UsageError(f"Contacts must have the fields {', '.join(CONTACT.names or ())}; {missing[0]} is missing.")
    contacts = np.zeros(len(found), dtype=CONTACT)
    for name in (name for name in CONTACT.names or () if name in names):
        contacts[name] = found["normal"] * found[name][:, None] if _is_number(found, name) else found[name]
    return contacts


def _is_number(found: NDArray[Any], name: str) -> bool:
    return name == "impulse" and found[name].ndim == 1
