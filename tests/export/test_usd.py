"""USD read back by its own library: the same poses, names, units and velocities."""

import numpy as np
import pytest

import rigida as rg

pxr = pytest.importorskip("pxr", reason="usd-core is not installed: pip install 'rigida[usd]'")
from pxr import Usd, UsdGeom, UsdPhysics  # noqa: E402


@pytest.mark.parametrize("ending", [".usdc", ".usda"])
def test_every_pose_is_there_to_a_millionth(recording, tmp_path, ending):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / f"run{ending}")))
    assert UsdGeom.GetStageUpAxis(stage) == "Z"
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1.0
    prims = {prim.GetDisplayName(): prim for prim in stage.GetPrimAtPath("/World").GetChildren()}
    assert list(prims) == recording.names
    for name in recording.names:
        body, placed = recording.body(name), UsdGeom.Xformable(prims[name])
        for frame in (0, 7, recording.frame_count - 1):
            matrix = np.array(placed.ComputeLocalToWorldTransform(Usd.TimeCode(frame)))
            np.testing.assert_allclose(matrix[3, :3], body.position[frame], atol=1e-6)
            from rigida.math.rotation import matrix_from_quaternion_array

            rotation = matrix_from_quaternion_array(body.orientation[frame])
            np.testing.assert_allclose(matrix[:3, :3].T, rotation, atol=1e-6)


def test_time_codes_play_at_the_recorded_rate(recording, tmp_path):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run")))
    assert stage.GetTimeCodesPerSecond() == pytest.approx(30.0)
    assert stage.GetEndTimeCode() == recording.frame_count - 1


def test_velocities_are_those_of_rigid_bodies(recording, tmp_path):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run.usdc")))
    body = UsdPhysics.RigidBodyAPI(stage.GetPrimAtPath("/World/cone"))
    np.testing.assert_allclose(body.GetVelocityAttr().Get(5), recording.body("cone").velocity[5], atol=1e-5)
    spin = np.degrees(recording.body("cone").angular_velocity[5])
    np.testing.assert_allclose(body.GetAngularVelocityAttr().Get(5), spin, rtol=1e-5, atol=1e-4)


def test_equal_bodies_refer_to_one_mesh(recording, tmp_path):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run.usdc")))
    mesh = UsdGeom.Mesh(stage.GetPrimAtPath("/World/Kiste/mesh"))
    assert len(mesh.GetPointsAttr().Get()) == 8
    assert len(list(stage.GetPrimAtPath("/Shapes").GetAllChildren())) == 3


def test_missing_package_is_one_line_that_names_the_extra(recording, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pxr", None)
    with pytest.raises(rg.UsageError, match=r"rigida\[usd\]"):
        recording.to_usd(tmp_path / "run.usdc")
