"""What recording costs: a run of towers at 60 frames a second beside the same steps alone.

python benchmarks/frames.py
"""

import time

import rigida as rg

FRAMES = 600
REPEATS = 12


def tower(count: int) -> rg.Simulation:
    scene = rg.Scene()
    scene.add_ground()
    for k in range(count):
        scene.add_body(rg.Box((1, 1, 1)), position=(0, 0, 0.5 + k))
    return rg.Simulation(scene, dt=1 / 60)


def steps(sim: rg.Simulation) -> None:
    for _ in range(FRAMES):
        sim.step()


def least(act, *arguments) -> float:
    times = []
    for _ in range(REPEATS):
        began = time.process_time()
        act(*arguments)
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    for count in (1, 3, 10):
        sim = tower(count)
        sim.run(1.0)
        stepped, begun, ran = least(steps, sim), least(sim.run, 1 / 60), least(sim.run, FRAMES / 60)
        step, frame = stepped / FRAMES * 1e6, (ran - begun - stepped) / FRAMES * 1e6
        print(
            f"tower of {count:2d}: a step {step:5.1f} µs, to record it {frame:5.1f}; begin and end {begun * 1e3:.1f} ms"
        )


if __name__ == "__main__":
    main()
