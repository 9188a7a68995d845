"""Former names of classes, parameters and keys work for one version, with a warning that says what to write."""

import pytest

import rigida as rg

FILE = """
[engine]
kind = "realtime"
time_step = "old"
mend = 0.01

[body.ball]
shape = { kind = "sphere", radius = 0.1 }
mass = 1.0
"""


def test_former_names_and_values_are_taken_with_a_warning():
    with pytest.warns(rg.RigidaWarning, match="`mend` is now called `start_tolerance`"):
        assert rg.Precise(mend=0.5).start_tolerance == 0.5
    with pytest.warns(rg.RigidaWarning, match="Write restitution='after_forces'"):
        assert rg.Realtime(time_step="old") == rg.Realtime(restitution="after_forces")


def test_scene_files_with_former_names_load(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(FILE)
    with pytest.warns(rg.RigidaWarning):
        scene = rg.load(path)
    assert scene.engine == rg.Realtime(restitution="after_forces", start_tolerance=0.01)


def test_a_joint_takes_its_trajectory_under_the_former_name(tmp_path):
    with pytest.warns(rg.RigidaWarning, match="rigida: `Course` is now called `JointTrajectory`") as warned:
        assert rg.Course is rg.JointTrajectory
    assert {warning.filename for warning in warned} == {__file__}
    path = tmp_path / "scene.toml"
    joint = 'kind = "revolute"\na = "ball"\ncourse = { times = [0, 1], values = [0, 2] }\n'
    path.write_text(f"{FILE[FILE.index('[body') :]}\n[joint.axle]\n{joint}")
    with pytest.warns(rg.RigidaWarning, match="Revolute: `course` is now called `trajectory`"):
        axle = rg.load(path).joints[0]
    with pytest.warns(rg.RigidaWarning, match="Revolute: `course` is now called `trajectory`") as warned:
        assert rg.Revolute(axle.a, course=axle.trajectory).course is axle.trajectory
    assert [warning.filename for warning in warned] == [__file__] * 2
    assert axle.trajectory.at(1.0)[0] == 2.0


def test_both_names_at_once_are_refused():
    with pytest.raises(rg.UsageError, match="give only the latter"):
        rg.Realtime(mend=0.1, start_tolerance=0.2)


def test_wrong_values_are_refused_under_the_present_name():
    with pytest.warns(rg.RigidaWarning), pytest.raises(rg.ModelError, match="restitution"):
        rg.Realtime(time_step="newest")
