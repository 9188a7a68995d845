"""Run starter.toml from Python, extend it, print results, write a video: python starter.py."""

from pathlib import Path

import rigida as rg

FOLDER = Path(__file__).parent

scene = rg.load(FOLDER / "starter.toml")

# A scene can be changed and added to before it runs. Another box, thrown in from the side:
scene.add_body(rg.Box((0.4, 0.4, 0.4)), density=100, position=(4, 0, 2), velocity=(-4, 0, 2), name="thrown")

sim = rg.Simulation(scene)  # or rg.Simulation(scene, "precise"): exact impacts, for few bodies
run = sim.run(5.0, fps=60)  # a recording: arrays of all frames

ball = run.body("ball")  # .position .orientation .velocity .angular_velocity, one row per frame
fastest = (ball.velocity**2).sum(axis=1).max() ** 0.5
print(run)
print(f"the ball is at most {fastest:.2f} m/s fast and ends at {ball.position[-1].round(2)}")
print(f"{len(sim.contacts())} contact points at the end")

run.plot_energy(FOLDER / "starter-energy.png")
print("wrote", run.to_video(FOLDER / "starter.mp4", width=640, height=360))
