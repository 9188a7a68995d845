"""Colors of bodies and partial documents, by which recordings are drawn."""

import numpy as np
import pytest

import rigida as rg
from rigida.drawing import Drawing
from rigida.scene.files.save import scene_document


def test_color_is_saved_and_read_back(tmp_path):
    scene = rg.Scene()
    scene.add_body(rg.Box((1, 1, 1)), name="a", color="#12ab34")
    scene.add_body(rg.Box((1, 1, 1)), name="b")
    scene.save(tmp_path / "s.toml")
    assert [body.color for body in rg.load(tmp_path / "s.toml").bodies] == ["#12ab34", None]


def test_bad_color_in_a_file_names_its_key(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('[body.a]\nshape = { kind = "sphere", radius = 1.0 }\ncolor = "reddish"\n')
    [problem] = rg.validate_scene(path)
    assert problem.path == "body.a.color"
    assert "#rrggbb" in problem.message


def test_css_names_of_colors_are_known():
    scene = rg.Scene()
    assert scene.add_body(rg.Box((1, 1, 1)), color="Red").color == "#ff0000"
    assert rg.Visual(shape=rg.Box((1, 1, 1)), color="steelblue").color == "#4682b4"


def test_partial_document_leaves_out_only_what_has_no_form():
    scene = rg.Scene()
    moved = scene.add_body(rg.Box((1, 1, 1)), name="moved", path=rg.PathFunction(lambda t: ((t, 0, 0), (1, 0, 0, 0))))
    free = scene.add_body(rg.Sphere(1.0), name="free")
    scene.add_force(rg.UserForce(free, lambda time, motion: (np.zeros(3), np.zeros(3))))
    scene.add_force(rg.Spring(free, moved))
    with pytest.raises(rg.SceneError):
        scene_document(scene)
    document = scene_document(scene, partial=True)
    assert list(document["body"]) == ["moved", "free"]
    assert [table["kind"] for table in document["force"].values()] == ["spring"]


def test_body_on_a_python_path_is_drawn_and_moves():
    scene = rg.Scene()
    scene.add_body(rg.Box((1, 1, 1)), name="moved", path=rg.PathFunction(lambda t: ((t, 0, 0), (1, 0, 0, 0))))
    run = rg.Simulation(scene).run(0.5, fps=10)
    drawing = Drawing.of_recording(run)
    assert drawing.moving.tolist() == [True]


def test_equal_shapes_share_a_geometry_and_free_bodies_differ_in_color():
    scene = rg.Scene()
    scene.add_ground()
    for _ in range(3):
        scene.add_body(rg.Box((1, 2, 3)))
    scene.add_body(None, mass=1.0)
    drawing = Drawing.of_scene(scene)
    assert drawing.geometry_of.tolist() == [-1, 0, 0, 0, 1]
    assert len(set(drawing.colors)) == 5


def test_corner_normals_are_sharp_on_a_box_and_smooth_on_a_ball():
    box, ball = (Drawing.of_scene(_one(shape)).geometries[0] for shape in (rg.Box((1, 1, 1)), rg.Sphere(2.0)))
    assert np.abs(np.abs(box.corner_normals).max(axis=2) - 1.0).max() < 1e-12
    outward = ball.vertices[ball.triangles] / 2.0
    assert np.sum(ball.corner_normals * outward, axis=2).min() > 0.995
    assert len(box.edges) == 12


def _one(shape):
    scene = rg.Scene()
    scene.add_body(shape)
    return scene
