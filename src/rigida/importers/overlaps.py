"""Links that overlap in the initial pose of a robot: collisions between such neighbors are excluded.

Of two links within two joints of each other that overlap at the start, neither feels the other (the ends of one joint
do only where the joint lets them); it is reported once, with the number of pairs.
"""

import itertools
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Distance
from rigida.dynamics.compile import compile_scene
from rigida.errors import RigidaWarning
from rigida.geometry import Compound, Shape
from rigida.importers.findings import Findings
from rigida.importers.robot import Pose
from rigida.queries.distance import distance
from rigida.scene.body import Body
from rigida.scene.scene import Scene

#: What overlaps by less lies on the other, or leans on it [m].
_DEEP = 1e-4


def keep_overlapping_apart(scene: Scene, findings: Findings) -> None:
    """Disable collisions of links that overlap at the start and are within two joints of each other."""
    pairs = list(_neighbors(scene))
    if not pairs:
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
        if _overlap(a, places[id(a)], b, places[id(b)]):
            scene.keep_apart(a, b)
            findings.leave_out("contact is left out between links that overlap at the start, two joints apart or less")


def _neighbors(scene: Scene) -> Iterator[tuple[Body, Body]]:
    """Yield the pairs of bodies with shapes that share a joint or a neighbor and may touch."""
    joined: dict[int, list[Body]] = {}
    joints = [joint for joint in scene.joints if not isinstance(joint, Distance)]  # lines reach as far as they like
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
        touch = a.collision_mask >> b.collision_group & b.collision_mask >> a.collision_group & 1
        if pair not in known and touch and (a.dynamic or b.dynamic) and a.shape is not None and b.shape is not None:
            known.add(pair)
            yield a, b


def _overlap(a: Body, at_a: Pose, b: Body, at_b: Pose) -> bool:
    parts_a = [(part, at, _box(part, at)) for part, at in _parts(a, at_a)]
    parts_b = [(part, at, _box(part, at)) for part, at in _parts(b, at_b)]
    return any(
        distance(one, (at.position, at.orientation), other, (there.position, there.orientation)).separation < -_DEEP
        for (one, at, box), (other, there, beside) in itertools.product(parts_a, parts_b)
        if (box[0] <= beside[1]).all() and (beside[0] <= box[1]).all()
    )


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
