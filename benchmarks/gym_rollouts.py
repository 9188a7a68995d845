"""Random controls in Gymnasium's standard tasks: no body diverges, and no contact pulls.

python benchmarks/gym_rollouts.py [--rollouts N] [--ticks K] [TASK ...]

Needs gymnasium. Rollouts go on where the task would end. Prints how many diverged, the least normal impulse of all
contact points, and the CPU time.
"""

import argparse
import time
import warnings

import gymnasium
import numpy as np

from rigida.gym.tasks import TASKS


def roll_out(name: str, rollouts: int, ticks: int) -> tuple[int, float]:
    """Return how many rollouts of a task diverged, and the least normal impulse of their contact points [N s]."""
    env, random = gymnasium.make(f"rigida/{name}-v5").unwrapped, np.random.default_rng(0)
    diverged, least = 0, 0.0
    for seed in range(rollouts):
        env.reset(seed=seed)
        for _ in range(ticks):
            action = random.uniform(env.action_space.low, env.action_space.high).astype(np.float32)
            observation, *_, info = env.step(action)
            if "diverged" in info or not np.isfinite(observation).all():
                diverged += 1
                break
            least = min(least, float(env.simulation.contacts()["impulse"].min(initial=0.0)))
    return diverged, least


def main() -> None:
    """Print a row for each task."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", default=list(TASKS))
    parser.add_argument("--rollouts", type=int, default=300)
    parser.add_argument("--ticks", type=int, default=100)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    print(f"{'task':24} {'rollouts':>9} {'diverged':>9} {'least impulse':>14} {'CPU s':>7}")
    for name in asked.tasks:
        began = time.process_time()
        diverged, least = roll_out(name, asked.rollouts, asked.ticks)
        spent = time.process_time() - began
        print(f"{name:24} {asked.rollouts:9} {diverged:9} {least:14.3g} {spent:7.1f}", flush=True)


if __name__ == "__main__":
    main()
