"""The side from which a sample entered a solid: thin parts push it back to that side.

Past the middle of a wall the nearest way out leads through it, and beside an edge of two faces it may lead out of the
one that was not touched. So the last contact points of a pair are kept with the distance's gradient at them, in the
frame of the solid that was entered; a sample whose gradient has turned against that of its own last point, or of the
nearest of the others, keeps the old direction, if the surface lies there.
"""

import math

from rigida.concave.arrays import ConcavePoint, ConcaveWork, EntryPoint, PairMemory, Solids, View
from rigida.concave.primitives import Signed
from rigida.concave.solid_distance import far_distance, solid_distance
from rigida.jit.decorators import routine
from rigida.math.vec3 import Vec3, dot, plus_dot, square

#: Gradients turned against each other, as a cosine; of one sample, by so much that it has come nearer to another face.
_AGAINST, _TURNED = -0.3, 0.5
#: The surface must lie where the old gradient leads, up to this part of the way.
_MISSED = 0.2


@routine
def store_entry_point(point: ConcavePoint, view: View, entry: EntryPoint) -> None:
    """Store a contact point in the frame of the solid that contains it."""
    normal, world = view.sign * point.normal, view.world
    # Points lie halfway between the surfaces.
    half = 0.5 * point.separation
    entry.place = (point.place + half * normal - world.position) @ world.rotation
    entry.gradient = normal @ world.rotation
    entry.distance = point.separation


@routine
def refine_entry_point(point: ConcavePoint, view: View, entry: EntryPoint, solids: Solids, work: ConcaveWork) -> None:
    """Set the exact distance of a stored contact point that is far from the surface."""
    place, before = entry.place, entry.distance
    d, gradient = far_distance(solids.solid[view.solid], place, before, entry.gradient, solids, work.walk)
    if d == before:
        return
    entry.gradient, entry.distance = gradient, d
    normal = view.world.rotation @ gradient
    point.separation, point.normal = d, view.sign * normal
    point.place = view.world.rotation @ place + view.world.position - 0.5 * d * normal


@routine
def from_its_side(
    name: int, side: int, point: Vec3, d: float, n: Vec3, solids: Solids, memory: PairMemory, work: ConcaveWork
) -> Signed:
    """Return distance and gradient of a sample at a point inside the solid of view `side`, from the side it came from.

    The lowest bit of a name is its side.
    """
    search, best, nearest = work.search[0], -1, math.inf
    entry, names = memory.entry[search.row], memory.name[search.row]
    for k in range(search.last):
        if names[k] % 2 != side:
            continue
        cosine = dot(n, entry[k].gradient)
        if names[k] == name:
            best = k if cosine < _TURNED else -1
            break
        far = square(point - entry[k].place)
        if cosine < _AGAINST and far < nearest and entry[k].distance < 0.0:
            best, nearest = k, far
    if best < 0:
        return d, n
    old, gradient = entry[best], entry[best].gradient
    along = plus_dot(old.distance, gradient, point - old.place)
    # Nothing sinks in by more than the margin in a step: what would be deeper belongs to another wall.
    if along >= d or along < old.distance - search.margin:
        return d, n
    solid = solids.solid[work.views[side].solid]
    left = solid_distance(solid, point - along * gradient, solids, work.walk)[0]
    if abs(left) > -_MISSED * along:
        return d, n
    return along - left, gradient
