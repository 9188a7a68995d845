"""Signed separation of any two table rows at given poses, half-spaces on either side.

Stands between `separation`, which works in the frame of its first shape and expects a half-space there, and the queries
and the time of contact, which know world poses.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.separation import RESULT_WIDTH, separation
from rigida.collision.shapes.convex import KIND, ROUND, SCALE
from rigida.collision.shapes.frames import to_a
from rigida.collision.shapes.support import support
from rigida.geometry.core import HALF_SPACE
from rigida.jit.decorators import inlined, routine
from rigida.math.quaternion import multiply, rotate
from rigida.math.vector import dot, norm

#: Planes whose normals differ from opposite ones by less than this are parallel; turning a normal leaves about 1e-15.
_OPPOSITE = 1e-12
#: Cores further apart than this fraction of their size have had their points found by their distance.
_CLEAR = 1e-9
#: By which fraction of their size overlapping cores are moved apart to find their deepest points.
_ASIDE = 1e-5
#: How often that is repeated while it finds a better axis, and by which fraction of their size it must be better.
_SETTLINGS = 6
_BETTER = 1e-12
#: Cosine above which the moved cores are apart in the same direction, as they must be.
_SAME_WAY = 0.9


@routine
def place_part(
    position: FloatArray, attitude: FloatArray, part: int, place: FloatArray, turn: FloatArray, i: int, out: FloatArray
) -> None:
    """Put the world pose of a part of the shape at (place[i], turn[i]) into out[part] (7): position, quaternion."""
    qw, qx, qy, qz = turn[i, 0], turn[i, 1], turn[i, 2], turn[i, 3]
    x, y, z = rotate(qw, qx, qy, qz, position[part, 0], position[part, 1], position[part, 2])
    out[part, 0], out[part, 1], out[part, 2] = place[i, 0] + x, place[i, 1] + y, place[i, 2] + z
    out[part, 3], out[part, 4], out[part, 5], out[part, 6] = multiply(
        qw, qx, qy, qz, attitude[part, 0], attitude[part, 1], attitude[part, 2], attitude[part, 3]
    )


@routine
def to_world(pose: FloatArray, a: int, local: FloatArray, out: FloatArray) -> None:
    """Turn a result row (10,) in the frame of pose[a] into world coordinates."""
    qw, qx, qy, qz = pose[a, 3], pose[a, 4], pose[a, 5], pose[a, 6]
    out[0] = local[0]
    out[1], out[2], out[3] = rotate(qw, qx, qy, qz, local[1], local[2], local[3])
    for k in (4, 7):
        x, y, z = rotate(qw, qx, qy, qz, local[k], local[k + 1], local[k + 2])
        out[k], out[k + 1], out[k + 2] = pose[a, 0] + x, pose[a, 1] + y, pose[a, 2] + z


@routine
def _against_half_space(
    g: int, plane: int, header: IntArray, size: FloatArray, vertex: FloatArray, frame: FloatArray, out: FloatArray
) -> None:
    """Write the separation of a shape (as a) and a half-space (as b), in the shape's frame."""
    nx, ny, nz = to_a(frame, size[plane, 0], size[plane, 1], size[plane, 2])
    qx, qy, qz, _ = support(g, header, size, vertex, -nx, -ny, -nz)
    height = dot(nx, ny, nz, qx - frame[9], qy - frame[10], qz - frame[11])
    radius = size[g, ROUND]
    out[0] = height - radius
    out[1], out[2], out[3] = -nx, -ny, -nz
    out[4], out[5], out[6] = qx - radius * nx, qy - radius * ny, qz - radius * nz
    out[7], out[8], out[9] = qx - height * nx, qy - height * ny, qz - height * nz


@inlined
def _two_half_spaces(a: int, b: int, size: FloatArray, frame: FloatArray, out: FloatArray) -> None:
    """Write the width of the gap or slab between opposite planes; minus infinity for all others, which always meet."""
    nx, ny, nz = size[a, 0], size[a, 1], size[a, 2]
    mx, my, mz = to_a(frame, size[b, 0], size[b, 1], size[b, 2])
    px, py, pz = frame[9], frame[10], frame[11]
    height = dot(nx, ny, nz, px, py, pz)
    opposite = norm(nx + mx, ny + my, nz + mz) <= _OPPOSITE
    out[0] = height if opposite else -math.inf
    out[1], out[2], out[3] = nx, ny, nz
    out[4], out[5], out[6] = px - height * nx, py - height * ny, pz - height * nz
    out[7], out[8], out[9] = px, py, pz


@routine
def pair_separation(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    frame: FloatArray,
    simplex: FloatArray,
    count: int,
    out: FloatArray,
) -> int:
    """Do as `separation` does, with half-spaces on either side or both."""
    if header[b, KIND] != HALF_SPACE:
        return separation(a, b, header, size, vertex, face, edge, frame, simplex, count, out)
    if header[a, KIND] == HALF_SPACE:
        _two_half_spaces(a, b, size, frame, out)
    else:
        _against_half_space(a, b, header, size, vertex, frame, out)
    return 0


@routine
def settle_points(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    frame: FloatArray,
    simplex: FloatArray,
    out: FloatArray,
) -> None:
    """Give overlapping or touching shapes in out (10,) points of both surfaces that lie opposite along the normal.

    The separating axis alone knows one support point, which for a flat face may be any of its corners. Moved apart
    along the normal by a little more than the penetration, the shapes have nearest points; these are the deepest ones.
    Their own normal is an axis too, and where it separates more, as it may on curved shapes, it is the better one.
    """
    scale = size[a, SCALE] + size[b, SCALE]
    if header[a, KIND] == HALF_SPACE or header[b, KIND] == HALF_SPACE:
        return
    moved, apart, anew = np.empty(12), np.empty(RESULT_WIDTH), int(np.int64(0))
    for _ in range(_SETTLINGS):
        depth = -(out[0] + size[a, ROUND] + size[b, ROUND])
        if depth < -_CLEAR * scale:
            return
        shift = depth + _ASIDE * scale
        moved[:] = frame
        for c in range(3):
            moved[9 + c] += shift * out[1 + c]
        separation(a, b, header, size, vertex, face, edge, moved, simplex, anew, apart)
        cosine = dot(apart[1], apart[2], apart[3], out[1], out[2], out[3])
        if cosine < _SAME_WAY:
            return
        gap = apart[0] - shift * cosine
        better = gap > out[0] + _BETTER * scale
        if better:
            out[0], out[1], out[2], out[3] = gap, apart[1], apart[2], apart[3]
        for c in range(3):
            out[4 + c] = apart[4 + c]
            out[7 + c] = apart[4 + c] + out[0] * out[1 + c]
        if not better:
            return
