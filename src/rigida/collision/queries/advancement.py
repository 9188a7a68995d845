"""Conservative advancement: the time at which two moving convex shapes first touch, never missed.

At each time reached, `separation` gives the gap and its normal, and `approach_bound` how long that gap cannot close;
the time advances by as much until the gap is below the tolerance. Behind `time_of_contact` and `shape_cast`.
"""

import math

from rigida.collision.arrays import AdvanceWork, ConvexTable, Motion, Separation
from rigida.collision.distance.pair_separation import pair_separation, settle_points, to_world
from rigida.collision.queries.approach_bound import core_radius, safe_step
from rigida.collision.shapes.frames import set_relative
from rigida.geometry.core import HALF_SPACE
from rigida.jit.decorators import inlined, routine
from rigida.math.quat import Quat, product, rotated, rotated_back
from rigida.math.quaternion import from_rotation_vector
from rigida.math.vec3 import Vec3, cross, dot, norm

# How a search ends.
APART = 0
ARE_TOUCHING = 1
UNDECIDED = 2

#: Shapes nearer than this fraction of their size touch.
CONTACT = 1e-10
#: By which part of their size shapes whose touching points part are moved on, to see whether they part as a whole.
_TRIAL = 1e-6
#: How many times the tolerance they must then be apart.
_SEPARATED = 4.0
#: Steps after which a search is given up; a meeting takes some ten, bodies that spin closely by need some per turn.
_MOST_ADVANCES = 200_000


@routine
def _place(body: int, time: float, work: AdvanceWork) -> None:
    """Set the pose of a body's part at a time, relative to the center of body a.

    Measured from there, a fast common motion costs no digits.
    """
    part, motion = work.part[body], work.motion[body]
    w, x, y, z = from_rotation_vector(time * motion.spin.x, time * motion.spin.y, time * motion.spin.z)
    turn = product(Quat(w, x, y, z), motion.attitude)
    part.arm = rotated(turn, part.place - motion.center)
    part.attitude = product(turn, part.turn)
    part.position = (Vec3(0.0, 0.0, 0.0) if body == 0 else _center_offset(time, work)) + part.arm


@routine
def start_center(motion: Motion) -> Vec3:
    """Return the center of a body at time 0."""
    return motion.position + rotated(motion.attitude, motion.center)


@routine
def _center_offset(time: float, work: AdvanceWork) -> Vec3:
    """Return the vector from the center of body a to that of body b at a time."""
    a, b = work.motion[0], work.motion[1]
    return start_center(b) - start_center(a) + time * (b.velocity - a.velocity)


@inlined
def _extent(g: int, shapes: ConvexTable) -> float:
    """Return the size of a geometry; zero for a half-space."""
    return shapes.core[g].scale if shapes.core[g].kind != HALF_SPACE else 0.0


@routine
def advance_pair(duration: float, shapes: ConvexTable, work: AdvanceWork, out: Separation) -> tuple[int, float]:
    """Find when the two parts in `work` first touch; a half-space may not turn.

    Args:
        duration: How long to search [s]; may be infinite.
        shapes: All geometries.
        work: The parts and the motions of their bodies.
        out: What is between them at the time found, in the world.

    Returns:
        APART, ARE_TOUCHING (overlap at time 0 included) or UNDECIDED, and the time reached.
    """
    part_a, part_b, pair = work.part[0], work.part[1], work.distance.pair[0]
    local, result = work.distance.found[0], work.found[0]
    for body in range(2):
        _set_radius(body, shapes, work)
    pair.a, pair.b = part_a.row, part_b.row
    extent = _extent(pair.a, shapes) + _extent(pair.b, shapes)
    fastest = _fastest(work)
    count, time, touched = 0, 0.0, -1.0
    for _ in range(_MOST_ADVANCES):
        for body in range(2):
            _place(body, time, work)
        set_relative(part_a.position, part_a.attitude, part_b.position, part_b.attitude, pair)
        count = pair_separation(pair, count, shapes, work.distance, local)
        # Rounding of coordinates far from the centers counts as touching too.
        tolerance = CONTACT * extent + 1e-15 * norm(part_b.position)
        if local.distance <= tolerance:
            settle_points(pair, shapes, work.distance, local)
        if touched >= 0.0:
            # A little after a touch: have they parted, and not passed through one another?
            n = rotated(part_a.attitude, local.normal)
            if local.distance <= _SEPARATED * tolerance or dot(n, out.normal) <= 0.0:
                return ARE_TOUCHING, touched
            touched = -1.0
        to_world(part_a.position, part_a.attitude, local, result)
        step = 0.0
        if local.distance >= -tolerance:
            step = safe_step(result.normal, local.distance, tolerance, duration - time, shapes, work)
        # The last step may be too short to change the time.
        if step <= 0.0 or time + step == time:
            to_world(part_a.position, part_a.attitude, local, out)
            separating = _separating(work, out)
            _shift_points(time, work, out)
            if local.distance < -tolerance or separating <= 0.0:
                return ARE_TOUCHING, time
            step = _TRIAL * extent / fastest
            if time + step > duration or time + step == time:
                return ARE_TOUCHING, time
            touched = time
        elif step == math.inf or time + step > duration:
            return APART, duration
        time += step
    to_world(part_a.position, part_a.attitude, local, out)
    _shift_points(time, work, out)
    return UNDECIDED, time


@routine
def _fastest(work: AdvanceWork) -> float:
    """Return an upper bound of the relative speed of any two points of the shapes."""
    a, b = work.motion[0], work.motion[1]
    turning = norm(a.spin) * work.part[0].radius + norm(b.spin) * work.part[1].radius
    return turning + norm(b.velocity - a.velocity)


@routine
def _separating(work: AdvanceWork, out: Separation) -> float:
    """Return the separation speed of the touching points along the normal; all relative to the center of a."""
    speed = 0.0
    for body in range(2):
        part, motion = work.part[body], work.motion[body]
        point = out.on_a if body == 0 else out.on_b
        velocity = cross(motion.spin, point - part.position + part.arm) + motion.velocity
        speed += (2.0 * body - 1.0) * dot(velocity, out.normal)
    return speed


@inlined
def _set_radius(body: int, shapes: ConvexTable, work: AdvanceWork) -> None:
    """Set the radius of the core of a part about its body's center."""
    part = work.part[body]
    center = rotated_back(part.turn, work.motion[body].center - part.place)
    part.radius = core_radius(shapes.core[part.row], center, shapes)


@routine
def _shift_points(time: float, work: AdvanceWork, out: Separation) -> None:
    """Shift the points of a result from the center of body a to the world's origin."""
    center = start_center(work.motion[0]) + time * work.motion[0].velocity
    out.on_a, out.on_b = out.on_a + center, out.on_b + center
