"""Contacts by the scheme of Popovski 2008, 8: repeated collisions whose restitution rises from −0.9 to 0, then shock
propagation.

A negative restitution only slows an approach, so that pushes spread through a pile before any contact is final (8.1).
Shock propagation then takes the levels of the contact graph from below, and what is done counts as immovable (8.4).
Kept for comparison: it does not conserve momentum, and large piles overlap more than with the other method.
"""

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel, whole
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B
from rigida.realtime.direct.rows import build_row
from rigida.realtime.islands.restitution import rebound

_LOWEST = -0.9


@kernel
def push_contacts(
    iterations: int,
    dt: float,
    order: NDArray[np.int64],
    contact: FloatArray,
    contact_of: IntArray,
    center: FloatArray,
    inverse: FloatArray,
    surface: FloatArray,
    impulse: FloatArray,
    row: FloatArray,
    twist: FloatArray,
) -> None:
    """Take all contacts in order, several times, with a restitution that rises to zero."""
    push = np.zeros(4)
    for q in range(order.shape[0]):
        build_row(q, whole(order[q]), contact, contact_of, center, inverse, surface, impulse, row)
    for k in range(iterations):
        restitution = _LOWEST * (1.0 - (k + 1.0) / iterations)
        for q in range(order.shape[0]):
            m = order[q]
            a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
            rebound(q, a, b, restitution, dt, row, inverse, twist, push)


@kernel
def shock_contacts(
    dt: float,
    order: NDArray[np.int64],
    level: IntArray,
    contact: FloatArray,
    contact_of: IntArray,
    center: FloatArray,
    inverse: FloatArray,
    surface: FloatArray,
    impulse: FloatArray,
    row: FloatArray,
    twist: FloatArray,
) -> None:
    """Take the levels from below; a body whose level is done becomes immovable in `inverse`, which is used up."""
    push = np.zeros(4)
    first = 0
    while first < order.shape[0]:
        m = order[first]
        height = max(level[contact_of[m, BODY_A]], level[contact_of[m, BODY_B]])
        last = first
        while last < order.shape[0]:
            m = order[last]
            if max(level[contact_of[m, BODY_A]], level[contact_of[m, BODY_B]]) != height:
                break
            build_row(last, whole(m), contact, contact_of, center, inverse, surface, impulse, row)
            last += 1
        for _ in range(2):
            for q in range(first, last):
                m = order[q]
                a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
                if inverse[a, 0] + inverse[b, 0] > 0.0:
                    rebound(q, a, b, 0.0, dt, row, inverse, twist, push)
        for i in range(level.shape[0]):
            if level[i] == height:
                for c in range(inverse.shape[1]):
                    inverse[i, c] = 0.0
        first = last
