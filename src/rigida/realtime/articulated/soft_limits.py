"""Limits that yield as joint rows (see `direct.joint_rows` and `constraints.joints.soft_limit`).

With the rate u of the gap g, u₀ at the start of a step h, the law of `limits.soften` takes the asked acceleration over
the step, with the weights a = 1 − 3 b₀, b₀ and s of a body of unit inertia, since k and b are those of accelerations:

    u − u₀ + R λ = −h k d (g + h (a u − b₀ u₀)) − h b ((1 − s) u + s u₀),   λ ≥ 0.

A limit that is reached after a part τ of the step acts for the rest of it, from the rate u₀ + τ (u − w λ − u₀) that
forces lead to until then. The time constant is at least 2 h, as in MuJoCo: what passes a limit in one step would be
thrown back in the next.
"""

import math

from rigida.constraints.arrays import SoftLimit
from rigida.jit.decorators import inlined, routine
from rigida.math.elementary import float_power
from rigida.realtime.arrays import JointRow
from rigida.realtime.articulated.spring_law import former_rate_factor, former_rate_share
from rigida.realtime.tuning import LATEST_LIMIT


@inlined
def impedance(depth: float, law: SoftLimit) -> float:
    """Return the impedance of a limit that has been passed by `depth`."""
    if depth >= law.width:
        return law.end
    x, middle, power = depth / law.width, law.middle, law.power
    if power == 1.0:
        y = x
    elif x <= middle:
        y = middle * float_power(x / middle, power)
    else:
        y = 1.0 - (1.0 - middle) * float_power((1.0 - x) / (1.0 - middle), power)
    return law.start + y * (law.end - law.start)


@routine
def soften_limit(row: JointRow, h: float, gap: float, rate: float, law: SoftLimit, ease: float) -> None:
    """Make a row the limit that `law` describes; gap: at the middle of the step; rate: at its start."""
    slower = min(1.0, 1.0 / (law.end * h * law.damping)) if law.damping > 0.0 else 1.0
    before, at_start = 0.0, gap - 0.5 * h * rate
    if at_start > 0.0:
        before = min(-at_start / (h * rate), LATEST_LIMIT)
        h *= 1.0 - before
        gap = 0.5 * h * rate
    d = impedance(max(-gap, 0.0), law)
    stiffness = h * law.stiffness * d * slower * slower
    z, y = h * stiffness, h * law.damping * slower
    old, share = former_rate_factor(z), former_rate_share(y)
    mobility = law.mobility if law.mobility > 0.0 else ease
    of_start = 1.0 + z * old - y * share
    answer = 1.0 + z * (1.0 - 3.0 * old) + y * (1.0 - share) - before * of_start
    row.bias += (stiffness * gap - (1.0 - before) * of_start * rate) / answer
    row.softness = mobility * ((1.0 - d) / d + before * of_start) / answer
    row.low, row.high = 0.0, math.inf
