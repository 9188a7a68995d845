"""Small tables for tests of the realtime engine's kernels: bodies at rest, contacts between them along x."""

import numpy as np

from rigida.dynamics.model import DYNAMIC, FIXED
from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import (
    Acted,
    Bodies,
    ContactCache,
    Contacts,
    ContactShift,
    Impulse,
    Islands,
    JointRow,
    JointRows,
    Manifold,
)
from rigida.realtime.direct.constraint import MULTIPLIERS, Constraint
from rigida.realtime.direct.work import Load, Work

#: Of all bodies [m].
LENGTH_SCALE = 0.1


def body_table(n, fixed=(), mass=2.0, inertia=(0.3, 0.4, 0.5)):
    """Return n bodies in a row along x, a meter apart, at rest, without gravity."""
    inverse = np.zeros((n + 1, 7))
    moved = np.setdiff1d(np.arange(n), fixed)
    inverse[moved] = [1.0 / mass, 1.0 / inertia[0], 0.0, 0.0, 1.0 / inertia[1], 0.0, 1.0 / inertia[2]]
    center = np.zeros((n, 3))
    center[:, 0] = np.arange(n)
    rotation = np.tile(np.eye(3).reshape(9), (n + 1, 1))
    return Bodies(
        mass=np.full(n, mass),
        inv_mass=np.ascontiguousarray(inverse[:n, 0]),
        inertia=np.tile(inertia, (n, 1)),
        surface=np.tile([0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5], (n, 1)),
        part_surface=np.zeros((0, 8)),
        length_scale=np.full(n + 1, LENGTH_SCALE),
        gravity=np.zeros(3),
        motion=np.where(np.isin(np.arange(n), fixed), FIXED, DYNAMIC).astype(np.int32),
        inv_inertia=np.where(np.isin(np.arange(n), fixed)[:, None], 0.0, 1.0 / np.array(inertia)),
        center=center,
        attitude=np.tile([1.0, 0.0, 0.0, 0.0], (n, 1)),
        active=np.isin(np.arange(n), fixed, invert=True).astype(np.int32),
        awake=np.isin(np.arange(n), fixed, invert=True).astype(np.int32),
        jointed=np.zeros(n, dtype=np.int32),
        inward=np.full(n, -1, dtype=np.int32),
        **{name: np.zeros((n, 3)) for name in ("velocity", "angular_momentum", "angular_velocity")},
        rotation=rotation,
        inverse=inverse,
        **{name: np.zeros((n + 1, 6)) for name in ("before", "twist", "moving", "displacement")},
        turning=np.zeros((n, 3)),
        at_end=np.zeros(n, dtype=np.int32),
    )


def contact_table(pairs, separation=0.0, points=1, centered=False):
    """Return contacts of pairs of such bodies, halfway between their centers, with as many cache entries.

    The first of up to four points lies between the centers, or, if centered, their middle.
    """
    m = len(pairs)
    pair, manifold = np.zeros((m, 6), dtype=np.int32), np.zeros((m, 19))
    arms = np.zeros((m, 18), dtype=np.float32)
    corner = np.array([(0, 0, 0), (0, 0.2, 0), (0, 0.2, 0.2), (0, 0, 0.2)]) - [0, 0.1 * centered, 0.1 * centered]
    for k, (a, b) in enumerate(pairs):
        pair[k] = a, b, k, points, -1, -1
        manifold[k, :3] = np.sign(b - a), 0.0, 0.0
        manifold[k, 3 : 3 + points] = separation
        manifold[k, 7:19] = (corner + np.array([0.5 * (a + b), 0.0, 0.0])).reshape(12)
        arms[k, :3] = manifold[k, :3]
        arms[k, 3] = a - b
        arms[k, 6:18] = (corner + np.array([0.5 * (b - a), 0.0, 0.0])).reshape(12)
    impulse = np.zeros((m, dtype_of(Impulse).itemsize // 8))
    acted = np.zeros((m, dtype_of(Acted).itemsize // 8))
    cache = ContactCache(impulse=impulse, acted=acted, arms=arms, is_round=np.ones(m, dtype=np.int32))
    return Contacts(recycled=1.0, all_impacts=0, pair=pair, manifold=manifold, cache=cache)


def island_table(n, contacts, joined=()):
    """Return room for the islands of n bodies and so many contacts."""
    ints = {name: np.zeros(n + 1, dtype=np.int32) for name in ("body_start", "contact_start")}
    ints |= {
        name: np.zeros(n, dtype=np.int32) for name in ("of_body", "body", "method", "again", "parent", "in_motion")
    }
    pairs = np.array(joined, dtype=np.int32).reshape(-1, 2)
    ints["sequence"] = np.arange(n, dtype=np.int32)
    return Islands(joined=pairs, contact=np.zeros(2 * max(contacts, 1), dtype=np.int32), **ints)


def work_table(n, contacts, blocks=64):
    """Return room in which islands of n bodies and so many contacts are solved directly."""
    return Work(
        limit=10_000,
        limit_in_motion=10_000,
        accuracy_limit=0,
        corrects=0,
        shift=np.zeros(contacts, dtype=dtype_of(ContactShift)),
        predicted=np.zeros((n + 1, 6)),
        middle=np.zeros((n + 1, 6)),
        shifted=np.zeros(1, dtype=dtype_of(Manifold)),
        shortest=0.0,
        fall_rate=20.0,
        back_off=np.zeros((n, 2), dtype=np.int32),
        rank=np.full(n + 1, -1, dtype=np.int32),
        turn=np.zeros((n + 1, 6)),
        mean=np.ones(n + 1, dtype=np.int32),
        constraint=np.zeros(contacts, dtype=dtype_of(Constraint)),
        load=np.zeros(contacts, dtype=dtype_of(Load)),
        weight=np.zeros((contacts, MULTIPLIERS)),
        change=np.zeros((contacts, MULTIPLIERS)),
        search=np.zeros((contacts, MULTIPLIERS)),
        best=np.zeros((contacts, MULTIPLIERS)),
        kept=np.zeros((contacts, MULTIPLIERS)),
        left=np.zeros(n + 1, dtype=np.int32),
        start=np.zeros(n + 2, dtype=np.int32),
        block=np.zeros((blocks, 6, 6)),
        filled=np.ones(blocks, dtype=np.int32),
        x=np.zeros((n, 6)),
        jacobian=np.zeros(12),
        factored=np.zeros(1, dtype=np.int32),
        solves=np.zeros(1, dtype=np.int32),
    )


def joint_row_table(pairs, jacobian):
    """Return joint rows between pairs of bodies, without bounds; jacobian (m, 2, 6): of both bodies."""
    m = len(pairs)
    row, of = np.zeros(m, dtype=dtype_of(JointRow)), np.zeros((m, 5), dtype=np.int32)
    for side, name in enumerate("ab"):
        row[name]["linear"], row[name]["angular"] = jacobian[:, side, :3], jacobian[:, side, 3:]
    row["low"], row["high"] = -np.inf, np.inf
    of[:, :2] = np.reshape(pairs, (-1, 2))
    return JointRows(row=row, of=of, order=np.arange(m, dtype=np.int32), start=np.zeros(8, dtype=np.int32))


def contact_jacobian(contact):
    """Return the nine rows of a constraint's Jacobian (9, 12) as the head of `direct.constraint` derives them."""
    n, t1, t2 = contact["normal"], contact["tangent_1"], contact["tangent_2"]
    zero, rows = np.zeros(3), []
    for p in contact["point"]:
        rows.append([-n, -p["arm_cross_normal_a"], n, p["arm_cross_normal_b"]])
    rows += [[-t, -np.cross(contact["arm_a"], t), t, np.cross(contact["arm_b"], t)] for t in (t1, t2)]
    rows += [[zero, -t, zero, t] for t in (n, t1, t2)]
    return np.array([np.concatenate(row) for row in rows])


def all_rows(work, joints, bodies):
    """Return J of all rows of contacts and joints of n bodies (m, 6 n), contacts first."""
    n, found = len(bodies.mass), []
    for contact in work.constraint:
        found += spread_rows(contact_jacobian(contact).reshape(-1, 2, 6), [(contact["a"], contact["b"])] * 9, n)
    for row, of in zip(joints.row, joints.of, strict=True):
        sides = [np.concatenate([row[name]["linear"], row[name]["angular"]]) for name in "ab"]
        found += spread_rows(np.array([sides]), [of[:2]], n)
    return np.array(found)


def spread_rows(sides, pairs, n):
    """Return rows of two bodies each (m, 2, 6) among n bodies; the world, row n, is left out."""
    found = []
    for (a, b), row in zip(pairs, sides, strict=True):
        dense = np.zeros((n + 1, 6))
        dense[a], dense[b] = row
        found.append(dense[:n].reshape(-1))
    return found


def mass_matrix(bodies, inertia=(0.3, 0.4, 0.5)):
    """Return M of bodies that are not turned (6 n, 6 n)."""
    return np.diag(np.concatenate([[mass] * 3 + list(inertia) for mass in bodies.mass]))
