"""Which entry of the contact cache each pair near each other owns: the one of the last step, or a free one."""

from rigida.arrays import IntArray
from rigida.jit.decorators import kernel
from rigida.jit.records import as_array
from rigida.realtime.arrays import ContactCache, Contacts, Pairs, Shapes


@kernel
def match_pairs(
    pairs: IntArray,
    old_pairs: IntArray,
    old_entry: IntArray,
    entry: IntArray,
    free: IntArray,
    free_count: int,
    count: IntArray,
    simplex_count: IntArray,
    ended: IntArray,
) -> tuple[int, int]:
    """Give each pair its entry: that of the last step, or a free one. Both lists are sorted.

    Entries of pairs that are gone are freed and listed in `ended`. Returns how many are free and how many ended.
    """
    old, gone = 0, 0
    for p in range(pairs.shape[0]):
        i, j = pairs[p, 0], pairs[p, 1]
        while old < old_pairs.shape[0] and (
            old_pairs[old, 0] < i or (old_pairs[old, 0] == i and old_pairs[old, 1] < j)
        ):
            ended[gone] = old
            gone += 1
            old += 1
        if old < old_pairs.shape[0] and old_pairs[old, 0] == i and old_pairs[old, 1] == j:
            entry[p] = old_entry[old]
            old += 1
        else:
            entry[p] = -1
    while old < old_pairs.shape[0]:
        ended[gone] = old
        gone += 1
        old += 1
    for p in range(pairs.shape[0]):
        if entry[p] < 0:
            free_count -= 1
            entry[p] = free[free_count]
            count[entry[p]] = -1
            simplex_count[entry[p]] = 0
    # Freed last, so that an entry is never ended and given away in the same step.
    for k in range(gone):
        free[free_count] = old_entry[ended[k]]
        free_count += 1
    return free_count, gone


@kernel
def keep_pairs(
    found: IntArray, count: int, free_count: int, shapes: Shapes, pairs: Pairs, cache: ContactCache
) -> tuple[int, int, int]:
    """Replace the first `count` pairs by the ones found (m, 2) in this step, with their entries.

    Returns how many entries are free, how many pairs are gone, and how many of these had touched.
    """
    same = found.shape[0] == count
    for p in range(found.shape[0]):
        same = same and found[p, 0] == pairs.shapes[p].i and found[p, 1] == pairs.shapes[p].j
    if same:
        return free_count, 0, 0
    free_count, gone = match_pairs(
        found,
        as_array(pairs.shapes)[:count],
        as_array(pairs.entry)[:count],
        as_array(pairs.new_entry)[: found.shape[0]],
        as_array(pairs.free),
        free_count,
        as_array(cache.count),
        as_array(cache.simplex_count),
        as_array(pairs.ended),
    )
    ceased = 0
    for k in range(gone):
        p = pairs.ended[k]
        entry = pairs.entry[p]
        if cache.touched[entry]:
            cache.touched[entry] = 0
            bodies = pairs.ceased[ceased]
            bodies.a, bodies.b = shapes.body[pairs.shapes[p].i], shapes.body[pairs.shapes[p].j]
            ceased += 1
    for p in range(found.shape[0]):
        pairs.shapes[p].i, pairs.shapes[p].j, pairs.entry[p] = found[p, 0], found[p, 1], pairs.new_entry[p]
    return free_count, gone, ceased


@kernel
def drop_pairs(
    leaves: IntArray, count: int, pair_count: int, free_count: int, shapes: Shapes, pairs: Pairs, contacts: Contacts
) -> tuple[int, int, int]:
    """Forget the pairs, their entries and the contacts of bodies that leave (n + 1,); the others stay in their order.

    Returns how many contacts and pairs there are left, and how many entries are free.
    """
    kept = 0
    for p in range(pair_count):
        pair, entry = pairs.shapes[p], pairs.entry[p]
        if leaves[shapes.body[pair.i]] or leaves[shapes.body[pair.j]]:
            contacts.cache.touched[entry] = 0
            pairs.free[free_count] = entry
            free_count += 1
        else:
            pairs.shapes[kept].i, pairs.shapes[kept].j, pairs.entry[kept] = pair.i, pair.j, entry
            kept += 1
    # The last ones take the places of those that go: the next step writes all of them anew.
    m = 0
    while m < count:
        if leaves[contacts.pair[m].a] or leaves[contacts.pair[m].b]:
            count -= 1
            contacts.pair[m], contacts.manifold[m] = contacts.pair[count], contacts.manifold[count]
        else:
            m += 1
    return count, kept, free_count
