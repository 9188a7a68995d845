"""Friction of a patch of contact points, which sliding and spinning share.

Each point k of a patch carries the part w_k of its load and rubs against its own motion v_k = u + ω n × d_k, where u is
the slip at the centre of pressure, ω the rate of turning about the normal n, and d_k the place of the point seen from
that centre. Over the patch this makes, per unit of μ N,

    force f = −Σ w_k v_k/|v_k|,      torque τ = −Σ w_k n · (d_k × v_k/|v_k|)

(Goyal, Ruina and Papadopoulos 1991, 2). Solvers take the patch as one place with three impulses on an ellipsoid,

    (f/α)² + (τ/β)² ≤ 1,      friction against (α² u, β² ω)

(Howe and Cutkosky 1996), and α, β are chosen in each step so that the ellipsoid has the true force and torque for the
motion that the patch has: with the powers P = −f · u and Q = −τ ω,

    α² = P (P + Q)/u²,      β² = Q (P + Q)/ω².

A patch that only slides has α = 1, one that only spins the mean distance of its points as β. These formulas serve for
numbers and for lanes.
"""

from rigida.jit.values import formula
from rigida.math.vec3 import Vec3, dot, norm

#: Added to the load of every point, so that points which carry nothing yet count alike [N s].
UNLOADED = 1e-20
#: Friction of surfaces without any that resist spinning, whose limit goes by it.
LEAST_FRICTION = 1e-9
#: Least α²: two points that turn about a place between them rub against each other and not at all against sliding.
LEAST_SHARE = 0.1
#: Below this part of the other, squared, sliding or turning counts as nothing beside it.
_FAINT = 1e-4
_TINY = 1e-30


@formula
def rubbing(u: Vec3, turning: float, lever: Vec3) -> tuple[float, float]:
    """Return the powers, per unit of friction, against sliding with u and turning of a point [m/s].

    lever: d × n of the point [m]. Their sum is the point's speed.
    """
    v = u - turning * lever
    speed = norm(v) + _TINY
    return dot(v, u) / speed, dot(v, v - u) / speed


@formula
def shared_limits(sliding: float, spinning: float, slip: float, turning: float, spread: float) -> tuple[float, float]:
    """Return α² [–] and β² [m²] for the powers of a patch; callers keep them above `LEAST_SHARE` and zero.

    slip, turning and spread are squares: of u [m²/s²], ω [1/s²] and of the points' distances, as a mean [m²].
    """
    both = sliding + spinning
    faint_slip, faint_turning = _FAINT * turning * spread, _FAINT * slip / (spread + _TINY)
    slide = (sliding * both + 0.5 * faint_slip + _TINY) / (slip + faint_slip + _TINY)
    spin = (spinning * both + 0.5 * spread * faint_turning) / (turning + faint_turning + _TINY)
    return slide, spin
