"""The pose in which a scene starts: joints at given values and rates carry their bodies along the tree of joints."""

from collections import deque
from collections.abc import Sequence

import numpy as np

from rigida.dynamics.state import State
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array, rotate_array
from rigida.scene.body import Body, World
from rigida.scene.joint import Carried, Joint
from rigida.scene.pose import Pose
from rigida.scene.scene import Scene

#: What hangs on bodies: a joint, the body at its other end, and whether that is its body a.
Hanging = dict[int, list[tuple[Joint, int, bool]]]
#: The world among the bodies of the tree.
_WORLD = -1


def take_start_pose(scene: Scene, state: State) -> None:
    """Set a state to the start pose of the scene; bodies that it does not move keep every bit.

    Joints that start beyond their limits are moved to them, with a warning. Bodies that a joint moves carry along all
    that hangs on them. Where joints form a loop, those carry that the pose names, then those with coordinates, and the
    others must fit it.
    """
    pose = scene.start or Pose()
    pose.check(scene)
    rows = {id(body): i for i, body in enumerate(scene.bodies)}
    hanging, named = _hanging(scene.joints, rows), {*pose.joints, *pose.rates}
    given = _hanging([j for j in scene.joints if not named.isdisjoint((str(j.name), *j.coordinate_names()))], rows)
    measured = _hanging([j for j in scene.joints if _is_measured(j)], rows)
    welded = [_WORLD, *(row for row, body in enumerate(scene.bodies) if not body.dynamic)]
    # What stands still may stand elsewhere in a pose.
    placed = {row: _free(scene.bodies[row], pose) if row >= 0 else None for row in welded}
    queue = deque(welded)
    for carrying in (given, measured):
        _spread(queue, carrying, placed, pose)
        for row, body in enumerate(scene.bodies):
            if row not in placed and (body.name in pose.bodies or body.name in pose.velocities):
                placed[row] = _free(body, pose)
                queue.append(row)
                _spread(queue, carrying, placed, pose)
        queue = deque(placed)
    for row, body in enumerate(scene.bodies):
        _spread(queue, hanging, placed, pose)
        if row not in placed:
            placed[row] = _free(body, pose)
            queue.append(row)
    _spread(queue, hanging, placed, pose)
    moved = [(row, carried) for row, carried in placed.items() if carried is not None and row >= 0]
    for row, carried in moved:
        if scene.bodies[row].path is None:
            _place(state, row, scene.bodies[row], carried)
    if moved:
        state.refresh()


def _is_measured(joint: Joint) -> bool:
    """Return whether coordinates determine the pose of a joint; balls and welds close loops."""
    slots = joint.slots()
    return bool(slots) and all(len(slot.reference) == 1 for slot in slots)


def _hanging(joints: Sequence[Joint], rows: dict[int, int]) -> Hanging:
    """Return the bodies connected to each body, and to the world, by joints."""
    hanging: Hanging = {row: [] for row in (_WORLD, *rows.values())}
    for joint in joints:
        a, b = (_WORLD if isinstance(side, World) else rows[id(side)] for side in (joint.a, joint.b))
        hanging[a].append((joint, b, False))
        hanging[b].append((joint, a, True))
    return hanging


def _spread(
    queue: deque[int],
    hanging: Hanging,
    placed: dict[int, Carried | None],
    pose: Pose,
) -> None:
    """Propagate poses from the bodies in the queue to all connected bodies."""
    while queue:
        row = queue.popleft()
        for joint, other, is_a in hanging[row]:
            if other in placed:
                continue
            own = _joint(joint, pose)
            if own is not None and not is_a:
                own = own.inverse()
            outer = placed[row]
            placed[other] = own if outer is None else outer if own is None else outer @ own
            queue.append(other)


def _joint(joint: Joint, pose: Pose) -> Carried | None:
    """Return a joint in the pose, or None if the pose does not change it."""
    slots = joint.slots()
    if not slots:
        return joint.carried(np.zeros(0), np.zeros(0))
    values, rates = pose.of_joint(joint)
    if (values == [number for slot in slots for number in slot.reference]).all() and not rates.any():
        return None
    return joint.carried(values, rates)


def _free(body: Body, pose: Pose) -> Carried | None:
    """Return the pose of a free body."""
    if body.name not in pose.bodies and body.name not in pose.velocities:
        return None
    given = np.array(pose.bodies.get(body.name, (*body.position, *body.orientation)))
    turn = multiply_array(normalize_array(given[3:]), conjugate_array(np.array(body.orientation)))
    motion = np.array(pose.velocities.get(body.name, (0.0,) * 6))
    shift = given[:3] - rotate_array(turn, np.array(body.position))
    return Carried(turn, shift, motion[3:], motion[:3] - np.cross(motion[3:], given[:3]))


def _place(state: State, row: int, body: Body, carried: Carried) -> None:
    turned = normalize_array(multiply_array(carried.turn, np.array(body.orientation)))
    state.place(row, carried.point(np.array(body.position)), turned)
    own_velocity = rotate_array(carried.turn, np.array(body.velocity))
    state.velocity[row] = carried.velocity_at(state.center[row]) + own_velocity
    state.spin(row, carried.angular + rotate_array(carried.turn, np.array(body.angular_velocity)))
