"""Friction of a patch of contact points, which sliding and spinning share.

Each point k of a patch carries the part w_k of its load and rubs against its own motion v_k = u + ω n × d_k, where u is
the slip at the centre of pressure, ω the rate of turning about the normal n, and d_k the place of the point seen from
that centre. Over the patch this makes, per unit of μ N,

    force f = −Σ w_k v_k/|v_k|,      torque τ = −Σ w_k n · (d_k × v_k/|v_k|)

(Goyal, Ruina and Papadopoulos 1991, 2), which take the power W = Σ w_k |v_k| = −f · u − τ ω from it. Solvers take the
patch as one place with three impulses on an ellipsoid,

    (f/α)² + (τ/β)² ≤ 1,      friction against (α² u, β² ω)

(Howe and Cutkosky 1996). Place, α and β are chosen in each step so that the ellipsoid has the true force and torque for
the motion that the patch has. Points that turn as they slide push aside too; friction therefore acts at the place δ,
seen from the centre of pressure, that slides against the force, u + ω n × δ = −κ f, and with κ = W/α²

    δ × n = (κ f + u)/ω,      β² = W (W − κ f²)/ω².

The nearest such place has κ = −f · u/f², so α² = −W f²/(f · u), as far as that is no more than 1 and no less than f².
A patch that only slides has α = 1, one that only spins the mean distance of its points as β. These formulas serve for
numbers and for lanes.
"""

from rigida.jit.values import formula
from rigida.math.vec3 import Vec3, dot, norm
from rigida.realtime.tuning import FAINT_SLIP

#: Added to the load of every point, so that points which carry nothing yet count alike [N s].
UNLOADED = 1e-20
#: Friction of surfaces without any that resist spinning, whose limit goes by it.
LEAST_FRICTION = 1e-9
_TINY = 1e-30


@formula
def rubbing(u: Vec3, turning: float, moment_arm: Vec3) -> tuple[Vec3, float]:
    """Return friction of a point per unit of its limit [–], and its speed [m/s].

    u: slip at the centre; moment_arm: d × n of the point [m].
    """
    v = u - turning * moment_arm
    speed = norm(v) + _TINY
    return v * (-1.0 / speed), speed


@formula
def sliding_share(force: Vec3, power: float, u: Vec3, turning: float, spread: float) -> float:
    """Return α² for the force [–] and the power [m/s] of a patch; callers keep it between f², `LEAST_SHARE` and 1.

    spread: mean square of the points' distances [m²].
    """
    faint = FAINT_SLIP * turning * turning * spread / (power + _TINY) + _TINY
    return (power * dot(force, force) + 0.5 * faint) / (faint - dot(force, u))


@formula
def shared_limits(
    share: float, force: Vec3, power: float, u: Vec3, turning: float, spread: float
) -> tuple[Vec3, float]:
    """Return δ × n [m] and β² [m²] of a patch with α² = `share`; callers keep δ within the patch, β² above zero."""
    faint = FAINT_SLIP * dot(u, u) / (spread + _TINY) + _TINY
    along = power / share
    rate = 1.0 / (turning * turning + faint)
    left = power - along * dot(force, force)
    return (force * along + u) * (turning * rate), (power * left + 0.5 * spread * faint) * rate
