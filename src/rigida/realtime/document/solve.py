"""Contacts by the scheme of Popovski 2008, 8: repeated collisions whose restitution rises from −0.9 to 0, then shock
propagation.

A negative restitution only slows an approach, so that pushes spread through a pile before any contact is final (8.1).
Shock propagation then takes the levels of the contact graph from below, and what is done counts as immovable (8.4).
Kept for comparison: it does not conserve momentum, and large piles overlap more than with the other method.
"""

from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.math.vec3 import Sym3, dot
from rigida.realtime.arrays import Bodies, Contacts
from rigida.realtime.direct.constraint import Constraint, build_constraint, total_normal
from rigida.realtime.direct.sweep import apply_friction, on_disk
from rigida.realtime.islands.restitution import rebound
from rigida.realtime.surfaces import combined_friction

_LOWEST = -0.9


class Levels(Table):
    """What rests on what: the contacts of a step from the lowest level up, and a constraint for each."""

    contact: Rows[int]  # written by document.graph
    level: Rows[Int32]  # (n) of each body, 0 for what cannot move; written by document.graph
    constraint: Rows[Constraint]  # at least as many as contacts


@inlined
def height_of(q: int, contacts: Contacts, levels: Levels) -> int:
    """Return the level of the q-th contact: that of its higher body."""
    pair = contacts.pair[levels.contact[q]]
    return max(levels.level[pair.a], levels.level[pair.b])


@routine
def resist_turning(c: Constraint, bodies: Bodies) -> None:
    """Apply rolling and spinning friction of an impact, limited by μ_roll j_n and μ_spin j_n (7.2)."""
    _, _, rolling, spinning = combined_friction(bodies.surface[c.a], bodies.surface[c.b])
    pressed = total_normal(c.impulse)
    turning, k = bodies.twist[c.b].angular - bodies.twist[c.a].angular, c.inverse_k_roll
    x, y = dot(turning, c.tangent_1), dot(turning, c.tangent_2)
    roll_1, roll_2 = on_disk(-k.xx * x - k.xy * y, -k.xy * x - k.yy * y, rolling * pressed)
    spin = -c.inverse_k.spin * dot(turning, c.normal)
    spin = min(max(spin, -spinning * pressed), spinning * pressed)
    apply_friction(c, 0.0, 0.0, spin, roll_1, roll_2, bodies)


@routine
def push(c: Constraint, restitution: float, h: float, bodies: Bodies) -> None:
    """Let one manifold push back if a point of it would overlap within h [s], with friction of all four kinds."""
    if rebound(c, restitution, h, bodies) > 0.0:
        resist_turning(c, bodies)


@kernel
def push_contacts(iterations: int, h: float, bodies: Bodies, contacts: Contacts, levels: Levels) -> None:
    """Take all contacts in order, several times, with a restitution that rises to zero."""
    for q in range(len(levels.contact)):
        build_constraint(levels.constraint[q], levels.contact[q], contacts, bodies)
    for k in range(iterations):
        restitution = _LOWEST * (1.0 - (k + 1.0) / iterations)
        for q in range(len(levels.contact)):
            push(levels.constraint[q], restitution, h, bodies)


@kernel
def propagate_shock(h: float, bodies: Bodies, contacts: Contacts, levels: Levels) -> None:
    """Take the levels from below; a body whose level is done becomes immovable in `inverse`, which is used up."""
    first, count = 0, len(levels.contact)
    while first < count:
        height = height_of(first, contacts, levels)
        last = first
        while last < count and height_of(last, contacts, levels) == height:
            build_constraint(levels.constraint[last], levels.contact[last], contacts, bodies)
            last += 1
        for _ in range(2):
            for q in range(first, last):
                c = levels.constraint[q]
                if bodies.inverse[c.a].mass + bodies.inverse[c.b].mass > 0.0:
                    push(c, 0.0, h, bodies)
        for i in range(len(levels.level)):
            if levels.level[i] == height:
                inverse = bodies.inverse[i]
                inverse.mass, inverse.inertia = 0.0, Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        first = last
