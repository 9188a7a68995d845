"""Which pairs began or ceased to touch in a step, and how deep the deepest overlap is."""

from rigida.jit.decorators import inlined, kernel
from rigida.realtime.arrays import Bodies, Contacts, Event, Pairs, Shapes


@inlined
def set_event(event: Event, began: int, a: int, b: int) -> None:
    """Say what has happened between whom."""
    event.began, event.a, event.b = began, a, b


@kernel
def collect_events(
    count: int, pair_count: int, bodies: Bodies, shapes: Shapes, pairs: Pairs, contacts: Contacts
) -> tuple[int, float, int]:
    """Write the events of the step; return their number, the least separation [m], and which contact has it.

    A pair touches where it carries an impulse.
    """
    cache, deepest, where = contacts.cache, 0.0, 0
    for m in range(count):
        pair, impulse = contacts.pair[m], cache.impulse[contacts.pair[m].entry]
        total = 0.0
        for k in range(pair.count):
            total += impulse.normal[k] + impulse.impact[k]
            if contacts.manifold[m].separation[k] < deepest:
                deepest, where = contacts.manifold[m].separation[k], m
        pairs.pushed[pair.entry] = total > 0.0
    events = 0
    for p in range(pair_count):
        entry, a, b = pairs.entry[p], shapes.body[pairs.shapes[p].i], shapes.body[pairs.shapes[p].j]
        if bodies.awake[a] == 0 and bodies.awake[b] == 0:
            continue
        if pairs.pushed[entry] != cache.touched[entry]:
            set_event(pairs.event[events], pairs.pushed[entry], a, b)
            events += 1
            cache.touched[entry] = pairs.pushed[entry]
        pairs.pushed[entry] = 0
    return events, deepest, where
