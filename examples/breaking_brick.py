"""Bricks that break: one that is hit hard enough is taken away, and eight pieces go on in its place."""

from itertools import product

import numpy as np

import rigida as rg

SIZE = (0.4, 0.2, 0.2)
PIECE = rg.Box(tuple(0.5 * s for s in SIZE))
#: Impulse that breaks a brick [N s].
STRENGTH = 40.0

scene = rg.Scene(title="Breaking bricks")
scene.add_ground()
for level, column in product(range(4), range(3)):
    place = (0.4 * (column - 1) + 0.1 * (level % 2), 0, 0.1 + 0.2 * level)
    scene.add_body(rg.Box(SIZE), name=f"brick {level}{column}", density=1800, position=place)
scene.add_body(rg.Sphere(0.15), name="ball", density=7800, position=(0, -2.0, 0.5), velocity=(0, 12, 1))


def break_bricks(sim: rg.Simulation) -> None:
    """Break the bricks that the ball has hit hard in the last step."""
    ball, names = sim.model.index("ball"), sim.model.names
    for contact in sim.contacts():
        pair = {int(contact["body_a"]), int(contact["body_b"])}
        name = names[(pair - {ball}).pop()]
        whole = name.startswith("brick") and "(" not in name
        if ball in pair and whole and contact["impulse"] > STRENGTH:
            break_brick(sim, name)
            return


def break_brick(sim: rg.Simulation, name: str) -> None:
    """Put eight pieces, which move as the brick did, in its place."""
    brick = sim.body(name)
    turn, middle, velocity, spin = brick.orientation, brick.position, brick.velocity, brick.angular_velocity
    sim.remove(name)
    for signs in product((-1, 1), repeat=3):
        arm = rotated(turn, 0.25 * np.array(signs) * SIZE)
        sim.add_body(
            PIECE,
            name=f"{name} {signs}",
            density=1800,
            position=middle + arm,
            orientation=turn,
            velocity=velocity + np.cross(spin, arm),
            angular_velocity=spin,
        )


def rotated(turn: np.ndarray, arm: np.ndarray) -> np.ndarray:
    """Return `arm` turned by a quaternion (w, x, y, z)."""
    across = np.cross(turn[1:], arm)
    return arm + 2 * (turn[0] * across + np.cross(turn[1:], across))


sim = rg.Simulation(scene, dt=1 / 120)
run = sim.run(1.5, fps=30, control=break_bricks)
broken = sum("(" in name for name in run.names) // 8
print(f"{broken} of 12 bricks broke")
run.save("breaking_brick.npz")

assert broken >= 1
