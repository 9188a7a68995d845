"""Robot description shared by the formats: links in a tree, each joined or welded to its parent; and its scene.

Links without a joint become part of the body that carries them, with mass, inertia and shapes, as one rigid thing that
costs nothing to hold together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import vec3
from rigida.geometry import Compound, Mesh, Shape
from rigida.geometry.mass_properties import MassProperties, combined
from rigida.geometry.material import Material
from rigida.importers.findings import Findings
from rigida.importers.xml_tree import Element
from rigida.math.dense import product, symmetric_eigen
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array, rotate_array
from rigida.scene.body import WORLD, Body, BodyOrWorld, World
from rigida.scene.coupling import Coupling
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene
from rigida.scene.site import Site
from rigida.scene.visual import Visual

#: Collision group of a robot whose links do not touch each other.
_ROBOT = 1
#: What a link that moves has at least [kg, kg m², m].
LEAST_MASS, LEAST_INERTIA, LEAST_RADIUS = 1e-3, 1e-6, 1e-4
#: What the smallest moment is at least of the largest: that of a rod a hundred times as long as thick.
LEAST_SHARE = 1e-4


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


@dataclass(eq=False)
class Solid:
    """A shape of a link with its pose in the link's frame and its appearance.

    shape: None where nothing touches it; collides: whether others can touch it; surface: keys of its material; visual:
    how it is drawn, in the link's frame, None if it is not; bits: which kinds of others touch it (`contact_groups`);
    grown: whether the shape is larger than what is drawn, by a margin in which it touches already.
    """

    shape: Shape | None
    pose: Pose
    collides: bool = True
    surface: dict[str, float] = field(default_factory=dict)
    color: str | None = None
    visual: Visual | None = None
    bits: tuple[int, int] = (1, 1)
    grown: bool = False


@dataclass(eq=False)
class RobotJoint:
    """Joint of a link to its parent: a joint's class (None: the link is free), its anchor and keys, in the world."""

    name: str | None
    cls: type[Joint] | None
    line: int = 0
    anchor: FloatArray = field(default_factory=lambda: np.zeros(3))
    keys: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class Link:
    """A link with its initial world pose; without `joint` it is rigidly attached to its parent."""

    name: str
    line: int
    pose: Pose
    parent: "Link | None" = None
    joint: RobotJoint | None = None
    masses: list[MassProperties] = field(default_factory=list)
    solids: list[Solid] = field(default_factory=list)
    fixed: bool = False
    #: Mass of a link that only stands between two joints; None for others.
    tiny: MassProperties | None = None

    @property
    def carrier(self) -> "Link":
        """The link to whose body this one belongs."""
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


def contact_groups(kinds: Sequence[tuple[int, int]], findings: Findings) -> dict[tuple[int, int], dict[str, int]]:
    """Return group and mask of each kind (types, affinities): two touch if a type of one is affine to the other."""
    known = sorted(set(kinds))
    if len(known) > 32:
        findings.leave_out("there are more than 32 kinds of contact types and affinities: the last ones touch all")
    group = {kind: min(i, 31) for i, kind in enumerate(known)}
    found = {}
    for kind in known:
        touched = {group[other] for other in known if kind[0] & other[1] or other[0] & kind[1]}
        found[kind] = {"collision_group": group[kind], "collision_mask": sum(1 << g for g in touched)}
    return found


def build_robot(
    scene: Scene,
    links: list[Link],
    findings: Findings,
    touches_itself: bool = True,
    group: int = _ROBOT,
    combine: str = "mean",
) -> dict[str, BodyOrWorld]:
    """Add bodies and joints of links to a scene; return the body of every link by its name.

    The links of a robot that does not touch itself share the collision group `group`; of others the bits of their
    solids decide. Bodies that a link without mass or shape joins are kept apart.
    """
    carriers = {
        carrier: [link for link in links if link.carrier is carrier] for carrier in links if carrier.carrier is carrier
    }
    bits = {carrier: _contact_bits(members) for carrier, members in carriers.items()}
    groups = contact_groups(list(bits.values()), findings) if touches_itself else {}
    own = {"collision_group": group, "collision_mask": 2**32 - 1 - 2**group}
    made: dict[Link, BodyOrWorld] = {}
    for carrier, members in carriers.items():
        with findings.noting(carrier.line):
            made[carrier] = _body(scene, carrier, members, groups.get(bits[carrier], own), combine, findings)
    for link in links:
        if link.joint is not None and link.parent is not None:
            add_joint(scene, link.joint, made.get(link), made.get(link.parent.carrier), findings)
            outer = link.parent.carrier
            if outer.tiny is not None and outer.parent is not None:
                a, b = made.get(link), made.get(outer.parent.carrier)
                if isinstance(a, Body) and isinstance(b, Body):
                    scene.keep_apart(a, b)
    for link in links:
        _name_link(scene, link, made.get(link.carrier))
    return {link.name: made[link.carrier] for link in links if link.carrier in made}


def _name_link(scene: Scene, link: Link, body: BodyOrWorld | None) -> None:
    """Add a site with the name of a link that is part of another one's body."""
    if isinstance(body, Body) and body.name != link.name and link.name != World.name:
        place = link.carrier.pose.inverse() @ link.pose
        scene.sites[link.name] = Site(body, vec3(place.position), tuple(place.orientation.tolist()))


def _contact_bits(members: list[Link]) -> tuple[int, int]:
    touching = [solid.bits for member in members for solid in member.solids if solid.collides]
    kind, affinity = 0, 0
    for one, other in touching:
        kind, affinity = kind | one, affinity | other
    return kind, affinity


def add_joint(
    scene: Scene, joint: RobotJoint, a: BodyOrWorld | None, b: BodyOrWorld | None, findings: Findings
) -> None:
    """Add a joint between the bodies of two links, unless it leaves the link free or lacks a body."""
    if joint.cls is None or a is None or b is None:
        return
    with findings.noting(joint.line):
        if not isinstance(a, Body):
            raise ModelError(f"Joint '{joint.name}': the child must be a link, not the world. Swap the two ends.")
        scene.add_joint(joint.cls(a, b, name=joint.name, anchor=vec3(joint.anchor), **joint.keys))  # type: ignore[call-arg]


def add_mimic(
    scene: Scene, name: str, leader: str, law: tuple[float, float], element: Element, findings: Findings
) -> None:
    """Couple a joint to another by offset and multiplier; left out if one of them is fixed."""
    known = [joint for each in scene.joints for joint in each.coordinate_names()]
    if name in known and leader in known:
        scene.add_coupling(Coupling((name,), (leader,), law, name=f"{name}_mimic"))
    else:
        findings.leave_out("a <mimic> of or by a joint that does not move is not honoured", element)


def _body(
    scene: Scene, carrier: Link, members: list[Link], groups: dict[str, int], combine: str, findings: Findings
) -> BodyOrWorld:
    # The world itself is no body; a link that is welded to it is a fixed body.
    names = [member.name for member in members if member.name != World.name]
    if not names:
        return WORLD
    to_carrier = carrier.pose.inverse()
    places = [to_carrier @ member.pose for member in members]
    solids = [(solid, place) for member, place in zip(members, places, strict=True) for solid in member.solids]
    keys: dict[str, Any] = {"fixed": True} if carrier.fixed else _mass_keys(carrier, members, places, findings)
    touching = [(solid, place) for solid, place in solids if solid.collides and solid.shape is not None]
    # Where only some of the solids touch, or they have margins, what is drawn is not what is touched.
    if len(touching) < len(solids) or any(solid.grown for solid, _ in touching):
        keys["visuals"] = [_moved(solid.visual, place) for solid, place in solids if solid.visual is not None]
    keys |= groups if touching else {"collision_mask": 0}
    color = next((solid.color for solid, _ in solids if solid.color is not None), None)
    materials = _materials([solid for solid, _ in touching], combine, findings)
    return scene.add_body(
        _shape([(solid.shape, place @ solid.pose) for solid, place in touching if solid.shape is not None], materials),
        name=carrier.name if carrier.name in names else names[0],
        position=carrier.pose.position,
        orientation=carrier.pose.orientation,
        color=color,
        material=max(materials, key=lambda material: material.friction, default=None),
        **keys,
    )


def _mass_keys(carrier: Link, members: list[Link], places: list[Pose], findings: Findings) -> dict[str, Any]:
    """Return mass, inertia and center of a moving body; impossible values are corrected and reported."""
    masses = [
        mass.placed(place.position, place.orientation)
        for member, place in zip(members, places, strict=True)
        for mass in member.masses
        if mass.mass > 0.0
    ]
    if carrier.tiny is not None:
        total = carrier.tiny
    elif masses:
        total = combined(masses)
    else:
        findings.leave_out(
            f"a link without mass moves: it is given {LEAST_MASS:g} kg and {LEAST_INERTIA:g} kg m²", carrier.line
        )
        total = MassProperties(LEAST_MASS, np.zeros(3), LEAST_INERTIA * np.eye(3))
    inertia = _possible(total, carrier, findings)
    return {"mass": total.mass, "inertia": inertia, "center_of_mass": total.center}


def _possible(total: MassProperties, carrier: Link, findings: Findings) -> FloatArray:
    """Return an inertia that a body can have: the moments that are too small are raised."""
    moments, axes = symmetric_eigen(0.5 * (total.inertia + total.inertia.T))
    least = max(LEAST_RADIUS**2 * total.mass, LEAST_SHARE * float(moments[2])) if carrier.tiny is None else 0.0
    if moments[0] >= least and 2.0 * moments[2] <= moments.sum() * (1.0 + 1e-9):
        return total.inertia
    if moments[0] < least:
        findings.leave_out(
            f"a link turns about an axis without inertia: that is raised to a radius of {LEAST_RADIUS:g} m, or to "
            f"{LEAST_SHARE:g} of the largest",
            carrier.line,
        )
        moments = np.maximum(moments, least)
    if 2.0 * moments[2] > moments.sum():
        findings.leave_out("a link has moments that no body has: the smaller two are raised", carrier.line)
        moments[:2] += 0.5 * (moments[2] - moments[0] - moments[1])
    return product(axes * moments, axes.T)


def _materials(touching: list[Solid], combine: str, findings: Findings) -> list[Material]:
    """Return the surfaces of the solids of a body; none where the file says nothing of any."""
    if not any(solid.surface for solid in touching):
        return []
    found = []
    for solid in touching:
        given: dict[str, Any] = {**solid.surface, "priority": int(solid.surface.get("priority", 0.0))}
        found.append(Material(**given, combine=combine))  # type: ignore[arg-type]
    concave = (isinstance(solid.shape, Mesh) and isinstance(solid.shape.solid, Mesh) for solid in touching)
    if len(set(found)) > 1 and any(concave):
        findings.leave_out("the shapes of a body differ in friction: a concave mesh has the largest of them")
    return found


def _moved(visual: Visual, place: Pose) -> Visual:
    """Return a visual of a link in the frame of the body that carries it."""
    pose = place @ Pose(np.array(visual.position), np.array(visual.orientation))
    return replace(visual, position=vec3(pose.position), orientation=tuple(pose.orientation.tolist()))


def _shape(solids: list[tuple[Shape, Pose]], materials: list[Material]) -> Shape | None:
    """Return one shape for all solids of a body, with their materials where these differ.

    One that sits in the body frame needs no compound.
    """
    if not solids:
        return None
    shape, pose = solids[0]
    if len(solids) == 1 and not pose.position.any() and pose.orientation[0] == 1.0:
        return shape
    own = tuple(materials) if len(set(materials)) > 1 else ()
    return Compound([(shape, vec3(pose.position), tuple(pose.orientation)) for shape, pose in solids], materials=own)


def hex_color(rgba: Sequence[float]) -> str:
    """Return a color of components 0–1 as #rrggbb."""
    return "#" + "".join(f"{round(255 * min(max(part, 0.0), 1.0)):02x}" for part in rgba[:3])
