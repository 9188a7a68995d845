"""The engine's clock: whole steps, and parts of one, counted so that times of whole steps carry no sum of roundings."""

#: Parts of a step that add up to one but for this are the whole of it.
_ROUNDING = 1e-9


class Clock:
    """origin: time at which steps are counted from [s]; steps: whole ones since then."""

    def __init__(self, dt: float) -> None:
        self._dt = dt
        self.origin, self.steps = 0.0, 0
        self._part, self._done = 1.0, 0.0

    @property
    def step_end(self) -> float:
        """When the step that comes, or is being taken, ends [s]."""
        return self.origin + (self.steps + 1) * self._dt

    def take(self, h: float) -> None:
        """Let h [s] of the step pass at the next tick."""
        self._part = h / self._dt

    def tick(self) -> float:
        """Let the part of the step that was taken pass; return the time at its end [s]."""
        self._done += self._part
        if self._done > 1.0 - _ROUNDING:
            self.steps, self._done = self.steps + 1, 0.0
        return self.origin + (self.steps + self._done) * self._dt

    def restart(self, time: float) -> None:
        """Count steps from `time` on [s]."""
        self.origin, self.steps, self._done = time, 0, 0.0

    def snapshot(self) -> tuple[float, int]:
        """Return what decides the times of the coming steps."""
        return self.origin, self.steps

    def restore(self, kept: tuple[float, int]) -> None:
        """Go back to a snapshot."""
        (self.origin, self.steps), self._done = kept, 0.0
