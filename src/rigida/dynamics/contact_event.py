"""Changes of contact, as both engines report them."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ContactEvent:
    """A change of contact.

    time [s], exact where the engine locates impacts, else the end of the step; kind: "begin" or "end" of touching
    (realtime), "begin" of a first touch without impact, "impact" or "rest", the end of a series of bounces (precise);
    bodies: names, a pair for each contact; lost: kinetic energy that an impact took [J], None if the engine does not
    report it.
    """

    time: float
    kind: str
    bodies: tuple[tuple[str, str], ...]
    lost: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the event as recordings keep it."""
        bodies = [list(pair) for pair in self.bodies]
        kept: dict[str, Any] = {"time": self.time, "kind": self.kind, "bodies": bodies}
        return kept if self.lost is None else {**kept, "lost": self.lost}
