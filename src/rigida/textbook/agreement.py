"""Agreement of both engines with a textbook case, and the order of the realtime engine's error in its step."""

import math
from dataclasses import dataclass

from rigida.precise.settings import Precise
from rigida.realtime.settings import Realtime
from rigida.textbook.case import TextbookCase

#: Errors below this part are those of rounding and of what ends an iteration, which no smaller step lowers.
EXACT = 1e-4


@dataclass(frozen=True)
class Agreement:
    """Results of theory and both engines for a case; error of the realtime engine as a part of the outcome's scale.

    order: by which power of the step the error shrinks; None if it is too small to be measured.
    """

    name: str
    expected: float
    precise: float
    realtime: float
    precise_error: float
    error: float
    order: float | None
    ok: bool


def agreement(case: TextbookCase) -> Agreement:
    """Run a case with the default settings of both engines, and with a half and a quarter of the step.

    The order is that between these: error control divides most of the whole steps that need it.
    """
    precise, coarse, order = case.run(Precise()), case.run(Realtime()), None
    if coarse.error > EXACT:
        fine, finest = (case.run(Realtime(dt=part * Realtime().dt)) for part in (0.5, 0.25))
        if fine.error > EXACT and finest.error > 0.0:
            order = math.log2(fine.error / finest.error)
    # Written so that NaN fails.
    ok = coarse.error <= case.tolerance
    return Agreement(
        case.name, coarse.expected, precise.measured, coarse.measured, precise.error, coarse.error, order, bool(ok)
    )
