"""What is drawn beside bodies: it sits where joints and springs hold, stretches with them, and can be hidden."""

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.drawing import Drawing, Pieces
from rigida.drawing.motion import piece_motion
from rigida.drawing.pieces import Piece, Turn
from rigida.drawing.unit_meshes import ball, coil, drum, rod, tire
from rigida.geometry.mesh_check import is_closed
from rigida.math.quaternion import rotate_array

LOOK = {"width": 320, "height": 180, "clock": False}


def bodies_on(*joints) -> rg.Scene:
    """A scene of a post and a bar; each joint is a function of scene, bar and post."""
    scene = rg.Scene()
    post = scene.add_body(rg.Box((0.2, 0.2, 1.0)), fixed=True, name="post")
    bar = scene.add_body(rg.Box((1.0, 0.1, 0.1)), position=(0.5, 0.15, 0.5), name="bar")
    for joint in joints:
        scene.add_joint(joint(bar, post))
    return scene


def named(drawing: Drawing, ending: str) -> int:
    return next(k for k, piece in enumerate(drawing.pieces) if piece.name.endswith(ending))


@pytest.mark.parametrize("geometry", [rod(), ball(), drum(), tire(0.5), coil(6, 0.1, 0.02, 1.0)])
def test_unit_meshes_are_closed_and_face_outwards(geometry):
    a, b, c = (geometry.vertices[geometry.triangles[:, k]] for k in range(3))
    assert is_closed(geometry.triangles)
    assert np.sum(a * np.cross(b, c)) > 0.0


def test_rod_of_a_pendulum_ends_at_both_its_anchors_at_all_times():
    scene = rg.Scene()
    mass = scene.add_body(rg.Sphere(0.1), position=(1.0, 0.0, 0.0))
    scene.add_joint(rg.Distance(mass, anchor_b=(0.0, 0.0, 0.5), name="string"))
    run = rg.Simulation(scene).run(1.0, fps=10)
    drawing = Drawing.of_recording(run)
    k = named(drawing, ".rod")
    poses = piece_motion(drawing, run)
    ends = (
        poses.position[:, k] + rotate_array(poses.orientation[:, k], np.array([0.0, 0.0, 1.0])) * poses.scale[:, k, 2:]
    )
    np.testing.assert_allclose(poses.position[:, k], np.tile([0.0, 0.0, 0.5], (11, 1)), atol=1e-12)
    np.testing.assert_allclose(ends, run.position[:, 0], atol=1e-12)


def test_spring_is_a_coil_that_stretches_with_it():
    scene = rg.Scene(gravity=(0, 0, 0))
    mass = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(1.5, 0.0, 0.0))
    scene.add_force(rg.Spring(mass, stiffness=10.0, rest_length=1.0))
    run = rg.Simulation(scene, "precise").run(2.0, fps=10)
    drawing = Drawing.of_recording(run)
    length = piece_motion(drawing, run).scale[:, named(drawing, ".coil"), 2]
    np.testing.assert_allclose(length, np.linalg.norm(run.position[:, 0], axis=1), rtol=1e-12)
    assert np.ptp(length) > 0.9


def test_pin_of_a_hinge_lies_along_its_axis_through_both_bodies():
    drawing = Drawing.of_scene(
        bodies_on(lambda a, b: rg.Revolute(a, b, anchor=(0.0, 0.1, 0.5), axis=(0.0, 1.0, 0.0), name="hinge"))
    )
    k = named(drawing, ".pin")
    poses = drawing.pieces.poses(np.array([[0.0, 0.0, 0.0], [0.5, 0.15, 0.5]]), np.tile([1.0, 0, 0, 0], (2, 1)))
    end = poses.position[k] + rotate_array(poses.orientation[k], np.array([0.0, 0.0, poses.scale[k, 2]]))
    np.testing.assert_allclose(poses.position[k][[0, 2]], (0.0, 0.5), atol=1e-12)
    assert poses.position[k][1] < -0.1 < 0.2 < end[1]  # out of the post on one side, of the bar on the other


@pytest.mark.parametrize(
    ("joint", "pieces"),
    [
        (lambda a, b: rg.Spherical(a, b, anchor=(0, 0.1, 0.5)), {"ball"}),
        (lambda a, b: rg.Universal(a, b, anchor=(0, 0.1, 0.5)), {"pin_a", "pin_b"}),
        (lambda a, b: rg.Prismatic(a, b, axis=(1, 0, 0)), {"rail", "arm_b"}),
        (lambda a, b: rg.Cylindrical(a, b, axis=(1, 0, 0), stiffness=5.0), {"rail", "coil", "arm_b"}),
        (lambda a, b: rg.Revolute(a, b, anchor=(0, 0.1, 0.5), axis=(0, 1, 0), motor="speed"), {"pin", "motor"}),
        (lambda a, b: rg.Spherical(a, b, anchor=(0, 0.1, 3.0)), {"ball", "arm_a", "arm_b"}),
        (lambda a, b: rg.Distance(a, b, upper=2.0), {"rope"}),
        (lambda a, b: rg.Fixed(a, b), set()),
    ],
)
def test_joint_is_drawn_by_its_kind(joint, pieces):
    drawing = Drawing.of_scene(bodies_on(joint))
    assert {piece.name.split(".")[-1] for piece in drawing.pieces} == pieces


def test_hidden_groups_are_not_in_the_picture():
    run = rg.Simulation(bodies_on(lambda a, b: rg.Spherical(a, b, anchor=(0, 0.1, 1.5)))).run(0.0)
    drawn, hidden = run.picture(**LOOK), run.picture(**LOOK, joints=False)
    plain = rg.Simulation(bodies_on()).run(0.0)
    camera = rg.Camera((3.0, -3.0, 2.0), (0.5, 0.0, 0.5))
    assert (drawn != hidden).any()
    assert np.array_equal(run.picture(0.0, camera, **LOOK, joints=False), plain.picture(0.0, camera, **LOOK))


def test_turning_piece_follows_its_channel_and_stands_without_power():
    piece = Piece("flap", "aircraft", rod(), "#ffffff", 0, turn=Turn(2.0, "plane.flaps", backward=1.0))
    spin = Piece("propeller", "aircraft", rod(), "#ffffff", 0, turn=Turn(3.0, only_if="plane.throttle"))
    still, turn = (np.zeros((1, 3)), np.array([[1.0, 0, 0, 0]]))
    for channels, angles in (
        ({"plane.flaps": 0.2, "plane.throttle": 0.5}, (0.4, 1.5)),
        ({"plane.flaps": -0.2, "plane.throttle": 0.0}, (-0.2, 0.0)),
    ):
        q = Pieces((piece, spin)).poses(still, turn, 0.5, channels).orientation
        np.testing.assert_allclose(2.0 * np.arctan2(q[:, 3], q[:, 0]), angles, atol=1e-12)


@pytest.mark.parametrize("name", ["trainer", "glider", "model"])
def test_control_surfaces_turn_the_way_that_lifts_the_nose_and_lowers_the_right_wing(name):
    scene = rg.Scene()
    scene.add_aircraft(name, name="plane", position=(0, 0, 100))
    drawing = Drawing.of_scene(scene)

    def trailing_edge(part: str, **channels: float) -> np.ndarray:
        """Return the mean place of the rearmost points of a piece."""
        k = next(k for k, piece in enumerate(drawing.pieces) if part in piece.name)
        values = {f"plane.{key}": value for key, value in channels.items()}
        poses = drawing.pieces.poses(np.zeros((1, 3)), np.array([[1.0, 0, 0, 0]]), 0.0, values)
        places = poses.position[k] + rotate_array(poses.orientation[k], drawing.pieces.items[k].geometry.vertices)
        return places[places[:, 0] < np.quantile(places[:, 0], 0.25)].mean(axis=0)

    for side in ("left", "right"):
        up = trailing_edge(f"{side}.elevator", elevator=0.3) - trailing_edge(f"{side}.elevator", elevator=0.0)
        assert up[2] > 0.01
        aileron = trailing_edge(f"{side}.aileron", aileron=0.3) - trailing_edge(f"{side}.aileron", aileron=0.0)
        assert (aileron[2] > 0.005) == (side == "right")
    assert (trailing_edge("rudder", rudder=0.3) - trailing_edge("rudder", rudder=0.0))[1] < -0.005


def test_scene_names_its_own_camera_and_keeps_it_in_its_file(tmp_path):
    from rigida.scene.camera_plan import CameraPlan

    scene = bodies_on()
    scene.camera = CameraPlan(eye=(5.0, -5.0, 3.0), target=(0.0, 0.0, 0.5), fov=20.0)
    scene.save(tmp_path / "scene.toml")
    again = rg.load(tmp_path / "scene.toml")
    assert again.camera == scene.camera
    run = rg.Simulation(again).run(0.0)
    from rigida.render.film import Film

    view = Film(run).renderer.camera.view(0.0)
    np.testing.assert_allclose(view.eye, (5.0, -5.0, 3.0))
    assert view.tangent == pytest.approx(np.tan(np.radians(10.0)))


def test_hinges_of_the_world_stand_on_a_frame_behind_the_mechanism():
    drawing = Drawing.of_scene(rg.load(scenes.path("double_four_bar")))
    bars = [piece for piece in drawing.pieces if piece.name.startswith("frame")]
    assert len(bars) == 2  # three pivots in a row
    for k, bar in enumerate(bars):
        assert bar.position[0] == pytest.approx(k, abs=1e-9)
        assert bar.scale[2] == pytest.approx(1.0)
        assert bar.position[1] > 0.05  # behind the bars, which are 0.06 thick, as seen by the automatic camera
    single = rg.Scene()
    door = single.add_body(rg.Box((1.0, 0.1, 1.0)), position=(0.5, 0, 0), name="door")
    single.add_joint(rg.Revolute(door, anchor=(0, 0, 0), axis=(0, -1, 0), name="hinge"))
    names = [piece.name for piece in Drawing.of_scene(single).pieces]
    assert {"hinge.frame", "hinge.foot"} <= set(names)
    assert "frame1" not in names
