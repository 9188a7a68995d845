"""Random calls of everything public: good arguments of which one or two are replaced by odd ones.

What is public is found by inspection: every class and function of `rigida.__all__`, every method and settable property
of a scene, a simulation and its handles. `SAMPLES` says how each is called well; a name without a sample is an error.
"""

import inspect
import random
import tempfile
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import rigida as rg

ODD: list[Any] = [
    None, True, False, 0, 1, -1, 0.0, -0.0, 2.5, float("nan"), np.inf, -np.inf, 1e308, -1e308, 1e-320, 1e-100,
    10**400, -(10**400), 1 + 2j, Fraction(1, 3), Decimal("NaN"), "", "text", "\0", "\ud800", "x" * 10_000, b"bytes",
    [], (), {}, set(), [1, 2], [1, 2, 3], [1, 2, 3, 4], [0, 0, 0], [0, 0, 0, 0], [float("nan")] * 3, [1e308] * 3,
    [1e308] * 4, [1e-320] * 3, [1e-100] * 3, ["a", "b", "c"], [None] * 3, [[1, 2], [3]], [[1, 2, 3]], {"a": 1},
    np.zeros(3), np.ones(3), np.full(3, np.nan), np.zeros((3, 3)), np.eye(3), np.array(1.0), np.ones((2, 2, 2)),
    np.array(["a"]), np.array([1j]), np.zeros(0), np.zeros((0, 3)), np.full((4, 3), 1e308), np.float32(1.5), np.int8(3),
    object(), object, int, len, lambda *_: None, rg.WORLD, rg.Box((1, 1, 1)), rg.Material(), rg.Scene(),
    Path("nowhere"), range(3),
]  # fmt: skip

HULL = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
SQUARE = [(1, 0), (2, 0), (2, 1), (1, 1)]
TRIANGLES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
POSE = ((0, 0, 0), (1, 0, 0, 0))


class World:
    """A small scene and two simulations of it, on which calls are tried."""

    def __init__(self, engine: str = "realtime") -> None:
        self.scene = rg.Scene()
        self.scene.add_ground()
        self.box = self.scene.add_body(rg.Box((0.2, 0.2, 0.2)), name="box", position=(0, 0, 0.5))
        self.arm = self.scene.add_body(rg.Box((0.2, 0.1, 0.1)), name="arm", position=(1, 0, 1))
        self.hinge = self.scene.add_joint(rg.Revolute(self.arm, anchor=(0.9, 0, 1), axis=(0, 1, 0), motor="speed"))
        self.simulation = rg.Simulation(self.scene, engine)
        self.body, self.joint = self.simulation.body("box"), self.simulation.joint(str(self.hinge.name))
        self.path = rg.Path([0, 1], [(0, 0, 0), (1, 0, 0)])
        self.folder = Path(tempfile.gettempdir())

    def state(self) -> tuple[Any, ...]:
        """Return all that a refused call must leave as it was."""
        scene, sim = self.scene, self.simulation
        names = tuple(x.name for x in (*scene.bodies, *scene.joints, *scene.forces))
        drive = () if sim.engine.joints is None else tuple(sim.engine.joints.coordinates.drive.ravel())
        return names, scene.gravity, sim.state_hash(), sim.time, drive


Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def _a(*positional: Any, **named: Any) -> Arguments:
    return positional, named


def samples(w: World) -> dict[str, Arguments]:
    """Return good arguments for every public class and function."""
    ball, motion = rg.Sphere(0.5), rg.Motion()
    return {
        "Actuator": _a(("hinge",), (1.0,), 2.0, (0, 0, 0), control_range=(-1, 1), force_range=(-5, 5)),
        "Batch": _a(w.scene, 2, dt=0.01, threads=1, seed=3),
        "Gears": _a("hinge", "slide", 2.0, internal=True),
        "Pulley": _a("hinge", "slide", 2.0),
        "RackAndPinion": _a("hinge", "slide", 0.1),
        "Coupling": _a(("hinge",), ("slide",), (0, 1, 0.5), (2,), (1.5,), bounds=(-1, 1)),
        "Attraction": _a((w.box, w.arm), constant=1.0, exponent=2.0),
        "Body": _a("one", ball, mass=1.0, inertia=(1, 1, 1), position=(0, 0, 0), path=None, color="#112233"),
        "Box": _a((1, 2, 3)),
        "Camera": _a(eye=(1, 2, 3), target=(0, 0, 0), up=(0, 0, 1), fov=40.0),
        "CameraPlan": _a(eye=(1, 2, 3), target=(0, 0, 0), fov=40.0, zoom=1.0, follow="box", show=("contacts",)),
        "CameraPath": _a([0, 1], [(1, 0, 0), (0, 1, 1)], [(0, 0, 0), (0, 0, 0)]),
        "Capsule": _a(0.1, 0.5),
        "Combined": _a(w.box, w.arm, translations=3, rotations=1, axis=(0, 0, 1)),
        "Compound": _a([(ball, (0, 0, 0)), (rg.Box((1, 1, 1)), (1, 0, 0))]),
        "Cone": _a(0.5, 1.0),
        "ConstantForce": _a(w.box, (1, 0, 0), anchor=(0, 0, 0), frame="body"),
        "Controls": _a(elevator_up=0.3),
        "ConvexHull": _a(HULL),
        "JointTrajectory": _a([0, 1, 2], [0, 1, 0]),
        "BodyCamera": _a(w.box, (0, 0, 0.5), (1, 0, 0, 0), fov=60.0),
        "Cylinder": _a(0.5, 1.0),
        "Ellipsoid": _a((1, 2, 3)),
        "Constraint": _a(w.box, w.arm, function=lambda t, a, b: 0.0),
        "Cylindrical": _a(w.box, w.arm, anchor=(0, 0, 0), axis=(0, 0, 1)),
        "Distance": _a(w.box, w.arm),
        "Fluid": _a(w.box, (1, 2, 3), density=1.0, viscosity=0.1, velocity=(1, 0, 0), position=(0.1, 0, 0)),
        "Thrust": _a(w.box, (0, 0, 1), (0, 0, 1), (0.1, 0, 0), strength=1.0),
        "Drag": _a(w.box, linear=1.0, quadratic=1.0, angular=0.1, medium_velocity=(1, 0, 0)),
        "Fixed": _a(w.box, w.arm, anchor=(0, 0, 0), break_force=10.0),
        "Fuselage": _a((0, 0, 0), 5.0, 1.0, 1.0),
        "Gravity": _a(w.box, (0, 0, -1)),
        "HalfSpace": _a((0, 0, 1)),
        "Hinge": _a("elevator", 0.25),
        "Hold": _a(pitch=0.1),
        "Impulse": _a(w.box, (1, 0, 0), anchor=(0, 0, 0), time=0.1),
        "InterpolatedForce": _a(w.box, [0, 1], [(0, 0, 1), (0, 0, 0)]),
        "Jet": _a((0, 0, 0), 1000.0),
        "Leg": _a(until="time", value=3.0, throttle=0.5),
        "MassProperties": _a(1.0, np.zeros(3), np.eye(3)),
        "Material": _a(0.5, 0.1, 0.01, 0.01),
        "Mesh": _a(HULL, TRIANGLES),
        "Motion": _a((0, 0, 0), (1, 0, 0, 0), (1, 0, 0)),
        "Normal": _a(0.0, 1.0),
        "OrientationOnPath": _a(w.box, path=w.path),
        "Path": _a([0, 1], [(0, 0, 0), (1, 0, 0)], [(1, 0, 0, 0), (0, 1, 0, 0)]),
        "PathFunction": _a(lambda t: (t, 0, 0), 1e-4),
        "Payload": _a("pilot", 10.0, (0, 0, 0)),
        "Planar": _a(w.box, w.arm, anchor=(0, 0, 0), normal=(0, 0, 1)),
        "PointOnPath": _a(w.box, path=w.path),
        "Pose": _a({"hinge": 0.1}, {"hinge": 0.1}, {"box": (0, 0, 1, 1, 0, 0, 0)}, {}, {}),
        "Precise": _a(dt=0.01, tolerance=1e-9, integrator="dop853", budget=1000),
        "Prismatic": _a(w.box, w.arm, axis=(0, 0, 1), lower=-1.0, upper=1.0, motor="speed", motor_target=1.0),
        "Propeller": _a((0, 0, 0), 1e5, 1.9),
        "Pyramid": _a((1, 1), 1.0),
        "Reach": _a("box", position=(0, 0, 1)),
        "Realtime": _a(dt=0.01),
        "Revolute": _a(w.box, w.arm, anchor=(0, 0, 0), axis=(0, 0, 1), lower=-1.0, upper=1.0, motor="position"),
        "RunPlan": _a(1.0, 60.0),
        "Scene": _a((0, 0, -9.81), "title", "text"),
        "Sensor": _a("velocity", {"site": "place"}),
        "Serial": _a(w.box, w.arm, anchor=(0, 0, 0), steps=(rg.SerialAxis("hinge"),)),
        "SerialAxis": _a("hinge", (0, 0, 1), "turn", reference=0.1, lower=-1.0, upper=1.0, armature=0.1),
        "Simulation": _a(w.scene, "precise", 0.01),
        "Site": _a(w.box, (0, 0, 0.1), (1, 0, 0, 0)),
        "Span": _a(0.0, 1.0, 3),
        "Measured": _a([0.0, 1.0], [1.0, 2.0], controls=[1.0, 2.0], start={"hinge": 0.1}),
        "Sphere": _a(0.5),
        "Spherical": _a(w.box, w.arm, anchor=(0, 0, 0)),
        "Spring": _a(w.box, rg.WORLD, stiffness=10.0, damping=1.0, rest_length=0.5, anchor_b=(0, 0, 2)),
        "Strokes": _a(),
        "Style": _a(width=64, height=48),
        "Surface": _a("wing", (0, 0, 0), 10.0, 1.5, 1.0),
        "Tank": _a((0, 0, 0), 50.0),
        "Torque": _a(w.box, (1, 0, 0), frame="world"),
        "Universal": _a(w.box, w.arm, anchor=(0, 0, 0), axis=(1, 0, 0)),
        "UserForce": _a(w.box, lambda t, m: ((0, 0, 0), (0, 0, 0))),
        "Visual": _a(None, (1, 1, 1), HULL, TRIANGLES, color="#112233"),
        "Wheel": _a("left", (0, 0, 0), 0.2, 1e4, 1e3),
        "Wind": _a((1, 0, 0), shear=0.1),
        "WrappedDistance": _a(w.box, w.arm, (0, 0, 0), (1, 0, 0), center=(0.5, 0, 0)),
        "airfoil": _a("naca0012"),
        "atmosphere": _a(1000.0),
        "axis_angle": _a((0, 0, 1), 0.5),
        "axis_angle_deg": _a((0, 0, 1), 30.0),
        "closest_points": _a(ball, POSE, ball, ((2, 0, 0), (1, 0, 0, 0))),
        "contains": _a(ball, POSE, (0, 0, 0)),
        "distance": _a(ball, POSE, ball, ((2, 0, 0), (1, 0, 0, 0))),
        "euler_xyz": _a(0.1, 0.2, 0.3),
        "extruded_mesh": _a(SQUARE, 1.0),
        "first_contact": _a(lambda t: 1.0 - t, 0.0, 2.0, 1.0),
        "orbit": _a((0, 0, 0), 3.0, 4.0),
        "overlap": _a(ball, POSE, ball, ((2, 0, 0), (1, 0, 0, 0))),
        "polygon_properties": _a(SQUARE),
        "quat_xyzw": _a((0, 0, 0, 1)),
        "raycast": _a(ball, POSE, (0, 0, 5), (0, 0, -1), 10.0),
        "raycast_many": _a([ball], [(0, 0, 0)], [(1, 0, 0, 0)], [(0, 0, 5)], [(0, 0, -1)]),
        "revolved_mesh": _a(SQUARE, 8),
        "rotation_matrix": _a(np.eye(3)),
        "rpy": _a(0.1, 0.2, 0.3),
        "rpy_deg": _a(10.0, 20.0, 30.0),
        "shapecast": _a(ball, POSE, (1, 0, 0), ball, ((3, 0, 0), (1, 0, 0, 0))),
        "state_derivative": _a(w.simulation),
        "surface_features": _a(rg.Box((1, 1, 1))),
        "time_of_contact": _a(ball, motion, ball, rg.Motion((5, 0, 0), velocity=(-1, 0, 0)), 10.0),
        "load": _a("nowhere.toml"),
        "load_table": _a("nowhere.csv"),
        "validate_scene": _a("nowhere.toml"),
    }


#: Public names that take no arguments of their own (errors, results, abstract bases) or start long work or a window.
LEFT_OUT = {
    "WORLD", "__version__", "Shape", "Recording", "RunTable", "Optimum", "Fit", "Trim", "RayHit", "Separation",
    "ShapeHit",
    "TimeOfContact", "Air", "Airfoil", "Aircraft", "Airplane", "Drawing", "Flight", "GridField", "Problem", "Renderer",
    "airplane_names", "distance_many", "mass_properties", "modes", "optimize", "polars", "shapecast_scene", "sweep",
    "trim", "fit", "ContactKind", "Feature", "SurfaceFeatures", "plot_polygon",
    "CameraImage", "CameraSensor", "Trajectory", "optimize_trajectory", "save_variations",
}  # fmt: skip


def method_samples(w: World) -> dict[str, tuple[Callable[..., Any], Arguments]]:
    """Return the methods of a scene, a simulation and its handles, with good arguments."""
    scene, sim = w.scene, w.simulation
    found: dict[str, tuple[Callable[..., Any], Arguments]] = {
        "Scene.add_body": (scene.add_body, _a(rg.Sphere(0.1), name="new", mass=1.0, position=(9, 9, 9), friction=0.5)),
        "Scene.add_ground": (scene.add_ground, _a(0.5, 0.0, normal=(0, 0, 1), name="floor")),
        "Scene.add_joint": (scene.add_joint, _a(rg.Spherical(w.box, w.arm))),
        "Scene.add_force": (scene.add_force, _a(rg.Gravity(w.box, (0, 0, 1)))),
        "Scene.body": (scene.body, _a("box")),
        "Scene.joint": (scene.joint, _a(w.hinge.name)),
        "Simulation.body": (sim.body, _a("box")),
        "Simulation.joint": (sim.joint, _a(w.hinge.name)),
        "Simulation.add_body": (sim.add_body, _a(rg.Sphere(0.1), name="new", mass=1.0, position=(9, 9, 9))),
        "Simulation.add_joint": (sim.add_joint, _a(rg.Spherical(w.box, w.arm))),
        "Simulation.add_force": (sim.add_force, _a(rg.Gravity(w.box, (0, 0, 1)))),
        "Simulation.gravity": (partial(setattr, sim, "gravity"), _a((0, 0, -9.81))),
        "BodyHandle.apply_force": (w.body.apply_force, _a((1, 0, 0), (0, 0, 1), 0.1)),
        "BodyHandle.apply_torque": (w.body.apply_torque, _a((1, 0, 0), 0.1)),
        "BodyHandle.apply_impulse": (w.body.apply_impulse, _a((1, 0, 0), (0, 0, 1), (0, 0, 0.1))),
        "Simulation.remove": (sim.remove, _a("box")),
        "Simulation.raycast": (sim.raycast, _a((0, 0, 5), (0, 0, -1), 10.0)),
        "Simulation.restore": (sim.restore, _a(sim.snapshot())),
        "Simulation.inverse_dynamics": (sim.inverse_dynamics, _a({w.hinge.name: 1.0}, {"box": (0, 0, 0)})),
        "Simulation.run": (sim.run, _a(0.02, 60.0)),
        "Simulation.controls": (partial(setattr, sim, "controls"), _a([])),
        "Simulation.take_pose": (sim.take_pose, _a({w.hinge.name: 0.1})),
        "Simulation.solve_pose": (
            sim.solve_pose,
            _a(rg.Reach("arm", position=(1, 0, 1)), tolerance=1e-6, iterations=5),
        ),
        "Simulation.recording_of": (sim.recording_of, _a([sim.frame()])),
        "Simulation.sensors": (sim.sensors.__getitem__, _a("imu")),
        "JointArrays.jacobian": (sim.joints.jacobian, _a("arm", (0, 0, 0))),
    }
    for handle in (w.body, w.joint):
        for name, value in inspect.getmembers(type(handle)):
            if isinstance(value, property) and value.fset is not None:
                good = getattr(handle, name)
                setter = partial(setattr, handle, name)
                found[f"{type(handle).__name__}.{name}"] = (setter, _a(good))
    return found


def public_calls(w: World) -> dict[str, tuple[Callable[..., Any], Arguments]]:
    """Return everything that is tried: a name, what to call, and good arguments."""
    made = {name: (getattr(rg, name), given) for name, given in samples(w).items()}
    return made | method_samples(w)


def odd_calls(w: World, seed: int, only: str = "") -> Iterator[tuple[str, Callable[..., Any], Arguments]]:
    """Yield one odd call of everything public, or of one name only."""
    for name, (function, (positional, named)) in public_calls(w).items():
        if only and name != only:
            continue
        rng = random.Random(f"{seed} {name}")
        args, kwargs = list(positional), dict(named)
        for _ in range(rng.choice([1, 1, 2])):
            keys = [*range(len(args)), *kwargs, *_parameters(function)]
            if not keys:
                continue
            key, odd = rng.choice(keys), rng.choice(ODD)
            if name == "Simulation.run" and isinstance(odd, int | float) and odd > 10.0:
                continue  # a long run is no error
            if isinstance(key, int):
                args[key] = odd
            elif key not in list(_parameters(function))[: len(args)]:
                kwargs[key] = odd
        yield name, function, (tuple(args), kwargs)


def _parameters(function: Callable[..., Any]) -> list[str]:
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p.name for p in found if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.name != "journal"]


def untried() -> set[str]:
    """Return the public names for which there is neither a sample nor a reason to leave them out."""
    errors = {
        name for name in rg.__all__ if inspect.isclass(value := getattr(rg, name)) and issubclass(value, Exception)
    }
    return set(rg.__all__) - set(samples(World())) - LEFT_OUT - errors
