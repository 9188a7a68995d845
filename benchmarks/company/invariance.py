"""The same scene in another frame, mirrored, or in other units: the same motion.

A view maps world vectors by a rotation or reflection S, shifts the origin, and changes the units of length, time and
mass. A scene is written again in it; both are run, and the second run is mapped back.
"""

import math
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import rigida as rg
from company.trial import FAMILIES
from rigida.scene.body import World

#: Families whose motion is told by few contacts and is not chaotic.
SMOOTH = (
    "stack_toppling",
    "block_toppling_on_cart",
    "box_tipping_off_table",
    "plank_rocking_on_log",
    "ladder_with_friction",
    "roller_with_pendulum",
    "axle_of_two_wheels",
    "trolley_on_four_rollers",
    "cylinder_on_free_wedge",
    "spring_tied_box_on_ice",
    "pair_sliding_and_spinning",
    "block_on_free_plank",
    "tablecloth",
    "disk_on_rim_on_plate",
    "feather_on_egg",
    "pendulum_with_armature",
    "dumbbell_struck",
)


@dataclass(frozen=True)
class View:
    """x' = length (S x + shift); times and masses are multiplied too."""

    turn: np.ndarray
    shift: np.ndarray
    length: float = 1.0
    time: float = 1.0
    mass: float = 1.0

    @property
    def mirrors(self) -> bool:
        """Whether left becomes right."""
        return bool(np.linalg.det(self.turn) < 0)

    def vector(self, x: Any, unit: float = 1.0) -> tuple[float, ...]:
        """Return a polar vector in a unit."""
        return tuple(float(a) for a in unit * (self.turn @ np.asarray(x, float)))

    def axial(self, x: Any, unit: float = 1.0) -> tuple[float, ...]:
        """Return an axial vector in a unit: an angular velocity, a torque, a hinge's direction."""
        return self.vector(x, -unit if self.mirrors else unit)

    def point(self, x: Any) -> tuple[float, ...]:
        """Return a point [m]."""
        return self.vector(np.asarray(x, float) + self.turn.T @ self.shift, self.length)

    def attitude(self, q: Any) -> tuple[float, ...]:
        """Return an orientation (w, x, y, z); a mirrored body has mirrored axes: S R M with M the mirror of y."""
        w, x, y, z = q
        own = np.diag([1.0, -1.0, 1.0]) if self.mirrors else np.eye(3)
        x, y, z, w = Rotation.from_matrix(self.turn @ Rotation.from_quat([x, y, z, w]).as_matrix() @ own).as_quat()
        return float(w), float(x), float(y), float(z)


def views(rng: np.random.Generator) -> dict[str, View]:
    """Return the views that a scene is tried in, with numbers drawn at random."""
    zero, angle = np.zeros(3), float(rng.uniform(0, 2 * math.pi))
    about = Rotation.from_rotvec([0, 0, angle]).as_matrix()
    any_axis = Rotation.from_quat(rng.normal(size=4)).as_matrix()
    return {
        "turned about the vertical": View(about, zero),
        "turned with gravity": View(any_axis, zero),
        "mirrored": View(np.diag([1.0, -1.0, 1.0]) @ about, zero),
        "shifted": View(np.eye(3), rng.normal(size=3)),
        "length × 10": View(np.eye(3), zero, length=10.0),
        "length ÷ 10": View(np.eye(3), zero, length=0.1),
        "time × 10": View(np.eye(3), zero, time=10.0),
        "time ÷ 10": View(np.eye(3), zero, time=0.1),
        "mass × 1000": View(np.eye(3), zero, mass=1000.0),
    }


def scaled_shape(shape: rg.Shape, view: View) -> rg.Shape:
    """Return a shape in the units of a view; mirrored in its own y where the view mirrors."""
    if isinstance(shape, rg.ConvexHull):
        own = np.array([1.0, -1.0 if view.mirrors else 1.0, 1.0])
        return rg.ConvexHull(np.asarray(shape.points) * own * view.length)
    if isinstance(shape, rg.HalfSpace):
        return rg.HalfSpace(tuple(np.asarray(shape.normal) * ((1, -1, 1) if view.mirrors else (1, 1, 1))))
    lengths = ("radius", "height", "size", "radii")
    given = {f.name: getattr(shape, f.name) for f in fields(shape) if f.name in lengths}
    return replace(
        shape, **{n: tuple(np.asarray(x) * view.length) if np.ndim(x) else x * view.length for n, x in given.items()}
    )


def seen_body(scene: rg.Scene, body: rg.Body, view: View) -> rg.Body:
    """Add a body as a view sees it."""
    own = np.diag([1.0, -1.0, 1.0]) if view.mirrors else np.eye(3)
    more: dict[str, Any] = {}
    if body.mass is not None:
        more["mass"] = body.mass * view.mass
    if body.inertia is not None:
        more["inertia"] = own @ np.asarray(body.inertia) @ own * view.mass * view.length**2
    if body.center_of_mass is not None:
        more["center_of_mass"] = own @ np.asarray(body.center_of_mass) * view.length
    return scene.add_body(
        None if body.shape is None else scaled_shape(body.shape, view),
        name=body.name,
        fixed=body.fixed,
        material=body.material,
        collision_mask=body.collision_mask,
        position=view.point(body.position),
        orientation=view.attitude(body.orientation),
        velocity=view.vector(body.velocity, view.length / view.time),
        angular_velocity=view.axial(body.angular_velocity, 1 / view.time),
        **more,
    )


def seen(scene: rg.Scene, view: View) -> rg.Scene:
    """Return a scene as a view sees it."""
    other = rg.Scene(gravity=view.vector(scene.gravity, view.length / view.time**2))
    bodies: dict[str, Any] = {body.name: seen_body(other, body, view) for body in scene.bodies}
    force, torque = view.mass * view.length / view.time**2, view.mass * view.length**2 / view.time**2

    def of(body: Any) -> Any:
        return body if isinstance(body, World) else bodies[body.name]

    for joint in scene.joints:
        given: dict[str, Any] = {"a": of(joint.a), "b": of(joint.b)}
        if joint.anchor is not None:
            given["anchor"] = view.point(joint.anchor)
        if isinstance(joint, rg.Revolute):
            given |= {"axis": view.axial(joint.axis), "armature": joint.armature * view.mass * view.length**2}
        other.add_joint(replace(joint, **given))
    for given_force in scene.forces:
        if isinstance(given_force, rg.Spring):
            seen_force: Any = replace(
                given_force,
                a=of(given_force.a),
                b=of(given_force.b),
                stiffness=given_force.stiffness * view.mass / view.time**2,
                rest_length=given_force.rest_length * view.length,
                anchor_a=view.point(given_force.anchor_a),
                anchor_b=view.point(given_force.anchor_b),
            )
        elif isinstance(given_force, rg.ConstantForce):
            anchor = None if given_force.anchor is None else view.point(given_force.anchor)
            pushed = view.vector(given_force.force, force)
            seen_force = replace(given_force, body=of(given_force.body), force=pushed, anchor=anchor)
        else:
            seen_force = replace(given_force, body=of(given_force.body), torque=view.axial(given_force.torque, torque))
        other.add_force(seen_force)
    return other


def ends(scene: rg.Scene, engine: rg.Realtime, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Return centers of mass (n, 3) and how far each came, after some steps."""
    sim = rg.Simulation(scene, engine)
    start = sim.state.center.copy()
    for _ in range(steps):
        sim.step()
    return sim.state.center.copy(), np.linalg.norm(sim.state.center - start, axis=1)


def differences(name: str, engine: rg.Realtime, seed: int, number: int) -> dict[str, float]:
    """Return by how much a trial's motion differs in each view, by the distance that its bodies cover at most."""
    trial, _ = FAMILIES[name].trial(seed, number)
    steps = round(trial.seconds / engine.dt)
    plain, moved = ends(trial.scene, engine, steps)
    found = {}
    for title, view in views(np.random.default_rng([seed, number])).items():
        other = replace(engine, dt=engine.dt * view.time, margin=engine.margin * view.length)
        there, _ = ends(seen(trial.scene, view), other, steps)
        back = there / view.length @ view.turn - view.turn.T @ view.shift
        fixed = moved == 0.0
        back[fixed] = plain[fixed]
        found[title] = float(np.linalg.norm(back - plain, axis=1).max() / max(moved.max(), 1e-9))
    return found
