"""Jointed dolls fall down stairs: shoulders and hips are balls in sockets, elbows and knees hinges with stops."""

import rigida as rg

LYING = (0.5**0.5, 0, 0.5**0.5, 0)  # a capsule along x
DOWNSTAIRS = (0, -3, 0)
KNEE, ELBOW = 2.2, 2.4  # how far they bend [rad]


def add_doll(scene: rg.Scene, name: str, x: float, y: float, z: float) -> None:
    """Add a doll of ten bodies, arms stretched out, with its hips at (x, y, z)."""

    def at(right: float, up: float) -> tuple[float, float, float]:
        return x + right, y, z + up

    def body(shape: rg.Shape, mass: float, right: float, up: float, turn: tuple[float, ...] = (1, 0, 0, 0)) -> rg.Body:
        return scene.add_body(shape, mass=mass, position=at(right, up), orientation=turn, velocity=DOWNSTAIRS)

    torso = body(rg.Box((0.36, 0.22, 0.5)), 30, 0, 0.3)
    head = body(rg.Sphere(0.12), 5, 0, 0.7)
    scene.add_joint(rg.Spherical(head, torso, anchor=at(0, 0.57), name=f"{name} neck", collide=True))
    for side, sign in (("left", 1), ("right", -1)):
        limb = f"{name} {side}"
        upper = body(rg.Capsule(0.05, 0.2), 3, 0.36 * sign, 0.5, LYING)
        lower = body(rg.Capsule(0.045, 0.2), 2, 0.68 * sign, 0.5, LYING)
        scene.add_joint(rg.Spherical(upper, torso, anchor=at(0.21 * sign, 0.5), name=f"{limb} shoulder"))
        bend = {"axis": (0, 0, sign), "lower": 0.0, "upper": ELBOW, "damping": 0.5}
        scene.add_joint(rg.Revolute(lower, upper, anchor=at(0.52 * sign, 0.5), name=f"{limb} elbow", **bend))
        thigh = body(rg.Capsule(0.07, 0.25), 8, 0.1 * sign, -0.2)
        shin = body(rg.Capsule(0.055, 0.25), 5, 0.1 * sign, -0.62)
        scene.add_joint(rg.Spherical(thigh, torso, anchor=at(0.1 * sign, 0), name=f"{limb} hip"))
        bend = {"axis": (1, 0, 0), "lower": -KNEE, "upper": 0.0, "damping": 0.5}
        scene.add_joint(rg.Revolute(shin, thigh, anchor=at(0.1 * sign, -0.41), name=f"{limb} knee", **bend))


scene = rg.Scene()
scene.add_ground(friction=0.6)
for step in range(6):
    height = 0.25 * (step + 1)
    scene.add_body(rg.Box((4, 0.5, height)), fixed=True, position=(0, 0.5 * step, 0.5 * height), friction=0.6)
for k in range(3):
    add_doll(scene, f"doll {k}", 1.3 * (k - 1), 2.3, 2.4 + 0.1 * k)

sim = rg.Simulation(scene, dt=1 / 120)  # at 1/60 fast limbs pass their stops by up to 0.14 rad
opened, bent = 0.0, 0.0
for _ in range(480):
    sim.step()
    for joint in scene.joints:
        handle = sim.joint(joint.name)
        opened = max(opened, handle.error)
        if "elbow" in joint.name:
            bent = max(bent, -handle.position, handle.position - ELBOW)
print(f"joints opened by {1e3 * opened:.4f} mm, elbows passed their stops by {bent:.3f} rad")

assert opened < 1e-5
assert bent < 0.15
