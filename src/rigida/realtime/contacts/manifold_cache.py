"""What is remembered of a contact between steps, and how this step's contacts follow from it.

Each pair of shapes near each other owns a slot (`match_pairs`). It keeps the manifold in the frames of the two bodies,
the features, the impulses, and how the bodies lay when it was sought. While the relative pose has hardly changed the
manifold is carried along with the bodies instead of being sought anew; a new one takes over impulses by feature, then
by place. These lie in tables of their own, because most passes over all contacts need only one of them.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.math.lanes import SingleArray
from rigida.math.prefetch import prefetch
from rigida.math.quaternion import multiply
from rigida.math.vector import norm

# Columns of a slot's manifold.
NORMAL = 0  # in a's frame
SURFACE = 3  # per point k, at 6 k: the point on a in a's frame, the point on b in b's frame
MANIFOLD_WIDTH = 27

# Columns of its levers, as they were in the world when the manifold was sought, in single precision as sub-steps take
# them: the normal; b's centre to a's; per point k, at 3 k, from a's centre.
WORLD_NORMAL, BETWEEN, ARM = 0, 3, 6
LEVER_WIDTH = 18

# Columns of its impulses.
IMPULSE = 0  # four normal impulses of a whole step, as they go on [N s]
LANDED = 4  # four normal impulses that took up an approach and do not go on [N s]
FRICTION = 8  # friction impulse on b, world (3)
SPIN = 11  # spinning friction about the normal [N m s]
ROLLING = 12  # rolling friction, world (3) [N m s]
IS_PATCH = 15  # 1 where the slot belongs to a patch of concave bodies
IMPULSE_WIDTH = 16

# Columns of how the bodies lay when the manifold was sought.
PLACE = 0  # position (3) of b seen from a, and its attitude (4)
MARGIN = 7  # up to which separation it was sought
STAMP = 8  # of a and of b
LOOK_WIDTH = 10

#: Columns of a point that a new manifold may continue: where it is, its impulse, its feature.
OLD_WIDTH = 5

# Columns of a contact's row in the table of this step: normal, then the separations of four points, then the points.
SEPARATION, POINT = 3, 7
CONTACT_WIDTH = 19
# Columns of its whole numbers.
BODY_A, BODY_B, SLOT, COUNT = 0, 1, 2, 3

#: A body that moved this far from where its stamp was made gets a new one [m].
STAMPED = 2.5e-4
#: A manifold is carried along while the bodies moved against each other by less than this [m], and by less than this
#: part of the smaller shape's reach; first for round shapes, whose contacts wander, then for flat faces.
CARRIED = 2e-3, 5e-3
CARRIED_OF_SIZE = 4e-3, 1e-2
#: Pairs without contact are sought with this much more margin and then left alone until they moved that far [m].
LOOK_AHEAD = 4e-3
#: Memory is asked for so many pairs ahead.
AHEAD = 4
#: Points without the same feature take over the impulse of an old one this near [m].
SAME_PLACE = 0.05


@inlined
def relative_place(
    a: int, b: int, center: FloatArray, attitude: FloatArray, matrix: FloatArray
) -> tuple[float, float, float, float, float, float, float]:
    """Return position and attitude of b seen from a."""
    x, y, z = center[b, 0] - center[a, 0], center[b, 1] - center[a, 1], center[b, 2] - center[a, 2]
    w, i, j, k = multiply(
        attitude[a, 0],
        -attitude[a, 1],
        -attitude[a, 2],
        -attitude[a, 3],
        attitude[b, 0],
        attitude[b, 1],
        attitude[b, 2],
        attitude[b, 3],
    )
    return (
        matrix[a, 0] * x + matrix[a, 3] * y + matrix[a, 6] * z,
        matrix[a, 1] * x + matrix[a, 4] * y + matrix[a, 7] * z,
        matrix[a, 2] * x + matrix[a, 5] * y + matrix[a, 8] * z,
        w,
        i,
        j,
        k,
    )


@inlined
def to_world(i: int, x: float, y: float, z: float, matrix: FloatArray) -> tuple[float, float, float]:
    """Return a vector of body i's frame in the world."""
    return (
        matrix[i, 0] * x + matrix[i, 1] * y + matrix[i, 2] * z,
        matrix[i, 3] * x + matrix[i, 4] * y + matrix[i, 5] * z,
        matrix[i, 6] * x + matrix[i, 7] * y + matrix[i, 8] * z,
    )


@inlined
def to_body(i: int, x: float, y: float, z: float, matrix: FloatArray) -> tuple[float, float, float]:
    """Return a world vector in body i's frame."""
    return (
        matrix[i, 0] * x + matrix[i, 3] * y + matrix[i, 6] * z,
        matrix[i, 1] * x + matrix[i, 4] * y + matrix[i, 7] * z,
        matrix[i, 2] * x + matrix[i, 5] * y + matrix[i, 8] * z,
    )


@inlined
def drop_impulses(s: int, impulse: FloatArray) -> None:
    """Let nothing go on from the impulses of slot s."""
    for c in range(IS_PATCH):
        impulse[s, c] = 0.0


@routine
def carry_along(
    m: int,
    a: int,
    b: int,
    s: int,
    n: int,
    center: FloatArray,
    matrix: FloatArray,
    manifold: FloatArray,
    out: FloatArray,
) -> None:
    """Write the remembered manifold of slot s as contact m, where the bodies are now."""
    nx, ny, nz = to_world(a, manifold[s, NORMAL], manifold[s, NORMAL + 1], manifold[s, NORMAL + 2], matrix)
    out[m, 0], out[m, 1], out[m, 2] = nx, ny, nz
    for k in range(n):
        o = SURFACE + 6 * k
        ax, ay, az = to_world(a, manifold[s, o], manifold[s, o + 1], manifold[s, o + 2], matrix)
        bx, by, bz = to_world(b, manifold[s, o + 3], manifold[s, o + 4], manifold[s, o + 5], matrix)
        ax, ay, az = ax + center[a, 0], ay + center[a, 1], az + center[a, 2]
        bx, by, bz = bx + center[b, 0], by + center[b, 1], bz + center[b, 2]
        p = POINT + 3 * k
        out[m, p], out[m, p + 1], out[m, p + 2] = 0.5 * (ax + bx), 0.5 * (ay + by), 0.5 * (az + bz)
        out[m, SEPARATION + k] = nx * (bx - ax) + ny * (by - ay) + nz * (bz - az)


@inlined
def remember_normal(
    s: int,
    a: int,
    b: int,
    nx: float,
    ny: float,
    nz: float,
    center: FloatArray,
    matrix: FloatArray,
    manifold: FloatArray,
    lever: SingleArray,
) -> None:
    """Keep the normal of slot s in a's frame and in the world, and where the bodies are."""
    manifold[s, NORMAL], manifold[s, NORMAL + 1], manifold[s, NORMAL + 2] = to_body(a, nx, ny, nz, matrix)
    lever[s, WORLD_NORMAL], lever[s, WORLD_NORMAL + 1], lever[s, WORLD_NORMAL + 2] = nx, ny, nz
    for c in range(3):
        lever[s, BETWEEN + c] = center[a, c] - center[b, c]


@routine
def remember_point(
    s: int,
    k: int,
    a: int,
    b: int,
    x: float,
    y: float,
    z: float,
    gap: float,
    nx: float,
    ny: float,
    nz: float,
    center: FloatArray,
    matrix: FloatArray,
    manifold: FloatArray,
    lever: SingleArray,
) -> None:
    """Keep point k of slot s, halfway between the surfaces, as a point on each of its bodies and as an arm."""
    o, half = SURFACE + 6 * k, 0.5 * gap
    o_arm = ARM + 3 * k
    lever[s, o_arm], lever[s, o_arm + 1] = x - center[a, 0], y - center[a, 1]
    lever[s, o_arm + 2] = z - center[a, 2]
    manifold[s, o], manifold[s, o + 1], manifold[s, o + 2] = to_body(
        a, x - half * nx - center[a, 0], y - half * ny - center[a, 1], z - half * nz - center[a, 2], matrix
    )
    manifold[s, o + 3], manifold[s, o + 4], manifold[s, o + 5] = to_body(
        b, x + half * nx - center[b, 0], y + half * ny - center[b, 1], z + half * nz - center[b, 2], matrix
    )


@kernel
def stamp_bodies(
    body_reach: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    twist: FloatArray,
    reference: FloatArray,
    stamp: FloatArray,
    speed: FloatArray,
) -> None:
    """Give a new stamp to each body that has moved, and fill the highest speed of its points.

    Pairs whose stamps have not changed need no closer look. reference (n, 7): pose when the stamp was made.
    """
    for i in range(stamp.shape[0]):
        moved, turn = 0.0, 0.0
        for c in range(3):
            moved += abs(center[i, c] - reference[i, c])
        for c in range(4):
            turn += abs(attitude[i, c] - reference[i, 3 + c])
        if not moved + 2.0 * turn * body_reach[i] < STAMPED:
            stamp[i] += 1.0
            for c in range(3):
                reference[i, c] = center[i, c]
            for c in range(4):
                reference[i, 3 + c] = attitude[i, c]
        speed[i] = norm(twist[i, 0], twist[i, 1], twist[i, 2])
        speed[i] += body_reach[i] * norm(twist[i, 3], twist[i, 4], twist[i, 5])


@kernel
def carry_contacts(
    pair_count: int,
    dt: float,
    base_margin: float,
    body: IntArray,
    reach: FloatArray,
    tolerance: FloatArray,
    low: FloatArray,
    high: FloatArray,
    active: IntArray,
    center: FloatArray,
    attitude: FloatArray,
    matrix: FloatArray,
    twist: FloatArray,
    stamp: FloatArray,
    speed: FloatArray,
    pairs: IntArray,
    slot: IntArray,
    count: IntArray,
    look: FloatArray,
    manifold: FloatArray,
    contact: FloatArray,
    contact_of: IntArray,
    todo: IntArray,
    todo_slot: IntArray,
    todo_margin: FloatArray,
) -> tuple[int, int]:
    """Write the contacts of the first pairs whose manifold still holds; list the others as pairs to be sought.

    Returns the numbers of contacts and of pairs to be sought. A pair of bodies that both rest is left out.
    """
    found, sought = 0, 0
    for p in range(pair_count):
        i, j = whole(pairs[p, 0]), whole(pairs[p, 1])
        a, b, s = whole(body[i]), whole(body[j]), whole(slot[p])
        if p + AHEAD < pair_count:
            ahead = whole(slot[p + AHEAD])
            prefetch(look, ahead, 0, LOOK_WIDTH)
            if count[ahead] > 0:
                prefetch(manifold, ahead, 0, MANIFOLD_WIDTH)
        if active[a] == 0 and active[b] == 0:
            continue
        n = count[s]
        unmoved = look[s, STAMP] == stamp[a] and look[s, STAMP + 1] == stamp[b]
        if unmoved and n == 0 and base_margin + dt * (speed[a] + speed[b]) + 4.0 * STAMPED < look[s, MARGIN]:
            continue
        moved, margin = 0.0, 0.0
        if n <= 0 or not unmoved:
            turning = reach[i] * norm(twist[a, 3], twist[a, 4], twist[a, 5])
            turning += reach[j] * norm(twist[b, 3], twist[b, 4], twist[b, 5])
            relative = norm(twist[b, 0] - twist[a, 0], twist[b, 1] - twist[a, 1], twist[b, 2] - twist[a, 2])
            margin = base_margin + (relative + turning) * dt
            x, y, z, w, u, v, t = relative_place(a, b, center, attitude, matrix)
            moved = norm(x - look[s, PLACE], y - look[s, PLACE + 1], z - look[s, PLACE + 2])
            # |q − q'| is half the angle between them, up to second order.
            turn = abs(w - look[s, PLACE + 3]) + abs(u - look[s, PLACE + 4])
            turn += abs(v - look[s, PLACE + 5]) + abs(t - look[s, PLACE + 6])
            moved += 2.0 * turn * reach[j]
        if n > 0 and moved < min(tolerance[i], tolerance[j]):
            contact_of[found, BODY_A], contact_of[found, BODY_B] = a, b
            contact_of[found, SLOT], contact_of[found, COUNT] = s, n
            carry_along(found, a, b, s, whole(n), center, matrix, manifold, contact)
            found += 1
        elif n != 0 or margin + moved > look[s, MARGIN]:
            gap = max(low[j, 0] - high[i, 0], low[i, 0] - high[j, 0])
            gap = max(gap, max(low[j, 1] - high[i, 1], low[i, 1] - high[j, 1]))
            gap = max(gap, max(low[j, 2] - high[i, 2], low[i, 2] - high[j, 2]))
            look[s, PLACE], look[s, PLACE + 1], look[s, PLACE + 2] = x, y, z
            look[s, PLACE + 3], look[s, PLACE + 4] = w, u
            look[s, PLACE + 5], look[s, PLACE + 6] = v, t
            look[s, STAMP], look[s, STAMP + 1] = stamp[a], stamp[b]
            if gap > margin:
                look[s, MARGIN] = gap
                count[s] = 0
                continue
            look[s, MARGIN] = margin + LOOK_AHEAD
            todo[sought, 0], todo[sought, 1] = i, j
            todo_slot[sought] = s
            todo_margin[sought] = margin + LOOK_AHEAD
            sought += 1
    return found, sought


@kernel
def store_contacts(
    sought: int,
    found: int,
    todo: IntArray,
    todo_slot: IntArray,
    body: IntArray,
    center: FloatArray,
    matrix: FloatArray,
    new_count: IntArray,
    normal: FloatArray,
    point: FloatArray,
    separation: FloatArray,
    new_feature: IntArray,
    count: IntArray,
    feature: IntArray,
    manifold: FloatArray,
    lever: SingleArray,
    impulse: FloatArray,
    contact: FloatArray,
    contact_of: IntArray,
    old: FloatArray,
) -> int:
    """Put the manifolds sought into their slots, with the impulses of the points they continue; add the contacts.

    Returns the number of contacts. old (4, OLD_WIDTH) is used on the way.
    """
    for q in range(sought):
        a, b = whole(body[todo[q, 0]]), whole(body[todo[q, 1]])
        s, n = whole(todo_slot[q]), whole(new_count[q])
        if q + AHEAD < sought and new_count[q + AHEAD] > 0:
            prefetch(manifold, whole(todo_slot[q + AHEAD]), 0, MANIFOLD_WIDTH)
            prefetch(lever, whole(todo_slot[q + AHEAD]), 0, LEVER_WIDTH)
            prefetch(impulse, whole(todo_slot[q + AHEAD]), 0, IMPULSE_WIDTH)
        before = max(count[s], 0)
        count[s] = n
        if n == 0:
            continue
        if before == 0:
            drop_impulses(s, impulse)  # of whoever owned the slot, or touched, before
        for k in range(before):
            old[k, 3], old[k, 4] = impulse[s, IMPULSE + k], feature[s, k]
            o = SURFACE + 6 * k
            x, y, z = to_world(a, manifold[s, o], manifold[s, o + 1], manifold[s, o + 2], matrix)
            old[k, 0], old[k, 1], old[k, 2] = x + center[a, 0], y + center[a, 1], z + center[a, 2]
        nx, ny, nz = normal[q, 0], normal[q, 1], normal[q, 2]
        remember_normal(s, a, b, nx, ny, nz, center, matrix, manifold, lever)
        taken, given = 0, 0
        for k in range(n):
            impulse[s, IMPULSE + k] = 0.0
            for i in range(before):
                if old[i, 4] == new_feature[q, k] and not (taken >> i) & 1:
                    impulse[s, IMPULSE + k] = old[i, 3]
                    taken |= 1 << i
                    given |= 1 << k
                    break
        for k in range(n):
            x, y, z, gap = point[q, k, 0], point[q, k, 1], point[q, k, 2], separation[q, k]
            if not (given >> k) & 1:
                for i in range(before):
                    far = norm(old[i, 0] - x, old[i, 1] - y, old[i, 2] - z)
                    if far < SAME_PLACE and not (taken >> i) & 1:
                        impulse[s, IMPULSE + k] = old[i, 3]
                        taken |= 1 << i
                        break
            feature[s, k] = new_feature[q, k]
            remember_point(s, k, a, b, x, y, z, gap, nx, ny, nz, center, matrix, manifold, lever)
            p = POINT + 3 * k
            contact[found, p], contact[found, p + 1], contact[found, p + 2] = x, y, z
            contact[found, SEPARATION + k] = gap
        contact[found, 0], contact[found, 1], contact[found, 2] = nx, ny, nz
        contact_of[found, BODY_A], contact_of[found, BODY_B] = a, b
        contact_of[found, SLOT], contact_of[found, COUNT] = s, n
        found += 1
    return found
