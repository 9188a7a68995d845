"""Which pairs began or ceased to touch in a step, and how deep the deepest overlap is."""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel
from rigida.realtime.contacts.manifold_cache import COUNT, IMPULSE, LANDED, SEPARATION, SLOT


@kernel
def note_touching(
    contacts: int,
    pair_count: int,
    body: IntArray,
    active: IntArray,
    contact: FloatArray,
    contact_of: IntArray,
    impulse: FloatArray,
    pairs: IntArray,
    slot: IntArray,
    pushed: IntArray,
    touched: IntArray,
    event: IntArray,
) -> tuple[int, float]:
    """Write the events (e, 3) of the step, and tell their number and the least separation.

    touched (slots,): whether a pair touched after the last step, that is, carried an impulse.
    """
    deepest = 0.0
    for m in range(contacts):
        s = contact_of[m, SLOT]
        total = 0.0
        for k in range(contact_of[m, COUNT]):
            total += impulse[s, IMPULSE + k] + impulse[s, LANDED + k]
            deepest = min(deepest, contact[m, SEPARATION + k])
        pushed[s] = total > 0.0
    count = 0
    for p in range(pair_count):
        s, a, b = slot[p], body[pairs[p, 0]], body[pairs[p, 1]]
        if active[a] == 0 and active[b] == 0:
            continue
        if pushed[s] != touched[s]:
            event[count, 0], event[count, 1], event[count, 2] = pushed[s], a, b
            count += 1
            touched[s] = pushed[s]
        pushed[s] = 0
    return count, deepest
