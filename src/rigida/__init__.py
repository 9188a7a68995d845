"""rigida: rigid-body dynamics and animation, from a scene file to trustworthy motion.

    import rigida as rg

    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((0.3, 0.2, 0.1)), density=1000, angular_velocity=(0.01, 5, 0), name="box")
    run = rg.Simulation(scene).run(10.0)

SI units and radians; quaternions are (w, x, y, z); z points up.
"""

from importlib import import_module as _import_module
from pathlib import Path as _FilePath
from typing import TYPE_CHECKING, Any

from rigida.errors import (
    DivergedError,
    ModelError,
    Problem,
    RigidaError,
    RigidaWarning,
    SceneError,
    UsageError,
)
from rigida.forces import (
    Attraction,
    ConstantForce,
    Drag,
    Gravity,
    Impulse,
    InterpolatedForce,
    Spring,
    Torque,
    UserForce,
)
from rigida.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    ConvexHull,
    Cylinder,
    HalfSpace,
    MassProperties,
    Mesh,
    Pyramid,
    Shape,
    Sphere,
    mass_properties,
    polygon_properties,
)
from rigida.precise.settings import Precise
from rigida.realtime.settings import Realtime
from rigida.recording import Recording
from rigida.scene.body import WORLD, Body
from rigida.scene.material import Material
from rigida.scene.path import Path, PathFunction
from rigida.scene.scene import RunPlan, Scene
from rigida.simulation import Simulation
from rigida.version import __version__

if TYPE_CHECKING:
    from rigida.collision.queries import (
        Distance,
        closest_points,
        contains,
        distance,
        distance_many,
        overlap,
    )
    from rigida.collision.ray import RayHit, raycast, raycast_many
    from rigida.collision.shape_cast import ShapeHit, shapecast, shapecast_scene
    from rigida.collision.time_of_contact import Motion, TimeOfContact, first_contact, time_of_contact

#: Where the names of collision queries live; they are imported on first use, because most programs use none.
_ON_FIRST_USE = {
    "rigida.collision.queries": ("Distance", "closest_points", "contains", "distance", "distance_many", "overlap"),
    "rigida.collision.ray": ("RayHit", "raycast", "raycast_many"),
    "rigida.collision.shape_cast": ("ShapeHit", "shapecast", "shapecast_scene"),
    "rigida.collision.time_of_contact": ("Motion", "TimeOfContact", "first_contact", "time_of_contact"),
}


def __getattr__(name: str) -> Any:
    for module, names in _ON_FIRST_USE.items():
        if name in names:
            return getattr(_import_module(module), name)
    raise AttributeError(f"module 'rigida' has no attribute '{name}'")


def load(path: "str | _FilePath") -> Scene:
    """Read a scene file (TOML or JSON); a bad one raises a SceneError with every problem in it."""
    from rigida.scene.load import load_scene

    return load_scene(path)


def validate_scene(path: "str | _FilePath") -> list[Problem]:
    """Return the problems of a scene file, an empty list when it is good."""
    from rigida.scene.load import validate_scene as validate

    return validate(path)


__all__ = [
    "WORLD",
    "Attraction",
    "Body",
    "Box",
    "Capsule",
    "Compound",
    "Cone",
    "ConstantForce",
    "ConvexHull",
    "Cylinder",
    "Distance",
    "DivergedError",
    "Drag",
    "Gravity",
    "HalfSpace",
    "Impulse",
    "InterpolatedForce",
    "MassProperties",
    "Material",
    "Mesh",
    "ModelError",
    "Motion",
    "Path",
    "PathFunction",
    "Precise",
    "Problem",
    "Pyramid",
    "RayHit",
    "Realtime",
    "Recording",
    "RigidaError",
    "RigidaWarning",
    "RunPlan",
    "Scene",
    "SceneError",
    "Shape",
    "ShapeHit",
    "Simulation",
    "Sphere",
    "Spring",
    "TimeOfContact",
    "Torque",
    "UsageError",
    "UserForce",
    "__version__",
    "closest_points",
    "contains",
    "distance",
    "distance_many",
    "first_contact",
    "load",
    "mass_properties",
    "overlap",
    "polygon_properties",
    "raycast",
    "raycast_many",
    "shapecast",
    "shapecast_scene",
    "time_of_contact",
    "validate_scene",
]
