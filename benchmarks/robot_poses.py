"""How many models of a folder hold their pose for five seconds as they do in mujoco.

python benchmarks/robot_poses.py FOLDER_OR_FILE [...]

Each model begins in its keyframe `home`, or in its first one, with the controls of that keyframe (`key`); one without
keyframes begins as described, servos told to stay there (`servo`). A row shows by how much joints and the tilt of
bases that carry joints have moved after five seconds, in mujoco at the file's own step and in rigida at 1/60 and at
0.002 s. A model holds where that is within twice mujoco's or 0.02 (rad or m). Where nothing holds a model (`free`)
the row shows how far it has moved in mujoco after half a second and how far rigida's joints are from mujoco's: within
a tenth of that or 0.02 it agrees. A model explodes where a body exceeds 100 m/s within five seconds, or twice the speed
of a free fall, or a number is lost. What takes more than the time limit, or ends its process, is shown as such.
"""

import argparse
import multiprocessing
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

import mujoco
import numpy as np
from robot_models import BALL, FREE, joint_names
from robots import quadruped, simulation

import rigida as rg

T = TypeVar("T")
SECONDS, STEPS = 5.0, (1 / 60, 0.002)
#: A deviation within this [rad or m], or within twice mujoco's, holds.
BOUND, FACTOR = 0.02, 2.0
#: When models that nothing holds are compared [s], and what part of their motion they may differ by.
SOON, SHARE = 0.5, 0.1
#: A body faster than this has exploded [m/s], or faster than twice a free fall: there are models in centimeters.
FASTEST = 100.0


@dataclass
class Row:
    """One line of the table."""

    name: str
    kind: str = "–"
    load: float = 0.0
    theirs: float = np.nan
    own: list[float] = field(default_factory=list)
    worst: list[str] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    fastest: float = FASTEST
    trouble: str = ""

    def holds(self, i: int) -> bool:
        """Tell whether the model holds its pose at one of the steps."""
        factor = SHARE if self.kind == "free" else FACTOR
        return len(self.own) > i and bool(self.own[i] <= max(factor * self.theirs, BOUND)) and not self.explodes(i)

    def explodes(self, i: int) -> bool:
        """Tell whether the model explodes at one of the steps."""
        return len(self.speeds) > i and not self.speeds[i] <= self.fastest


def run(path: Path, root: Path) -> Row | None:
    """Return what a file's model does, None for one that mujoco does not load or that does not move."""
    try:
        model = mujoco.MjModel.from_xml_path(str(path))
    except ValueError:
        return None
    if not model.nv:
        return None
    row = Row(str(path.relative_to(root)))
    data, key = started(model)
    if key >= 0 and not (model.key_qpos != model.qpos0).any() and not model.key_ctrl.any():
        key = -1  # room for keyframes that the file has not
    row.kind, start = kind_of(model, key), joint_values(model, data)
    controls = data.ctrl.copy()
    compared_at = SOON if row.kind == "free" else SECONDS
    began = time.process_time()
    try:
        scene = rg.load(path, search=[root])
        row.load = time.process_time() - began
        row.fastest = max(FASTEST, 2.0 * SECONDS * float(np.linalg.norm(scene.gravity)))
        while data.time < compared_at - 0.5 * model.opt.timestep:
            mujoco.mj_step(model, data)
        end = joint_values(model, data)
        row.theirs = max((deviation(end[name], start[name]) for name in start), default=0.0)
        for dt in STEPS:
            simulate(row, scene, controls if key < 0 else None, dt, end if row.kind == "free" else start)
    except rg.RigidaError as error:
        row.trouble = " ".join(str(error).split())[:160]
    return row


def started(model: mujoco.MjModel) -> tuple[mujoco.MjData, int]:
    """Return mujoco's state at the start and the keyframe that it is, -1 where there is none."""
    data = mujoco.MjData(model)
    names = [model.key(i).name for i in range(model.nkey)]
    key = names.index("home") if "home" in names else min(model.nkey, 1) - 1
    if key >= 0:
        mujoco.mj_resetDataKeyframe(model, data, key)
        return data, key
    # Rigida brings joints within their ranges before it begins.
    limited = model.jnt_limited.astype(bool) & (model.jnt_type != BALL)
    at = model.jnt_qposadr[limited]
    data.qpos[at] = np.clip(data.qpos[at], *model.jnt_range[limited].T)
    mujoco.mj_forward(model, data)
    for i in servos(model):
        gain, bias = model.actuator_gainprm[i], model.actuator_biasprm[i]
        told = -(bias[0] + bias[1] * data.actuator_length[i]) / gain[0]
        limits = model.actuator_ctrlrange[i] if model.actuator_ctrllimited[i] else (-np.inf, np.inf)
        data.ctrl[i] = np.clip(told, *limits)
    return data, key


def servos(model: mujoco.MjModel) -> list[int]:
    """Return the actuators that hold a position."""
    affine = model.actuator_biastype == int(mujoco.mjtBias.mjBIAS_AFFINE)
    return [
        i for i in range(model.nu) if affine[i] and model.actuator_biasprm[i, 1] < 0.0 < model.actuator_gainprm[i, 0]
    ]


def kind_of(model: mujoco.MjModel, key: int) -> str:
    """Return how a model is held."""
    return "key" if key >= 0 and model.nu else "servo" if servos(model) else "free"


def joint_values(model: mujoco.MjModel, data: mujoco.MjData) -> dict[str, np.ndarray]:
    """Return where joints are in mujoco, by name, and the attitude of free bodies that carry joints, by body."""
    found = {}
    for i, name in enumerate(joint_names(model)):
        at, kind = model.jnt_qposadr[i], model.jnt_type[i]
        if kind == FREE:
            if carries(model, i):
                found[f"base {model.body(model.jnt_bodyid[i]).name}"] = data.qpos[at + 3 : at + 7].copy()
        else:
            found[name] = data.qpos[at : at + (4 if kind == BALL else 1)].copy()
    return found


def carries(model: mujoco.MjModel, joint: int) -> bool:
    """Tell whether other joints hang on the body of a free joint."""
    body = model.jnt_bodyid[joint]
    return bool(np.sum(model.body_rootid[model.jnt_bodyid] == model.body_rootid[body]) > 1)


def tilt(before: np.ndarray, after: np.ndarray) -> float:
    """Return the angle between the upright directions of two orientations [rad]."""
    ups = []
    for quaternion in (before, after):
        matrix = np.zeros(9)
        mujoco.mju_quat2Mat(matrix, quaternion)
        ups.append(matrix.reshape(3, 3).T @ (0.0, 0.0, 1.0))
    return float(np.arccos(np.clip(ups[0] @ ups[1], -1.0, 1.0)))


def simulate(row: Row, scene: rg.Scene, controls: np.ndarray | None, dt: float, wanted: dict[str, np.ndarray]) -> None:
    """Run the model in rigida and add to the row how far it is from where it is wanted."""
    if controls is None:
        scene.take_pose("home" if "home" in scene.poses else next(iter(scene.poses)))
    sim = rg.Simulation(scene, rg.Realtime(dt=dt))
    if controls is not None and len(controls) == len(scene.actuators):
        sim.controls = controls
    began, fastest = time.process_time(), 0.0
    for i in range(round(SECONDS / dt)):
        sim.step()
        speed = float(np.abs(sim.state.velocity).max(initial=0.0))
        fastest = max(fastest, speed) if np.isfinite(speed) else np.inf
        if i + 1 == round((SOON if row.kind == "free" else SECONDS) / dt):
            ends = positions(sim, wanted)
        if fastest > 1e6:
            break
    row.costs.append((time.process_time() - began) / (i + 1) / dt)
    row.speeds.append(fastest)
    moved = {name: deviation(value, wanted[name]) for name, value in ends.items()}
    name = max(moved, key=moved.__getitem__) if moved else ""
    row.own.append(moved.get(name, 0.0))
    row.worst.append(name)


def positions(sim: rg.Simulation, names: Iterable[str]) -> dict[str, np.ndarray]:
    """Return where the named joints and bases are."""
    known = {name: joint for joint in sim.scene.joints for name in joint.coordinate_names()}
    bodies = {f"base {body.name}": body.name for body in sim.scene.bodies}
    found = {}
    for name in names:
        if name in bodies:
            found[name] = np.array(sim.state.orientation[sim.model.index(bodies[name])])
        elif name in known and not isinstance(known[name], rg.Spherical):
            joint = known[name]
            value = np.atleast_1d(np.array(sim.joint(str(joint.name)).position, dtype=float))
            own = joint.coordinate_names()
            found[name] = value if len(own) != len(value) else value[own.index(name) : own.index(name) + 1]
    return found


def deviation(after: np.ndarray, before: np.ndarray) -> float:
    """Return how far a joint has moved [rad or m]; of attitudes the angle between their upright directions."""
    return tilt(before, after) if len(after) == 4 else float(np.abs(after - before).max())


def in_process(
    run: Callable[[Path, Path], T | None], make: Callable[..., T], files: tuple[Path, Path], limit: float
) -> T | None:
    """Run a model, a file and its root, in a process of its own, so that none ends the others."""
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_send, args=(there, run, make, files))
    process.start()
    there.close()
    name = str(files[0].relative_to(files[1]))
    try:
        return here.recv() if here.poll(limit) else make(name, trouble=f"takes over {limit:g} s")
    except EOFError:
        return make(name, trouble="ends its process")
    finally:
        process.kill()
        process.join()


def _send(
    end: Connection, run: Callable[[Path, Path], T | None], make: Callable[..., T], files: tuple[Path, Path]
) -> None:
    warnings.simplefilter("ignore", rg.RigidaWarning)
    try:
        end.send(run(*files))
    except Exception as error:  # what is raw is a finding as well
        end.send(make(str(files[0].relative_to(files[1])), trouble=f"raw {type(error).__name__}: {error}"[:200]))


def shown(row: Row) -> str:
    """Return a row as text."""
    parts = []
    for i, own in enumerate(row.own):
        state = "EXPLODES" if row.explodes(i) else "holds" if row.holds(i) else "off"
        parts.append(f"{own:8.4f} {state:8} {1e3 * row.costs[i]:7.1f} ms/s")
    worst = f" at {', '.join(dict.fromkeys(row.worst))}" if not all(row.holds(i) for i in range(len(row.own))) else ""
    return (
        f"{row.name[-64:]:64} {row.kind:5} {row.load:5.2f} {row.theirs:8.4f} | {' | '.join(parts)}{worst} {row.trouble}"
    )


def main() -> None:
    """Print the table and the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--limit", type=float, default=120.0, help="Seconds that a model may take.")
    parser.add_argument("--root", type=Path, help="Where models may find their files; default the folder.")
    options = parser.parse_args()
    rows = []
    for _ in range(2):  # kernels that are loaded here are shared by all processes
        simulation(quadruped(), STEPS[0]).step()
    print(f"{'model':64} start CPU s   mujoco | at 1/60: deviation, cost per simulated second | at 0.002")
    for folder in options.folders:
        root = options.root or (folder if folder.is_dir() else folder.parent)
        for path in sorted(folder.rglob("*.xml")) if folder.is_dir() else [folder]:
            row = in_process(run, Row, (path, root), options.limit)
            if row is not None:
                rows.append(row)
                print(shown(row), flush=True)
    ran = [row for row in rows if len(row.own) == len(STEPS)]
    print(f"{len(ran)} of {len(rows)} load and run.")
    for kind in ("key", "servo", "free"):
        of_kind = [row for row in ran if row.kind == kind]
        for i, dt in enumerate(STEPS):
            held, lost = sum(row.holds(i) for row in of_kind), sum(row.explodes(i) for row in of_kind)
            print(f"{kind:5} at {dt:.4f}: {held} of {len(of_kind)} hold, {lost} explode.")


if __name__ == "__main__":
    sys.exit(main())
