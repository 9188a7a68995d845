"""Gymnasium's standard tasks in rigida and in mujoco, with the same actions and the same starts.

python benchmarks/gym_tasks.py [TASK ...]

Needs gymnasium[mujoco]. For each task, over random rollouts of a second at the task's own dt: the mean height and speed
of the first body and the mean reward of a tick, in rigida and in mujoco; CPU time of a tick and of a reset.
"""

import argparse
import sys
import time
import warnings

import gymnasium
import numpy as np

from rigida.gym.tasks import TASKS

ROLLOUTS, SECONDS = 20, 1.0
#: Where the height stands among the coordinates, and where it is zero [m]; the others move in a plane.
HEIGHT = dict.fromkeys(("Ant", "Humanoid", "HumanoidStandup"), (2, 0.0)) | dict.fromkeys(
    ("Hopper", "Walker2d"), (1, 0.0)
)
HEIGHT["HalfCheetah"] = 1, 0.7


def rollouts(env: gymnasium.Env, name: str) -> tuple[np.ndarray, float, float]:
    """Return mean height, mean speed of all coordinates and mean reward of a tick; CPU times of a tick and a reset."""
    own = env.unwrapped
    tick = getattr(own, "tick", None) or own.dt
    random, kept, cost, resets, ticks = np.random.default_rng(1), [], 0.0, 0.0, 0
    for seed in range(ROLLOUTS):
        began = time.process_time()
        env.reset(seed=seed)
        resets += time.process_time() - began
        for _ in range(round(SECONDS / tick)):
            action = random.uniform(env.action_space.low, env.action_space.high).astype(np.float32)
            began = time.process_time()
            _, reward, _, _, info = env.step(action)
            cost += time.process_time() - began
            if "diverged" in info:
                print(f"{name}: seed {seed}: {info['diverged'][:70]}")
                break
            ticks += 1
            qpos, qvel = (own.qpos, own.qvel) if hasattr(own, "qpos") else (own.data.qpos, own.data.qvel)
            row, zero = HEIGHT.get(name, (0, 0.0))
            kept.append((zero + qpos[row] if name in HEIGHT else 0.0, np.sqrt(np.mean(np.square(qvel))), reward))
    return np.mean(kept, axis=0), cost / ticks, resets / ROLLOUTS


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", default=list(TASKS))
    warnings.simplefilter("ignore")
    print(f"{'task':24} {'height':>16} {'speed':>18} {'reward':>18} {'tick µs':>16} {'reset / tick':>14}")
    for name in parser.parse_args().tasks:
        found = [rollouts(gymnasium.make(f"{prefix}{name}-v5").unwrapped, name) for prefix in ("rigida/", "")]
        means = "  ".join(f"{a:8.3f} {b:8.3f}" for a, b in zip(found[0][0], found[1][0], strict=True))
        ticks = " ".join(f"{1e6 * cost:7.0f}" for _, cost, _ in found)
        print(f"{name:24} {means} {ticks}  {' '.join(f'{reset / cost:6.1f}' for _, cost, reset in found)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
