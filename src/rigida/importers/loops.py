"""Loops of joints that a pose of a robot leaves open.

Equalities of MuJoCo pull bodies together within the first instants of a run, so a file need not begin with them met;
joints of rigida hold from the start. Poses are therefore closed as they are read: bodies move as little as their masses
allow, and the joints read what they come to.
"""

import warnings
from copy import copy
from dataclasses import replace

from rigida.constraints.joint_set import JointSet
from rigida.dynamics.compile import compile_scene
from rigida.errors import RigidaWarning
from rigida.importers.findings import Findings
from rigida.scene.pose import Pose
from rigida.scene.scene import Scene

#: What is open by less is put right by the engines [m, rad]; poses are closed to the second number.
_OPEN, _CLOSED = 1e-3, 1e-9
_ATTEMPTS = 20


def close_loops(scene: Scene, findings: Findings) -> None:
    """Close the start and all poses of a scene that leave joints open; those that cannot be closed stay as they are."""
    before = scene.start or Pose()
    closed = {id(pose): _closed(scene, pose, findings) for pose in (before, *scene.poses.values())}
    scene.poses |= {name: closed[id(pose)] for name, pose in scene.poses.items()}
    if closed[id(before)] is not before:
        scene.start = closed[id(before)]


def _closed(scene: Scene, pose: Pose, findings: Findings) -> Pose:
    trial = copy(scene)
    trial.start = pose
    with warnings.catch_warnings():
        # What else is wrong with a pose is told when a simulation begins in it.
        warnings.simplefilter("ignore", RigidaWarning)
        model, state = compile_scene(trial)
    joints = JointSet(model, model.joint_rows, range(len(model.joints)))
    joints.evaluate(0.0, state)
    if joints.worst_open().amount <= _OPEN:
        return pose
    for _ in range(_ATTEMPTS):  # far from closed, steps of Newton's method may open joints before they close them
        if joints.close_positions(0.0, state, _CLOSED).amount <= _CLOSED:
            break
    if not joints.left.amount <= 1e-3 * _OPEN:
        return pose
    findings.leave_out("loops of joints that a pose leaves open are closed, which moves its joints")
    joints.measure(0.0, state)
    values = dict(pose.joints)
    for j, joint in enumerate(model.joints):
        own, names = joints.coordinates.own_rows(j), joint.coordinate_names()
        if len(own) == len(names):
            values |= {name: (float(joints.coordinates.value[row]),) for name, row in zip(names, own, strict=True)}
    rows = {name: model.index(name) for name in pose.bodies}
    bodies = {name: (*state.position[row], *state.orientation[row]) for name, row in rows.items()}
    return replace(pose, joints=values, bodies=bodies)
