"""How many models of a folder load, and how far they agree with mujoco.

python benchmarks/robot_models.py FOLDER [...]

A table of all MJCF (and URDF) files: seconds to load, bodies, joints, actuators, and the largest differences at random
poses, speeds and controls, each relative to the largest value: places of bodies, mass matrix, efforts that hold the
joints' accelerations at zero (bias, springs, actuators), forces of actuators. Models that mujoco itself does not load,
such as parts to be included, are not counted.
"""

import argparse
import sys
import time
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import mujoco
import numpy as np

import rigida as rg
from rigida.dynamics.compile import compile_scene
from rigida.math.quaternion import conjugate_array, rotate_array

FREE, BALL = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)


@dataclass
class Row:
    """One line of the table."""

    name: str
    seconds: float = 0.0
    counts: tuple[int, ...] = ()
    differences: list[float | None] = field(default_factory=list)
    trouble: str = ""


def compared(path: Path, root: Path, samples: int) -> Row | None:
    """Return what a file's model does, None for one that mujoco does not load."""
    try:
        model = mujoco.MjModel.from_xml_path(str(path))
    except ValueError:
        return None
    row = Row(str(path.relative_to(root)))
    began = time.perf_counter()
    try:
        scene = rg.load(path, search=[root])
    except rg.RigidaError as error:
        row.trouble = " ".join(str(error).split())[:160]
        return row
    row.seconds = time.perf_counter() - began
    row.counts = len(scene.bodies), len(scene.joints), len(scene.actuators)
    if model.nv and scene.bodies:
        try:
            row.differences = differences(model, scene, samples)
        except rg.RigidaError as error:
            row.trouble = " ".join(str(error).split())[:160]
    return row


def differences(model: mujoco.MjModel, scene: rg.Scene, samples: int) -> list[float | None]:
    """Return the largest differences of places, mass matrix, efforts, actuator forces; None if not comparable."""
    tree = tree_of(model, scene)
    worst: list[float | None] = [None] * 4
    random = np.random.default_rng(1)
    data = mujoco.MjData(model)
    for _ in range(samples):
        randomize(model, data, random)
        scene.start = pose_of(model, data, scene)
        mujoco.mj_forward(model, data)
        found = [places(model, data, scene)]
        found.append(mass_matrix(model, data, scene) if tree else None)
        found += efforts(model, data, scene) if tree and BALL not in model.jnt_type else [None, None]
        for i, value in enumerate(found):
            if value is not None:
                worst[i] = max(worst[i] or 0.0, value)
    return worst


def tree_of(model: mujoco.MjModel, scene: rg.Scene) -> bool:
    """Leave only the joints of the tree, without stops and dry friction; tell whether they have all freedoms."""
    names = {model.joint(i).name or "" for i in range(model.njnt)}
    scene.couplings.clear()  # random poses do not meet them
    scene.joints = [j for j in scene.joints if not isinstance(j, rg.Spherical | rg.Fixed) or j.name in names]
    for joint in [
        j for j in scene.joints if not isinstance(j, rg.Distance | rg.WrappedDistance)
    ]:  # those are lines of tendons
        for acting in getattr(joint, "steps", (joint,)):
            for key, value in {"lower": None, "upper": None, "dry_friction": 0.0}.items():
                if hasattr(acting, key):
                    object.__setattr__(acting, key, value)
    known = {name for joint in scene.joints for name in joint.coordinate_names()}
    return all(name in known for i, name in enumerate(joint_names(model)) if model.jnt_type[i] != FREE)


def joint_names(model: mujoco.MjModel) -> list[str]:
    """Return the joints' names; those without one are called by their body, as rigida does."""
    found = []
    for i in range(model.njnt):
        body = model.jnt_bodyid[i]
        number = i - model.body_jntadr[body] + 1
        found.append(model.joint(i).name or f"{model.body(body).name or f'body{body}'}_joint{number}")
    return found


def randomize(model: mujoco.MjModel, data: mujoco.MjData, random: np.random.Generator) -> None:
    """Fill a state with random numbers within the joints' ranges."""
    data.qpos[:] = model.qpos0 + random.uniform(-0.5, 0.5, model.nq)
    mujoco.mj_normalizeQuat(model, data.qpos)
    data.qvel[:] = random.uniform(-0.5, 0.5, model.nv)
    lower, upper = model.actuator_ctrlrange.T if model.nu else (np.zeros(0), np.zeros(0))
    free = random.uniform(-1.0, 1.0, model.nu)
    limited = model.actuator_ctrllimited.astype(bool)
    data.ctrl[:] = np.where(limited, lower + (upper - lower) * (0.5 + 0.5 * free), free)


def pose_of(model: mujoco.MjModel, data: mujoco.MjData, scene: rg.Scene) -> rg.Pose:
    """Return the state of mujoco as a pose of the scene."""
    joints, rates, bodies, velocities = {}, {}, {}, {}
    for i, name in enumerate(joint_names(model)):
        at, speed, kind = model.jnt_qposadr[i], model.jnt_dofadr[i], model.jnt_type[i]
        if kind == FREE:
            body = model.body(model.jnt_bodyid[i]).name or f"body{model.jnt_bodyid[i]}"
            turned = rotate_array(data.qpos[at + 3 : at + 7], data.qvel[speed + 3 : speed + 6])
            bodies[body], velocities[body] = data.qpos[at : at + 7], [*data.qvel[speed : speed + 3], *turned]
        else:
            count = (4, 3) if kind == BALL else (1, 1)
            joints[name], rates[name] = data.qpos[at : at + count[0]], data.qvel[speed : speed + count[1]]
    names = {str(actuator.name) for actuator in scene.actuators}
    controls = {model.actuator(i).name: data.ctrl[i] for i in range(model.nu) if model.actuator(i).name in names}
    return rg.Pose(joints=joints, rates=rates, bodies=bodies, velocities=velocities, controls=controls)


def places(model: mujoco.MjModel, data: mujoco.MjData, scene: rg.Scene) -> float:
    """Return the largest difference in position [m] and orientation of all moving bodies."""
    _, state = compile_scene(scene)
    worst = 0.0
    for i, body in enumerate(scene.bodies):
        row = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, body.name)
        if row > 0 and body.dynamic:
            worst = max(worst, float(np.abs(state.position[i] - data.xpos[row]).max()))
            worst = max(worst, 1.0 - abs(float(state.orientation[i] @ data.xquat[row])))
    return worst


def mass_matrix(model: mujoco.MjModel, data: mujoco.MjData, scene: rg.Scene) -> float:
    """Return the relative difference of the mass matrix, made from the motions of the bodies for each freedom."""
    full = np.zeros((model.nv, model.nv))
    for row, unit in zip(full, np.eye(model.nv), strict=True):
        mujoco.mj_mulM(model, data, row, unit)
    kept, start = data.qvel.copy(), scene.start
    columns = []
    for unit in np.eye(model.nv):
        data.qvel[:] = unit
        scene.start = pose_of(model, data, scene)
        compiled, state = compile_scene(scene)
        columns.append((state.velocity.copy(), state.angular_velocity.copy(), state.angular_momentum.copy()))
    data.qvel[:], scene.start = kept, start
    moving = compiled.mass > 0.0
    own = np.diag(armatures(model, scene))
    for i, (v, _, momentum) in enumerate(columns):
        for j, (u, omega, _) in enumerate(columns):
            own[i, j] += np.sum(compiled.mass[moving, None] * v[moving] * u[moving]) + np.sum(momentum * omega)
    return float(np.abs(own - full).max() / np.abs(full).max())


def armatures(model: mujoco.MjModel, scene: rg.Scene) -> np.ndarray:
    """Return what the rotors of joints add to the diagonal of the mass matrix."""
    own = {}
    for joint in scene.joints:
        for name, acting in zip(joint.coordinate_names(), getattr(joint, "steps", (joint,)), strict=True):
            own[name] = getattr(acting, "armature", 0.0)
    found = np.zeros(model.nv)
    for i, name in enumerate(joint_names(model)):
        if model.jnt_type[i] not in (FREE, BALL):
            found[model.jnt_dofadr[i]] = own[name]
    # Rotors of free and ball joints are left out, as loading them says.
    for i in range(model.njnt):
        if model.jnt_type[i] in (FREE, BALL):
            at = model.jnt_dofadr[i]
            size = 6 if model.jnt_type[i] == FREE else 3
            found[at : at + size] = model.dof_armature[at : at + size]
    return found


def efforts(model: mujoco.MjModel, data: mujoco.MjData, scene: rg.Scene) -> list[float | None]:
    """Return the relative differences of the efforts that keep all accelerations zero, and of the actuators' forces."""
    sim = rg.Simulation(scene, engine=rg.Precise(contact="none"))
    names = joint_names(model)
    turning = {name: 0.0 for i, name in enumerate(names) if model.jnt_type[i] != FREE}
    bases = [model.body(model.jnt_bodyid[i]).name for i in range(model.njnt) if model.jnt_type[i] == FREE]
    wished = {}
    for name in bases:
        row = sim.model.index(name)
        arm, spin = sim.state.center[row] - sim.state.position[row], sim.state.angular_velocity[row]
        wished[name] = [*np.cross(spin, np.cross(spin, arm)), 0.0, 0.0, 0.0]
    found = sim.inverse_dynamics(turning, wished)
    kept = [str(actuator.name) for actuator in scene.actuators]
    own_forces = {name: sim.actuator(name).force for name in kept}
    numbers = [i for i in range(model.nu) if model.actuator(i).name in own_forces]
    wanted = np.array([let_through(model, data, i) for i in numbers])
    given = np.array([own_forces[model.actuator(i).name] for i in numbers])
    scale = max(1.0, float(np.abs(wanted).max(initial=0.0)))
    of_actuators = float(np.abs(given - wanted).max(initial=0.0)) / scale if len(numbers) else None
    carried = np.where(model.jnt_actgravcomp[model.dof_jntid], 0.0, data.qfrc_gravcomp)  # else within qfrc_actuator
    expected = data.qfrc_bias - data.qfrc_spring - data.qfrc_damper - data.qfrc_fluid - carried - data.qfrc_actuator
    own = np.zeros(model.nv)
    for i, name in enumerate(names):
        at = model.jnt_dofadr[i]
        if model.jnt_type[i] == FREE:
            body = model.body(model.jnt_bodyid[i]).name
            row = sim.model.index(body)
            arm = sim.state.center[row] - sim.state.position[row]
            own[at : at + 3] = found.force[body]
            torque = found.torque[body] + np.cross(arm, found.force[body])
            own[at + 3 : at + 6] = rotate_array(conjugate_array(sim.state.orientation[row]), torque)
        else:
            own[at] = found.effort[name]
    whole = len(numbers) == model.nu
    scale = max(1.0, float(np.abs(expected).max()))
    return [float(np.abs(own - expected).max()) / scale if whole else None, of_actuators]


def let_through(model: mujoco.MjModel, data: mujoco.MjData, actuator: int) -> float:
    """Return the force of an actuator as far as its joint lets it through: rigida's forces end there."""
    force, joint = data.actuator_force[actuator], model.actuator_trnid[actuator, 0]
    on_joint = model.actuator_trntype[actuator] == int(mujoco.mjtTrn.mjTRN_JOINT)
    alone = np.sum(model.actuator_trnid[:, 0] == joint) == 1
    if not on_joint or not alone or not model.jnt_actfrclimited[joint]:
        return float(force)
    lower, upper = sorted(model.jnt_actfrcrange[joint] / model.actuator_gear[actuator, 0])
    return float(np.clip(force, lower, upper))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--samples", type=int, default=2, help="Random poses of each model.")
    parser.add_argument("--ending", default="xml", help="Of the model files: xml or urdf.")
    options = parser.parse_args()
    warnings.simplefilter("ignore", rg.RigidaWarning)
    rows = []
    print(f"{'model':70} {'load s':>7} {'bodies':>6} {'joints':>6} {'drives':>6}  places   matrix   efforts  drives")
    for folder in options.folders:
        for path in sorted(folder.rglob(f"*.{options.ending}")):
            row = compared(path, folder, options.samples)
            if row is None:
                continue
            rows.append(row)
            shown = [f"{value:8.0e}" if value is not None else "       –" for value in row.differences]
            counts = " ".join(f"{count:6}" for count in row.counts)
            print(f"{row.name[-70:]:70} {row.seconds:7.2f} {counts} {' '.join(shown)} {row.trouble}", flush=True)
    loaded = [row for row in rows if row.counts]
    print(f"{len(loaded)} of {len(rows)} load.")
    for i, what in enumerate(("places", "mass matrix", "efforts", "actuator forces")):
        values = [row.differences[i] for row in loaded if len(row.differences) > i and row.differences[i] is not None]
        good = sum(value < 1e-9 for value in values if value is not None)
        print(f"{what}: {good} of {len(values)} agree to 1e-9.")


if __name__ == "__main__":
    sys.exit(main())
