"""How many URDF and SDFormat robots of a folder load, and run for two seconds without exploding.

python benchmarks/robot_urdf.py FOLDER_OR_FILE [...]

Nothing holds the robots: they swing on their bases, or fall. A row shows the seconds to load, bodies, joints, and the
largest speed of a body [m/s] at steps of 1/60 and 0.002 s; above 100 m/s a robot explodes. What rigida refuses is
tried in pybullet and in mujoco, where they are installed: the last column says which of them load it.
"""

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from robot_poses import FASTEST, STEPS, in_process
from robots import quadruped, simulation

import rigida as rg

SECONDS = 2.0


@dataclass
class Row:
    """One line of the table."""

    name: str
    load: float = 0.0
    counts: tuple[int, int] = (0, 0)
    speeds: list[float] = field(default_factory=list)
    trouble: str = ""
    others: str = ""

    def explodes(self) -> bool:
        """Tell whether the robot explodes at one of the steps."""
        return any(not speed <= FASTEST for speed in self.speeds)


def run(path: Path, root: Path) -> Row:
    """Return what a file's robot does."""
    row = Row(str(path.relative_to(root)))
    began = time.process_time()
    try:
        scene = rg.load(path, search=[root, *packages(path, root)])
        row.load = time.process_time() - began
        row.counts = len(scene.bodies), len(scene.joints)
        row.speeds = [fastest(scene, dt) for dt in STEPS]
    except rg.RigidaError as error:
        row.trouble = " ".join(str(error).split())[:300]
        row.others = ", ".join(others(path))
    return row


def packages(path: Path, root: Path) -> list[Path]:
    """Return the folders around a file up to the root: packages stand beside each other in one of them."""
    return [folder for folder in path.parents if folder.is_relative_to(root)]


def fastest(scene: rg.Scene, dt: float) -> float:
    """Return the largest speed of a body [m/s]; infinite where a number is lost."""
    sim = rg.Simulation(scene, rg.Realtime(dt=dt))
    largest = 0.0
    for _ in range(round(SECONDS / dt)):
        sim.step()
        speed = float(np.abs(sim.state.velocity).max(initial=0.0))
        largest = max(largest, speed) if np.isfinite(speed) else np.inf
        if largest > 1e6:
            break
    return largest


def others(path: Path) -> Iterator[str]:
    """Give the names of other engines that load a file."""
    with contextlib.suppress(ImportError):
        import pybullet

        client = pybullet.connect(pybullet.DIRECT)
        pybullet.setAdditionalSearchPath(str(path.parent))
        with contextlib.suppress(pybullet.error), quiet():
            (pybullet.loadSDF if path.suffix == ".sdf" else pybullet.loadURDF)(str(path))
            yield "pybullet"
        pybullet.disconnect(client)
    with contextlib.suppress(ImportError, ValueError):
        import mujoco

        mujoco.MjModel.from_xml_path(str(path))
        yield "mujoco"


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep what an engine prints of each file away."""
    kept = [os.dup(1), os.dup(2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1), os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept[0], 1), os.dup2(kept[1], 2)
        for descriptor in (nowhere, *kept):
            os.close(descriptor)


def shown(row: Row) -> str:
    """Return a row as text."""
    speeds = " ".join(f"{speed:9.3g}" for speed in row.speeds)
    state = "EXPLODES" if row.explodes() else f"loaded by {row.others}:" if row.others else ""
    return f"{row.name[-70:]:70} {row.load:6.2f} {row.counts[0]:4d} {row.counts[1]:4d} {speeds} {state} {row.trouble}"


def main() -> None:
    """Print the table and the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--limit", type=float, default=60.0, help="Seconds that a robot may take.")
    parser.add_argument("--brief", action="store_true", help="Show only robots with trouble.")
    options = parser.parse_args()
    rows = []
    for _ in range(2):  # kernels that are loaded here are shared by all processes
        simulation(quadruped(), STEPS[0]).step()
    print(f"{'robot':70} load s bodies joints, fastest at 1/60 and 0.002")
    for folder in options.folders:
        root = folder if folder.is_dir() else folder.parent
        files = [*folder.rglob("*.urdf"), *folder.rglob("*.sdf")] if folder.is_dir() else [folder]
        for path in sorted(files):
            row = in_process(run, Row, (path, root), options.limit)
            if row is not None:
                rows.append(row)
                if not options.brief or row.trouble or row.explodes():
                    print(shown(row), flush=True)
    ran = [row for row in rows if len(row.speeds) == len(STEPS)]
    refused = sum(bool(row.others) for row in rows)
    print(f"{len(ran)} of {len(rows)} load and run, {sum(row.explodes() for row in ran)} explode;", end=" ")
    print(f"{refused} that do not are loaded by other engines.")


if __name__ == "__main__":
    sys.exit(main())
