"""Which slot of the contacts' memory each pair near each other owns: the one of the last step, or a free one."""

from rigida.arrays import IntArray
from rigida.jit.decorators import kernel


@kernel
def match_pairs(
    pairs: IntArray,
    old_pairs: IntArray,
    old_slot: IntArray,
    slot: IntArray,
    free: IntArray,
    free_count: int,
    count: IntArray,
    simplex_count: IntArray,
    ended: IntArray,
) -> tuple[int, int]:
    """Give each pair its slot: that of the last step, or a free one. Both lists are sorted.

    Slots of pairs that are gone are freed and listed in `ended`. Returns how many slots are free and how many ended.
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
            slot[p] = old_slot[old]
            old += 1
        else:
            slot[p] = -1
    while old < old_pairs.shape[0]:
        ended[gone] = old
        gone += 1
        old += 1
    for p in range(pairs.shape[0]):
        if slot[p] < 0:
            free_count -= 1
            slot[p] = free[free_count]
            count[slot[p]] = -1
            simplex_count[slot[p]] = 0
    # Freed last, so that a slot is never ended and given away in the same step.
    for k in range(gone):
        free[free_count] = old_slot[ended[k]]
        free_count += 1
    return free_count, gone


@kernel
def keep_pairs(
    pairs: IntArray,
    count: int,
    free_count: int,
    body: IntArray,
    kept: IntArray,
    slot: IntArray,
    new_slot: IntArray,
    free: IntArray,
    touching: IntArray,
    touched: IntArray,
    simplex_count: IntArray,
    ended: IntArray,
    ceased: IntArray,
) -> tuple[int, int, int]:
    """Replace the first `count` rows of `kept` (slots, 2) by the pairs of this step, and `slot` by their slots.

    Returns how many slots are free, how many pairs are gone, and how many of these had touched: `ceased` holds their
    bodies.
    """
    new_count, same = pairs.shape[0], pairs.shape[0] == count
    for p in range(new_count):
        same = same and pairs[p, 0] == kept[p, 0] and pairs[p, 1] == kept[p, 1]
    if same:
        return free_count, 0, 0
    free_count, gone = match_pairs(
        pairs, kept[:count], slot[:count], new_slot[:new_count], free, free_count, touching, simplex_count, ended
    )
    ceased_count = 0
    for k in range(gone):
        p = ended[k]
        if touched[slot[p]]:
            touched[slot[p]] = 0
            ceased[ceased_count, 0], ceased[ceased_count, 1] = body[kept[p, 0]], body[kept[p, 1]]
            ceased_count += 1
    for p in range(new_count):
        kept[p, 0], kept[p, 1], slot[p] = pairs[p, 0], pairs[p, 1], new_slot[p]
    return free_count, gone, ceased_count
