"""Restitution: bodies that would overlap within the step rebound, on the velocities from before forces act.

At rest the old normal velocity is zero, so nothing rebounds and no threshold has to tell an impact from a contact
(Guendelman, Bridson and Fedkiw 2003; Popovski 2008, 5 and 6). Manifolds are taken one after another, several times, so
that an impact runs through a row of balls.
"""

from typing import Annotated

from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Items, Rows
from rigida.jit.tables import Table
from rigida.realtime.arrays import POINTS, Bodies, Contacts, Islands
from rigida.realtime.direct.constraint import Constraint, build_constraint, normal_velocity, total_normal
from rigida.realtime.direct.sweep import apply_friction, apply_normals, on_disk, slip

_INNER_SWEEPS = 8


class Impacts(Table):
    """The contacts of elastic bodies in this step, a row each."""

    contact: Rows[Int32]  # its number
    constraint: Rows[Constraint]
    impulse: Rows[Annotated[Items[float], POINTS]]  # normal impulses of all passes [N s]


@inlined
def entry_of_k(c: Constraint, i: int, j: int) -> float:
    """Return K(i, j) of the normals, whose upper triangle is stored."""
    low, high = min(i, j), max(i, j)
    return c.k[low * (2 * POINTS - 1 - low) // 2 + high]


@routine
def rebound(c: Constraint, restitution: float, h: float, bodies: Bodies) -> float:
    """Let one manifold rebound if a point of it would overlap within h [s]; return how fast it met [m/s].

    Its normal impulses are left in the constraint.
    """
    a, b, impulse, fastest = bodies.twist[c.a], bodies.twist[c.b], c.impulse.normal, 0.0

    # What velocities the points should lose.
    for k in range(POINTS):
        impulse[k] = 0.0
        p = c.point[k]
        p.error = 0.0
        if k < c.count:
            v = normal_velocity(c, p, a, b)
            p.error = (1.0 + restitution) * v if v < 0.0 else v
            if v < 0.0 and p.separation + h * v < c.band:
                fastest = max(fastest, -v)
    if fastest == 0.0:
        return 0.0

    # Normals by sweeps over the block, then friction on the disk.
    for _ in range(_INNER_SWEEPS):
        for k in range(c.count):
            p = c.point[k]
            if p.separation + h * p.error > c.band:
                continue
            e = p.error
            for i in range(c.count):
                e += entry_of_k(c, k, i) * impulse[i]
            impulse[k] = max(impulse[k] - e * c.inverse_k.normal[k], 0.0)
    apply_normals(c, impulse[0], impulse[1], impulse[2], impulse[3], bodies)
    (x, y), k_friction = slip(c, a, b), c.inverse_k_friction
    f1 = -k_friction.xx * x - k_friction.xy * y
    f2 = -k_friction.xy * x - k_friction.yy * y
    f1, f2 = on_disk(f1, f2, c.friction * total_normal(c.impulse))
    apply_friction(c, f1, f2, 0.0, 0.0, 0.0, bodies)
    return fastest


@kernel
def apply_restitution(
    kept: int, passes: int, h: float, bodies: Bodies, contacts: Contacts, islands: Islands, impacts: Impacts
) -> tuple[int, float]:
    """Apply the impulses of all impacts of elastic bodies to the twists, in at most `passes` passes.

    kept: number of contacts that may act. Returns how many contacts were looked at, and how fast bodies still met in
    the last pass [m/s].
    """
    surface, count = bodies.surface, 0
    for q in range(kept):
        m = islands.contact[q]
        pair = contacts.pair[m]
        if max(surface[pair.a].restitution, surface[pair.b].restitution) > 0.0:
            build_constraint(impacts.constraint[count], m, contacts, bodies)
            impacts.contact[count] = m
            for k in range(POINTS):
                impacts.impulse[count][k] = 0.0
            count += 1
    fastest = 0.0
    for _ in range(passes):
        fastest = 0.0
        for q in range(count):
            c = impacts.constraint[q]
            met = rebound(c, max(surface[c.a].restitution, surface[c.b].restitution), h, bodies)
            if met > 0.0:
                fastest = max(fastest, met)
                for k in range(POINTS):
                    impacts.impulse[q][k] += c.impulse.normal[k]
        if fastest == 0.0:
            break
    return count, fastest
