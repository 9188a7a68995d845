"""Which islands are solved directly: those whose factorisation is cheap for how they move and what they touch."""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine
from rigida.realtime.contacts.manifold_cache import IS_PATCH, SLOT

#: An island is in motion where a body is faster than this [m/s, rad/s]: what rocks is not solved directly.
CALM = 0.05
#: Islands with more bodies are never solved directly.
MOST_BODIES = 500
#: Block products up to which an island in motion is solved directly if it has joints, which converge slowly otherwise.
JOINTED_LIMIT = 600
#: Islands of concave bodies touch in many places but build no towers: they are solved directly up to so many products,
#: in motion as well, so that chains of links hold.
CONCAVE_LIMIT = 60
#: They may wait for a direct solve, as others do in motion too, only where nothing is faster than this [m/s, rad/s].
AT_REST = 0.01


@routine
def highest_speed(first: int, last: int, body_order: IntArray, twist: FloatArray) -> float:
    """Return the largest component of the twists of an island's bodies [m/s, rad/s]."""
    highest = 0.0
    for p in range(first, last):
        i = body_order[p]
        for c in range(6):
            highest = max(highest, abs(twist[i, c]))
    return highest


@routine
def touches_patch(first: int, last: int, order: IntArray, contact_of: IntArray, impulse: FloatArray) -> bool:
    """Tell whether one of an island's contacts is a patch of a concave body."""
    patch = False
    for q in range(first, last):
        patch |= impulse[contact_of[order[q], SLOT], IS_PATCH] != 0.0
    return patch


@routine
def most_products(jointed: bool, concave: bool, speed: float, limit: int, moving_limit: int) -> int:
    """Return how many block products the factorisation of an island may take; limits: see `solve_directly`."""
    if concave:
        return min(limit, CONCAVE_LIMIT)
    if speed < CALM:
        return limit
    return min(limit, JOINTED_LIMIT if jointed else moving_limit)
