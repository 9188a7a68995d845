"""Random scenes of motors, contacts and joints together, some of them far from any sensible scale.

A scene is made from its number alone, so that one that goes wrong can be named and made again.
"""

import numpy as np

import rigida as rg

SHAPES = ("box", "sphere", "cylinder", "capsule", "cone", "hull")
JOINTS = ("revolute", "prismatic", "spherical", "distance", "universal", "cylindrical", "fixed", "planar")


def random_scene(number: int) -> tuple[rg.Scene, float, float]:
    """Return scene `number`, the step to run it with and for how long [s]."""
    rng = np.random.default_rng([20, number])
    odd = rng.random() < 0.5  # sizes, forces and steps far from the scene's own scale
    scene = rg.Scene(gravity=(0, 0, -9.81 * (_odd(rng, 2) if odd else 1.0)))
    if rng.random() < 0.7:
        scene.add_ground(friction=float(rng.choice([0.0, 0.3, 1.0, 5.0])), restitution=float(rng.choice([0, 0.5, 1])))
    bodies = [_add_body(scene, rng, k, odd) for k in range(rng.integers(1, 7))]
    for _ in range(rng.integers(0, 5)):
        _add_joint(scene, rng, bodies, odd)
    for _ in range(rng.integers(0, 4)):
        _add_force(scene, rng, bodies, odd)
    dt = float(10.0 ** rng.uniform(-6, 1)) if odd else float(rng.choice([1e-3, 1 / 60, 0.1]))
    duration = dt * float(rng.choice([1, 3, 30])) if odd else 0.5
    return scene, dt, duration


def _odd(rng: np.random.Generator, decades: float) -> float:
    return float(10.0 ** rng.uniform(-decades, decades)) if rng.random() < 0.4 else 1.0


def _add_body(scene: rg.Scene, rng: np.random.Generator, k: int, odd: bool) -> rg.Body:
    kind, size = rng.choice(SHAPES), 0.2 * (_odd(rng, 1.5) if odd else 1.0)
    a, b, c = (float(x) for x in size * rng.uniform(0.5, 2.0, 3))
    shape = {
        "box": lambda: rg.Box((a, b, c)),
        "sphere": lambda: rg.Sphere(0.5 * a),
        "cylinder": lambda: rg.Cylinder(0.5 * a, b),
        "capsule": lambda: rg.Capsule(0.3 * a, b),
        "cone": lambda: rg.Cone(0.5 * a, b),
        "hull": lambda: rg.ConvexHull(size * rng.normal(size=(12, 3))),
    }[kind]()
    turned = rng.normal(size=4) if rng.random() < 0.5 else (1, 0, 0, 0)
    speed = 3.0 * (_odd(rng, 2) if odd else 1.0)
    return scene.add_body(
        shape,
        name=f"b{k}",
        mass=1.0 * (_odd(rng, 4) if odd else 1.0),
        position=(0.5 * k, float(rng.uniform(-0.1, 0.1)), float(rng.uniform(0.3, 1.5)) * max(1.0, 5 * size)),
        orientation=turned,
        velocity=speed * rng.normal(size=3) if rng.random() < 0.5 else (0, 0, 0),
        angular_velocity=speed * rng.normal(size=3) if rng.random() < 0.5 else (0, 0, 0),
        friction=float(rng.choice([0.0, 0.5, 1.0])),
        restitution=float(rng.choice([0.0, 0.3, 0.9])),
        rolling_friction=float(rng.choice([0.0, 0.0, 0.01])),
        spinning_friction=float(rng.choice([0.0, 0.0, 0.01])),
    )


def _add_joint(scene: rg.Scene, rng: np.random.Generator, bodies: list[rg.Body], odd: bool) -> None:
    a = bodies[rng.integers(len(bodies))]
    others = [body for body in bodies if body is not a]
    b = others[rng.integers(len(others))] if others and rng.random() < 0.7 else rg.WORLD
    kind = str(rng.choice(JOINTS))
    axis = tuple(np.eye(3)[rng.integers(3)]) if rng.random() < 0.7 else tuple(rng.normal(size=3))
    collide = bool(rng.random() < 0.4)
    if kind == "distance":
        scene.add_joint(rg.Distance(a, b, collide=collide))
        return
    anchor = tuple(np.array(a.position) + rng.uniform(-0.2, 0.2, 3))
    given: dict[str, object] = {"anchor": anchor, "collide": collide}
    if kind in ("revolute", "prismatic", "cylindrical", "universal"):
        given["axis"] = axis
    if kind == "universal":
        given["axis_b"] = tuple(np.cross(axis, rng.normal(size=3)))
    if kind in ("revolute", "prismatic"):
        motor = str(rng.choice(["none", "speed", "position", "effort"]))
        given |= {"motor": motor, "motor_target": float(rng.normal() * (_odd(rng, 3) if odd else 2.0))}
        if rng.random() < 0.6:
            given["motor_max"] = float(abs(rng.normal()) * 10 * (_odd(rng, 3) if odd else 1.0))
        if rng.random() < 0.5:
            given |= {"lower": -float(rng.uniform(0, 1)), "upper": float(rng.uniform(0, 1))}
            given["limit_restitution"] = float(rng.choice([0.0, 0.5, 1.0]))
        if rng.random() < 0.3:
            given |= {"stiffness": 50 * (_odd(rng, 4) if odd else 1.0), "damping": 1.0 * (_odd(rng, 3) if odd else 1.0)}
    classes = {"revolute": rg.Revolute, "prismatic": rg.Prismatic, "spherical": rg.Spherical, "fixed": rg.Fixed}
    classes |= {"universal": rg.Universal, "cylindrical": rg.Cylindrical, "planar": rg.Planar}
    scene.add_joint(classes[kind](a, b, **given))


def _add_force(scene: rg.Scene, rng: np.random.Generator, bodies: list[rg.Body], odd: bool) -> None:
    body = bodies[rng.integers(len(bodies))]
    push = rng.normal(size=3) * 10 * (_odd(rng, 6) if odd else 1.0)
    kind = rng.integers(5)
    if kind == 0:
        scene.add_force(rg.ConstantForce(body, push, anchor=tuple(np.array(body.position) + rng.normal(size=3))))
    elif kind == 1:
        scene.add_force(rg.Torque(body, push))
    elif kind == 2:
        stiffness, damping = (100 * (_odd(rng, 4) if odd else 1.0), float(rng.choice([0.0, 1.0])))
        anchor = tuple(np.array(body.position) + rng.normal(size=3))
        scene.add_force(rg.Spring(body, rg.WORLD, stiffness=stiffness, damping=damping, anchor_b=anchor))
    elif kind == 3:
        scene.add_force(rg.Drag(body, linear=1.0 * (_odd(rng, 4) if odd else 1.0), angular=0.01))
    else:
        scene.add_force(rg.Impulse(body, push, time=float(rng.uniform(0, 0.5))))
