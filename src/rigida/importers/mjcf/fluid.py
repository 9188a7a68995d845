"""The fluid that an MJCF model moves in: every body is the box that has its mass and inertia."""

from collections.abc import Mapping, Sequence

import numpy as np

from rigida.fields import vec3
from rigida.forces.fluid import Fluid
from rigida.geometry.mass_properties import combined, principal_axes
from rigida.importers.robot import Link, Pose
from rigida.importers.xml_tree import Element
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.scene import Scene

#: What a moment is at least of a body without extent along an axis [kg m²].
_LEAST = 1e-15


def add_fluid(
    scene: Scene, options: Sequence[Element], links: Sequence[Link], bodies: Mapping[str, BodyOrWorld]
) -> None:
    """Add the fluid forces of a model on each moving link with mass, including welded ones."""
    given = {key: value for option in options for key, value in option.attributes.items()}
    medium = Element("option", options[0].line if options else 0, given)
    density, viscosity = medium.number("density", 0.0), medium.number("viscosity", 0.0)
    if density <= 0.0 and viscosity <= 0.0:
        return
    for link in links:
        body, masses = bodies.get(link.name), [mass for mass in link.masses if mass.mass > 0.0]
        if not masses or not isinstance(body, Body) or not body.dynamic:
            continue
        mass = combined(masses)
        moments, turn = principal_axes(mass.inertia)
        size = np.sqrt(6.0 * np.maximum(moments.sum() - 2.0 * moments, _LEAST) / mass.mass)
        place = link.carrier.pose.inverse() @ link.pose @ Pose(mass.center, turn)
        scene.add_force(
            Fluid(
                body,
                vec3(size),
                density,
                viscosity,
                velocity=medium.vector("wind", (0.0, 0.0, 0.0)),
                position=vec3(place.position),
                orientation=tuple(place.orientation.tolist()),
                name=f"{link.name}_fluid",
            )
        )
