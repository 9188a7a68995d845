"""Loops of joints that a pose of a robot leaves open.

Equalities of MuJoCo pull bodies together within the first instants of a run, so a file need not begin with them met;
joints of rigida hold from the start. Poses are therefore closed as they are read: bodies move as little as their masses
allow, and the joints read what they come to. What only a program moves goes to where its weld is closed instead, if the
joints' ranges leave no other way: so do those who use such models at every reset.
"""

import warnings
from collections.abc import Collection
from copy import copy
from dataclasses import replace

import numpy as np

from rigida.constraints.joint_set import JointSet
from rigida.constraints.joints import Fixed
from rigida.dynamics.compile import compile_scene
from rigida.dynamics.state import State
from rigida.errors import RigidaWarning
from rigida.importers.findings import Findings
from rigida.importers.robot import Pose as Frame
from rigida.scene.body import Body
from rigida.scene.pose import Pose
from rigida.scene.scene import Scene

#: What is open by less is put right by the engines [m, rad]; poses are closed to the second number.
_OPEN, _CLOSED = 1e-3, 1e-9
_ATTEMPTS = 20


def close_loops(scene: Scene, moved: Collection[str], findings: Findings) -> None:
    """Close the joints in the start and all poses of a scene; poses that cannot be closed are not changed.

    moved: names of bodies that stand still until a program moves them.
    """
    before = scene.start or Pose()
    closed = {id(pose): _closed(scene, pose, moved, findings) for pose in (before, *scene.poses.values())}
    scene.poses |= {name: closed[id(pose)] for name, pose in scene.poses.items()}
    if closed[id(before)] is not before:
        scene.start = closed[id(before)]


def _closed(scene: Scene, pose: Pose, moved: Collection[str], findings: Findings) -> Pose:
    if _is_closed(scene, pose):
        return pose
    joined = _joined(scene, pose)
    if joined is not None and _is_closed(scene, joined):
        findings.leave_out("loops of joints that a pose leaves open are closed, which moves its joints")
        return joined
    followed = _followed(scene, pose, moved)
    if _is_closed(scene, followed):
        findings.leave_out("a mocap body that a pose leaves away from what is welded to it is put there")
        return followed
    return pose


def _started(scene: Scene, pose: Pose) -> tuple[JointSet, State]:
    """Return the joints of a scene and its state in an initial pose."""
    trial = copy(scene)
    trial.start = pose
    with warnings.catch_warnings():
        # Other problems of a pose are reported when a simulation begins in it.
        warnings.simplefilter("ignore", RigidaWarning)
        model, state = compile_scene(trial)
    joints = JointSet(model, model.joint_rows, range(len(model.joints)))
    joints.evaluate(0.0, state)
    return joints, state


def _is_closed(scene: Scene, pose: Pose) -> bool:
    return bool(_started(scene, pose)[0].worst_open().amount <= _OPEN)


def _joined(scene: Scene, pose: Pose) -> Pose | None:
    """Return the pose at which all joints are closed, None if none is found."""
    joints, state = _started(scene, pose)
    model = state.model
    for _ in range(_ATTEMPTS):  # far from closed, steps of Newton's method may open joints before they close them
        if joints.close_positions(0.0, state, _CLOSED).amount <= _CLOSED:
            break
    if not joints.left.amount <= 1e-3 * _OPEN:
        return None
    joints.measure(0.0, state)
    values = dict(pose.joints)
    for j, joint in enumerate(model.joints):
        own, names = joints.coordinates.own_rows(j), joint.coordinate_names()
        if len(own) == len(names):
            values |= {name: (float(joints.coordinates.value[row]),) for name, row in zip(names, own, strict=True)}
    welded = {joint.a.name for joint in scene.joints if joint.slots()}
    free = [body.name for body in scene.bodies if body.dynamic and body.name not in welded]
    rows = {name: model.index(name) for name in (*pose.bodies, *free)}
    bodies = {name: (*state.position[row], *state.orientation[row]) for name, row in rows.items()}
    return replace(pose, joints=values, bodies=bodies)


def _followed(scene: Scene, pose: Pose, moved: Collection[str]) -> Pose:
    """Return the pose in which mocap bodies have their described pose relative to bodies welded to them."""
    _, state = _started(scene, pose)
    bodies = dict(pose.bodies)
    for joint in scene.joints:
        if isinstance(joint, Fixed) and isinstance(joint.b, Body) and joint.b.name in moved:
            row, was = state.model.index(joint.a.name), Frame(np.array(joint.a.position), np.array(joint.a.orientation))
            carried = Frame(state.position[row], state.orientation[row]) @ was.inverse()
            place = carried @ Frame(np.array(joint.b.position), np.array(joint.b.orientation))
            bodies[joint.b.name] = (*place.position, *place.orientation)
    return replace(pose, bodies=bodies)
