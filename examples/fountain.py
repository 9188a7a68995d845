"""A fountain of bodies: ten balls and boxes a second rise from a nozzle, and the oldest are taken away."""

import math

import rigida as rg

SHAPES = rg.Sphere(0.08), rg.Box((0.13, 0.13, 0.13))

scene = rg.Scene(title="A fountain")
scene.add_ground(friction=0.6)
scene.add_body(rg.Cylinder(0.3, 0.4), name="nozzle", fixed=True, position=(0, 0, 0.2))
thrown = []


def spray(sim: rg.Simulation) -> None:
    """Throw a body up ten times a second, each in another direction; 25 are there at most."""
    if sim.time < 0.1 * len(thrown):
        return
    turn = 2.4 * len(thrown)
    thrown.append(
        sim.add_body(
            SHAPES[len(thrown) % 2],
            name=f"drop {len(thrown)}",
            position=(0, 0, 0.6),
            velocity=(math.cos(turn), math.sin(turn), 6.0),
        )
    )
    if len(thrown) > 25:
        sim.remove(thrown[-26])


sim = rg.Simulation(scene, dt=1 / 60)
run = sim.run(5.0, fps=30, control=spray)
there = [sum(math.isfinite(x) for x in row) for row in run.position[:, :, 0]]
print(f"{len(run.names) - 2} bodies were thrown, and {max(there) - 2} were there at a time")
run.save("fountain.npz")

assert len(run.names) - 2 == len(thrown)
assert max(there) - 2 == 25
