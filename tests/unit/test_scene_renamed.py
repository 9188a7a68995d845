"""Former names of settings: they work for one version, with a warning that says what to write."""

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


def test_both_names_at_once_are_refused():
    with pytest.raises(rg.UsageError, match="give only the latter"):
        rg.Realtime(mend=0.1, start_tolerance=0.2)


def test_wrong_values_are_refused_under_the_present_name():
    with pytest.warns(rg.RigidaWarning), pytest.raises(rg.ModelError, match="restitution"):
        rg.Realtime(time_step="newest")
