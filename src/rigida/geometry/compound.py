"""Several shapes in fixed poses that make one body (the aggregate bodies of Renhe 2006, 2.1.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Numbers, Quat, Rule, Vec3, label, shown, unit_quaternion, vector
from rigida.geometry.mass_properties import MassProperties, combined
from rigida.geometry.material import Material
from rigida.geometry.polyhedron import furthest_vertex
from rigida.geometry.shape import SHAPES, Shape, Surface
from rigida.math.dense import product
from rigida.math.quaternion import multiply_array, rotate_array
from rigida.math.rotation import matrix_from_quaternion_array

Part = tuple[Shape, Vec3, Quat]


@SHAPES.register
@dataclass(frozen=True, eq=False)
class Compound(Shape):
    """Shapes in one body, each at its own position and orientation (w, x, y, z), of one density or of one each.

    A part is (shape, position, orientation); orientation, or both, may be left out. After construction `parts` is a
    tuple of full triples. Parts may be compounds. Where parts overlap, their common volume counts twice in the mass.
    """

    convex: ClassVar[bool] = False

    parts: Annotated[
        Sequence[Part | tuple[Shape, Vec3] | tuple[Shape] | Shape], Rule(text="Shapes and where they sit.")
    ]

    densities: Annotated[Numbers, Rule("kg/m³", text="Of each part; default that of the body for all.")] | None = None
    materials: Annotated[
        tuple[Material, ...],
        Rule(text="Surfaces of parts that are convex, for rg.Realtime; default that of the body for all."),
    ] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        who = label(self)
        if isinstance(self.parts, Shape | str) or not isinstance(self.parts, Sequence):
            raise ModelError(f"{who}: parts must be a list of (shape, position, orientation), got {shown(self.parts)}.")
        if not self.parts:
            raise ModelError(
                f"{who}: parts must hold at least one shape, got none. Add (shape, position, orientation)."
            )
        object.__setattr__(self, "parts", tuple(_full_part(who, i, part) for i, part in enumerate(self.parts)))
        given = self.densities
        if given is not None and (len(given) != len(self.parts) or given.min() < 0.0 or not given.any()):
            raise ModelError(
                f"{who}: densities must be {len(self.parts)} numbers, one per part, none below 0 and not all 0, "
                f"[kg/m³], got {shown(given.tolist())}."
            )

        if self.materials and len(self.materials) != len(self.parts):
            raise ModelError(
                f"{who}: materials must be {len(self.parts)}, one per part, got {len(self.materials)}. Leave them out "
                "if all parts have the material of the body."
            )

    @cached_property
    def surfaces(self) -> tuple[Material | None, ...]:
        """The material of each of the `flattened` parts, None where it is that of the body; inner compounds decide."""
        found: list[Material | None] = []
        for i, (shape, _, _) in enumerate(self._placed):
            own = self.materials[i] if self.materials else None
            if isinstance(shape, Compound):
                found += [own if inner is None else inner for inner in shape.surfaces]
            else:
                found.append(own)
        return tuple(found)

    @cached_property
    def flattened(self) -> tuple[Part, ...]:
        """The parts with those of inner compounds brought up to this frame: no compound among them."""
        found: list[Part] = []
        for shape, position, orientation in self._placed:
            if not isinstance(shape, Compound):
                found.append((shape, position, orientation))
                continue
            for inner, inner_position, inner_orientation in shape.flattened:
                outer = np.array(orientation)
                x, y, z = (np.array(position) + rotate_array(outer, np.array(inner_position))).tolist()
                turned = multiply_array(outer, np.array(inner_orientation))
                found.append((inner, (x, y, z), unit_quaternion(label(self), "orientation", turned)))
        return tuple(found)

    @property
    def _placed(self) -> tuple[Part, ...]:
        return self.parts  # type: ignore[return-value]  # made full by __post_init__

    @cached_property
    def _frames(self) -> list[tuple[Shape, FloatArray, FloatArray]]:
        """Shape, position (3,) and rotation matrix (3, 3) of each flattened part."""
        return [
            (shape, np.array(position), matrix_from_quaternion_array(np.array(orientation)))
            for shape, position, orientation in self.flattened
        ]

    @property
    def has_densities(self) -> bool:
        """Whether parts have densities of their own."""
        inner = (shape.has_densities for shape, _, _ in self._placed if isinstance(shape, Compound))
        return self.densities is not None or any(inner)

    def mass_properties(self, density: float) -> MassProperties:
        """Return mass, center and inertia; `density` [kg/m³] is that of parts without one of their own."""
        if not self.has_densities:
            return super().mass_properties(density)
        each = [density] * len(self.parts) if self.densities is None else self.densities.tolist()
        return combined(
            shape.mass_properties(own).placed(np.array(position), np.array(orientation))
            for (shape, position, orientation), own in zip(self._placed, each, strict=True)
            if own > 0.0
        )

    def unit_mass_properties(self) -> MassProperties:
        return combined(
            shape.mass_properties(1.0).placed(np.array(position), np.array(orientation))
            for shape, position, orientation in self.flattened
        )

    def bounds(self) -> FloatArray:
        axes = np.eye(3)
        high = [self.support(axes[i])[i] for i in range(3)]
        low = [self.support(-axes[i])[i] for i in range(3)]
        return np.array([low, high])

    def support(self, direction: FloatArray) -> FloatArray:
        direction = np.asarray(direction, dtype=np.float64)
        points = np.array([p + product(r, shape.support(product(direction, r))) for shape, p, r in self._frames])
        return furthest_vertex(points, direction)

    def surface(self, segments: int = 24) -> Surface:
        """Return the surfaces of all parts, one closed shell for each, with `segments` pieces around round ones."""
        vertices, triangles, count = [], [], 0
        for shape, position, rotation in self._frames:
            own_vertices, own_triangles = shape.surface(segments)
            vertices.append(position + product(own_vertices, rotation.T))
            triangles.append(own_triangles + np.int32(count))
            count += len(own_vertices)
        return np.concatenate(vertices), np.concatenate(triangles)


def _full_part(who: str, index: int, part: Any) -> Part:
    """Return a part as (shape, position, unit orientation), or raise."""
    field = f"parts[{index}]"
    items = (part,) if isinstance(part, Shape) else tuple(part) if isinstance(part, Sequence) else ()
    if not 1 <= len(items) <= 3 or not isinstance(items[0], Shape):
        raise ModelError(f"{who}: {field} must be (shape, position, orientation), got {shown(part)}.")
    shape = items[0]
    if reason := shape.massless:
        raise ModelError(
            f"{who}: {field} is a {type(shape).__name__}, which {reason}. Use it on a fixed body of its own."
        )
    x, y, z = vector(who, f"{field} position", items[1] if len(items) > 1 else (0.0, 0.0, 0.0))
    orientation = unit_quaternion(who, f"{field} orientation", items[2] if len(items) > 2 else (1.0, 0.0, 0.0, 0.0))
    return shape, (x, y, z), orientation
