"""Compilation ahead of time: small runs that call every kernel, feature by feature."""

import math
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from rigida import scenes
from rigida.constraints.joints import Prismatic, Revolute
from rigida.distance_field.field import GridField, distance_field
from rigida.forces import Attraction, ConstantForce, Drag, Gravity, Impulse, InterpolatedForce, Spring, Torque
from rigida.geometry import Box, Cylinder, Mesh, Sphere
from rigida.geometry.shape import Shape
from rigida.geometry.swept_mesh import revolved_mesh
from rigida.importers.formats import load_scene
from rigida.jit.ahead.self_test import check_bits, products
from rigida.math.axis_angle import (
    quaternion_from_axis_angle_array,
    quaternion_from_rotation_vector_array,
    rotation_vector_from_quaternion_array,
)
from rigida.math.euler import euler_xyz_from_quaternion_array, quaternion_from_euler_xyz_array
from rigida.math.quaternion import interpolate_array
from rigida.math.rotation import matrix_from_quaternion_array, orthonormalized_array
from rigida.precise.settings import Precise
from rigida.realtime.settings import Realtime
from rigida.scene.actuator import Actuator
from rigida.scene.scene import Scene
from rigida.simulation import Simulation

#: CPU time after which a packaged scene has called what it will call, or is given up.
_SECONDS_PER_SCENE = 15.0


def _scene() -> Scene:
    scene = Scene()
    scene.add_body(None, mass=1.0, inertia=(1.0, 1.1, 1.2), angular_velocity=(1, 2, 3), name="a")
    scene.add_body(None, mass=1.0, inertia=(1.0, 1.1, 1.2), position=(1, 0, 0), name="b")
    return scene


def _forces() -> None:
    scene = _scene()
    a, b = scene.bodies
    for force in (
        Gravity(a, (0, 0, 1)),
        ConstantForce(a, (1, 0, 0), anchor=(0, 0, 1), frame="body"),
        Torque(a, (0, 0, 1)),
        Spring(a, b),
        InterpolatedForce(a, times=np.array([0.0, 1.0]), forces=np.eye(2, 3)),
        Attraction((a, b)),
        Drag(a, linear=1.0),
        Impulse(a, (1, 0, 0)),
    ):
        scene.add_force(force)
    Simulation(scene, Precise()).run(0.02)


def _rotations() -> None:
    q = quaternion_from_axis_angle_array(np.array([1.0, 2.0, 3.0]), 0.5)
    quaternion_from_rotation_vector_array(rotation_vector_from_quaternion_array(interpolate_array(q, q, 0.5)))
    orthonormalized_array(matrix_from_quaternion_array(q))
    quaternion_from_euler_xyz_array(euler_xyz_from_quaternion_array(q))


def _run(**settings: object) -> Callable[[], object]:
    return lambda: Simulation(_scene(), Precise(**settings)).run(0.02)  # type: ignore[arg-type]


def _queries() -> None:
    from rigida.queries.distance import contains, distance, distance_many
    from rigida.queries.ray import raycast, raycast_many
    from rigida.queries.shape_cast import shapecast
    from rigida.queries.time_of_contact import Motion, time_of_contact

    here, there = ((0, 0, 0), (1, 0, 0, 0)), ((3, 0, 0), (1, 0, 0, 0))
    for shape in (Box((1, 1, 1)), Sphere(0.5), _ring()):
        distance(shape, here, Box((1, 1, 1)), there)
        distance_many(shape, *here, Box((1, 1, 1)), *there)
        contains(shape, here, np.zeros((1, 3)))
        raycast(shape, here, (5, 0, 0), (-1, 0, 0))
        raycast_many([shape], [here[0]], [here[1]], [(5, 0, 0)], [(-1, 0, 0)])
        shapecast(shape, here, (1, 0, 0), Box((1, 1, 1)), there)
        approach = Motion(*here, velocity=(1, 0, 0)), Motion(*there, velocity=(0, 0, 0))
        time_of_contact(shape, approach[0], Box((1, 1, 1)), approach[1], 5.0)


def _distance_fields() -> None:
    ring = _ring()
    surface = ring.surface()
    for exact in (True, False):
        distance_field(surface, cells=8, exact=exact, keep=False).distance(np.zeros((1, 3)))
    GridField(ring, cells=8).distance(np.zeros((1, 3)))


def _joints() -> None:
    scene = _scene()
    a, b = scene.bodies
    scene.add_joint(Revolute(a, b, anchor=(0.5, 0, 0), axis=(1, 2, 3), stiffness=1.0))
    scene.add_joint(Prismatic(b, axis=(1, 0, 0)))
    with warnings.catch_warnings(action="ignore"):  # the spinning bodies are put on their joints
        simulation = Simulation(scene, Precise(start_tolerance=10.0))
    simulation.run(0.02)
    simulation.inverse_dynamics(joints={"prismatic2": 1.0})


def _aircraft() -> None:
    from rigida.flight.airplane import Airplane
    from rigida.flight.modes import modes
    from rigida.flight.trim import trim

    plane = Airplane.load("model")
    steady = trim(plane, 15.0)
    modes(plane, steady)
    scene = Scene()
    scene.add_ground()
    scene.add_aircraft(plane, position=(0, 0, 50), trim=steady)
    Simulation(scene, Precise()).run(0.02)


def _pictures() -> None:
    from rigida.geometry import Box, Sphere

    scene = Scene()
    scene.add_ground()
    scene.add_body(Box((1, 1, 1)), position=(0, 0, 1))
    scene.add_body(Sphere(0.5), position=(2, 0, 1))
    Simulation(scene).run(0.0).picture(0.0, width=32, height=32, frames=True)


def _contacts(*shapes: Shape) -> None:
    """Run a pile of shapes by every solver of the realtime engine."""
    for settings in (
        Realtime(),
        Realtime(direct_limit=0),
        Realtime(sleeping=True, threads=2),
        Realtime(method="document"),
    ):
        scene = Scene()
        scene.add_ground(restitution=0.5)
        for k, shape in enumerate(shapes):
            scene.add_body(shape, position=(0.1 * k, 0, 0.5 + 1.1 * k))
        simulation = Simulation(scene, settings)
        simulation.run(3.0 if settings.sleeping else 0.5)
        simulation.contacts()
        simulation.raycast((0, 0, 9), (0, 0, -1))


def _jointed_contacts() -> None:
    # Solved directly, in sub-steps, and by the document's method.
    for settings in (Realtime(direct_limit=60_000), Realtime(direct_limit=0), Realtime(method="document")):
        scene = Scene()
        scene.add_ground()
        a, b = (scene.add_body(Box((1, 1, 1)), position=(1.5 * k, 0, 0.6)) for k in range(2))
        scene.add_joint(Revolute(a, b, anchor=(0.75, 0, 0.6), axis=(0, 1, 0), upper=0.1))
        Simulation(scene, settings).run(0.3)


def _pulled_contacts() -> None:
    """Stiff springs and drag with contacts, and springs on free bodies."""
    scene = Scene()
    scene.add_ground()
    a, b, c = (scene.add_body(Box((1, 1, 1)), position=(2.0 * k, 0, 0.6 + 3.0 * (k == 2))) for k in range(3))
    for force in (Spring(a, b, stiffness=1e7, damping=1e3), Drag(c, linear=1e5), Torque(c, (0, 0, 1))):
        scene.add_force(force)
    Simulation(scene, Realtime()).run(0.1)


def _crowds() -> None:
    """Bodies that are alone with each other, described inside each other, and many in one place."""
    with warnings.catch_warnings(action="ignore"):
        for limit, count in ((60_000, 2), (0, 2), (60_000, 40)):
            scene = Scene()
            for k in range(count):
                scene.add_body(Box((1, 1, 1)), position=(0.0, 0.0, 0.5 * k if count == 2 else 0.0))
            Simulation(scene, Realtime(direct_limit=limit)).run(0.05)


def _rolling() -> None:
    """A disk on its rim, on a plate that it moves."""
    scene = Scene()
    scene.add_ground()
    scene.add_body(Box((2, 2, 0.1)), position=(0, 0, 0.05))
    lean = (math.cos(0.6), 0.0, math.sin(0.6), 0.0)
    height = 0.1 + 0.1 * math.sin(1.2) + 0.01 * math.cos(1.2)
    scene.add_body(Cylinder(0.1, 0.02), position=(0, 0, height), orientation=lean, angular_velocity=(-8, 0, 2))
    Simulation(scene, Realtime()).run(0.1)


def _robots() -> None:
    """Run the loop of a robot controller, and add and remove bodies."""
    for name in ("arm", "quadruped"):
        scene = load_scene(scenes.path(f"robots/{name}"))
        for joint in scene.joints:
            for coordinate in joint.coordinate_names():
                scene.add_actuator(Actuator((coordinate,)))
        simulation = Simulation(scene, Realtime(dt=0.002))
        for _ in range(20):
            simulation.controls = 0.0 * simulation.controls
            simulation.step()
        joints = simulation.joints
        joints.mass_matrix(), joints.bias(), joints.jacobian(str(scene.bodies[-1].name))
        simulation.contact_forces()
        simulation.restore(simulation.snapshot())
        simulation.add_body(Sphere(0.1), position=(3.0, 0.0, 1.0), name="newcomer")
        simulation.step()
        simulation.remove("newcomer")
        simulation.step()


def _ring() -> Mesh:
    return revolved_mesh([(0.4, -0.1), (0.6, -0.1), (0.6, 0.1), (0.4, 0.1)], 8)


def _concave_bodies() -> None:
    ring = _ring()
    for settings, duration in ((Realtime(direct_limit=0), 0.3), (Realtime(field="grid"), 0.3), (Precise(), 0.02)):
        scene = Scene()
        scene.add_ground()
        for k, shape in enumerate((ring, ring, Sphere(0.3))):
            scene.add_body(shape, position=(0.1 * k, 0, 0.12 + 0.3 * k))
        Simulation(scene, settings).run(duration)


FEATURES: dict[str, Callable[[], object]] = {
    "rounding": lambda: check_bits(products),
    "precise engine": _run(),
    "frames from dense output": _run(dense_frames=True),
    "Lagrange formulation": _run(formulation="lagrange"),
    "free-top integrator": _run(integrator="moser_veselov"),
    "stiff integrator": _run(integrator="radau"),
    "force elements": _forces,
    "joints": _joints,
    "rotation tools": _rotations,
    "collision queries": _queries,
    "distance fields": _distance_fields,
    "aircraft": _aircraft,
    "pictures": _pictures,
    "realtime engine, boxes": lambda: _contacts(Box((1, 1, 1)), Box((1, 1, 1))),
    "realtime engine, joints": _jointed_contacts,
    "realtime engine, forces": _pulled_contacts,
    "realtime engine, overlaps": _crowds,
    "realtime engine, rolling": _rolling,
    "robots": _robots,
    "concave bodies": _concave_bodies,
    "realtime engine, all shapes": lambda: _contacts(Box((1, 1, 1)), Sphere(0.5), Cylinder(0.5, 1.0)),
}


def _scene_of(name: str) -> Callable[[], object]:
    """Return a short run of a packaged scene, with a picture."""

    def touch() -> None:
        simulation, began = Simulation(load_scene(scenes.path(name))), time.process_time()
        end = min(2.0, simulation.scene.plan.duration)
        while simulation.time < end and time.process_time() < began + _SECONDS_PER_SCENE:
            simulation.step()
        simulation.energy()
        simulation.contacts()
        simulation.run(0.02).picture(0.0, width=64, height=48)

    return touch


def packaged_scenes() -> dict[str, Callable[[], object]]:
    """Return short runs of all scenes that come with rigida: what they call is compiled when rigida is installed."""
    return {name: _scene_of(name) for name in (*scenes.names(), *scenes.documents())}


def textbook_cases() -> dict[str, Callable[[], object]]:
    """Return the cases of `rigida validate --engine realtime`, in both engines."""
    from rigida.textbook import TEXTBOOK
    from rigida.textbook.agreement import agreement

    return {name: partial(agreement, case) for name, case in TEXTBOOK.items()}


def warm_up(features: dict[str, Callable[[], object]] = FEATURES) -> Iterator[tuple[str, float]]:
    """Run features, which compiles what they call; yield (feature, seconds) as each is done."""
    for name, touch in features.items():
        began = time.perf_counter()
        touch()
        yield name, time.perf_counter() - began
