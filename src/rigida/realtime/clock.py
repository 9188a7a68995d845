"""The engine's clock: whole steps, and sub-intervals within one, counted so that times carry no sum of roundings."""


class Clock:
    """origin: time at which steps are counted from [s]; steps: whole ones since then."""

    def __init__(self, dt: float) -> None:
        self._dt = dt
        self.origin, self.steps = 0.0, 0
        self._intervals, self._done = 1, 0

    @property
    def step_end(self) -> float:
        """When the step that comes, or is being taken, ends [s]."""
        return self.origin + (self.steps + 1) * self._dt

    def divide(self, intervals: int) -> float:
        """Take the coming step in so many sub-intervals; return how long each is [s]."""
        self._intervals, self._done = intervals, 0
        return self._dt / intervals

    def tick(self) -> float:
        """Let a sub-interval pass; return the time at its end [s]."""
        self._done += 1
        time = self.origin + (self.steps + self._done / self._intervals) * self._dt
        if self._done == self._intervals:
            self.steps, self._done = self.steps + 1, 0
        return time

    def restart(self, time: float) -> None:
        """Count steps from `time` on [s]."""
        self.origin, self.steps = time, 0

    def snapshot(self) -> tuple[float, int]:
        """Return what decides the times of the coming steps."""
        return self.origin, self.steps

    def restore(self, kept: tuple[float, int]) -> None:
        """Go back to a snapshot."""
        self.origin, self.steps = kept
