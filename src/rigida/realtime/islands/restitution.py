"""Collisions: bodies that would overlap within the step rebound, on the velocities from before forces act.

At rest the old normal velocity is zero, so nothing rebounds and no threshold has to tell a collision from a contact
(Guendelman, Bridson and Fedkiw 2003; Popovski 2008, 5 and 6). Manifolds are taken one after another, several times, so
that a blow runs through a row of balls.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, routine, whole
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B
from rigida.realtime.direct.rows import (
    R_COUNT,
    R_FRICTION,
    R_INV_K,
    R_K,
    R_K_FRICTION,
    R_RESIDUAL,
    R_SEPARATION,
    approach,
    build_row,
)
from rigida.realtime.direct.sweep import BAND, apply_impulse, on_disk, slip

#: Places of K(k, j) in the stored upper triangle.
_K_PLACE = np.array([[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]])
_INNER_SWEEPS = 8


@routine
def rebound(
    q: int,
    a: int,
    b: int,
    restitution: float,
    dt: float,
    row: FloatArray,
    inverse: FloatArray,
    twist: FloatArray,
    impulse: FloatArray,
) -> float:
    """Let one manifold rebound if a point of it would overlap within the step; return how fast it met [m/s]."""
    n, fastest = int(row[q, R_COUNT]), 0.0
    for k in range(4):
        impulse[k] = 0.0
        row[q, R_RESIDUAL + k] = 0.0
        if k < n:
            v = approach(q, k, a, b, row, twist)
            row[q, R_RESIDUAL + k] = (1.0 + restitution) * v if v < 0.0 else v
            if v < 0.0 and row[q, R_SEPARATION + k] + dt * v < BAND:
                fastest = max(fastest, -v)
    if fastest == 0.0:
        return 0.0
    for _ in range(_INNER_SWEEPS):
        for k in range(n):
            if row[q, R_SEPARATION + k] + dt * row[q, R_RESIDUAL + k] > BAND:
                continue
            e = row[q, R_RESIDUAL + k]
            for i in range(n):
                e += row[q, R_K + _K_PLACE[k, i]] * impulse[i]
            impulse[k] = max(impulse[k] - e * row[q, R_INV_K + k], 0.0)
    apply_impulse(q, a, b, impulse[0], impulse[1], impulse[2], impulse[3], 0.0, 0.0, 0.0, 0.0, 0.0, row, inverse, twist)
    x, y = slip(q, a, b, row, twist)
    f1 = -row[q, R_K_FRICTION] * x - row[q, R_K_FRICTION + 1] * y
    f2 = -row[q, R_K_FRICTION + 1] * x - row[q, R_K_FRICTION + 2] * y
    total = impulse[0] + impulse[1] + impulse[2] + impulse[3]
    f1, f2 = on_disk(f1, f2, row[q, R_FRICTION] * total)
    apply_impulse(q, a, b, 0.0, 0.0, 0.0, 0.0, f1, f2, 0.0, 0.0, 0.0, row, inverse, twist)
    return fastest


@kernel
def collide(
    kept: int,
    passes: int,
    dt: float,
    order: IntArray,
    contact: FloatArray,
    contact_of: IntArray,
    center: FloatArray,
    inverse: FloatArray,
    surface: FloatArray,
    impulse: FloatArray,
    row: FloatArray,
    twist: FloatArray,
    chosen: IntArray,
    blow: FloatArray,
) -> tuple[int, float]:
    """Apply the impulses of all collisions of elastic bodies to the twists, in at most `passes` passes.

    Returns how many contacts were looked at, and how fast bodies still met in the last pass [m/s]; blow (kept, 4) are
    the contacts' normal impulses, chosen (kept,) their numbers.
    """
    push = np.zeros(4)
    elastic = 0
    for q in range(kept):
        m = whole(order[q])
        if max(surface[contact_of[m, BODY_A], 1], surface[contact_of[m, BODY_B], 1]) > 0.0:
            build_row(elastic, m, contact, contact_of, center, inverse, surface, impulse, row)
            chosen[elastic] = m
            for k in range(4):
                blow[elastic, k] = 0.0
            elastic += 1
    fastest = 0.0
    for _ in range(passes):
        fastest = 0.0
        for q in range(elastic):
            a, b = whole(contact_of[chosen[q], BODY_A]), whole(contact_of[chosen[q], BODY_B])
            met = rebound(q, a, b, max(surface[a, 1], surface[b, 1]), dt, row, inverse, twist, push)
            if met > 0.0:
                fastest = max(fastest, met)
                for k in range(4):
                    blow[q, k] += push[k]
        if fastest == 0.0:
            break
    return elastic, fastest
