"""Tendons over spheres and cylinders: lengths, moment arms and their changes as mujoco has them."""

import mujoco
import numpy as np
import pytest

import rigida as rg
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.compile import compile_scene

SIDES = {"no side": "", "side": "sidesite='o'"}
SHAPES = {"sphere": "type='sphere' size='.25'", "cylinder": "type='cylinder' size='.2 .1' euler='30 70 0'"}
PLACES = {
    "obstacle between": ("<site name='p' pos='0 .1 1'/>", "", "<site name='q' pos='.4 .1 -.1'/>"),
    "ends on one body": ("", "<site name='q' pos='-.6 .1 .3'/><site name='p' pos='.6 0 .4'/>", ""),
}


def model(shape: str, side: str, place: str) -> str:
    """Return two bodies on ball-like hinges; the obstacle hangs on the inner one, or is fixed to the world."""
    outside, inner, outer = PLACES[place]
    geom = f"<geom name='g' {SHAPES[shape]} pos='.1 0 .1'/><site name='o' pos='.1 .1 .5'/>"
    world = outside + (geom if inner else "")
    hinges = "<joint name='{0}x' axis='1 0 0'/><joint name='{0}z' axis='0 0 1'/><joint name='{0}y' axis='0 1 0'/>"
    arm = f"<body name='a'>{hinges.format('a')}<geom size='.1' pos='.3 0 0'/>{inner or geom}"
    if outer:
        arm += f"<site name='r' pos='-.5 .1 .2'/><body name='b' pos='.2 0 0'>{hinges.format('b')}"
        arm += f"<geom size='.1' pos='.3 0 0'/>{outer}</body>"
    ends = ("r", "q") if outer else ("p", "q")
    return (
        f"<mujoco><compiler angle='radian'/><worldbody>{world}{arm}</body></worldbody><tendon><spatial name='t'>"
        f"<site site='{ends[0]}'/><geom geom='g' {SIDES[side]}/><site site='{ends[1]}'/></spatial></tendon></mujoco>"
    )


def measured(scene: rg.Scene, joints: dict[str, float], rates: dict[str, float]) -> tuple[float, float, float]:
    """Return length of the cord, its rate, and its second derivative where all bodies turn as one about the origin."""
    scene.start = rg.Pose(joints=joints, rates=rates)
    compiled, state = compile_scene(scene)
    found = JointSet(compiled, compiled.joint_rows, range(len(compiled.joints)))
    found.measure(0.0, state)
    coordinates = found.coordinates
    row = next(i for i, c in enumerate(coordinates.coordinates) if c.unit == "m")
    second = float(coordinates.parts.bias[row, 0])
    for frame, jacobian in zip(coordinates.parts.frame[row], coordinates.parts.jacobian[row, :, 0], strict=True):
        if frame < compiled.body_count:
            second += float(jacobian[:3] @ np.cross(state.angular_velocity[frame], state.velocity[frame]))
    return float(coordinates.value[row]), float(coordinates.rate[row, 0]), second


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("shape", SHAPES)
def test_length_and_rate_of_a_cord_over_a_geom_are_those_of_mujoco(shape, side, place, tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(model(shape, side, place))
    theirs, scene = mujoco.MjModel.from_xml_path(str(path)), rg.load(path)
    data, random, wraps = mujoco.MjData(theirs), np.random.default_rng(1), 0
    names = [theirs.joint(i).name for i in range(theirs.njnt)]
    for _ in range(60):
        data.qpos[:], data.qvel[:] = random.uniform(-1.2, 1.2, theirs.nq), random.normal(size=theirs.nv)
        mujoco.mj_forward(theirs, data)
        wraps += int(data.ten_wrapnum[0] == 4)
        joints, rates = (dict(zip(names, values.tolist(), strict=True)) for values in (data.qpos, data.qvel))
        length, rate, _ = measured(scene, joints, rates)
        assert length == pytest.approx(data.ten_length[0], abs=1e-9)
        assert rate == pytest.approx(data.ten_velocity[0], abs=1e-9)
    assert wraps > 5


@pytest.mark.parametrize("shape", SHAPES)
def test_the_acceleration_of_a_cord_follows_its_rate(shape, tmp_path):
    """In steady turns of all bodies about an axis that stands still."""
    path = tmp_path / "model.xml"
    path.write_text(model(shape, "no side", "ends on one body"))
    scene, h, largest = rg.load(path), 1e-4, 0.0
    for z, y in np.random.default_rng(2).uniform(-1.5, 1.5, (20, 2)):
        rest = {"ay": y, "az": z}
        rates = [measured(scene, rest | {"ax": 0.4 + 2.0 * t}, {"ax": 2.0}) for t in (-h, 0.0, h)]
        assert rates[1][2] == pytest.approx((rates[2][1] - rates[0][1]) / (2.0 * h), rel=1e-5, abs=1e-6)
        largest = max(largest, abs(rates[1][2]))
    assert largest > 0.05
