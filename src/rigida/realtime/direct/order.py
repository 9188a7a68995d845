"""The order in which the bodies of an island are eliminated, and the room that its matrix takes."""

from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.realtime.arrays import Bodies, JointRows, Pair
from rigida.realtime.direct.cholesky import find_filled, measure_envelope, rank_bodies, rank_inward
from rigida.realtime.direct.work import Island, Work


@routine
def order_bodies(island: Island, bodies: Bodies, pair: Rows[Pair], joints: JointRows | None, work: Work) -> int:
    """Rank the bodies of an island and find the blocks of its matrix.

    Returns the block products to factor it, −1 if there is no room for it. Ranks must be cleared after the solution.
    """
    treelike = joints is not None and len(island.joint_row) > 0 and rank_inward(island.body, bodies.inward, work.rank)
    if not treelike:
        rank_bodies(island.body, bodies.center, work.rank)
    products = measure_envelope(island, pair, joints, work)
    if work.start[len(island.body)] > len(work.block):
        return -1
    if joints is not None and treelike:
        products = find_filled(island, pair, joints, work)
    return products
