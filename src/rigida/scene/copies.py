"""Copies of a scene in one scene: many worlds that do not meet, simulated together.

Copies lie in the same place; `Scene.copies` says how many there are, and engines let no two bodies of different copies
collide. What has a name gets the number of its copy before it, `3/knee`, so that within a copy everything keeps its
order.
"""

from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

from rigida.scene.body import World
from rigida.scene.pose import POSE_KEYS, Pose
from rigida.scene.scene import Scene


def copied_name(copy: int, name: str) -> str:
    """Return the name of a member of a scene in one of its copies."""
    return f"{copy}/{name}"


def with_copies(scene: Scene, count: int) -> Scene:
    """Return a scene of `count` copies of a scene, without its sites and sensors, and with no pose but its start."""
    copies = Scene(scene.gravity, scene.title)
    copies.copies, copies.engine = count, scene.engine
    bodies: list[Any] = []
    joints: list[Any] = []
    forces: list[Any] = []
    shared = [(body.shape, body.material, body.inertia, body.visuals) for body in scene.bodies]
    for number in range(count):
        # Shapes and surfaces that copies have in common are compiled once.
        memo: dict[int, Any] = {id(value): value for values in shared for value in values if value is not None}
        bodies += _renamed(number, scene.bodies, memo)
        joints += [deepcopy(joint, memo).renamed(partial(copied_name, number)) for joint in scene.joints]
        forces += _renamed(number, scene.forces, memo)
        copies.apart += [(memo[id(a)], memo[id(b)]) for a, b in scene.apart]

        def names(given: Sequence[str], number: int = number) -> tuple[str, ...]:
            return tuple(copied_name(number, name) for name in given)

        copies.actuators += [
            replace(
                actuator,
                joints=names(actuator.joints),
                thrust=None if actuator.thrust is None else copied_name(number, actuator.thrust),
                name=copied_name(number, str(actuator.name)),
            )
            for actuator in scene.actuators
        ]
        copies.couplings += [
            replace(
                coupling,
                joints=names(coupling.joints),
                leaders=names(coupling.leaders),
                name=copied_name(number, str(coupling.name)),
            )
            for coupling in scene.couplings
        ]
    copies.set_members(bodies, joints, forces)
    if scene.start is not None:
        values = {kind: getattr(scene.start, kind).items() for kind in POSE_KEYS}
        copies.start = Pose(
            **{
                kind: {copied_name(number, name): value for number in range(count) for name, value in named}
                for kind, named in values.items()
            }
        )
    return copies


def _renamed(number: int, members: Sequence[Any], memo: dict[int, Any]) -> list[Any]:
    """Return copies of members with the names that they have in a copy of their scene; `memo` as for `deepcopy`."""
    found = [deepcopy(member, memo) for member in members]
    for member in found:
        object.__setattr__(member, "name", copied_name(number, str(member.name)))
    return found


#: What sensors say whom they are of, by one name or, in `joints`, by several.
_OF_ONE = ("joint", "actuator", "site", "objname", "refname", "body", "tendon")


def sensors_of_copies(scene: Scene, copies: Scene) -> Scene:
    """Return a scene of copies with the sites and sensors of the scene that they are copies of."""
    found = copy(copies)
    found.sites, found.sensors = {}, {}
    for number in range(copies.copies):
        for name, site in scene.sites.items():
            body = site.body if isinstance(site.body, World) else copies.body(copied_name(number, site.body.name))
            found.sites[copied_name(number, name)] = replace(site, body=body)
        for name, sensor in scene.sensors.items():
            of = {key: copied_name(number, value) if key in _OF_ONE else value for key, value in sensor.of.items()}
            if "joints" in of:
                of["joints"] = " ".join(copied_name(number, joint) for joint in of["joints"].split())
            found.sensors[copied_name(number, name)] = replace(sensor, of=of)
    return found
