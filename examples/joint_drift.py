"""How far a pendulum drifts off its joint where stabilization is switched off, and that it stays on it otherwise.

Accelerations that fulfil a joint's equations leave its positions to the errors of integration (Bacin 1999, 6.4.1).
"""

import numpy as np

import rigida as rg


def errors(stabilization: bool) -> np.ndarray:
    """Return how far the joint is open after each second [m]."""
    scene = rg.Scene()
    rod = scene.add_body(rg.Box((1.0, 0.05, 0.05)), name="rod", position=(0.5, 0, 0))
    scene.add_joint(rg.Spherical(rod, anchor=(0, 0, 0), name="pin"))
    sim = rg.Simulation(scene, rg.Precise(tolerance=1e-5, stabilization=stabilization))
    found = []
    for _ in range(10):
        sim.run(1.0, fps=1)
        found.append(np.linalg.norm(sim.joint("pin").error))
    return np.array(found)


drift, closed = errors(False), errors(True)
for second, (off, on) in enumerate(zip(drift, closed, strict=True), start=1):
    print(f"{second:3d} s   off {off:.2e} m   on {on:.2e} m")

assert closed.max() < 1e-9
assert drift[-1] > 1e-6
