"""How long a fresh process takes to its first step, beside rapier3d and mujoco: python benchmarks/start.py [ROUNDS]

CPU time of processes that run one after another, the least and the median of all rounds; peak memory. Run it with a
rigida that was installed with its kernels (`pip install .`), not from a checkout. `rigida demo` draws its video.
"""

import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

_RIGIDA = """
import rigida as rg
scene = rg.Scene()
scene.add_ground()
scene.add_body(rg.Box((1, 1, 1)), position=(0, 0, 0.5))
rg.Simulation(scene, "realtime", dt=1 / 60).step()
"""

_RAPIER = """
import rapier3d as r
world = r.PhysicsWorld(gravity=(0.0, 0.0, -9.81))
world.add_body(r.RigidBody.fixed(), [r.Collider.cuboid(9.0, 9.0, 1.0)])
body = r.RigidBody.dynamic().position(((0.0, 0.0, 1.5), (0.0, 0.0, 0.0, 1.0)))
world.add_body(body, [r.Collider.cuboid(0.5, 0.5, 0.5)])
world.step()
"""

_MUJOCO = """
import mujoco
model = mujoco.MjModel.from_xml_string(
    "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 .5'><freejoint/>"
    "<geom type='box' size='.5 .5 .5'/></body></worldbody></mujoco>")
mujoco.mj_step(model, mujoco.MjData(model))
"""


def cost(command: list[str], folder: str) -> tuple[float, float]:
    """Return CPU time [s] and peak memory [MB] of a command."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed: {process.stderr.read().decode() if process.stderr else ''}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / (1024.0**2 if sys.platform == "darwin" else 1024.0)


def main(rounds: int) -> None:
    program = [sys.executable, "-c"]
    rigida = [str(Path(sys.executable).with_name("rigida"))]
    commands = {
        "import rigida": ([*program, "import rigida"], rounds),
        "rigida, import to first step": ([*program, _RIGIDA], rounds),
        "mujoco, import to first step": ([*program, _MUJOCO], rounds),
        "rapier3d, import to first step": ([*program, _RAPIER], rounds),
        "rigida run falling_ball": ([*rigida, "run", "falling_ball", "-o", "ball"], rounds),
        "rigida demo": ([*rigida, "demo"], 1),
    }
    for name in ("mujoco", "rapier3d"):
        if importlib.util.find_spec(name) is None:
            commands.pop(f"{name}, import to first step")
            print(f"{name} is not installed")
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(rounds):  # in turns, so that a busy machine slows all alike
            for name, (command, count) in commands.items():
                if turn < count:
                    found[name].append(cost(command, folder))
    print(f"{'':32} {'least [s]':>10} {'median [s]':>10} {'memory [MB]':>12}")
    for name, costs in found.items():
        seconds, sizes = [second for second, _ in costs], [size for _, size in costs]
        print(f"{name:32} {min(seconds):10.3f} {statistics.median(seconds):10.3f} {max(sizes):12.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
