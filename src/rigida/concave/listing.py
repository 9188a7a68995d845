"""Which samples of one solid can come near another: listed once, with slack, and used while the bodies hardly move."""

from rigida.arrays import FloatArray, IntArray
from rigida.concave.drift import furthest_way
from rigida.concave.edges import near_span
from rigida.concave.solid_distance import lower_bound
from rigida.concave.solids import HIGH, KIND, LOW, NODE, PARAMETER, SEGMENT
from rigida.distance_field.grid import SingleGrid
from rigida.distance_field.samples import DIRECTION, HALF, RADIUS
from rigida.jit.decorators import routine, whole


@routine
def list_near(
    a: int,
    b: int,
    frame: FloatArray,
    margin: float,
    near: float,
    drift: FloatArray,
    side: int,
    with_edges: bool,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    element: FloatArray,
    node: FloatArray,
    node_of: IntArray,
    stack: IntArray,
    tree_stack: IntArray,
    halves: FloatArray,
    count: int,
    listed_element: IntArray,
    span: FloatArray,
    due: FloatArray,
) -> int:
    """Add the elements of solid a that can come within margin of solid b; return how many are listed then.

    frame (12,): of a seen from b. listed_element (m,) element · 2 + side, span (m, 2): the part of an edge that is
    near; due (m,): a bound of the element's distance. Beyond their room elements are only counted. near, drift (6,):
    what comes no nearer than `near` in the step is left out.
    """
    # A ball asks the surface itself, see `balls`.
    if info[a, NODE] < 0 or (info[b, KIND] == SEGMENT and size[b, PARAMETER + 1] == 0.0):
        return count
    low_x, low_y, low_z = size[b, LOW], size[b, LOW + 1], size[b, LOW + 2]
    high_x, high_y, high_z = size[b, HIGH], size[b, HIGH + 1], size[b, HIGH + 2]
    f0, f1, f2, f3, f4, f5 = frame[0], frame[1], frame[2], frame[3], frame[4], frame[5]
    f6, f7, f8, px, py, pz = frame[6], frame[7], frame[8], frame[9], frame[10], frame[11]
    stack[0] = info[a, NODE]
    waiting = 1
    while waiting > 0:
        waiting -= 1
        n = whole(stack[waiting])
        cx, cy, cz = node[n, 0], node[n, 1], node[n, 2]
        x = f0 * cx + f1 * cy + f2 * cz + px
        y = f3 * cx + f4 * cy + f5 * cz + py
        z = f6 * cx + f7 * cy + f8 * cz + pz
        r = node[n, 3]
        r += min(margin, near + furthest_way(x, y, z, r, drift))
        if x < low_x - r or x > high_x + r or y < low_y - r or y > high_y + r or z < low_z - r or z > high_z + r:
            continue
        if lower_bound(b, x, y, z, r, info, size, lower, triangle, normal, box, child, tree_stack) > r:
            continue
        first, items = whole(node_of[n, 0]), whole(node_of[n, 1])
        if items == 0:
            stack[waiting], stack[waiting + 1] = first, first + 1
            waiting += 2
            continue
        for e in range(first, first + items):
            cx, cy, cz = element[e, 0], element[e, 1], element[e, 2]
            x = f0 * cx + f1 * cy + f2 * cz + px
            y = f3 * cx + f4 * cy + f5 * cz + py
            z = f6 * cx + f7 * cy + f8 * cz + pz
            half, begin, end, bound = element[e, HALF], 0.0, 0.0, 0.0
            # Points of a list for one step are looked at in any case.
            if half == 0.0 and near == margin:
                r = margin + element[e, RADIUS]
                bound = lower_bound(b, x, y, z, r, info, size, lower, triangle, normal, box, child, tree_stack)
                if bound > r:
                    continue
                bound -= element[e, RADIUS]
            elif half > 0.0:
                if not with_edges:
                    continue
                cx, cy, cz = element[e, DIRECTION], element[e, DIRECTION + 1], element[e, DIRECTION + 2]
                begin, end, bound = near_span(
                    b,
                    x,
                    y,
                    z,
                    f0 * cx + f1 * cy + f2 * cz,
                    f3 * cx + f4 * cy + f5 * cz,
                    f6 * cx + f7 * cy + f8 * cz,
                    half,
                    margin,
                    info,
                    size,
                    lower,
                    triangle,
                    normal,
                    box,
                    child,
                    tree_stack,
                    halves,
                )
                if begin > end:
                    continue
            if count < listed_element.shape[0]:
                listed_element[count] = e * 2 + side
                span[count, 0], span[count, 1], due[count] = begin, end, bound
            count += 1
    return count
