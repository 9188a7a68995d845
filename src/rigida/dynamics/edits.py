"""Changes that the user made since the last step: the bodies concerned and their state before."""

from dataclasses import dataclass, field

from rigida.dynamics.state import State

#: What can be set of a body, in the order in which a body's row is projected: where it is, then how it moves.
POSITION, ORIENTATION, VELOCITY, ANGULAR_VELOCITY = "position", "orientation", "velocity", "angular velocity"


@dataclass(eq=False)
class Edits:
    """Values of bodies that were set by hand.

    before: the state before the first of them, None if nothing was set; given: what was set, (row, quantity).
    """

    before: State | None = None
    given: set[tuple[int, str]] = field(default_factory=set)

    def record(self, state: State, row: int, quantity: str) -> None:
        """Record that a quantity of a body is about to be set."""
        if self.before is None:
            self.before = state.copy()
        self.given.add((row, quantity))

    def rows(self, quantity: str) -> list[int]:
        """Return the bodies of which this quantity was set."""
        return sorted(row for row, what in self.given if what == quantity)

    def copy(self) -> "Edits":
        """Return an independent copy."""
        return Edits(None if self.before is None else self.before.copy(), set(self.given))
