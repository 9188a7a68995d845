"""The scene: the description from which a simulation starts, in the order of definition.

A scene only holds and checks descriptions. `rigida.dynamics.compile_scene` turns it into a Model and a State.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from rigida.arrays import FloatArray
from rigida.attributes import KnownAttributes
from rigida.errors import SceneError, UsageError
from rigida.fields import Rule, Vec3, check_fields, label, listed, shown, text, vector
from rigida.geometry import HalfSpace
from rigida.geometry.material import Material
from rigida.geometry.shape import Shape
from rigida.registry import nearest
from rigida.scene.actuator import Actuator
from rigida.scene.body import AT_REST, EVERY_GROUP, ORIGIN, PLAIN_SURFACE, UNTURNED, Body, Finish, World
from rigida.scene.camera_plan import CameraPlan
from rigida.scene.coupling import Coupling
from rigida.scene.distant_anchor import warn_of_distant_anchor
from rigida.scene.engine import EngineSettings
from rigida.scene.force import Force
from rigida.scene.joint import Joint
from rigida.scene.path import Motion
from rigida.scene.pose import Pose
from rigida.scene.site import Sensor, Site
from rigida.scene.visual import Visual
from rigida.shown import FieldTable, counted, html_table

if TYPE_CHECKING:
    from rigida.flight.air.wind import Wind
    from rigida.flight.aircraft import Aircraft
    from rigida.flight.airplane import Airplane
    from rigida.flight.autopilot import Hold
    from rigida.flight.program import Leg
    from rigida.flight.trim import Trim
    from rigida.scene.body_camera import BodyCamera

#: Bodies, joints and forces of a scene that a notebook lists.
SHOWN_MEMBERS = 20
#: Values of a surface that `add_body` takes one by one.
_SURFACE_KEYS = (
    *("friction", "restitution", "rolling_friction", "spinning_friction"),
    *("combine", "combine_restitution", "priority", "static_friction"),
)

VectorLike = Sequence[float] | FloatArray
Element = TypeVar("Element", Force, Joint)


@dataclass(frozen=True)
class RunPlan(FieldTable):
    """Default duration and frame rate of `rigida run` for a scene, and the time that its simulations start at."""

    duration: Annotated[float, Rule("s", above=0.0, text="Simulated time.")] = 5.0
    fps: Annotated[float, Rule("1/s", above=0.0, text="Frames kept per simulated second.")] = 60.0
    start_time: Annotated[float, Rule("s", text="Simulated time at the start.")] = 0.0

    def __post_init__(self) -> None:
        check_fields(self)


class Scene(KnownAttributes):
    """A world of bodies, joints and forces under gravity.

    Args:
        gravity: Acceleration (3,), world [m/s²].
        title: Shown in pictures and tables.
        description: Free text.
    """

    own = (
        *("title", "description", "joints", "forces", "plan", "camera", "engine", "actuators", "couplings"),
        *("poses", "start", "apart", "sites", "sensors", "cameras", "copies"),
    )

    def __init__(self, gravity: VectorLike = (0.0, 0.0, -9.81), title: str = "", description: str = "") -> None:
        self.gravity = gravity
        self.title = text("Scene", "title", title)
        self.description = text("Scene", "description", description)
        self._bodies, self._some_gone = list[Body](), False
        self.joints: list[Joint] = []
        self.forces: list[Force] = []
        self.plan = RunPlan()
        self.camera: CameraPlan | None = None
        self.engine: EngineSettings | None = None
        self.actuators: list[Actuator] = []
        self.couplings: list[Coupling] = []
        #: Poses by name, and the one in which a simulation begins.
        self.poses: dict[str, Pose] = {}
        self.start: Pose | None = None
        #: Pairs of bodies that never touch each other.
        self.apart: list[tuple[Body, Body]] = []
        #: How many equal worlds its bodies, joints and actuators are, one after another, which do not meet.
        self.copies = 1
        #: Places on bodies, and sensors, by name.
        self.sites: dict[str, Site] = {}
        self.sensors: dict[str, Sensor] = {}
        #: Cameras on bodies, by name.
        self.cameras: dict[str, BodyCamera] = {}
        self._names: dict[str, dict[str, Any]] = {"body": {}, "joint": {}, "force": {}, "actuator": {}, "coupling": {}}
        self._named = dict.fromkeys(self._names, 0)

    @property
    def gravity(self) -> Vec3:
        """Gravity (3,) [m/s²]; of a running simulation set `sim.gravity`."""
        return self._gravity

    @gravity.setter
    def gravity(self, value: VectorLike) -> None:
        x, y, z = vector("Scene", "gravity", value, Rule("m/s²"))
        self._gravity: Vec3 = x, y, z

    @property
    def bodies(self) -> list[Body]:
        """All bodies, in the order in which they were added."""
        if self._some_gone:  # listed again at once: one by one, each would be searched among all
            self._bodies[:] = self._names["body"].values()
            self._some_gone = False
        return self._bodies

    @bodies.setter
    def bodies(self, bodies: Iterable[Body]) -> None:
        self._bodies, self._some_gone = list(bodies), False
        self._names["body"] = {body.name: body for body in self._bodies}

    def __repr__(self) -> str:
        parts = [counted(len(self.bodies), "body", "bodies")]
        parts += [counted(len(self.joints), "joint")] if self.joints else []
        parts += [counted(len(self.forces), "force")] if self.forces else []
        return f"<Scene{f' {self.title!r}' if self.title else ''}: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        """Show the scene in a notebook: its first bodies, joints and forces."""
        members: list[Body | Joint | Force] = [*self.bodies, *self.joints, *self.forces]
        rows = [_row(member) for member in members[:SHOWN_MEMBERS]]
        more = f", the first {SHOWN_MEMBERS} of them" if len(members) > SHOWN_MEMBERS else ""
        return html_table(["", "name", "what", "where"], rows, repr(self).strip("<>") + more)

    def add_body(
        self,
        shape: Shape | None = None,
        *,
        name: str | None = None,
        mass: float | None = None,
        density: float | None = None,
        inertia: Any = None,
        center_of_mass: VectorLike | None = None,
        position: VectorLike = ORIGIN,
        orientation: VectorLike = UNTURNED,
        velocity: VectorLike = AT_REST,
        angular_velocity: VectorLike = AT_REST,
        fixed: bool = False,
        path: Motion | None = None,
        material: Material | None = None,
        friction: float | None = None,
        static_friction: float | None = None,
        restitution: float | None = None,
        rolling_friction: float | None = None,
        spinning_friction: float | None = None,
        combine: str | None = None,
        combine_restitution: str | None = None,
        priority: int | None = None,
        collision_group: int = 0,
        collision_mask: int = EVERY_GROUP,
        color: str | None = None,
        finish: Finish = "matte",
        visuals: Sequence[Visual] = (),
    ) -> Body:
        """Add a body and return it.

        Args:
            shape: Its geometry, or None for a bare mass.
            name: Unique name; made from the shape's kind when left out.
            mass: [kg]; or give `density` [kg/m³] (default 1000).
            inertia: About the center of mass, body axes [kg m²]: three moments or 3×3. Default: from the shape.
            center_of_mass: In the body frame [m]. Default: from the shape.
            position: Of the body frame's origin, world [m].
            orientation: Quaternion (w, x, y, z) from body to world.
            velocity: Of the center of mass, world [m/s].
            angular_velocity: World [rad/s].
            fixed: The body never moves.
            path: Prescribed motion; the body then moves others but is not moved.
            material: Surface; its single values may be given instead.
            combine: How friction combines with another's, "mean" or "larger".
            combine_restitution: How restitution does, "larger", "mean", "product" or "lower".
            priority: Of two surfaces the one with the higher priority says what the friction is.
            collision_group: Number 0–31 of the body's group.
            collision_mask: Bit g set: collides with group g.
            color: In pictures, as "#rrggbb" or a CSS name such as "red"; chosen from a palette when left out.
            finish: How the surface takes the light in pictures: matte, metal, rubber, wood, glass.
            visuals: What is drawn in place of the shape.
            friction: Coulomb coefficient; default 0.5.
            static_friction: Coefficient while nothing slides; default `friction`, which it must not be below.
            restitution: 0: no bounce, 1: elastic; default 0.
            rolling_friction: Arm of the rolling resistance [m].
            spinning_friction: Arm of the resistance to spinning [m].
        """
        name = self._name_for("body", name, shape.kind if isinstance(shape, Shape) else "body")
        if material is not None and not isinstance(material, Material):
            raise UsageError(f"Body '{name}': material must be an rg.Material, got {shown(material)}.")
        surface: Any = (
            *(friction, restitution, rolling_friction, spinning_friction),
            *(combine, combine_restitution, priority, static_friction),
        )
        body = Body(
            name,
            shape,
            mass=mass,
            density=density,
            inertia=inertia,
            fixed=fixed,
            path=path,
            material=_surface(material or PLAIN_SURFACE, surface),
            collision_group=collision_group,
            collision_mask=collision_mask,
            color=color,
            finish=finish,
            visuals=listed(f"Body '{name}'", "visuals", visuals),
            position=position,  # type: ignore[arg-type]
            orientation=orientation,  # type: ignore[arg-type]
            velocity=velocity,  # type: ignore[arg-type]
            angular_velocity=angular_velocity,  # type: ignore[arg-type]
            center_of_mass=center_of_mass,  # type: ignore[arg-type]
        )
        # After removals the list is rebuilt when it is read; until then it would keep all former members.
        self._enter("body", [] if self._some_gone else self._bodies, body)
        return body

    def add_ground(
        self,
        friction: float = 0.5,
        restitution: float = 0.0,
        *,
        normal: VectorLike = (0.0, 0.0, 1.0),
        position: VectorLike = (0.0, 0.0, 0.0),
        static_friction: float | None = None,
        rolling_friction: float = 0.0,
        spinning_friction: float = 0.0,
        combine: str = "mean",
        combine_restitution: str = "larger",
        priority: int = 0,
        name: str = "ground",
    ) -> Body:
        """Add a fixed half-space, by default everything below z = 0, and return it.

        Args:
            friction: Coulomb coefficient.
            restitution: 0: no bounce, 1: elastic.
            normal: Outward normal, world.
            position: A point of the surface, world [m].
            static_friction: Coefficient while nothing slides; default `friction`, which it must not be below.
            rolling_friction: Arm of the rolling resistance [m].
            spinning_friction: Arm of the resistance to spinning [m].
            combine: Rule for the friction of a pair.
            combine_restitution: Rule for the restitution of a pair.
            priority: The friction of the material of higher priority counts.
            name: Name of the body.
        """
        return self.add_body(
            HalfSpace(vector("Ground", "normal", normal)),  # type: ignore[arg-type]
            fixed=True,
            name=name,
            position=position,
            friction=friction,
            static_friction=static_friction,
            restitution=restitution,
            rolling_friction=rolling_friction,
            spinning_friction=spinning_friction,
            combine=combine,
            combine_restitution=combine_restitution,
            priority=priority,
        )

    def add_aircraft(
        self,
        airplane: "Airplane | str",
        *,
        position: VectorLike = (0.0, 0.0, 0.0),
        velocity: VectorLike | None = None,
        orientation: VectorLike = (1.0, 0.0, 0.0, 0.0),
        angular_velocity: VectorLike = (0.0, 0.0, 0.0),
        trim: "Trim | None" = None,
        name: str | None = None,
        fuel: float | None = None,
        color: str | None = None,
        wind: "Wind | None" = None,
        hold: "Hold | None" = None,
        program: "Sequence[Leg]" = (),
        **controls: float,
    ) -> "Aircraft":
        """Add an aircraft (a body with shape and mass from its parts, and a `Flight` force) and return its controls.

        Args:
            airplane: An `rg.Airplane`, or the name of one that comes with rigida.
            position: Of the body frame's origin, world [m]; x points forward, y left, z up.
            velocity: Of the center of mass, world [m/s]; default that of the trim, or at rest.
            orientation: Quaternion (w, x, y, z) from body to world; with a trim, the heading to fly it at.
            angular_velocity: World [rad/s].
            trim: A steady flight of `rg.trim` to start in: attitude, velocity and controls.
            name: Of its body and of its force.
            fuel: In the tank [kg]; default what the aircraft's file says.
            color: As "#rrggbb" or a CSS color name; default one of a palette.
            wind: What the air does.
            hold: What the autopilot holds.
            program: Legs to fly one after another.
            controls: throttle, flaps, brake (0 to 1), elevator, aileron, rudder [rad] at the start.
        """
        from rigida.flight.aircraft import add_aircraft

        return add_aircraft(
            self,
            airplane,
            position=position,
            velocity=velocity,
            orientation=orientation,
            angular_velocity=angular_velocity,
            trim=trim,
            name=name,
            fuel=fuel,
            color=color,
            wind=wind,
            hold=hold,
            program=program,
            **controls,
        )

    def aircraft(self, name: str) -> "Aircraft":
        """Return the controls of the aircraft called `name`."""
        from rigida.flight.aircraft import find_aircraft

        return find_aircraft(self, name)

    def add_joint(self, joint: Joint) -> Joint:
        """Add a joint and return it, named.

        Anchors are points in world coordinates at the start. An anchor much farther away than the bodies are large
        gives a `RigidaWarning`.

        Args:
            joint: The joint to add.
        """
        joint = self._add_element("joint", Joint, self.joints, joint)
        warn_of_distant_anchor(joint)
        return joint

    def add_force(self, force: Force) -> Force:
        """Add a force element and return it, named.

        Args:
            force: The force to add.
        """
        return self._add_element("force", Force, self.forces, force)

    def add_actuator(self, actuator: Actuator) -> Actuator:
        """Add an actuator and return it, named.

        Args:
            actuator: The actuator to add.
        """
        if not isinstance(actuator, Actuator):
            raise UsageError(f"add_actuator expects rg.Actuator(...), got {actuator!r}.")
        self._check_coordinates(label(actuator), actuator.joints, "to drive")
        thrusts = [str(force.name) for force in self.forces if force.kind == "thrust"]
        if actuator.thrust is not None and actuator.thrust not in thrusts:
            raise UsageError(
                f"{label(actuator)}: the scene has no thrust '{actuator.thrust}'.{nearest(actuator.thrust, thrusts)}"
            )
        name = self._name_for("actuator", actuator.name, "actuator")
        actuator = actuator if actuator.name == name else replace(actuator, name=name)
        self.actuators.append(actuator)
        self._names["actuator"][name] = actuator
        return actuator

    def add_coupling(self, coupling: Coupling) -> Coupling:
        """Add a coupling of joints and return it, named.

        Args:
            coupling: The coupling to add.
        """
        if not isinstance(coupling, Coupling):
            raise UsageError(f"add_coupling expects rg.Coupling(...), got {coupling!r}.")
        self._check_coordinates(label(coupling), (*coupling.joints, *coupling.leaders), "to couple")
        name = self._name_for("coupling", coupling.name, "coupling")
        coupling = coupling if coupling.name == name else coupling.renamed(name)
        self.couplings.append(coupling)
        self._names["coupling"][name] = coupling
        return coupling

    def _check_coordinates(self, who: str, names: Sequence[str], what_for: str) -> None:
        """Refuse names that no coordinate of a joint has."""
        known = [name for joint in self.joints for name in joint.coordinate_names()]
        for name in names:
            if name not in known:
                raise SceneError(f"{who}: the scene has no joint '{name}' {what_for}.{nearest(name, known)}")

    def keep_apart(self, a: Body, b: Body) -> None:
        """Disable collisions between two bodies.

        Args:
            a: A body or its name.
            b: Another body or its name.
        """
        self._check_members(self, (a, b))
        if a is b:
            raise SceneError(f"keep_apart: '{a.name}' cannot be kept from itself. Give two bodies.")
        self.apart.append((a, b))

    def take_pose(self, pose: "Pose | str | Mapping[str, Any]") -> None:
        """Set the start pose of simulations: one of `poses` by name, an `rg.Pose`, or values of joints by name.

        Args:
            pose: A pose or its name.
        """
        if isinstance(pose, str):
            if pose not in self.poses:
                raise UsageError(f"The scene has no pose '{pose}'.{nearest(pose, self.poses)}")
            pose = self.poses[pose]
        elif not isinstance(pose, Pose):
            pose = Pose(joints=pose)
        pose.check(self)
        self.start = pose

    def body(self, name: str) -> Body:
        """Return the body called `name`."""
        return self._element("body", name)

    def joint(self, name: str) -> Joint:
        """Return the joint called `name`."""
        return self._element("joint", name)

    def force(self, name: str) -> Force:
        """Return the force element called `name`."""
        return self._element("force", name)

    def _element(self, family: str, name: str) -> Any:
        found = self.member(family, name)
        if found is None:
            raise UsageError(f"The scene has no {family} {shown(name)}.{nearest(name, self._names[family])}")
        return found

    def member(self, family: str, name: Any) -> Any:
        """Return the "body", "joint" or "force" called `name`, None if there is none.

        Args:
            family: "body", "joint" or "force".
        """
        return self._names[family].get(name) if isinstance(name, str) else None

    def forget(self, member: Body | Joint | Force) -> None:
        """Remove a joint, a force, or a body on which none acts, from the scene.

        Args:
            member: A body, joint or force of the scene.
        """
        if isinstance(member, Body):
            del self._names["body"][member.name]
            self._some_gone = True
        elif isinstance(member, Joint):
            self.joints.remove(self._names["joint"].pop(str(member.name)))
        else:
            self.forces.remove(self._names["force"].pop(str(member.name)))

    def set_members(
        self, bodies: Iterable[Body], joints: Iterable[Joint], forces: Iterable[Force] | None = None
    ) -> None:
        """Set the bodies, joints and forces of the scene (default: unchanged), in new lists.

        Args:
            bodies: New bodies.
            joints: New joints.
            forces: New forces.
        """
        self._bodies, self._some_gone = list(bodies), False
        self.joints, self.forces = list(joints), list(self.forces if forces is None else forces)
        families: dict[str, list[Any]] = {"body": self._bodies, "joint": self.joints, "force": self.forces}
        self._names = {family: dict(named) for family, named in self._names.items()}
        self._names |= {family: {each.name: each for each in members} for family, members in families.items()}
        self._named = dict(self._named)

    def save(self, path: str | FilePath) -> None:
        """Write the scene to a TOML (or, by its ending, JSON) file that `rg.load` reads back.

        Args:
            path: TOML or JSON file.
        """
        from rigida.scene.files.save import save_scene

        save_scene(self, path)

    def _add_element(self, family: str, base: type, elements: list[Element], element: Element) -> Element:
        if not isinstance(element, base):
            example = {"joint": "Revolute", "force": "Spring"}.get(family, family.capitalize())
            raise UsageError(f"add_{family} expects a rigida {family} such as rg.{example}(...), got {shown(element)}.")
        self._check_members(element, element.bodies())
        name = self._name_for(family, element.name, element.kind)
        if element.name != name:
            element = replace(element, name=name)
        self._enter(family, elements, element)
        return element

    def _enter(self, family: str, elements: list[Any], element: Any) -> None:
        elements.append(element)
        self._names[family][element.name] = element
        self._named[family] += 1

    def _check_members(self, element: object, bodies: Iterable[Any]) -> None:
        for body in bodies:
            shown = getattr(body, "name", repr(body))
            if not isinstance(body, World) and self._names["body"].get(shown) is not body:
                raise SceneError(
                    f"{label(element)}: '{shown}' is not a body of this scene. Add it with add_body first."
                )

    def _name_for(self, family: str, name: str | None, kind: str) -> str:
        taken = self._names[family]
        if name is None:
            number = 1 + self._named[family]
            while f"{kind}{number}" in taken:
                number += 1
            return f"{kind}{number}"
        if not isinstance(name, str) or not name.strip():
            raise SceneError(f"A {family}'s name must be a non-empty text, got {shown(name)}.")
        if name in taken:
            raise SceneError(f"The scene already has a {family} called '{name}'. Give each {family} its own name.")
        if family == "body" and name == World.name:
            raise SceneError("A body cannot be called 'world': that name stands for rg.WORLD in joints and forces.")
        return name


def _surface(material: Material, given: Sequence[Any]) -> Material:
    """Return a material with the given values (friction, restitution, …) replaced."""
    if all(value is None for value in given):
        return material
    return replace(
        material, **{key: value for key, value in zip(_SURFACE_KEYS, given, strict=True) if value is not None}
    )


def _row(member: Body | Joint | Force) -> tuple[str, str, str, str]:
    """Return family, name, kind and place of a member for a table."""
    if isinstance(member, Body):
        kind = member.shape.kind if member.shape else "bare mass"
        state = " (fixed)" if member.fixed else " (on a path)" if member.path else ""
        return "body", member.name, kind + state, "({:g}, {:g}, {:g}) m".format(*member.position)
    family = "joint" if isinstance(member, Joint) else "force"
    return family, str(member.name), member.kind, ", ".join(body.name for body in member.bodies())
