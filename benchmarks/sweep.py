"""Many short runs: what a sweep costs beside the physics, how two workers compare with one, whether memory stays flat.

The same physics is run bare, by as many processes that do nothing else, in turns with the sweep: on a machine with
other work to do, two processes are not twice as fast as one, and only the comparison tells what the sweep costs.

    python benchmarks/sweep.py [RUNS] [ROUNDS]
"""

import resource
import sys
import time
from concurrent.futures import wait

import rigida as rg
from rigida.runs.pools import Pools
from rigida.runs.sweep import make_plan
from rigida.runs.task import run_once

METRICS = ["max_height", "final_energy"]
RUN = {"engine": "realtime", "duration": 0.6, "fps": 30}


def falling() -> rg.Scene:
    scene = rg.Scene()
    scene.add_ground(restitution=0.8)
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", position=(0, 0, 1.1))
    return scene


def memory() -> float:
    """Return how much memory this process has used at most [MB]."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def physics(count: int) -> None:
    """Run the scene `count` times and keep nothing."""
    scene = falling()
    for _ in range(count):
        rg.Simulation(scene, "realtime").run(RUN["duration"], RUN["fps"])


def overhead(count: int = 300) -> tuple[float, float]:
    """Return the median times of a run of a sweep and of its physics alone [s], taken in turns."""
    vary = {"ground.restitution": rg.Span(0.1, 0.9, count)}
    more = (RUN["engine"], RUN["duration"], RUN["fps"], None, "none", 9.0)
    plan = make_plan(falling(), vary, METRICS, "grid", None, 0, *more)
    whole, bare = [], []
    for number in range(count):
        began = time.perf_counter()
        run_once(plan.job, plan.run(number))
        middle = time.perf_counter()
        physics(1)
        whole.append(middle - began)
        bare.append(time.perf_counter() - middle)
    return sorted(whole)[count // 2], sorted(bare)[count // 2]


def rate(pools: Pools, count: int) -> float:
    """Return how many runs of a sweep the pools do in a second."""
    began = time.perf_counter()
    rg.sweep(falling(), {"ground.restitution": rg.Span(0.1, 0.9, count)}, METRICS, executor=pools, **RUN)
    return count / (time.perf_counter() - began)


def bare_rate(pools: Pools, count: int) -> float:
    """Return how many runs without a sweep the pools do in a second."""
    began = time.perf_counter()
    futures = [pools.submit(physics, count // pools.workers) for _ in range(pools.workers)]
    wait(futures)
    elapsed = time.perf_counter() - began
    for future in futures:
        pools.done(future, broken=False)
    return count / elapsed


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    whole, bare = overhead()
    print(f"a run of a sweep {1e3 * whole:.2f} ms, its physics {1e3 * bare:.2f} ms")
    pools = {workers: Pools(workers) for workers in (1, 2)}
    for each in pools.values():
        rate(each, 16)
        bare_rate(each, 16)
    for _ in range(rounds):
        for workers, each in pools.items():
            swept, alone = rate(each, count), bare_rate(each, count)
            print(f"{workers} workers: {swept:6.1f} runs a second, bare {alone:6.1f}: {100 * swept / alone:.0f} %")
    for each in pools.values():
        future = each.submit(memory)
        print(f"memory of a worker {future.result():.0f} MB, here {memory():.0f} MB")
        each.shutdown()


if __name__ == "__main__":
    main()
