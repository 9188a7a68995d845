"""Links that overlap in the initial pose of a robot: collisions between such neighbors are excluded.

Of two links within two joints of each other that overlap at the start, neither feels the other (the ends of one joint
do only where the joint lets them). Nor does one that only slides feel what stands still and what no slide of it leads
out of: an object on a table to which slides hold it, for example. It is reported once, with the number of pairs.
"""

import itertools
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Distance, Prismatic, Serial, WrappedDistance
from rigida.dynamics.compile import compile_scene
from rigida.errors import RigidaWarning
from rigida.fields import unit_vector
from rigida.geometry import Compound, Shape
from rigida.importers.findings import Findings
from rigida.importers.robot import Pose
from rigida.queries.distance import Separation, distance
from rigida.scene.body import Body
from rigida.scene.scene import Scene

#: What overlaps by less lies on the other, or leans on it [m].
_DEEP = 1e-4
#: Axes are across a normal where their product is rounding.
_ACROSS = 1e-9


def keep_overlapping_apart(scene: Scene, findings: Findings) -> None:
    """Disable collisions of links that overlap at the start and are neighbors, or cannot separate."""
    pairs, on_slides = list(_neighbors(scene)), list(_slid_into(scene))
    if not pairs and not on_slides:
        return
    with warnings.catch_warnings():
        # Problems of the start are reported when a simulation begins.
        warnings.simplefilter("ignore", RigidaWarning)
        _, state = compile_scene(scene)
    places = {
        id(body): Pose(position, orientation)
        for body, position, orientation in zip(scene.bodies, state.position, state.orientation, strict=True)
    }
    for a, b in pairs:
        if any(True for _ in _overlaps(a, places[id(a)], b, places[id(b)])):
            scene.keep_apart(a, b)
            findings.leave_out("contact is left out between links that overlap at the start, two joints apart or less")
    for a, b, axes in on_slides:
        normals = [found.normal for found in _overlaps(a, places[id(a)], b, places[id(b)])]
        if any((np.abs(axes @ normal) < _ACROSS).all() for normal in normals):
            scene.keep_apart(a, b)
            findings.leave_out(
                "contact is left out between bodies that overlap at the start and whose joints hold them"
            )


def _neighbors(scene: Scene) -> Iterator[tuple[Body, Body]]:
    """Yield the pairs of bodies with shapes that share a joint or a neighbor and may touch."""
    joined: dict[int, list[Body]] = {}
    # Lines reach as far as they like.
    joints = [joint for joint in scene.joints if not isinstance(joint, Distance | WrappedDistance)]
    for joint in joints:
        for one, other in ((joint.a, joint.b), (joint.b, joint.a)):
            if isinstance(other, Body):
                joined.setdefault(id(one), []).append(other)
    known = {frozenset((id(a), id(b))) for a, b in scene.apart}
    known |= {frozenset((id(joint.a), id(joint.b))) for joint in joints if not joint.collide}
    # The world holds many robots; only what hangs on a body is close.
    beside = [pair for body in scene.bodies for pair in itertools.combinations(joined.get(id(body), []), 2)]
    welded = [(joint.a, joint.b) for joint in joints if isinstance(joint.b, Body)]
    for a, b in [*welded, *beside]:
        pair = frozenset((id(a), id(b)))
        if pair not in known and (a.dynamic or b.dynamic) and _may_touch(a, b):
            known.add(pair)
            yield a, b


def _slid_into(scene: Scene) -> Iterator[tuple[Body, Body, FloatArray]]:
    """Yield bodies that only slide on the world, what stands still that they may touch, and the axes (k, 3)."""
    apart = {frozenset((id(a), id(b))) for a, b in scene.apart}
    still = [body for body in scene.bodies if not body.dynamic and body.path is None]
    for joint in scene.joints:
        if isinstance(joint.b, Body) or not isinstance(joint, Prismatic | Serial) or not isinstance(joint.a, Body):
            continue
        moves = {step.moves for step in joint.steps} if isinstance(joint, Serial) else {"slide"}
        for other in still if moves == {"slide"} else ():
            if frozenset((id(joint.a), id(other))) not in apart and _may_touch(joint.a, other):
                steps = joint.steps if isinstance(joint, Serial) else (joint,)
                yield joint.a, other, np.array([unit_vector(step.axis) for step in steps])


def _may_touch(a: Body, b: Body) -> bool:
    """Return whether both have shapes and their masks let them collide."""
    touch = a.collision_mask >> b.collision_group & b.collision_mask >> a.collision_group & 1
    return bool(touch) and a.shape is not None and b.shape is not None


def _overlaps(a: Body, at_a: Pose, b: Body, at_b: Pose) -> Iterator[Separation]:
    """Yield how the parts of two bodies overlap."""
    parts_a = [(part, at, _box(part, at)) for part, at in _parts(a, at_a)]
    parts_b = [(part, at, _box(part, at)) for part, at in _parts(b, at_b)]
    for (one, at, box), (other, there, beside) in itertools.product(parts_a, parts_b):
        if (box[0] <= beside[1]).all() and (beside[0] <= box[1]).all():
            found = distance(one, (at.position, at.orientation), other, (there.position, there.orientation))
            if found.separation < -_DEEP:
                yield found


def _box(part: Shape, at: Pose) -> FloatArray:
    """Return the lowest and the highest corner (2, 3) of a box around a shape at a pose: far cheaper than distances."""
    bounds = part.bounds()
    if not np.isfinite(bounds).all():
        return np.array([[-np.inf] * 3, [np.inf] * 3])
    half = 0.5 * np.abs([at.direction(axis) for axis in np.diag(bounds[1] - bounds[0])]).sum(axis=0)
    middle = at.point(bounds.mean(axis=0))
    return np.array([middle - half, middle + half])


def _parts(body: Body, at: Pose) -> list[tuple[Any, Pose]]:
    shape = body.shape
    if not isinstance(shape, Compound):
        return [(shape, at)]
    return [(part, at @ Pose(np.array(position), np.array(turn))) for part, position, turn in shape.flattened]
