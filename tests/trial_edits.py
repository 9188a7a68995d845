"""Random mechanisms whose bodies are set by hand while they run: trees, chains and loops of every kind of joint.

A mechanism is made from its number alone, so that one that goes wrong can be named and made again.
"""

import warnings

import numpy as np

import rigida as rg

KINDS = (rg.Revolute, rg.Prismatic, rg.Spherical, rg.Distance, rg.Universal, rg.Cylindrical, rg.Fixed, rg.Planar)


def random_mechanism(number: int) -> rg.Scene:
    """Return mechanism `number`: a tree of two to eight bodies on the world or adrift, maybe with a loop in it."""
    rng = np.random.default_rng([36, number])
    scene = rg.Scene()
    ends: list[rg.Body | None] = [None]
    for k in range(rng.integers(2, 9)):
        place = rng.uniform(-0.2, 0.2, 3) + np.array([0.0, 0.9 * k, 3.0])  # apart from each other
        body = scene.add_body(rg.Box(rng.uniform(0.1, 0.5, 3)), mass=float(rng.uniform(0.2, 5.0)), position=place)
        parent = ends[rng.integers(len(ends))]
        if k > 0 or rng.random() < 0.7:
            _join(scene, rng, body, parent)
        ends.append(body)
    if rng.random() < 0.3:
        a, b = rng.permutation(len(scene.bodies))[:2]
        scene.add_joint(rg.Distance(scene.bodies[a], scene.bodies[b]))
    return scene


def _join(scene: rg.Scene, rng: np.random.Generator, body: rg.Body, parent: rg.Body | None) -> None:
    kind = KINDS[rng.integers(len(KINDS))]
    keys = {"anchor": tuple(rng.uniform(-1.0, 1.0, 3) + np.array([0.0, 0.0, 3.0]))}
    first, second = np.linalg.qr(rng.normal(size=(3, 3)))[0][:2]
    if kind is rg.Distance:
        keys = {"anchor_b": tuple(rng.uniform(-3.0, 3.0, 3))} if parent is None else {}
    elif kind in (rg.Revolute, rg.Prismatic, rg.Cylindrical):
        keys["axis"] = tuple(first)
    elif kind is rg.Universal:
        keys |= {"axis": tuple(first), "axis_b": tuple(second)}
    elif kind is rg.Planar:
        keys["normal"] = tuple(first)
    if kind in (rg.Revolute, rg.Prismatic) and rng.random() < 0.3:
        keys |= {"lower": -float(rng.uniform(0.1, 1.0)), "upper": float(rng.uniform(0.1, 1.0))}
    scene.add_joint(kind(body, rg.WORLD if parent is None else parent, **keys))


def run_edited(number: int, engine: str, poses: bool) -> float:
    """Set velocities, and poses if wanted, of mechanism `number` at random and step; return the widest joint."""
    rng = np.random.default_rng([37, number])
    scene = random_mechanism(number)
    widest = 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rg.RigidaWarning)
        sim = rg.Simulation(scene, engine, dt=0.01)
        for _ in range(3):
            for body in scene.bodies:
                handle = sim.body(body.name)
                if rng.random() < 0.5:
                    handle.velocity = 10.0 ** rng.uniform(-2, 2) * rng.normal(size=3)
                if rng.random() < 0.3:
                    handle.angular_velocity = 10.0 ** rng.uniform(-2, 1) * rng.normal(size=3)
                if poses and rng.random() < 0.3:
                    handle.position = handle.position + 10.0 ** rng.uniform(-3, 1) * rng.normal(size=3)
                if poses and rng.random() < 0.2:
                    handle.orientation = tuple(rng.normal(size=4))
            for _ in range(2):
                sim.step()
                widest = max(widest, *(sim.joint(joint.name).error for joint in scene.joints), 0.0)
    return widest
