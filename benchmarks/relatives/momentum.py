"""Bodies of any shape that meet in empty space keep their momenta; without friction and loss, their energy too."""

import numpy as np

import rigida as rg
from relatives.trial import Draw, relative

#: Change of momenta and rise of energy in a step, by what the bodies carry; and of energy in a run of elastic blows.
MARK, KEPT = 1e-9, 1e-3


def any_shape(draw: Draw, name: str) -> rg.Shape:
    """Return a shape of any kind."""
    a, b, c = (float(x) for x in draw.rng.uniform(0.1, 0.4, 3))
    points = draw.rng.normal(size=(12, 3))
    points *= 0.6 * np.array([a, b, c]) / np.linalg.norm(points, axis=1)[:, None]
    kinds = {
        "box": rg.Box((a, b, c)),
        "sphere": rg.Sphere(0.5 * a),
        "cylinder": rg.Cylinder(0.5 * a, b),
        "capsule": rg.Capsule(0.3 * a, b),
        "ellipsoid": rg.Ellipsoid((0.5 * a, 0.5 * b, 0.5 * c)),
        "cone": rg.Cone(0.5 * a, b),
        "hull": rg.ConvexHull(points),
    }
    return kinds[draw.keep(name, list(kinds)[draw.rng.integers(len(kinds))])]


def meeting(draw: Draw, friction: float, restitution: float) -> rg.Scene:
    """Return two to five bodies that fly at each other, turning."""
    scene = rg.Scene(gravity=(0, 0, 0))
    for k in range(draw.integer("bodies", 2, 5)):
        away = draw.rng.normal(size=3)
        away *= (0.6 + 0.5 * k) / np.linalg.norm(away)
        scene.add_body(
            any_shape(draw, f"shape {k}"),
            density=float(draw.rng.uniform(100, 5000)),
            position=away + np.array([3.0, -1.0, 2.0]),
            orientation=draw.rng.normal(size=4),
            velocity=-away * draw.rng.uniform(1, 4) + np.array([0.5, 1.0, 0.0]),
            angular_velocity=4.0 * draw.rng.normal(size=3),
            friction=friction,
            restitution=restitution,
        )
    return scene


def changes(scene: rg.Scene, engine: rg.Realtime) -> tuple[float, float, np.ndarray]:
    """Return by how much momentum and angular momentum change in 1.5 s, and the energy after each step, as parts."""
    sim = rg.Simulation(scene, engine)
    carried = np.linalg.norm(sim.model.mass[:, None] * sim.state.velocity, axis=1)
    turning = carried @ np.linalg.norm(sim.state.center, axis=1)
    before, energy = sim.momentum(), [sim.energy().kinetic]
    for _ in range(round(1.5 / engine.dt)):
        sim.step()
        energy.append(sim.energy().kinetic)
    now = sim.momentum()
    linear = np.linalg.norm(now.linear - before.linear) / carried.sum()
    angular = np.linalg.norm(now.angular - before.angular) / turning
    return float(linear), float(angular), np.array(energy) / energy[0]


def any_meeting(draw: Draw, engine: rg.Realtime) -> tuple[float, float, np.ndarray]:
    return changes(meeting(draw, draw.uniform("μ", 0, 1), draw.uniform("ε", 0, 1)), engine)


@relative("momentum", MARK)
def momentum_of_bodies_that_meet(draw: Draw, engine: rg.Realtime) -> float:
    return any_meeting(draw, engine)[0]


@relative("momentum", MARK)
def angular_momentum_of_bodies_that_meet(draw: Draw, engine: rg.Realtime) -> float:
    return any_meeting(draw, engine)[1]


@relative("momentum", MARK)
def rise_of_energy_of_bodies_that_meet(draw: Draw, engine: rg.Realtime) -> float:
    energy = any_meeting(draw, engine)[2]
    return max(float(np.diff(energy).max()), 0.0)


@relative("momentum", KEPT)
def energy_of_elastic_bodies_without_friction(draw: Draw, engine: rg.Realtime) -> float:
    return float(np.abs(changes(meeting(draw, 0.0, 1.0), engine)[2] - 1).max())
