"""Contacts and joints by the scheme of Popovski 2008, 8 to 10: repeated collisions whose restitution rises from −0.9 to
0, from the lowest level up, with the joints of each level after its contacts; then shock propagation.

A negative restitution only slows an approach, so that pushes spread through a pile before any contact is final (8.1).
Shock propagation then takes the levels of the contact graph from below, and what is done counts as immovable (8.4).
Kept for comparison: it does not conserve momentum, large piles overlap more than with the other method, and long chains
of joints stretch.

Forces change the velocity before the way in bodies that touch something (5.3). The new velocities alone would shorten
the way of what friction stops by half a step: bodies that slide or roll on move by the mean of old and new ones. Of
groups of joints that touch nothing, as of ballistic bodies, half of the forces acts after the way for the same reason.
"""

import math

from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.vec3 import Sym3, Vec3, square
from rigida.realtime.arrays import POINTS, Bodies, Contacts
from rigida.realtime.articulated.motion import place_prescribed
from rigida.realtime.direct.constraint import (
    Constraint,
    build_constraint,
    normal_velocity,
    slide_impulse,
    total_normal,
)
from rigida.realtime.document.arrays import JointSystem, Levels
from rigida.realtime.document.joints import stabilize_position, stabilize_velocity
from rigida.realtime.document.rows import apply_row, move_by_mean, solve_row
from rigida.realtime.islands.restitution import rebound
from rigida.realtime.tuning import FIRST_RESTITUTION, ROUNDING


@inlined
def height_of(q: int, contacts: Contacts, levels: Levels) -> int:
    """Return the level of the q-th contact: that of its higher body."""
    pair = contacts.pair[levels.contact[q]]
    return max(levels.level[pair.a], levels.level[pair.b])


@routine
def push(c: Constraint, restitution: float, h: float, bodies: Bodies, contacts: Contacts) -> None:
    """Let one manifold push back if a point of it would overlap within h [s], with friction of all four kinds.

    Its impulses are added to those of the contact.
    """
    if rebound(c, restitution, h, bodies) > 0.0:
        kept, acted, i = contacts.cache.impulse[c.entry], contacts.cache.acted[c.entry], c.impulse
        acted.push += total_normal(i) * c.normal
        acted.friction += slide_impulse(c)
        for k in range(POINTS):
            kept.normal[k] += i.normal[k]
        kept.friction += slide_impulse(c)
        kept.rolling += i.roll_1 * c.tangent_1 + i.roll_2 * c.tangent_2
        kept.spin += i.spin


@kernel
def begin_joints(h: float, part: float, iterations: int, bodies: Bodies, system: JointSystem) -> None:
    """Prepare joints for h [s]: what is late, what rows start with, joint velocities where bodies touch.

    part: which part of a step that is, which closes the same part of errors; in a short one all would throw bodies.

    Velocities are stabilized after collisions and forces (10); of groups without contacts the way decides all.
    """
    levels, rows, parts, trajectory = system.levels, system.rows, system.joints.parts, system.reactions.trajectory
    for f in range(len(levels.share)):
        late, share, twist, before = levels.late[f], levels.share[f], bodies.twist[f], bodies.before[f]
        late.linear = share * (twist.linear - before.linear)
        late.angular = share * (twist.angular - before.angular)
        if f < len(bodies.turning):
            late.angular += (1.0 - share) * bodies.turning[f]
    for q in range(len(levels.row)):
        i = levels.row[q]
        move_by_mean(i, h, system.coordinates, rows, levels)
        apply_row(i, rows.row[i].impulse, rows, bodies.inverse, bodies.twist, levels)
    for p in range(len(levels.impulse)):
        levels.impulse[p].vector = Vec3(0.0, 0.0, 0.0)
        levels.kept[p].vector = (1.0 - part) * parts.error[p].vector
        parts.target[p].value = trajectory[p].value + h * trajectory[p].rate
    place_prescribed(h, system.groups, system.joints.frames)
    for _ in range(iterations):
        for q in range(len(levels.part)):
            p = levels.part[q]
            if levels.part_level[q] > 0:
                stabilize_velocity(p, trajectory[p].rate, system.joints, bodies.inverse, bodies.twist, levels)


@routine
def solve_joints(
    first_part: int, first_row: int, height: int, iterations: int, h: float, bodies: Bodies, system: JointSystem
) -> tuple[int, int]:
    """Take the joints and rows of one level several times; return where those of the next level begin."""
    levels, last_part, last_row = system.levels, first_part, first_row
    while last_part < len(levels.part) and levels.part_level[last_part] == height:
        last_part += 1
    while last_row < len(levels.row) and levels.row_level[last_row] == height:
        last_row += 1
    for _ in range(iterations):
        for q in range(first_row, last_row):
            solve_row(levels.row[q], system.rows, bodies.inverse, bodies.twist, levels)
        for q in range(first_part, last_part):
            stabilize_position(levels.part[q], h, bodies, system.joints, system.work, levels)
    return last_part, last_row


@kernel
def solve_free_joints(iterations: int, h: float, bodies: Bodies, system: JointSystem) -> tuple[int, int]:
    """Take the joints of groups without contacts; return where those of the others begin among parts and rows."""
    return solve_joints(0, 0, 0, iterations, h, bodies, system)


@kernel
def push_contacts(
    iterations: int,
    joint_iterations: int,
    highest: int,
    first_part: int,
    first_row: int,
    h: float,
    bodies: Bodies,
    contacts: Contacts,
    levels: Levels,
    system: JointSystem | None,
) -> None:
    """Take all contacts from the lowest to the `highest` level, several times, with a restitution that rises to zero.

    The joints of a level follow its contacts; first_part, first_row: where those of the first level are.
    """
    count = len(levels.contact)
    for q in range(count):
        entry = contacts.pair[levels.contact[q]].entry
        kept, acted = contacts.cache.impulse[entry], contacts.cache.acted[entry]
        acted.push = acted.friction = Vec3(0.0, 0.0, 0.0)
        for k in range(POINTS):
            kept.normal[k], kept.impact[k] = 0.0, 0.0
        kept.friction, kept.spin, kept.rolling = Vec3(0.0, 0.0, 0.0), 0.0, Vec3(0.0, 0.0, 0.0)
        build_constraint(levels.constraint[q], levels.contact[q], contacts, bodies)
    for k in range(iterations):
        restitution, q = FIRST_RESTITUTION * (1.0 - (k + 1.0) / iterations), 0
        part, row = first_part, first_row
        for height in range(highest + 1):
            while q < count and height_of(q, contacts, levels) == height:
                push(levels.constraint[q], restitution, h, bodies, contacts)
                q += 1
            if system is not None:
                part, row = solve_joints(part, row, height, joint_iterations, h, bodies, system)


@routine
def push_level(first: int, last: int, h: float, bodies: Bodies, contacts: Contacts, levels: Levels) -> None:
    """Let the contacts from `first` to `last` push back where one of their bodies can still be moved."""
    for q in range(first, last):
        c = levels.constraint[q]
        if bodies.inverse[c.a].mass + bodies.inverse[c.b].mass > 0.0:
            push(c, 0.0, h, bodies, contacts)


@kernel
def propagate_shock(
    joint_iterations: int,
    highest: int,
    first_part: int,
    first_row: int,
    h: float,
    bodies: Bodies,
    contacts: Contacts,
    levels: Levels,
    system: JointSystem | None,
) -> None:
    """Take the levels from below; a body whose level is done becomes immovable in `inverse`, which is used up.

    Contacts are taken before and after the joints of their level: nothing pushes bodies out of overlap later.
    """
    first, count, part, row = 0, len(levels.contact), first_part, first_row
    for height in range(highest + 1):
        last = first
        while last < count and height_of(last, contacts, levels) == height:
            build_constraint(levels.constraint[last], levels.contact[last], contacts, bodies)
            last += 1
        push_level(first, last, h, bodies, contacts, levels)
        if system is not None:
            part, row = solve_joints(part, row, height, joint_iterations, h, bodies, system)
        push_level(first, last, h, bodies, contacts, levels)
        for i in range(len(levels.level)):
            if levels.level[i] == height:
                inverse = bodies.inverse[i]
                inverse.mass, inverse.inertia = 0.0, Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        first = last


@inlined
def lasts(c: Constraint, bodies: Bodies) -> bool:
    """Return whether the points of a manifold open or close as fast by what moves its bodies as by new velocities."""
    a, b, moving_a, moving_b = bodies.twist[c.a], bodies.twist[c.b], bodies.moving[c.a], bodies.moving[c.b]
    va, vb, largest = moving_a.linear, moving_b.linear, 0.0
    for k in range(c.count):
        p = c.point[k]
        largest = max(largest, abs(normal_velocity(c, p, moving_a, moving_b) - normal_velocity(c, p, a, b)))
    return largest <= ROUNDING * math.sqrt(square(va) + square(vb))


@kernel
def move_by_means(bodies: Bodies, contacts: Contacts, levels: Levels) -> None:
    """Let bodies without joints that slide or roll on move by the mean of old and new velocities.

    The others, which meet, leave or tip over something, or roll on what is curved, move by their new velocities.
    """
    for q in range(len(levels.contact)):
        c = levels.constraint[q]
        for i in (c.a, c.b):
            if levels.level[i] > 0 and not bodies.jointed[i]:
                before, twist, moving = bodies.before[i], bodies.twist[i], bodies.moving[i]
                moving.linear = 0.5 * (before.linear + twist.linear)
                moving.angular = 0.5 * (before.angular + twist.angular)
    changed = True
    while changed:
        changed = False
        for q in range(len(levels.contact)):
            c = levels.constraint[q]
            if not lasts(c, bodies):
                bodies.moving[c.a], bodies.moving[c.b] = bodies.twist[c.a], bodies.twist[c.b]
                changed = True
