"""What a step of robots costs at their files' own time step, with mujoco in turn in the same process.

python benchmarks/robot_steps.py FOLDER_OR_FILE ... [--steps 200]

Of each file (a folder stands for the `scene*.xml` in it, `gymnasium` for its models), from its keyframe, or with servos
told to stay: CPU time of a step at the file's dt and of one at 1/60 s per simulated second, in rigida and in mujoco,
the least of rounds in turn; then medians and the worst of the ratios.
"""

import argparse
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
from robot_poses import started

import rigida as rg

ROUNDS, DEFAULT = 4, 1 / 60
#: Gymnasium's models with joints and ground, or the arm.
GYMNASIUM = ("ant", "half_cheetah", "hopper", "walker2d_v5", "humanoid", "pusher_v5")


def files_of(given: str) -> list[Path]:
    """Return the model files that an argument stands for."""
    if given == "gymnasium":
        from rigida.gym.tasks import model_file

        return [Path(model_file(f"{name}.xml")) for name in GYMNASIUM]
    path = Path(given)
    return sorted(path.rglob("scene*.xml")) if path.is_dir() else [path]


def cost(step: Callable[[], object], count: int) -> float:
    """Return the CPU time of one step [s]."""
    began = time.process_time()
    for _ in range(count):
        step()
    return (time.process_time() - began) / count


def ratios(path: Path, count: int) -> tuple[float, float]:
    """Print a row and return rigida's cost by mujoco's: of a step at the file's dt, of a second at the default one."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data, key = started(model)
    if key >= 0 and not (model.key_qpos != model.qpos0).any() and not model.key_ctrl.any():
        key = -1  # room for keyframes that the file has not
    controls, dt = data.ctrl.copy(), float(model.opt.timestep)
    scene = rg.load(path)
    if key >= 0:
        scene.take_pose("home" if "home" in scene.poses else next(iter(scene.poses)))
    sims = [rg.Simulation(scene, rg.Realtime(dt=step)) for step in (dt, DEFAULT)]
    for sim in sims:
        if key < 0 and len(controls) == len(scene.actuators):
            sim.controls = controls
    works: list[tuple[Callable[[], object], int]] = [
        (sims[0].step, count),
        (sims[1].step, max(count // 5, 1)),
        (lambda: mujoco.mj_step(model, data), count),
    ]
    least = [np.inf] * len(works)
    for _ in range(ROUNDS):
        least = [min(last, cost(*work)) for last, work in zip(least, works, strict=True)]
    own, coarse, theirs = least
    by_step, by_second = own / theirs, coarse / DEFAULT / (theirs / dt)
    print(
        f"{path.parent.name + '/' + path.name:40} dt {dt:.4f}: {1e6 * own:7.1f} µs, mujoco {1e6 * theirs:6.1f}, "
        f"{by_step:5.1f} ×; a second at 1/60 {1e3 * coarse / DEFAULT:7.2f} ms, {by_second:6.2f} ×",
        flush=True,
    )
    return by_step, by_second


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--steps", type=int, default=200, help="Steps of a round.")
    options = parser.parse_args()
    warnings.simplefilter("ignore", rg.RigidaWarning)
    found = np.array([ratios(path, options.steps) for given in options.files for path in files_of(given)])
    for what, column in (("step at the file's dt", found[:, 0]), ("second at 1/60", found[:, 1])):
        print(f"{what}: median {np.median(column):.1f} ×, worst {column.max():.1f} × of {len(column)}")


if __name__ == "__main__":
    main()
