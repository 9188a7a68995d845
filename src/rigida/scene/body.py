"""A body as the user describes it: shape, mass, pose, velocity, surface.

Positions are of the body frame's origin, velocities of the center of mass, both in the world frame. A body without a
shape is a bare mass: with `inertia` a rigid body, without it a particle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Quat, Rule, Vec3, check_fields, color_text, depth, rows, shown, vector
from rigida.geometry.compound import Compound
from rigida.geometry.mass_properties import MassProperties, checked_moments, principal_axes
from rigida.geometry.material import Material
from rigida.geometry.shape import Shape
from rigida.scene.path import Motion
from rigida.scene.visual import Visual
from rigida.shown import FieldTable

DEFAULT_DENSITY = 1000.0
#: Defaults of bodies: these very values need no check.
ORIGIN: Vec3 = (0.0, 0.0, 0.0)
AT_REST: Vec3 = (0.0, 0.0, 0.0)
UNTURNED: Quat = (1.0, 0.0, 0.0, 0.0)
EVERY_GROUP = 2**32 - 1
PLAIN_SURFACE = Material()
Finish = Literal["matte", "metal", "rubber", "wood", "glass"]


@dataclass(eq=False, slots=True, weakref_slot=True, repr=False)
class Body(FieldTable):
    """One body of a scene. Made by `Scene.add_body`; joints and forces refer to it."""

    name: Annotated[str, Rule(text="Unique name of the body.")]
    shape: Annotated[Shape, Rule(text="Geometry; without it the body is a bare mass.")] | None = None
    mass: Annotated[float, Rule("kg", above=0.0, text="Of the body; default by its density.")] | None = None
    density: Annotated[float, Rule("kg/m³", above=0.0, text="In place of a mass; default 1000.")] | None = None
    inertia: Annotated[
        Any,
        Rule(text="About the center of mass in body axes [kg m²]: three moments or 3×3; default that of the shape."),
    ] = None
    center_of_mass: Annotated[Vec3, Rule("m", text="In the body frame; default that of the shape.")] | None = None
    position: Annotated[Vec3, Rule("m", text="Of the body frame's origin.")] = ORIGIN
    orientation: Annotated[Quat, Rule(text="Quaternion (w, x, y, z) from body to world.")] = UNTURNED
    velocity: Annotated[Vec3, Rule("m/s", text="Of the center of mass.")] = AT_REST
    angular_velocity: Annotated[Vec3, Rule("rad/s", text="In world axes.")] = AT_REST
    fixed: Annotated[bool, Rule(text="The body never moves.")] = False
    path: Annotated[Motion, Rule(text="Prescribed motion: moves others, is not moved.")] | None = None
    material: Annotated[Material, Rule(text="Friction and restitution of the surface.")] = PLAIN_SURFACE
    collision_group: Annotated[int, Rule(at_least=0, at_most=31, text="The body's own group.")] = 0
    collision_mask: Annotated[
        int, Rule(at_least=0, at_most=EVERY_GROUP, text="Bit k: the body touches those of group k; both must agree.")
    ] = EVERY_GROUP
    color: (
        Annotated[str, Rule(text="Color in pictures, as #rrggbb or a name such as red; default from a palette.")] | None
    ) = None
    finish: Annotated[Finish, Rule(text="How its surface takes the light in pictures.")] = "matte"
    visuals: Annotated[tuple[Visual, ...], Rule(text="What is drawn in place of the shape.")] = ()

    def __repr__(self) -> str:
        shape = "no shape" if self.shape is None else repr(self.shape)
        return f"<Body {self.name!r}: {shape}{', fixed' if self.fixed else ''}>"

    def __post_init__(self) -> None:
        who = f"Body {shown(self.name)}"
        if self.shape is not None and not isinstance(self.shape, Shape):
            raise ModelError(f"{who}: shape must be a rigida shape such as rg.Box((1, 1, 1)) or None.")
        if self.path is not None and not isinstance(self.path, Motion):
            raise ModelError(f"{who}: path must be rg.Path(times, positions) or rg.PathFunction(function).")
        check_fields(self)
        if self.fixed and self.path is not None:
            raise ModelError(f"{who}: a fixed body cannot follow a path. Leave out one of the two.")
        if self.color is not None:
            self.color = color_text(who, self.color)
        if self.inertia is not None:
            self.inertia = inertia_matrix(who, self.inertia)
        if self.dynamic:
            self._check_mass(who)
        elif any(self.velocity) or any(self.angular_velocity):
            kind = "fixed body" if self.fixed else "body on a path"
            raise ModelError(f"{who}: a {kind} cannot be given a velocity. Leave velocity and angular_velocity out.")

    def _check_mass(self, who: str) -> None:
        if self.mass is not None and self.density is not None:
            raise ModelError(f"{who}: give either mass or density, not both.")
        if self.density is not None and isinstance(self.shape, Compound) and self.shape.densities is not None:
            raise ModelError(f"{who}: its compound has densities of its own. Leave density out, or give mass=... [kg].")
        if self.shape is None and self.mass is None:
            raise ModelError(f"{who}: a body without a shape needs mass=... [kg].")
        if self.shape is None and self.density is not None:
            raise ModelError(f"{who}: density needs a shape. Give mass=... [kg] instead.")
        if self.shape is not None and (reason := self.shape.massless):
            raise ModelError(f"{who}: its {type(self.shape).__name__} {reason} and cannot move. Set fixed=True.")
        if self.inertia is not None and self.mass is None:
            raise ModelError(f"{who}: inertia needs mass=... [kg] beside it.")

    @property
    def dynamic(self) -> bool:
        """Return whether forces move the body (it is neither fixed nor on a path)."""
        return not self.fixed and self.path is None

    def mass_properties(self) -> MassProperties:
        """Return mass, center and inertia about the center, in the body frame."""
        center = np.array(self.center_of_mass or (0.0, 0.0, 0.0))
        if self.shape is None or self.shape.massless:
            inertia = np.zeros((3, 3)) if self.inertia is None else self.inertia
            return MassProperties(self.mass or 0.0, center, inertia)
        of_shape = self.shape.mass_properties(self.density or DEFAULT_DENSITY)
        if self.mass is not None:
            of_shape = of_shape.scaled(self.mass / of_shape.mass)
        inertia = of_shape.inertia if self.inertia is None else self.inertia
        mass = of_shape.mass if self.mass is None else self.mass
        return MassProperties(mass, of_shape.center if self.center_of_mass is None else center, inertia)


class World:
    """The unmoving world, as the second partner of a joint or spring."""

    name = "world"

    def __repr__(self) -> str:
        return "rigida.WORLD"


WORLD = World()
BodyOrWorld = Body | World


def inertia_matrix(who: str, value: Any) -> FloatArray:
    """Return a diagonal (three numbers) or full (3×3) inertia as a checked symmetric matrix."""
    if isinstance(value, Sequence | np.ndarray) and depth(value) == 1:
        matrix = np.diag(vector(who, "inertia", value, Rule("kg m²")))
    else:
        matrix = np.array(rows(who, "inertia", value, 3))
        if matrix.shape != (3, 3):
            raise ModelError(f"{who}: inertia must be 3 principal moments or a 3×3 matrix, got {matrix.shape}.")
    scale = np.abs(matrix).max()
    if np.abs(matrix - matrix.T).max() > 1e-9 * scale:
        raise ModelError(f"{who}: inertia must be a symmetric matrix, got {matrix.tolist()}.")
    checked_moments(who, principal_axes(matrix)[0])
    return 0.5 * (matrix + matrix.T)
