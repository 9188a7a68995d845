"""rigida: rigid-body dynamics and animation, from a scene file to trustworthy motion.

    import rigida as rg

    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((0.3, 0.2, 0.1)), density=1000, angular_velocity=(0.01, 5, 0), name="box")
    run = rg.Simulation(scene).run(10.0)

SI units and radians; quaternions are (w, x, y, z); z points up.
"""

from pathlib import Path as _FilePath

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
from rigida.recording import Recording
from rigida.scene.body import WORLD, Body
from rigida.scene.material import Material
from rigida.scene.path import Path, PathFunction
from rigida.scene.scene import RunPlan, Scene
from rigida.simulation import Simulation
from rigida.version import __version__


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
    "Path",
    "PathFunction",
    "Precise",
    "Problem",
    "Pyramid",
    "Recording",
    "RigidaError",
    "RigidaWarning",
    "RunPlan",
    "Scene",
    "SceneError",
    "Shape",
    "Simulation",
    "Sphere",
    "Spring",
    "Torque",
    "UsageError",
    "UserForce",
    "__version__",
    "load",
    "mass_properties",
    "polygon_properties",
    "validate_scene",
]
