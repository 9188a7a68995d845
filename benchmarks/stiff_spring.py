"""Cost of a stiff, overdamped spring (1e8 N/m, 1e5 N s/m, 1 kg) against a soft one, 1 s with 60 frames.

python benchmarks/stiff_spring.py
"""

import time

import rigida as rg

CASES = {
    "soft spring, dop853": (100.0, 1.0, {}),
    "stiff, automatic switch": (1e8, 1e5, {}),
    "stiff, radau": (1e8, 1e5, {"integrator": "radau"}),
    "stiff, dop853 alone": (1e8, 1e5, {"switch_when_stiff": False}),
}


def hanging(stiffness: float, damping: float, settings: dict) -> rg.Simulation:
    scene = rg.Scene()
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, -1))
    scene.add_force(rg.Spring(ball, rg.WORLD, stiffness=stiffness, damping=damping, rest_length=1.0))
    return rg.Simulation(scene, rg.Precise(**settings))


def main() -> None:
    for name, case in CASES.items():
        hanging(*case).step()
        best, steps = float("inf"), 0
        for _ in range(3):
            simulation = hanging(*case)
            began = time.process_time()
            steps = sum(simulation.step().steps for _ in range(60))
            best = min(best, time.process_time() - began)
        print(f"{name:24s} {best:8.3f} s, {steps:6d} steps")


if __name__ == "__main__":
    main()
