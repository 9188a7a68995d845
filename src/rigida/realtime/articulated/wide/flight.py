"""Unconstrained motion of the members of groups that are solved in lanes (see `project`)."""

from rigida.dynamics.free_top import turn_lanes
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import as_array
from rigida.math.quat import Quat, rotated, rotated_back, rotation_matrix
from rigida.math.vec3 import Mat3, Sym3, Vec3
from rigida.realtime.articulated.wide.arrays import CarriedGroups


@inlined
def momentum_of(attitude: Quat, inverse: Vec3, spin: Vec3) -> Vec3:
    """Return the angular momentum R I Rᵀ ω; inverse: principal inverse moments."""
    p = rotated_back(attitude, spin)
    return rotated(attitude, Vec3(p.x / inverse.x, p.y / inverse.y, p.z / inverse.z))


@routine
def integrate_ballistic_lanes(dt: float, members: int, wide: CarriedGroups) -> None:
    """Put the members where they would be after a free flight of dt; keep their angular momentum."""
    tops = wide.tops[0]
    for k in range(members):
        member, u = wide.member[k], wide.twist[k]
        member.flown = member.center + dt * u.linear
        member.momentum = momentum_of(member.attitude, member.inverse, u.angular)
        tops.attitude, tops.momentum, tops.inverse = member.attitude, member.momentum, member.inverse
        turn_lanes(dt, as_array(wide.tops)[0])
        member.turned = tops.attitude


@inlined
def inverse_inertia(inverse: Vec3, r: Mat3) -> Sym3:
    """Return R diag(inverse) Rᵀ."""
    a, b, c = inverse.x, inverse.y, inverse.z
    return Sym3(
        a * r.xx * r.xx + b * r.xy * r.xy + c * r.xz * r.xz,
        a * r.xx * r.yx + b * r.xy * r.yy + c * r.xz * r.yz,
        a * r.xx * r.zx + b * r.xy * r.zy + c * r.xz * r.zz,
        a * r.yx * r.yx + b * r.yy * r.yy + c * r.yz * r.yz,
        a * r.yx * r.zx + b * r.yy * r.zy + c * r.yz * r.zz,
        a * r.zx * r.zx + b * r.zy * r.zy + c * r.zz * r.zz,
    )


@routine
def turn_members(members: int, wide: CarriedGroups) -> None:
    """Fill twists and inverse masses at the members' new orientations, with the change of the twists at the end."""
    for k in range(members):
        member, u = wide.member[k], wide.twist[k]
        inertia = inverse_inertia(member.inverse, rotation_matrix(member.turned))
        wide.inverse[k].inertia = inertia
        u.angular = member.change.angular + inertia @ member.momentum
        u.linear += member.change.linear


@routine
def record_momenta(members: int, wide: CarriedGroups) -> None:
    """Fill the members' angular momenta at their new orientations."""
    for k in range(members):
        member = wide.member[k]
        member.momentum = momentum_of(member.turned, member.inverse, wide.twist[k].angular)
