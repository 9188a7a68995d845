"""Explicit where the motion is smooth, implicit where stiffness alone would keep the step small.

Stiffness limits an explicit step when h λ stays at the border of its stability region, λ being estimated
from two derivatives at the end of the step (Hairer and Wanner 1996, IV.2, as in their program DOP853). The implicit
method hands back when its step is one that the explicit method could take.
"""

from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.precise.integrators import AdaptiveRungeKutta, Integrator, Snapshot
from rigida.precise.radau import Radau

#: Border of the stability region of DOP853 along the negative real axis.
_BORDER = 6.1
#: So many steps at the border, with fewer smooth ones between them, mean stiffness.
_STIFF_STEPS, _SMOOTH_STEPS = 15, 6
#: The implicit method asks itself after so many steps whether it is still needed.
_ASK_EVERY = 20


class StiffSwitch(Integrator):
    """Carries a State forward with the method that needs fewer steps."""

    fixed_step = False

    def __init__(self, explicit: AdaptiveRungeKutta, implicit: AdaptiveRungeKutta) -> None:
        self._methods = explicit, implicit
        self._stiff, self._made_last = False, 0
        self._at_border = self._smooth = self._since = 0

    def advance(self, state: State, until: float, report: StepReport, cut: bool = False) -> None:
        self._made_last = int(self._stiff)
        now, rejected = self._methods[self._stiff], report.rejected
        now.advance(state, until, report)
        if self._is_stiff(now, report.rejected > rejected) != self._stiff:
            self._stiff = not self._stiff
            self._at_border = self._smooth = self._since = 0
            self._methods[self._stiff].take_over(now)
            report.notes.append(
                f"Stiff from t = {state.time:.6g} s on: went on with radau. integrator='radau' starts with it."
                if self._stiff
                else f"No longer stiff at t = {state.time:.6g} s: went on with dop853."
            )

    def _is_stiff(self, now: AdaptiveRungeKutta, rejected: bool) -> bool:
        """Return whether the implicit method should make the next step; `rejected`: the last one was tried longer."""
        if isinstance(now.method, Radau):
            self._since += 1
            return self._since % _ASK_EVERY != 0 or now.last_step * now.method.spectral_radius() > 0.5 * _BORDER
        holding = now.system.holding
        # Friction that turns against a slow motion: the contacts know this stiffness before it shows.
        if rejected and holding is not None and now.last_step * holding.stiffness > _BORDER:
            return True
        if now.last_step * now.method.stiffness(now.last_end) > _BORDER:
            self._at_border, self._smooth = self._at_border + 1, 0
        else:
            self._smooth += 1
            if self._smooth >= _SMOOTH_STEPS:
                self._at_border = 0
        return self._at_border >= _STIFF_STEPS

    def sample(self, state: State, time: float) -> State:
        return self._methods[self._made_last].sample(state, time)

    def restart(self) -> None:
        for method in self._methods:
            method.restart()

    def set_out(self, step: float) -> None:
        self._stiff, self._at_border, self._smooth, self._since = False, 0, 0, 0
        for method in self._methods:
            method.set_out(step)

    def snapshot(self) -> Snapshot:
        counts = self._stiff, self._made_last, self._at_border, self._smooth, self._since
        return (counts, *(method.snapshot() for method in self._methods))

    def restore(self, snapshot: Snapshot) -> None:
        self._stiff, self._made_last, self._at_border, self._smooth, self._since = snapshot[0]
        for method, own in zip(self._methods, snapshot[1:], strict=True):
            method.restore(own)
