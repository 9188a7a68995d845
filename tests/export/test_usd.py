"""USD read back by its own library: the same poses, names, units and velocities."""

import numpy as np
import pytest
from PIL import Image

import rigida as rg
from rigida.drawing.material import HAZE_STEPS

pxr = pytest.importorskip("pxr", reason="usd-core is not installed: pip install 'rigida[usd]'")
from pxr import Usd, UsdGeom, UsdPhysics, UsdShade  # noqa: E402

from rigida.drawing import Drawing  # noqa: E402
from rigida.drawing.appearance import APPEARANCE  # noqa: E402
from rigida.drawing.finish import FINISHES  # noqa: E402
from rigida.drawing.material import Material  # noqa: E402
from rigida.drawing.palette import BODY_COLORS, light  # noqa: E402
from rigida.render.cameras.auto_camera import automatic_camera  # noqa: E402


@pytest.mark.parametrize("ending", [".usdc", ".usda"])
def test_every_pose_is_there_to_a_millionth(recording, tmp_path, ending):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / f"run{ending}")))
    assert UsdGeom.GetStageUpAxis(stage) == "Z"
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1.0
    meshes = [prim for prim in stage.GetPrimAtPath("/World").GetChildren() if prim.IsA(UsdGeom.Mesh)]
    prims = {prim.GetDisplayName(): prim for prim in meshes}
    assert list(prims) == recording.names
    for name in recording.names:
        body, placed = recording.body(name), UsdGeom.Xformable(prims[name])
        for frame in (0, 7, recording.frame_count - 1):
            matrix = np.array(placed.ComputeLocalToWorldTransform(Usd.TimeCode(24 * recording.times[frame])))
            np.testing.assert_allclose(matrix[3, :3], body.position[frame], atol=1e-6)
            from rigida.math.rotation import matrix_from_quaternion_array

            rotation = matrix_from_quaternion_array(body.orientation[frame])
            np.testing.assert_allclose(matrix[:3, :3].T, rotation, atol=1e-6)


@pytest.mark.parametrize("fps", [24.0, 30.0, 60.0])
def test_time_codes_play_at_the_wanted_rate(recording, tmp_path, fps):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run", fps=fps)))
    assert stage.GetTimeCodesPerSecond() == stage.GetFramesPerSecond() == fps
    assert stage.GetEndTimeCode() == fps * recording.duration
    samples = UsdGeom.Xformable(stage.GetPrimAtPath("/World/cone")).GetTimeSamples()
    np.testing.assert_allclose(samples, fps * recording.times, atol=1e-9)


def test_rate_must_be_positive(recording, tmp_path):
    with pytest.raises(rg.RigidaError, match="fps"):
        recording.to_usd(tmp_path / "run.usdc", fps=0)


def test_every_body_is_a_mesh_with_its_name_and_a_preview_surface(recording, tmp_path):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run.usdc")))
    for name in ("box_one", "box_one_", "Kiste", "cone", "ball", "ground"):
        prim = stage.GetPrimAtPath(f"/World/{name}")
        assert prim.IsA(UsdGeom.Mesh), name
        material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
        shader, _, _ = material.ComputeSurfaceSource()
        assert shader.GetIdAttr().Get() == "UsdPreviewSurface"
        assert shader.GetInput("roughness").Get() == pytest.approx(FINISHES["matte"].roughness)
    color = UsdGeom.Mesh(stage.GetPrimAtPath("/World/cone")).GetDisplayColorAttr().Get()[0]
    np.testing.assert_allclose(color, light("#112233"), atol=1e-6)


def test_names_keep_letters_of_any_language(tmp_path):
    scene = rg.Scene()
    for k, name in enumerate(("Würfel 1", "1st", "a/b", "_materials")):
        scene.add_body(rg.Sphere(0.5), position=(2 * k, 0, 0), name=name)
    stage = Usd.Stage.Open(str(rg.Simulation(scene).run(0.1).to_usd(tmp_path / "run.usda")))
    meshes = [prim for prim in stage.GetPrimAtPath("/World").GetChildren() if prim.IsA(UsdGeom.Mesh)]
    assert [prim.GetName() for prim in meshes] == ["Würfel_1", "_1st", "a_b", "_materials_2", "floor"]


def test_velocities_are_those_of_rigid_bodies(recording, tmp_path):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run.usdc")))
    body = UsdPhysics.RigidBodyAPI(stage.GetPrimAtPath("/World/cone"))
    np.testing.assert_allclose(body.GetVelocityAttr().Get(4), recording.body("cone").velocity[5], atol=1e-5)
    spin = np.degrees(recording.body("cone").angular_velocity[5])
    np.testing.assert_allclose(body.GetAngularVelocityAttr().Get(4), spin, rtol=1e-5, atol=1e-4)


def test_equal_bodies_refer_to_one_mesh(recording, tmp_path):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run.usdc", marks=False)))
    mesh = UsdGeom.Mesh(stage.GetPrimAtPath("/World/Kiste"))
    assert len(mesh.GetPointsAttr().Get()) == 8
    assert len(list(stage.GetPrimAtPath("/Shapes").GetAllChildren())) == 4


def test_pale_octants_are_a_subset_of_faces_with_a_material(recording, tmp_path):
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run.usdc")))
    mesh = stage.GetPrimAtPath("/World/cone")
    subsets = UsdShade.MaterialBindingAPI(mesh).GetMaterialBindSubsets()
    assert [subset.GetPrim().GetName() for subset in subsets] == ["plain", "pale"]
    faces = [set(subset.GetIndicesAttr().Get()) for subset in subsets]
    assert faces[0] | faces[1] == set(range(len(UsdGeom.Mesh(mesh).GetFaceVertexCountsAttr().Get())))
    assert not faces[0] & faces[1]
    material, _ = UsdShade.MaterialBindingAPI(subsets[1]).ComputeBoundMaterial()
    shader, _, _ = material.ComputeSurfaceSource()
    expected = Material("#112233", "matte", "pale").base_color
    np.testing.assert_allclose(shader.GetInput("diffuseColor").Get(), expected, atol=1e-6)
    assert expected > Material("#112233", "matte").base_color


def test_a_thousand_equal_boxes_are_instances_of_one_prototype_per_color(tmp_path):
    scene = rg.Scene(gravity=(0, 0, 0))
    for k in range(1000):
        place = (k % 10, k // 10 % 10, k // 100)
        scene.add_body(rg.Box((0.2, 0.2, 0.2)), position=place, velocity=(1, 0, 0), name=f"box {k}")
    run = rg.Simulation(scene).run(0.1, fps=10)
    stage = Usd.Stage.Open(str(run.to_usd(tmp_path / "run.usdc", instances=True)))
    assert len(stage.GetPrototypes()) == len(BODY_COLORS)
    boxes = [prim for prim in stage.GetPrimAtPath("/World").GetChildren() if prim.IsInstance()]
    assert [prim.GetDisplayName() for prim in boxes] == run.names
    for row in (0, 999):
        matrix = UsdGeom.Xformable(boxes[row]).ComputeLocalToWorldTransform(Usd.TimeCode(2.4))
        np.testing.assert_allclose(np.array(matrix)[3, :3], run.position[1, row], atol=1e-6)
        (mesh,) = boxes[row].GetFilteredChildren(Usd.TraverseInstanceProxies())
        material, _ = UsdShade.MaterialBindingAPI(mesh).ComputeBoundMaterial()
        assert material.GetPrim().GetName() == f"matte_{BODY_COLORS[row % len(BODY_COLORS)].lstrip('#')}"


def test_camera_is_that_of_pictures_and_can_be_left_out(recording, tmp_path):
    view = automatic_camera(Drawing.of_recording(recording), recording, 16 / 9).view(0.0)
    stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / "run.usdc")))
    camera = UsdGeom.Camera(stage.GetPrimAtPath("/World/camera"))
    matrix = np.array(camera.ComputeLocalToWorldTransform(Usd.TimeCode(0)))
    np.testing.assert_allclose(matrix[:, :3], [view.right, view.up, -view.forward, view.eye], atol=1e-6)
    lens = camera.GetCamera(Usd.TimeCode(0))
    assert lens.verticalAperture / lens.focalLength / 2 == pytest.approx(view.tangent, rel=1e-6)
    bare = Usd.Stage.Open(str(recording.to_usd(tmp_path / "bare.usdc", camera=False)))
    assert not bare.GetPrimAtPath("/World/camera")


def test_ground_is_checkered_unless_told_otherwise(recording, tmp_path):
    for marks in (True, False):
        stage = Usd.Stage.Open(str(recording.to_usd(tmp_path / f"{marks}.usdc", marks=marks)))
        ground = stage.GetPrimAtPath("/World/ground")
        subsets = UsdShade.MaterialBindingAPI(ground).GetMaterialBindSubsets()
        tones = [subset.GetPrim().GetName() for subset in subsets]
        assert tones == ([f"haze{step:02d}" for step in range(HAZE_STEPS)] if marks else [])


@pytest.mark.parametrize("ending", [".usdc", ".usdz"])
def test_wood_and_ground_have_textures_along_their_surfaces(tmp_path, ending):
    scene = rg.Scene(title="Textures")
    scene.add_ground()
    scene.add_body(rg.Box((1, 2, 3)), position=(0, 0, 2), finish="wood", color="#b5793d", name="plank")
    path = rg.Simulation(scene).run(0.1).to_usd(tmp_path / f"run{ending}")
    stage = Usd.Stage.Open(str(path))
    for name, tone in (("plank", "grain"), ("ground", "haze00")):
        mesh = stage.GetPrimAtPath(f"/World/{name}")
        st, points = UsdGeom.PrimvarsAPI(mesh).GetPrimvar("st"), UsdGeom.Mesh(mesh).GetPointsAttr().Get()
        assert st.GetInterpolation() == "vertex"
        places = np.array(st.Get())
        assert len(places) == len(points)
        binding = UsdShade.MaterialBindingAPI(mesh)
        bound = UsdShade.MaterialBindingAPI((binding.GetMaterialBindSubsets() or [mesh])[0]).ComputeBoundMaterial()[0]
        source = bound.ComputeSurfaceSource()[0].GetInput("diffuseColor").GetConnectedSource()[0]
        image = source.GetPrim().GetAttribute("inputs:file").Get()
        assert image.path.endswith(f"{tone}.png")
        assert image.resolvedPath
        if ending == ".usdc":
            with Image.open(image.resolvedPath) as picture:
                pixels = np.asarray(picture)
            expected = {"plank": "#b5793d", "ground": APPEARANCE.ground}[name]
            assert pixels.reshape(-1, 3).max(axis=0).tolist() == [int(expected[k : k + 2], 16) for k in (1, 3, 5)]
    # The grain of a box runs along its second and third axis: the texture is not stretched along the first one alone.
    assert np.ptp(np.array(UsdGeom.PrimvarsAPI(stage.GetPrimAtPath("/World/plank")).GetPrimvar("st").Get())[:, 0]) > 0.5
    beside = [file.name for file in tmp_path.iterdir()]
    assert sorted(beside) == (["run.usdz"] if ending == ".usdz" else ["run.usdc", "run_textures"])


def test_files_without_wood_and_ground_have_no_textures(tmp_path):
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Sphere(0.5), name="ball")
    rg.Simulation(scene).run(0.1).to_usd(tmp_path / "run.usdc")
    assert [file.name for file in tmp_path.iterdir()] == ["run.usdc"]


def test_missing_package_is_one_line_that_names_the_extra(recording, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pxr", None)
    with pytest.raises(rg.UsageError, match=r"rigida\[usd\]"):
        recording.to_usd(tmp_path / "run.usdc")
