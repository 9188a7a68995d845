"""Many short runs: what a sweep costs beside the physics, how two workers compare with one, whether memory stays flat.

python benchmarks/sweep.py [RUNS] [ROUNDS]
"""

import resource
import sys
import time

import rigida as rg
from rigida.runs.lanes import Lanes
from rigida.runs.sweep import make_plan
from rigida.runs.task import run_once

METRICS = ["max_height", "final_energy"]
RUN = {"engine": "realtime", "duration": 0.6, "fps": 30}


def falling() -> rg.Scene:
    scene = rg.Scene()
    scene.add_ground(restitution=0.8)
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", position=(0, 0, 1.1))
    return scene


def memory(_: object = None) -> float:
    """Return how much memory this process has used at most [MB]."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def overhead(count: int = 300) -> tuple[float, float]:
    """Return the time of a run of a sweep and that of its physics alone [s], taken in turns."""
    vary = {"ground.restitution": rg.Span(0.1, 0.9, count)}
    plan = make_plan(
        falling(), vary, METRICS, "grid", None, 0, RUN["engine"], RUN["duration"], RUN["fps"], None, "none", 9.0
    )
    scene = falling()
    whole, physics = [], []
    for number in range(count):
        began = time.perf_counter()
        run_once(plan.job, plan.run(number))
        middle = time.perf_counter()
        rg.Simulation(scene, "realtime").run(RUN["duration"], RUN["fps"])
        whole.append(middle - began)
        physics.append(time.perf_counter() - middle)
    return sorted(whole)[count // 2], sorted(physics)[count // 2]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    whole, physics = overhead()
    print(f"a run of a sweep {1e3 * whole:.2f} ms, its physics {1e3 * physics:.2f} ms")
    vary = {"ground.restitution": rg.Span(0.1, 0.9, count)}
    for _ in range(rounds):
        speeds, handed = {}, {}
        for workers in (1, 2):
            lanes = Lanes(workers)
            rg.sweep(falling(), {"ground.restitution": rg.Span(0.1, 0.9, 8 * workers)}, METRICS, executor=lanes, **RUN)
            before = [lanes.submit(memory).result() for _ in range(workers)]
            began = time.perf_counter()
            table = rg.sweep(falling(), vary, METRICS, executor=lanes, **RUN)
            wall = time.perf_counter() - began
            after = [lanes.submit(memory).result() for _ in range(workers)]
            lanes.shutdown()
            speeds[workers] = count / wall
            handed[workers] = (wall * workers - float(table["wall"].sum())) / count
            grown = max(b - a for a, b in zip(before, after, strict=True))
            print(
                f"{workers} workers: {count} runs in {wall:.1f} s, {speeds[workers]:.1f} a second, "
                f"{1e3 * handed[workers]:.2f} ms a run outside the run, memory of a worker +{grown:.1f} MB, "
                f"here {memory():.0f} MB"
            )
        print(f"two over one: {speeds[2] / speeds[1]:.2f} ({50 * speeds[2] / speeds[1]:.0f} % of the ideal)")


if __name__ == "__main__":
    main()
