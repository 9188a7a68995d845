"""rigida: rigid-body dynamics and animation, from a scene file to trustworthy motion.

    import rigida as rg

    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((0.3, 0.2, 0.1)), density=1000, angular_velocity=(0.01, 5, 0), name="box")
    run = rg.Simulation(scene).run(10.0)

SI units and radians; quaternions are (w, x, y, z); z points up.
"""

from collections.abc import Sequence as _Sequence
from importlib import import_module as _import_module
from os import environ as _environ
from pathlib import Path as _FilePath
from typing import TYPE_CHECKING, Any

from rigida.version import __version__

# numpy's OpenBLAS starts threads that spin for a tenth of a second before they sleep, a quarter of a short program's
# processor time. Here they spin for less than a millisecond, unless the environment says otherwise.
_environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")

if TYPE_CHECKING:
    from rigida.batch import Batch
    from rigida.constraints.joints import (
        Combined,
        Constraint,
        Cylindrical,
        Distance,
        Fixed,
        OrientationOnPath,
        Planar,
        PointOnPath,
        Prismatic,
        Revolute,
        Serial,
        SerialAxis,
        Spherical,
        Universal,
        WrappedDistance,
    )
    from rigida.constraints.reach import Reach
    from rigida.distance_field.field import GridField
    from rigida.drawing import Drawing
    from rigida.errors import (
        BudgetError,
        DivergedError,
        ModelError,
        Problem,
        RigidaError,
        RigidaWarning,
        SceneError,
        UsageError,
    )
    from rigida.flight.air.airfoil import Airfoil
    from rigida.flight.air.airfoils import airfoil
    from rigida.flight.air.atmosphere import Air, atmosphere
    from rigida.flight.air.wind import Wind
    from rigida.flight.aircraft import Aircraft
    from rigida.flight.aircraft_file import airplane_names
    from rigida.flight.airplane import Airplane
    from rigida.flight.autopilot import Hold
    from rigida.flight.bench import polars
    from rigida.flight.flight import Flight
    from rigida.flight.modes import modes
    from rigida.flight.parts import Controls, Fuselage, Jet, Payload, Propeller, Tank, Wheel
    from rigida.flight.program import Leg
    from rigida.flight.surface import Hinge, Surface
    from rigida.flight.trim import Trim, TrimError, trim
    from rigida.forces import (
        Attraction,
        ConstantForce,
        Drag,
        Fluid,
        Gravity,
        Impulse,
        InterpolatedForce,
        Spring,
        Thrust,
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
        Ellipsoid,
        HalfSpace,
        MassProperties,
        Mesh,
        Pyramid,
        Shape,
        Sphere,
    )
    from rigida.geometry.features import Feature, SurfaceFeatures, surface_features
    from rigida.geometry.material import Material
    from rigida.geometry.polygon import polygon_properties
    from rigida.geometry.shape import mass_properties
    from rigida.geometry.swept_mesh import extruded_mesh, revolved_mesh
    from rigida.orientations import axis_angle, axis_angle_deg, euler_xyz, quat_xyzw, rotation_matrix, rpy, rpy_deg
    from rigida.precise.settings import Precise
    from rigida.queries.contact_features import ContactKind
    from rigida.queries.distance import (
        Separation,
        closest_points,
        contains,
        distance,
        distance_many,
        overlap,
    )
    from rigida.queries.ray import RayHit, raycast, raycast_many
    from rigida.queries.shape_cast import ShapeHit, shapecast, shapecast_scene
    from rigida.queries.time_of_contact import Motion, TimeOfContact, first_contact, time_of_contact
    from rigida.realtime.settings import Realtime
    from rigida.recording import Recording
    from rigida.recording.polygon_plot import plot_polygon
    from rigida.render.camera_sensor import CameraImage, CameraSensor
    from rigida.render.cameras.camera import Camera, CameraPath, orbit
    from rigida.render.renderer import Renderer
    from rigida.render.strokes import Strokes
    from rigida.render.style import Style
    from rigida.runs.fit import Fit, Measured, fit
    from rigida.runs.optimize import Optimum, optimize
    from rigida.runs.store import load_table
    from rigida.runs.sweep import sweep
    from rigida.runs.table import RunTable
    from rigida.runs.trajectory import Trajectory, optimize_trajectory
    from rigida.runs.variation import Normal, Span
    from rigida.scene.actuator import Actuator
    from rigida.scene.body import WORLD, Body
    from rigida.scene.body_camera import BodyCamera
    from rigida.scene.camera_plan import CameraPlan
    from rigida.scene.coupling import Coupling, Gears, Pulley, RackAndPinion
    from rigida.scene.joint_trajectory import JointTrajectory
    from rigida.scene.path import Path, PathFunction
    from rigida.scene.pose import Pose
    from rigida.scene.scene import RunPlan, Scene
    from rigida.scene.site import Sensor, Site
    from rigida.scene.visual import Visual
    from rigida.simulation import Simulation
    from rigida.state_vector import state_derivative
    from rigida.viewer.page import save_variations

#: Where names live. Their modules are imported on first use: no program uses all.
_ON_FIRST_USE = {
    "rigida.constraints.joints": (
        "Combined",
        "Constraint",
        "Cylindrical",
        "Distance",
        "Fixed",
        "OrientationOnPath",
        "Planar",
        "PointOnPath",
        "Prismatic",
        "Revolute",
        "Serial",
        "SerialAxis",
        "Spherical",
        "Universal",
        "WrappedDistance",
    ),
    "rigida.constraints.reach": ("Reach",),
    "rigida.errors": (
        "BudgetError",
        "DivergedError",
        "ModelError",
        "Problem",
        "RigidaError",
        "RigidaWarning",
        "SceneError",
        "UsageError",
    ),
    "rigida.flight.flight": ("Flight",),
    "rigida.forces": (
        "Attraction",
        "ConstantForce",
        "Drag",
        "Fluid",
        "Gravity",
        "Impulse",
        "InterpolatedForce",
        "Spring",
        "Thrust",
        "Torque",
        "UserForce",
    ),
    "rigida.geometry": (
        "Box",
        "Capsule",
        "Compound",
        "Cone",
        "ConvexHull",
        "Cylinder",
        "Ellipsoid",
        "HalfSpace",
        "MassProperties",
        "Mesh",
        "Pyramid",
        "Shape",
        "Sphere",
    ),
    "rigida.geometry.polygon": ("polygon_properties",),
    "rigida.geometry.swept_mesh": ("extruded_mesh", "revolved_mesh"),
    "rigida.geometry.shape": ("mass_properties",),
    "rigida.orientations": (
        "axis_angle",
        "axis_angle_deg",
        "euler_xyz",
        "quat_xyzw",
        "rotation_matrix",
        "rpy",
        "rpy_deg",
    ),
    "rigida.precise.settings": ("Precise",),
    "rigida.realtime.settings": ("Realtime",),
    "rigida.recording": ("Recording",),
    "rigida.scene.actuator": ("Actuator",),
    "rigida.scene.body": ("WORLD", "Body"),
    "rigida.scene.camera_plan": ("CameraPlan",),
    "rigida.scene.coupling": ("Coupling", "Gears", "Pulley", "RackAndPinion"),
    "rigida.scene.joint_trajectory": ("JointTrajectory",),
    "rigida.geometry.material": ("Material",),
    "rigida.scene.path": ("Path", "PathFunction"),
    "rigida.scene.pose": ("Pose",),
    "rigida.scene.body_camera": ("BodyCamera",),
    "rigida.scene.site": ("Sensor", "Site"),
    "rigida.render.camera_sensor": ("CameraImage", "CameraSensor"),
    "rigida.scene.visual": ("Visual",),
    "rigida.scene.scene": ("RunPlan", "Scene"),
    "rigida.batch": ("Batch",),
    "rigida.simulation": ("Simulation",),
    "rigida.render.cameras.camera": ("Camera", "CameraPath", "orbit"),
    "rigida.render.renderer": ("Renderer",),
    "rigida.render.strokes": ("Strokes",),
    "rigida.render.style": ("Style",),
    "rigida.distance_field.field": ("GridField",),
    "rigida.drawing": ("Drawing",),
    "rigida.runs.fit": ("Fit", "Measured", "fit"),
    "rigida.runs.optimize": ("Optimum", "optimize"),
    "rigida.runs.store": ("load_table",),
    "rigida.runs.sweep": ("sweep",),
    "rigida.runs.table": ("RunTable",),
    "rigida.runs.trajectory": ("Trajectory", "optimize_trajectory"),
    "rigida.runs.variation": ("Normal", "Span"),
    "rigida.viewer.page": ("save_variations",),
    "rigida.geometry.features": ("Feature", "SurfaceFeatures", "surface_features"),
    "rigida.queries.contact_features": ("ContactKind",),
    "rigida.recording.polygon_plot": ("plot_polygon",),
    "rigida.state_vector": ("state_derivative",),
    "rigida.queries.distance": ("Separation", "closest_points", "contains", "distance", "distance_many", "overlap"),
    "rigida.queries.ray": ("RayHit", "raycast", "raycast_many"),
    "rigida.queries.shape_cast": ("ShapeHit", "shapecast", "shapecast_scene"),
    "rigida.queries.time_of_contact": ("Motion", "TimeOfContact", "first_contact", "time_of_contact"),
    "rigida.flight.aircraft": ("Aircraft",),
    "rigida.flight.aircraft_file": ("airplane_names",),
    "rigida.flight.air.airfoil": ("Airfoil",),
    "rigida.flight.air.airfoils": ("airfoil",),
    "rigida.flight.airplane": ("Airplane",),
    "rigida.flight.air.atmosphere": ("Air", "atmosphere"),
    "rigida.flight.autopilot": ("Hold",),
    "rigida.flight.bench": ("polars",),
    "rigida.flight.modes": ("modes",),
    "rigida.flight.parts": ("Controls", "Fuselage", "Jet", "Payload", "Propeller", "Tank", "Wheel"),
    "rigida.flight.program": ("Leg",),
    "rigida.flight.surface": ("Hinge", "Surface"),
    "rigida.flight.trim": ("Trim", "TrimError", "trim"),
    "rigida.flight.air.wind": ("Wind",),
}


#: Former names, which work for one version with a warning.
_FORMER_NAMES = {"Course": "JointTrajectory"}


def __getattr__(name: str) -> Any:
    from rigida.plain_signatures import show_plainly

    if name in _FORMER_NAMES:
        from rigida.scene.files.renamed import warn_renamed

        warn_renamed("rigida", name, _FORMER_NAMES[name], stacklevel=3)
        return getattr(_import_module("rigida"), _FORMER_NAMES[name])
    for module, names in _ON_FIRST_USE.items():
        if name in names:
            globals()[name] = found = show_plainly(getattr(_import_module(module), name))
            return found
    from rigida.registry import nearest

    raise AttributeError(f"module 'rigida' has no attribute '{name}'.{nearest(name, __all__)}")


def __dir__() -> list[str]:
    return sorted(__all__)


def load(path: "str | _FilePath", search: "_Sequence[str | _FilePath]" = (), *, true_surface: bool = False) -> "Scene":
    """Read a scene file, or a packaged scene by its name, such as "dominoes".

    A bad file raises a SceneError with every problem in it.

    Args:
        path: TOML, JSON, LAG (.cfg), CLIC (.mod), URDF or MJCF (.xml), by its ending; or a name that `rigida demo
            --list` shows.
        search: Folders, besides the scene's own, from which it may take meshes and packages.
        true_surface: Let collision meshes of robots be touched where they are, not on their convex hulls.
    """
    from rigida import scenes
    from rigida.importers.formats import load_scene

    if isinstance(path, str) and not _FilePath(path).suffix and not _FilePath(path).is_file():
        path = scenes.path(path)
    return load_scene(path, search, true_surface=true_surface)


def validate_scene(
    path: "str | _FilePath", search: "_Sequence[str | _FilePath]" = (), *, start: bool = False
) -> "list[Problem]":
    """Return the problems of a scene file, an empty list when it is good.

    Args:
        path: The file.
        search: Further folders in which files that it names may lie.
        start: Also report what a simulation of the scene would refuse, such as joints that are open.
    """
    from rigida.importers.formats import validate_scene as validate

    return validate(path, search, start=start)


# Kinds of shape, joint and force from elsewhere (docs/extending.md), so that scene files, the command line and workers
# know them.
for _extension in _environ.get("RIGIDA_EXTENSIONS", "").split(","):
    if _extension:
        _import_module(_extension)

__all__ = [
    "WORLD",
    "Actuator",
    "Air",
    "Aircraft",
    "Airfoil",
    "Airplane",
    "Attraction",
    "Batch",
    "Body",
    "BodyCamera",
    "Box",
    "BudgetError",
    "Camera",
    "CameraImage",
    "CameraPath",
    "CameraPlan",
    "CameraSensor",
    "Capsule",
    "Combined",
    "Compound",
    "Cone",
    "ConstantForce",
    "Constraint",
    "ContactKind",
    "Controls",
    "ConvexHull",
    "Coupling",
    "Cylinder",
    "Cylindrical",
    "Distance",
    "DivergedError",
    "Drag",
    "Drawing",
    "Ellipsoid",
    "Feature",
    "Fit",
    "Fixed",
    "Flight",
    "Fluid",
    "Fuselage",
    "Gears",
    "Gravity",
    "GridField",
    "HalfSpace",
    "Hinge",
    "Hold",
    "Impulse",
    "InterpolatedForce",
    "Jet",
    "JointTrajectory",
    "Leg",
    "MassProperties",
    "Material",
    "Measured",
    "Mesh",
    "ModelError",
    "Motion",
    "Normal",
    "Optimum",
    "OrientationOnPath",
    "Path",
    "PathFunction",
    "Payload",
    "Planar",
    "PointOnPath",
    "Pose",
    "Precise",
    "Prismatic",
    "Problem",
    "Propeller",
    "Pulley",
    "Pyramid",
    "RackAndPinion",
    "RayHit",
    "Reach",
    "Realtime",
    "Recording",
    "Renderer",
    "Revolute",
    "RigidaError",
    "RigidaWarning",
    "RunPlan",
    "RunTable",
    "Scene",
    "SceneError",
    "Sensor",
    "Separation",
    "Serial",
    "SerialAxis",
    "Shape",
    "ShapeHit",
    "Simulation",
    "Site",
    "Span",
    "Sphere",
    "Spherical",
    "Spring",
    "Strokes",
    "Style",
    "Surface",
    "SurfaceFeatures",
    "Tank",
    "Thrust",
    "TimeOfContact",
    "Torque",
    "Trajectory",
    "Trim",
    "TrimError",
    "Universal",
    "UsageError",
    "UserForce",
    "Visual",
    "Wheel",
    "Wind",
    "WrappedDistance",
    "__version__",
    "airfoil",
    "airplane_names",
    "atmosphere",
    "axis_angle",
    "axis_angle_deg",
    "closest_points",
    "contains",
    "distance",
    "distance_many",
    "euler_xyz",
    "extruded_mesh",
    "first_contact",
    "fit",
    "load",
    "load_table",
    "mass_properties",
    "modes",
    "optimize",
    "optimize_trajectory",
    "orbit",
    "overlap",
    "plot_polygon",
    "polars",
    "polygon_properties",
    "quat_xyzw",
    "raycast",
    "raycast_many",
    "revolved_mesh",
    "rotation_matrix",
    "rpy",
    "rpy_deg",
    "save_variations",
    "shapecast",
    "shapecast_scene",
    "state_derivative",
    "surface_features",
    "sweep",
    "time_of_contact",
    "trim",
    "validate_scene",
]
