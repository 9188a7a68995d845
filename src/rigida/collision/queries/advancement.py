"""Conservative advancement: the time at which two moving convex shapes first touch, never missed.

At each time reached, `separation` gives the gap and its normal, and `approach_bound` how long that gap cannot close;
the time advances by as much until the gap is below the tolerance. Behind `time_of_contact` and `shape_cast`.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.pair_separation import pair_separation, settle_points, to_world
from rigida.collision.distance.separation import RESULT_WIDTH
from rigida.collision.queries.approach_bound import ATTITUDE, CENTER, POSITION, SPIN, VELOCITY, core_radius, safe_step
from rigida.collision.shapes.convex import KIND, SCALE
from rigida.collision.shapes.frames import relative_frame
from rigida.geometry.core import HALF_SPACE
from rigida.jit.decorators import inlined, routine
from rigida.math.quaternion import from_rotation_vector, multiply, rotate, rotate_back
from rigida.math.vector import cross, dot, norm

# How a search ends.
APART = 0
TOUCHING = 1
UNDECIDED = 2

#: Shapes nearer than this fraction of their size touch.
CONTACT = 1e-10
#: By which part of their size shapes whose touching points part are moved on, to see whether they part as a whole.
_TRIAL = 1e-6
#: How many times the tolerance they must then be apart.
_PARTED = 4.0
#: Steps after which a search is given up; a meeting takes some ten, bodies that spin closely by need some per turn.
_STEPS = 200_000


@routine
def _place(part: FloatArray, motion: FloatArray, body: int, time: float, pose: FloatArray) -> None:
    """Fill pose[body] (10,): where the part is at a time, as seen from the centre of body a, and its arm.

    Measured from there, a fast common motion costs no digits.
    """
    qw, qx, qy, qz = from_rotation_vector(
        time * motion[body, SPIN], time * motion[body, SPIN + 1], time * motion[body, SPIN + 2]
    )
    qw, qx, qy, qz = multiply(
        qw,
        qx,
        qy,
        qz,
        motion[body, ATTITUDE],
        motion[body, ATTITUDE + 1],
        motion[body, ATTITUDE + 2],
        motion[body, ATTITUDE + 3],
    )
    pose[body, 7], pose[body, 8], pose[body, 9] = rotate(
        qw,
        qx,
        qy,
        qz,
        part[body, 0] - motion[body, CENTER],
        part[body, 1] - motion[body, CENTER + 1],
        part[body, 2] - motion[body, CENTER + 2],
    )
    pose[body, 3], pose[body, 4], pose[body, 5], pose[body, 6] = multiply(
        qw, qx, qy, qz, part[body, 3], part[body, 4], part[body, 5], part[body, 6]
    )
    x, y, z = (0.0, 0.0, 0.0) if body == 0 else _center_offset(motion, time)
    pose[body, 0], pose[body, 1], pose[body, 2] = x + pose[body, 7], y + pose[body, 8], z + pose[body, 9]


@routine
def start_center(motion: FloatArray, body: int) -> tuple[float, float, float]:
    """Return where the centre of a body is at time 0."""
    x, y, z = rotate(
        motion[body, ATTITUDE],
        motion[body, ATTITUDE + 1],
        motion[body, ATTITUDE + 2],
        motion[body, ATTITUDE + 3],
        motion[body, CENTER],
        motion[body, CENTER + 1],
        motion[body, CENTER + 2],
    )
    return motion[body, POSITION] + x, motion[body, POSITION + 1] + y, motion[body, POSITION + 2] + z


@routine
def _center_offset(motion: FloatArray, time: float) -> tuple[float, float, float]:
    """Return the vector from the centre of body a to that of body b at a time."""
    px, py, pz = start_center(motion, 0)
    qx, qy, qz = start_center(motion, 1)
    return (
        qx - px + time * (motion[1, VELOCITY] - motion[0, VELOCITY]),
        qy - py + time * (motion[1, VELOCITY + 1] - motion[0, VELOCITY + 1]),
        qz - pz + time * (motion[1, VELOCITY + 2] - motion[0, VELOCITY + 2]),
    )


@routine
def advance_pair(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    part: FloatArray,
    motion: FloatArray,
    duration: float,
    out: FloatArray,
) -> tuple[int, float]:
    """Find when two convex shapes first touch.

    Args:
        a: Row of the first shape in the table (header, size, vertex, face, edge).
        b: Row of the second shape.
        header: See `ConvexTable`, as the four arrays after it.
        size: See `ConvexTable`.
        vertex: See `ConvexTable`.
        face: See `ConvexTable`.
        edge: See `ConvexTable`.
        part: Poses (2, 7) of the two shapes in their bodies' frames: position, quaternion.
        motion: Motions (2, 16) of the bodies at time 0, see the columns above. A half-space may not turn.
        duration: How long to search [s]; may be infinite.
        out: Result row (10,) at the time found: separation, normal, point of a, point of b, in the world.

    Returns:
        APART, TOUCHING (overlap at time 0 included) or UNDECIDED, and the time reached.
    """
    frame, simplex = np.empty(12), np.zeros((8, 12))
    local, result = np.empty(RESULT_WIDTH), np.empty(RESULT_WIDTH)
    pose, n = np.empty((2, 10)), np.empty(3)
    radius_a = _part_radius(a, header, size, vertex, part, motion, 0)
    radius_b = _part_radius(b, header, size, vertex, part, motion, 1)
    size_a = size[a, SCALE] if header[a, KIND] != HALF_SPACE else 0.0
    extent = size_a + (size[b, SCALE] if header[b, KIND] != HALF_SPACE else 0.0)
    fastest = _fastest(motion, radius_a, radius_b)
    count, time, touched = int(np.int64(0)), 0.0, -1.0
    for _ in range(_STEPS):
        for body in range(2):
            _place(part, motion, body, time, pose)
        relative_frame(pose[0, :3], pose[0, 3:7], pose[1, :3], pose[1, 3:7], frame)
        count = pair_separation(a, b, header, size, vertex, face, edge, frame, simplex, count, local)
        # Rounding of coordinates far from the centres counts as touching too.
        tolerance = CONTACT * extent + 1e-15 * norm(pose[1, 0], pose[1, 1], pose[1, 2])
        if local[0] <= tolerance:
            settle_points(a, b, header, size, vertex, face, edge, frame, simplex, local)
        if touched >= 0.0:
            # A little after a touch: have they parted, and not passed through one another?
            qw, qx, qy, qz = pose[0, 3], pose[0, 4], pose[0, 5], pose[0, 6]
            x, y, z = rotate(qw, qx, qy, qz, local[1], local[2], local[3])
            if local[0] <= _PARTED * tolerance or dot(x, y, z, out[1], out[2], out[3]) <= 0.0:
                return TOUCHING, touched
            touched = -1.0
        to_world(pose, 0, local, result)
        n[0], n[1], n[2] = result[1], result[2], result[3]
        step = 0.0
        if local[0] >= -tolerance:
            step = safe_step(
                a,
                b,
                header,
                size,
                vertex,
                pose,
                motion,
                n,
                radius_a,
                radius_b,
                local[0],
                tolerance,
                duration - time,
            )
        # The last step may be too short to change the time.
        if step <= 0.0 or time + step == time:
            to_world(pose, 0, local, out)
            parting = _parting(motion, pose, out)
            _shift_points(motion, time, out)
            if local[0] < -tolerance or parting <= 0.0:
                return TOUCHING, time
            step = _TRIAL * extent / fastest
            if time + step > duration or time + step == time:
                return TOUCHING, time
            touched = time
        elif step == math.inf or time + step > duration:
            return APART, duration
        time += step
    to_world(pose, 0, local, out)
    _shift_points(motion, time, out)
    return UNDECIDED, time


@routine
def _fastest(motion: FloatArray, radius_a: float, radius_b: float) -> float:
    """Return how fast any two points of the shapes can move against one another."""
    return (
        norm(motion[0, SPIN], motion[0, SPIN + 1], motion[0, SPIN + 2]) * radius_a
        + norm(motion[1, SPIN], motion[1, SPIN + 1], motion[1, SPIN + 2]) * radius_b
        + norm(
            motion[1, VELOCITY] - motion[0, VELOCITY],
            motion[1, VELOCITY + 1] - motion[0, VELOCITY + 1],
            motion[1, VELOCITY + 2] - motion[0, VELOCITY + 2],
        )
    )


@routine
def _parting(motion: FloatArray, pose: FloatArray, out: FloatArray) -> float:
    """Return how fast the touching points part along the normal; points and poses as seen from the centre of a."""
    speed = 0.0
    for body in range(2):
        # Columns 0–2 less 7–9 of a pose: its centre.
        x, y, z = cross(
            motion[body, SPIN],
            motion[body, SPIN + 1],
            motion[body, SPIN + 2],
            out[4 + 3 * body] - pose[body, 0] + pose[body, 7],
            out[5 + 3 * body] - pose[body, 1] + pose[body, 8],
            out[6 + 3 * body] - pose[body, 2] + pose[body, 9],
        )
        x, y, z = x + motion[body, VELOCITY], y + motion[body, VELOCITY + 1], z + motion[body, VELOCITY + 2]
        speed += (2.0 * body - 1.0) * dot(x, y, z, out[1], out[2], out[3])
    return speed


@inlined
def _part_radius(
    g: int, header: IntArray, size: FloatArray, vertex: FloatArray, part: FloatArray, motion: FloatArray, body: int
) -> float:
    """Return how far the core of a part reaches from its body's centre."""
    x, y, z = rotate_back(
        part[body, 3],
        part[body, 4],
        part[body, 5],
        part[body, 6],
        motion[body, CENTER] - part[body, 0],
        motion[body, CENTER + 1] - part[body, 1],
        motion[body, CENTER + 2] - part[body, 2],
    )
    return core_radius(g, header, size, vertex, x, y, z)


@routine
def _shift_points(motion: FloatArray, time: float, out: FloatArray) -> None:
    """Bring the points of a result from the centre of body a to the world's origin."""
    x, y, z = start_center(motion, 0)
    for k in (4, 7):
        out[k] += x + time * motion[0, VELOCITY]
        out[k + 1] += y + time * motion[0, VELOCITY + 1]
        out[k + 2] += z + time * motion[0, VELOCITY + 2]
