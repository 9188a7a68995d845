"""Lists of the samples of one solid that can reach another, made with a margin and kept while bodies hardly move."""

from rigida.concave.arrays import ConcaveWork, PairMemory, Solids
from rigida.concave.drift import greatest_displacement
from rigida.concave.edges import near_span
from rigida.concave.solid_distance import lower_bound
from rigida.concave.solids import SEGMENT
from rigida.jit.decorators import routine


@routine
def list_near(
    side: int,
    margin: float,
    near: float,
    with_edges: bool,
    count: int,
    solids: Solids,
    memory: PairMemory,
    work: ConcaveWork,
) -> int:
    """Add the elements that can come within the margin of the solid of view `side`; return the number listed.

    Beyond their room elements are only counted. What comes no nearer than `near` in the step is left out.
    """
    view, stack, walk = work.views[side], work.walk.stack, work.tree
    solid, frame, root = solids.solid[view.solid], view.frame, solids.solid[view.other].node
    # A ball asks the surface itself, see `balls`.
    if root < 0 or (solid.kind == SEGMENT and solid.parameter.y == 0.0):
        return count
    low, high, rotation, position = solid.low, solid.high, frame.rotation, frame.position
    listed = memory.near[work.search[0].row * memory.room :]
    stack[0] = root
    waiting = 1
    while waiting > 0:
        waiting -= 1
        n = stack[waiting]
        p, r = rotation @ solids.node[n].center + position, solids.node[n].radius
        r += min(margin, near + greatest_displacement(p, r, view.drift))
        if p.x < low.x - r or p.x > high.x + r or p.y < low.y - r or p.y > high.y + r:
            continue
        if p.z < low.z - r or p.z > high.z + r or lower_bound(solid, p, r, solids, walk) > r:
            continue
        first, items = solids.node_of[n].first, solids.node_of[n].count
        if items == 0:
            stack[waiting], stack[waiting + 1] = first, first + 1
            waiting += 2
            continue
        for e in range(first, first + items):
            element = solids.element[e]
            p, half, begin, end, bound = rotation @ element.start + position, element.half, 0.0, 0.0, 0.0
            # Points of a list for one step are looked at in any case.
            if half == 0.0 and near == margin:
                r = margin + element.radius
                bound = lower_bound(solid, p, r, solids, walk)
                if bound > r:
                    continue
                bound -= element.radius
            elif half > 0.0:
                if not with_edges:
                    continue
                u = rotation @ element.direction
                begin, end, bound = near_span(solid, p, u, half, margin, solids, walk, work.piece)
                if begin > end:
                    continue
            if count < memory.room:
                sample = listed[count]
                sample.element, sample.begin, sample.end, sample.due = e, begin, end, bound
            count += 1
    return count
