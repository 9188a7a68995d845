"""Contacts by the scheme of Popovski 2008, 8: repeated collisions whose restitution rises from −0.9 to 0, then shock
propagation.

A negative restitution only slows an approach, so that pushes spread through a pile before any contact is final (8.1).
Shock propagation then takes the levels of the contact graph from below, and what is done counts as immovable (8.4).
Kept for comparison: it does not conserve momentum, and large piles overlap more than with the other method.
"""

from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.math.vec3 import Sym3
from rigida.realtime.arrays import Bodies, Contacts
from rigida.realtime.direct.constraint import Constraint, build_constraint
from rigida.realtime.islands.restitution import rebound

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
def push(c: Constraint, restitution: float, h: float, bodies: Bodies) -> None:
    """Let one manifold push back if a point of it would overlap within h [s], with friction of all four kinds."""
    rebound(c, restitution, 0.0, h, bodies)


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
