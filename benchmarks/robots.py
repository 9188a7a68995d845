"""What a step of a robot costs, Python included, with mujoco in turn in the same process.

python benchmarks/robots.py [NAME ...]

An arm of seven joints and servos, a quadruped of twelve and a humanoid of twenty-five that stand: CPU time per step at
rigida's default dt and at mujoco's 0.002 s, per simulated second, and how far joints are open. Then a torque loop of
the arm at 1 kHz, ticks of both environments, and going back to a snapshot. Lowest of several rounds in turn.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np

import rigida as rg

ROUNDS = 5
DEFAULT, FINE = 1 / 60, 0.002
AXES = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}
HEAD = "<option timestep='0.002'/><default><geom density='1000' friction='0.8'/><joint damping='0.1' armature='0.01'/>"


def arm() -> str:
    """Return an arm of seven joints and position servos, bent."""
    inner = close = ""
    for i, length in enumerate((0.2, 0.2, 0.2, 0.2, 0.2, 0.1, 0.08)):
        axis, place = ("0 0 1", "0 1 0")[i % 2], 0.3 if i == 0 else lengths(i - 1)
        inner += (
            f"<body name='link{i}' pos='0 0 {place}'><joint name='joint{i}' axis='{axis}' range='-2.8 2.8'/>"
            f"<geom type='capsule' fromto='0 0 0.03 0 0 {length - 0.03}' size='{0.05 - 0.004 * i}'/>"
        )
        close += "</body>"
    gains = ["kp='400' kv='20'"] * 4 + ["kp='50' kv='1'"] * 3
    servos = "".join(f"<position joint='joint{i}' {gain}/>" for i, gain in enumerate(gains))
    bent = "0 0.6 0 0.9 0 0.7 0"
    return model(inner + close, servos, f"<key name='start' qpos='{bent}' ctrl='{bent}'/>", kind="")


def lengths(i: int) -> float:
    """Return the length of a link of the arm [m]."""
    return (0.2, 0.2, 0.2, 0.2, 0.2, 0.1, 0.08)[i]


def quadruped() -> str:
    """Return a quadruped of twelve motors, bent in hips and knees."""
    legs = servos = ""
    for name, x, y in (("fl", 0.2, 0.1), ("fr", 0.2, -0.1), ("rl", -0.2, 0.1), ("rr", -0.2, -0.1)):
        legs += (
            f"<body name='{name}_hip' pos='{x} {y} 0'><joint name='{name}0' axis='1 0 0' range='-0.9 0.9'/>"
            "<geom type='sphere' size='0.04'/>"
            f"<body name='{name}_thigh' pos='0 {0.5 * y} 0'><joint name='{name}1' axis='0 1 0' range='-1.5 3'/>"
            "<geom type='capsule' fromto='0 0 -0.03 0 0 -0.17' size='0.02'/>"
            f"<body name='{name}_shin' pos='0 0 -0.2'><joint name='{name}2' axis='0 1 0' range='-2.7 -0.5'/>"
            "<geom type='capsule' fromto='0 0 -0.03 0 0 -0.18' size='0.012'/>"
            "<geom type='sphere' pos='0 0 -0.2' size='0.022'/></body></body></body>"
        )
        servos += "".join(f"<position joint='{name}{k}' kp='100' kv='3' forcerange='-40 40'/>" for k in range(3))
    bent = "0 0.7 -1.4 " * 4
    key = f"<key name='start' qpos='0 0 0.33 1 0 0 0 {bent}' ctrl='{bent}'/>"
    return model("<geom type='box' size='0.25 0.08 0.05' mass='8'/>" + legs, servos, key, pos="0 0 0.33")


def humanoid() -> str:
    """Return a humanoid of twenty-five joints: three of the waist, six of each leg, five of each arm; it stands."""
    servos = ""

    def hinge(name: str, axis: str, gain: float) -> str:
        nonlocal servos
        servos += f"<position joint='{name}' kp='{gain}' kv='{0.05 * gain}'/>"
        return f"<joint name='{name}' axis='{axis}' range='-2 2'/>"

    def link(name: str, place: str, joints: str, end: str, radius: float, inner: str = "") -> str:
        geom = f"<geom type='capsule' fromto='0 0 0 {end}' size='{radius}' contype='0' conaffinity='0'/>"
        return f"<body name='{name}' pos='{place}'>{joints}{geom}{inner}</body>"

    legs = arms = ""
    for side, y in (("l", 0.1), ("r", -0.1)):
        foot = (
            f"<body name='{side}_foot' pos='0 0 -0.4'>{hinge(side + '_ankle_y', '0 1 0', 500)}"
            f"{hinge(side + '_ankle_x', '1 0 0', 500)}"
            "<geom type='box' size='0.12 0.05 0.02' pos='0.04 0 -0.06'/></body>"
        )
        shin = link(f"{side}_shin", "0 0 -0.4", hinge(f"{side}_knee", "0 1 0", 500), "0 0 -0.4", 0.05, foot)
        hip = "".join(hinge(f"{side}_hip_{a}", axis, 500) for a, axis in AXES.items())
        legs += link(f"{side}_thigh", f"0 {y} -0.1", hip, "0 0 -0.4", 0.06, shin)
        hand = link(f"{side}_hand", "0 0 -0.25", hinge(f"{side}_wrist", "0 1 0", 50), "0 0 -0.1", 0.03)
        lower = link(f"{side}_forearm", "0 0 -0.3", hinge(f"{side}_elbow", "0 1 0", 100), "0 0 -0.25", 0.03, hand)
        shoulder = "".join(hinge(f"{side}_shoulder_{a}", axis, 100) for a, axis in AXES.items())
        arms += link(f"{side}_upper_arm", f"0 {2.2 * y} 0.35", shoulder, "0 0 -0.3", 0.04, lower)
    waist = "".join(hinge(f"waist_{a}", axis, 500) for a, axis in AXES.items())
    torso = link("torso", "0 0 0.1", waist, "0 0 0.4", 0.1, arms)
    pelvis = "<geom type='box' size='0.08 0.12 0.06' contype='0' conaffinity='0'/>"
    return model(pelvis + legs + torso, servos, "<key name='start'/>", pos="0 0 0.98")


def model(inner: str, actuators: str, key: str, kind: str = "<freejoint/>", pos: str = "0 0 0") -> str:
    """Return a model as MJCF: a body on a plane, its actuators and its start."""
    body = f"<body name='base' pos='{pos}'>{kind}{inner}</body>" if kind else inner
    floor = "<geom name='floor' type='plane' size='5 5 0.1'/>" if kind else ""
    return (
        f"<mujoco><compiler angle='radian'/>{HEAD}</default><worldbody>{floor}{body}</worldbody>"
        f"<actuator>{actuators}</actuator><keyframe>{key}</keyframe></mujoco>"
    )


MODELS: dict[str, tuple[Callable[[], str], float]] = {
    "arm of 7": (arm, 40.0),
    "quadruped of 12": (quadruped, 80.0),
    "humanoid of 25": (humanoid, 200.0),
}


def simulation(text: str, dt: float) -> rg.Simulation:
    """Return a simulation of a model at its keyframe."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.xml"
        path.write_text(text)
        scene = rg.load(path)
    scene.take_pose("start")
    return rg.Simulation(scene, rg.Realtime(dt=dt, sleeping=False))


def peer(text: str) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Return the same in mujoco."""
    made = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(made)
    mujoco.mj_resetDataKeyframe(made, data, 0)
    return made, data


def cost(work: Callable[[], object], times: int) -> float:
    """Return the CPU time of one call [s]."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def in_turn(works: list[Callable[[], object]], times: int) -> list[float]:
    """Return the lowest CPU time of one call of each [s], in rounds in turn."""
    lowest = [np.inf] * len(works)
    for _ in range(ROUNDS):
        lowest = [min(last, cost(work, times)) for last, work in zip(lowest, works, strict=True)]
    return lowest


def steps(name: str) -> None:
    """Print what a step of a model costs."""
    make, mark = MODELS[name]
    text = make()
    coarse, fine, (made, data) = simulation(text, DEFAULT), simulation(text, FINE), peer(text)
    works: list[Callable[[], object]] = [coarse.step, fine.step, lambda: mujoco.mj_step(made, data)]
    for work in works:
        cost(work, 200)
    by_default, by_fine, theirs = in_turn(works, 300)
    opened = max(opening(coarse), opening(fine))
    tilt = [float(sim.state.position[sim.model.mass > 0.0, 2].min()) for sim in (coarse, fine)]
    print(
        f"{name:16} {1e6 * by_default:6.1f} µs at 1/60, {1e6 * by_fine:6.1f} µs at 0.002 (mark {mark:.0f}); mujoco "
        f"{1e6 * theirs:5.1f} µs. Per simulated second {1e3 * by_default / DEFAULT:5.2f} and "
        f"{1e3 * by_fine / FINE:5.2f} ms, mujoco {1e3 * theirs / FINE:5.2f}. Joints open by {opened:.1e}, lowest "
        f"body at {tilt[0]:.3f} and {tilt[1]:.3f} m, mujoco {data.xpos[1:, 2].min():.3f}"
    )


def opening(sim: rg.Simulation) -> float:
    """Return by how much the joints of a simulation are open at most [m, rad]."""
    sim.engine.joints.evaluate(sim.time, sim.state)
    return float(np.abs(sim.engine.joints.parts.error).max())


def torque_loop() -> None:
    """Print how fast the arm runs with torques from Python at 1 kHz: gravity held and a spring to the start."""
    text = arm().replace("<position", "<motor").replace(" kp='400' kv='20'", "").replace(" kp='50' kv='1'", "")
    text = text.replace(" ctrl='0 0.6 0 0.9 0 0.7 0'", "")
    sim, (made, data) = simulation(text, 0.001), peer(text)
    made.opt.timestep = 0.001
    start, gains, damping = sim.joints.position.copy(), np.full(7, 400.0), np.full(7, 20.0)
    gains[4:], damping[4:] = 50.0, 1.0

    def tick() -> None:
        position, velocity = sim.joints.motion()
        sim.controls = gains * (start - position) - damping * velocity + sim.joints.bias()
        sim.step()

    def their_tick() -> None:
        data.ctrl[:] = gains * (start - data.qpos) - damping * data.qvel + data.qfrc_bias
        mujoco.mj_step(made, data)

    def bare() -> None:
        position, velocity = sim.joints.motion()
        sim.controls = gains * (start - position) - damping * velocity
        sim.step()

    for work in (tick, bare, their_tick):
        cost(work, 100)
    mine, without, theirs = in_turn([tick, bare, their_tick], 200)
    print(
        f"torque loop at 1 kHz: {1e-3 / without:.1f} × real time ({1e6 * without:.0f} µs a tick), with the bias of the "
        f"joints {1e-3 / mine:.1f} × ({1e6 * mine:.0f} µs; mark 15 ×); mujoco {1e-3 / theirs:.0f} ×"
    )


def environments() -> None:
    """Print how many ticks a second both environments take, with resets."""
    import gymnasium

    import rigida.gym  # noqa: F401 (registers them)

    for name, mark in (("CartPole", 5000), ("QuadrupedWalk", 2000)):
        env = gymnasium.make(f"rigida/{name}-v0")
        env.reset(seed=1)
        env.action_space.seed(1)
        actions = [0.3 * env.action_space.sample() for _ in range(100)]

        def ticks(env: gymnasium.Env = env, actions: list[np.ndarray] = actions) -> None:
            for action in actions:
                _, _, over, late, _ = env.step(action)
                if over or late:
                    env.reset()

        cost(ticks, 2)
        (least,) = in_turn([ticks], 3)
        print(f"{name}: {100 / least:.0f} ticks/s with resets (mark {mark})")


def resets() -> None:
    """Print what going back to a snapshot costs."""
    for name, (make, _) in MODELS.items():
        sim = simulation(make(), FINE)
        for _ in range(20):
            sim.step()
        kept = sim.snapshot()
        sim.step()
        sim.restore(kept)
        (least,) = in_turn([lambda sim=sim, kept=kept: sim.restore(kept)], 100)
        print(f"{name}: back to a snapshot in {1e6 * least:.0f} µs (mark 50)")


def main() -> None:
    """Print all, or what is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="arm, quadruped, humanoid, torque, gym, reset")
    names = parser.parse_args().names
    for name in MODELS:
        if not names or name.split()[0] in names:
            steps(name)
    for name, show in (("torque", torque_loop), ("gym", environments), ("reset", resets)):
        if not names or name in names:
            show()


if __name__ == "__main__":
    main()
