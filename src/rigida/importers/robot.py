"""What robot formats describe: links in a tree, each held to its parent by a joint or rigidly; and the scene it makes.

Links without a joint become part of the body that carries them, with mass, inertia and shapes, as one rigid thing that
costs nothing to hold together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import vec3
from rigida.geometry import Compound, Shape
from rigida.geometry.mass_properties import MassProperties, combined
from rigida.importers.findings import Findings
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array, rotate_array
from rigida.scene.body import WORLD, Body, BodyOrWorld, World
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene

#: Collision group of a robot whose links do not touch each other.
_ROBOT = 1


@dataclass(frozen=True, eq=False)
class Pose:
    """A frame in another one: position (3,) [m] and orientation (4,) wxyz."""

    position: FloatArray = field(default_factory=lambda: np.zeros(3))
    orientation: FloatArray = field(default_factory=lambda: np.array([1.0, 0.0, 0.0, 0.0]))

    def __matmul__(self, inner: "Pose") -> "Pose":
        """Return a pose in this frame as one in the outer frame."""
        turned = normalize_array(multiply_array(self.orientation, inner.orientation))
        return Pose(self.point(inner.position), turned)

    def inverse(self) -> "Pose":
        """Return the outer frame in this one."""
        back = conjugate_array(self.orientation)
        return Pose(-rotate_array(back, self.position), back)

    def point(self, point: Any) -> FloatArray:
        """Return a point of this frame in the outer one."""
        return self.position + self.direction(point)

    def direction(self, direction: Any) -> FloatArray:
        """Return a direction of this frame in the outer one."""
        return rotate_array(self.orientation, np.asarray(direction, dtype=np.float64))


@dataclass(frozen=True, eq=False)
class Twist:
    """A rigid motion: angular velocity (3,) [rad/s] and velocity of the point at the world's origin (3,) [m/s].

    Motions of joints one behind the other add up.
    """

    angular: FloatArray = field(default_factory=lambda: np.zeros(3))
    velocity: FloatArray = field(default_factory=lambda: np.zeros(3))

    @staticmethod
    def turning(angular: FloatArray, point: FloatArray) -> "Twist":
        """Return a rotation about a point of the world."""
        return Twist(angular, np.cross(point, angular))

    def __add__(self, other: "Twist") -> "Twist":
        return Twist(self.angular + other.angular, self.velocity + other.velocity)

    def at(self, point: FloatArray) -> FloatArray:
        """Return the velocity of a point of the world that takes part in the motion."""
        return self.velocity + np.cross(self.angular, point)


@dataclass(eq=False)
class Solid:
    """A shape of a link at a pose in the link's frame; `collides` tells whether others can touch it."""

    shape: Shape
    pose: Pose
    collides: bool = True
    friction: float | None = None
    color: str | None = None


@dataclass(eq=False)
class RobotJoint:
    """What holds a link to its parent: a joint's class (None: the link is free), its anchor and keys, in the world."""

    name: str | None
    cls: type[Joint] | None
    line: int = 0
    anchor: FloatArray = field(default_factory=lambda: np.zeros(3))
    keys: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class Link:
    """One link at its pose in the world at the start; `joint` None means that the parent carries it rigidly."""

    name: str
    line: int
    pose: Pose
    parent: "Link | None" = None
    joint: RobotJoint | None = None
    masses: list[MassProperties] = field(default_factory=list)
    solids: list[Solid] = field(default_factory=list)
    fixed: bool = False
    twist: Twist = field(default_factory=Twist)

    @property
    def carrier(self) -> "Link":
        """The link whose body this one belongs to."""
        link = self
        while link.joint is None and link.parent is not None:
            link = link.parent
        return link

    def ancestors(self) -> list["Link"]:
        """Return the link, the one that holds it, and so on to the root."""
        found = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found


def build_robot(
    scene: Scene, links: list[Link], findings: Findings, touches_itself: bool = True, group: int = _ROBOT
) -> dict[str, BodyOrWorld]:
    """Add bodies and joints of links to a scene; return the body of every link by its name.

    The links of a robot that does not touch itself share the collision group `group`.
    """
    groups = {} if touches_itself else {"collision_group": group, "collision_mask": 2**32 - 1 - 2**group}
    made: dict[Link, BodyOrWorld] = {}
    for carrier in [link for link in links if link.carrier is link]:
        members = [link for link in links if link.carrier is carrier]
        with findings.noting(carrier.line):
            made[carrier] = _body(scene, carrier, members, groups)
    for link in links:
        if link.joint is not None and link.parent is not None:
            add_joint(scene, link.joint, made.get(link), made.get(link.parent.carrier), findings)
    return {link.name: made[link.carrier] for link in links if link.carrier in made}


def add_joint(
    scene: Scene, joint: RobotJoint, a: BodyOrWorld | None, b: BodyOrWorld | None, findings: Findings
) -> None:
    """Add a joint between what carries two links; one that leaves its link free, or has lost a body, adds nothing."""
    if joint.cls is None or a is None or b is None:
        return
    with findings.noting(joint.line):
        if not isinstance(a, Body):
            raise ModelError(f"Joint '{joint.name}': the child must be a link, not the world. Swap the two ends.")
        scene.add_joint(joint.cls(a, b, name=joint.name, anchor=vec3(joint.anchor), **joint.keys))  # type: ignore[call-arg]


def _body(scene: Scene, carrier: Link, members: list[Link], groups: dict[str, int]) -> BodyOrWorld:
    # The world itself is no body; what is held to it rigidly is a fixed one.
    names = [member.name for member in members if member.name != World.name]
    if not names:
        return WORLD
    to_carrier = carrier.pose.inverse()
    places = [to_carrier @ member.pose for member in members]
    masses = [
        mass.placed(place.position, place.orientation)
        for member, place in zip(members, places, strict=True)
        for mass in member.masses
        if mass.mass > 0.0
    ]
    solids = [
        Solid(solid.shape, place @ solid.pose, solid.collides, solid.friction, solid.color)
        for member, place in zip(members, places, strict=True)
        for solid in member.solids
    ]
    keys: dict[str, Any] = dict(groups)
    if carrier.fixed:
        keys["fixed"] = True
    elif masses:
        total = combined(masses)
        keys |= {"mass": total.mass, "inertia": total.inertia, "center_of_mass": total.center}
        keys |= {"velocity": carrier.twist.at(carrier.pose.point(total.center))}
        keys |= {"angular_velocity": carrier.twist.angular}
    else:
        raise ModelError(f"Link '{carrier.name}' moves but has no mass. Give it an inertia, or hold it rigidly.")
    touching = [solid for solid in solids if solid.collides]
    shown = touching or solids
    if shown and not touching:
        keys["collision_mask"] = 0
    for name in ("friction", "color"):
        value = next((getattr(solid, name) for solid in shown if getattr(solid, name) is not None), None)
        if value is not None:
            keys[name] = value
    return scene.add_body(
        _shape(shown),
        name=carrier.name if carrier.name in names else names[0],
        position=carrier.pose.position,
        orientation=carrier.pose.orientation,
        **keys,
    )


def _shape(solids: list[Solid]) -> Shape | None:
    """Return one shape for all solids of a body; one that sits in the body frame needs no compound."""
    if not solids:
        return None
    only = solids[0]
    if len(solids) == 1 and not only.pose.position.any() and only.pose.orientation[0] == 1.0:
        return only.shape
    return Compound([(solid.shape, vec3(solid.pose.position), tuple(solid.pose.orientation)) for solid in solids])


def hex_color(rgba: Sequence[float]) -> str:
    """Return a colour of components 0–1 as #rrggbb."""
    return "#" + "".join(f"{round(255 * min(max(part, 0.0), 1.0)):02x}" for part in rgba[:3])
