"""Pictures: to the pixel the same, shadows where the sun is covered, everything inside the frame."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import rigida as rg
from rigida.drawing import Drawing, poses_at
from rigida.drawing.motion import frame_times
from rigida.math.quaternion import multiply_array
from rigida.recording import CONTACT, ContactHistory
from rigida.render.cameras.auto_camera import automatic_camera
from rigida.render.cameras.camera import Following, framing
from rigida.render.film import Film
from rigida.render.overlays import Moment, instruments, velocities
from rigida.render.strokes import Strokes

GOLDEN = Path(__file__).parent / "golden"
SMALL = {"width": 320, "height": 180}


def one_body(shape: rg.Shape, position=(0.0, 0.0, 1.0), ground=True, **options) -> rg.Recording:
    scene = rg.Scene(gravity=(0, 0, 0))
    if ground:
        scene.add_ground()
    scene.add_body(shape, position=position, name="it", **options)
    return rg.Simulation(scene).run(0.0)


FROM_ABOVE = rg.Camera((0.0, -0.01, 12.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), fov=40.0)
PLAIN = {"width": 200, "height": 200, "clock": False, "grid": False}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("plain", {}),
        ("overlays", {"wireframe": True, "frames": True, "velocities": True, "trails": True}),
        ("one_sample", {"samples": 1, "shadows": False, "grid": False}),
        ("final", {"quality": "final"}),
    ],
)
def test_picture_is_the_golden_one_to_the_pixel(recording, name, options):
    # Without words: their edges are the business of the font library.
    picture = recording.picture(0.55, **SMALL, clock=False, **options)
    with Image.open(GOLDEN / f"{name}.png") as file:
        golden = np.asarray(file.convert("RGB"))
    assert np.array_equal(picture, golden), f"{np.any(picture != golden, axis=2).sum()} pixels differ"


def test_same_input_gives_the_same_pixels_whatever_was_drawn_before(recording):
    film = Film(recording, style=rg.Style(**SMALL))
    first = film.picture(0.2)
    film.picture(0.9)
    assert np.array_equal(film.picture(0.2), first)
    assert not np.array_equal(film.picture(0.9), first)


def test_disk_of_a_sphere_covers_its_solid_angle():
    # Seen along its axis at distance d, a ball of radius r has the apparent radius f r/√(d² − r²).
    run = one_body(rg.Sphere(1.0), (0, 0, 0), ground=False)
    camera = rg.Camera((0.0, -6.0, 0.0), fov=40.0)
    picture = run.picture(0.0, camera, width=400, height=400, clock=False, sky_top="#ffffff", sky_horizon="#ffffff")
    covered = np.sum(1.0 - (picture.min(axis=2) == 255))
    radius = 200 / np.tan(np.radians(20)) / np.sqrt(35.0)
    # The 32-sided surface lies inside the ball by at most 1 − cos(π/32) = 0.5 % of the radius.
    assert 0.985 * np.pi * radius**2 < covered < 1.005 * np.pi * radius**2


def test_nearer_body_hides_the_further_one():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((2, 0.1, 2)), position=(0, 1, 0), color="#ff0000")
    scene.add_body(rg.Box((1, 0.1, 1)), position=(0, -1, 0), color="#00ff00")
    picture = rg.Simulation(scene).run(0.0).picture(0.0, rg.Camera((0.0, -8.0, 0.0)), **PLAIN)
    red, green, _ = picture[100, 100].astype(int)
    assert green > 3 * red
    red, green, _ = picture[100, 70].astype(int)
    assert red > 3 * green


def test_body_above_the_ground_throws_a_shadow_of_its_own_size():
    run = one_body(rg.Box((2.0, 2.0, 0.1)), (0, 0, 2.0))
    lit = run.picture(0.0, FROM_ABOVE, **PLAIN, shadows=False).astype(int)
    shaded = run.picture(0.0, FROM_ABOVE, **PLAIN).astype(int)
    darker = (lit - shaded).sum(axis=2) > 60
    # The picture is 2·12·tan 20° = 8.74 m wide on the ground; part of the shadow lies under the box itself.
    area = darker.sum() * (2 * 12 * np.tan(np.radians(20)) / 200) ** 2
    assert 1.0 < area < 4.4
    assert np.array_equal(lit[:10], shaded[:10])


def test_ground_far_from_all_bodies_is_lit():
    picture = one_body(rg.Box((0.1, 0.1, 0.1)), (0, 0, 0.2)).picture(0.0, rg.Camera((0, -60, 20)), **PLAIN)
    assert picture[120:, :].min() > 120


def test_box_corners_meet_without_gaps(recording):
    # A closed box in front of a black sky: no pixel inside its outline may show the sky through a seam.
    run = one_body(rg.Box((2, 2, 2)), (0, 0, 0), ground=False, orientation=(0.8, 0.3, 0.4, 0.33))
    style = dict(PLAIN, sky_top="#000000", sky_horizon="#000000")
    picture = run.picture(0.0, rg.Camera((0, -9, 0)), **style)
    for line in picture.max(axis=2):
        seen = np.flatnonzero(line)
        if len(seen):
            assert len(seen) == seen[-1] - seen[0] + 1


def test_camera_inside_the_scene_clips_what_is_behind_it():
    run = one_body(rg.Box((40, 40, 0.5)), (0, 0, -2), ground=False)
    picture = run.picture(0.0, rg.Camera((0, 0, 0), (1, 0, 0)), **PLAIN)
    assert (picture[150] != picture[50]).any(axis=1).all()


def test_camera_below_the_ground_sees_through_it():
    run = one_body(rg.Box((1, 1, 1)), (0, 0, 2), color="#ff0000")
    picture = run.picture(0.0, rg.Camera((0, -6, -3), (0, 0, 2)), **PLAIN)
    assert picture[100, 100, 0] > 2 * picture[100, 100, 1]


def test_automatic_camera_holds_the_whole_motion(recording):
    drawing = Drawing.of_recording(recording)
    camera = automatic_camera(drawing, recording, 16 / 9)
    view = camera.view(0.0)
    bounded = drawing.geometry_of >= 0
    x, y, z = view.distances(recording.position[:, bounded].reshape(-1, 3)).T
    assert (z > 0).all()
    assert np.abs(y / z).max() < view.tangent
    assert np.abs(x / z).max() < view.tangent * 16 / 9
    # and not much smaller than the picture
    assert max(np.abs(y / z).max(), np.abs(x / z).max() * 9 / 16) > 0.5 * view.tangent


def test_framed_balls_touch_two_sides_of_the_picture():
    centers, radii = np.array([[0.0, 0, 0], [4, 0, 0], [1, 2, 1]]), np.array([0.5, 1.0, 0.3])
    camera = framing(centers, radii, np.array([0.0, 1.0, -0.3]), np.array([0.0, 0, 1]), 1.5)
    view = camera.view(0.0)
    x, _, z = view.distances(centers).T
    wide = view.tangent * 1.5 / 1.12  # without the margin
    bounding_radius = (np.abs(x) + radii * np.sqrt(1 + wide**2)) / (z * wide)
    assert bounding_radius.max() == pytest.approx(1.0, abs=0.02)


def test_camera_follows_what_would_be_too_small():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((0.1, 0.1, 0.1)), velocity=(100, 0, 0))
    run = rg.Simulation(scene).run(2.0, fps=10)
    camera = automatic_camera(Drawing.of_recording(run), run, 16 / 9)
    assert isinstance(camera, Following)
    view = camera.view(1.0)
    x, y, z = view.distances(np.array([[100.0, 0, 0]]))[0]
    assert abs(x / z) < 0.01
    assert abs(y / z) < 0.01


def test_camera_path_passes_its_keys_and_orbit_keeps_its_distance():
    path = rg.CameraPath([0, 1, 3], [[1, 0, 0], [0, 2, 0], [0, 0, 3.0]], [[0, 0, -1]] * 3)
    np.testing.assert_array_equal(path.view(1.0).eye, [0, 2, 0])
    np.testing.assert_array_equal(path.view(9.0).eye, [0, 0, 3])
    for time in np.linspace(0, 4, 9):
        assert np.linalg.norm(rg.orbit((1, 2, 3), 5.0, 4.0).view(time).eye - [1, 2, 3]) == pytest.approx(5.0, rel=0.01)


def test_color_of_a_body_is_the_one_asked_for():
    picture = one_body(rg.Sphere(1.0), color="#20c040").picture(0.0, **PLAIN)
    assert (picture[..., 1].astype(int) - picture[..., 0] > 60).sum() > 500
    with pytest.raises(rg.ModelError, match="#rrggbb"):
        rg.Scene().add_body(rg.Sphere(1.0), color="greenish")


def test_contacts_are_drawn_where_they_are(recording):
    contact = np.zeros(1, dtype=CONTACT)
    contact["point"], contact["normal"], contact["impulse"] = (0, 0, 1), (0, 0, 1), (0, 0, 2)
    touched = replace(recording, contacts=ContactHistory.of_frames([contact] * recording.frame_count))
    without, drawn = touched.picture(0.5, **SMALL), touched.picture(0.5, **SMALL, contacts=True)
    changed = (without != drawn).any(axis=2)
    assert 20 < changed.sum() < 2000
    assert drawn[changed][:, 0].mean() > 1.5 * drawn[changed][:, 1].mean()


def test_field_samples_are_green_inside_and_red_outside():
    run = one_body(rg.Box((0.01, 0.01, 0.01)), (0, 0, -5), ground=False)
    renderer = rg.Renderer(Drawing.of_recording(run), rg.Camera((0, -8, 0)), rg.Style(**PLAIN))
    strokes = rg.Strokes()
    strokes.colored_points([[-1, 0, 0], [1, 0, 0]], [-1.0, 1.0], 1.0, size=20)
    picture = renderer.picture(*poses_at(run, 0.0), 0.0, strokes).astype(int)
    left, right = picture[100, 60], picture[100, 139]
    assert left[1] > 1.5 * left[0]
    assert right[0] > 1.5 * right[1]


def test_clock_keeps_its_width_and_words_are_drawn_where_they_belong():
    from rigida.render.lettering import Words, text_width, write_words

    assert text_width("0.00 s", 20.0) == text_width("8.41 s", 20.0)
    picture = np.full((60, 200, 3), 200, dtype=np.uint8)
    write_words(picture, Words("Höhe 漢", 190.0, 40.0, 20.0, "#202428", end=True))
    dark = np.argwhere(picture.max(axis=2) < 90)
    assert len(dark)
    assert dark[:, 0].max() <= 46
    assert 190 - text_width("Höhe 漢", 20.0) - 2 <= dark[:, 1].min() < dark[:, 1].max() <= 191


def test_words_beyond_the_picture_are_cut_off():
    from rigida.render.lettering import Words, write_words

    picture = np.full((30, 30, 3), 255, dtype=np.uint8)
    for x, y in ((-15.0, 5.0), (25.0, 40.0), (500.0, 500.0)):
        write_words(picture, Words("rigida", x, y, 20.0, "#000000"))
    assert picture.min() < 100


def test_frame_poses_are_exact_and_between_them_half_way(recording):
    position, orientation = poses_at(recording, recording.times[7])
    assert np.array_equal(position, recording.position[7])
    assert np.array_equal(orientation, recording.orientation[7])
    between, _ = poses_at(recording, 0.5 * (recording.times[7] + recording.times[8]))
    np.testing.assert_allclose(between, 0.5 * (recording.position[7] + recording.position[8]), atol=1e-12)
    assert np.array_equal(poses_at(recording, 99.0)[0], recording.position[-1])


@pytest.mark.parametrize(("fps", "speed", "count"), [(30, 1.0, 31), (10, 0.1, 101), (25, 2.0, 13)])
def test_film_has_its_own_rate(recording, fps, speed, count):
    times = frame_times(recording, fps, speed)
    assert len(times) == count
    np.testing.assert_allclose(np.diff(times), speed / fps)


def test_unknown_option_offers_the_nearest(recording):
    with pytest.raises(rg.UsageError, match="Did you mean 'trails'"):
        recording.picture(0.0, trials=True)


def test_scene_with_a_python_force_can_be_drawn():
    scene = rg.Scene()
    body = scene.add_body(rg.Box((1, 1, 1)))
    scene.add_force(rg.UserForce((body,), lambda time, motion: (np.zeros(3), np.zeros(3))))
    run = rg.Simulation(scene).run(0.1)
    assert run.picture(0.0, **SMALL).std() > 5


def test_field_of_a_concave_body_is_green_inside_and_red_outside():
    mesh = rg.extruded_mesh([(-1, -1), (1, -1), (1, 1), (0.2, 1), (0.2, 0), (-0.2, 0), (-0.2, 1), (-1, 1)], 0.5)
    run = one_body(mesh, (0, 0, 0), ground=False)
    picture = run.picture(0.0, FROM_ABOVE, **PLAIN, surfaces=False, distance_fields=True).astype(int)
    red, green = picture[..., 0] - picture[..., 1] > 40, picture[..., 1] - picture[..., 0] > 40
    middle, unit = 100, round(100 / np.tan(np.radians(20)) / 12)
    # The slot is open above the middle, the body is solid below it and on both sides.
    assert green[middle + unit // 2, middle - 3 : middle + 4].any()
    assert green[middle - unit // 2, middle + unit // 2 - 3 : middle + unit // 2 + 4].any()
    assert not green[middle - unit // 2, middle - 2 : middle + 3].any()
    assert red.sum() > 50
    dots = run.picture(0.0, FROM_ABOVE, **PLAIN, sample_points=True)
    assert not np.array_equal(dots, run.picture(0.0, FROM_ABOVE, **PLAIN))


def test_velocities_and_trails_start_at_the_center_of_mass():
    world = rg.Scene(gravity=(0, 0, 0))
    off = rg.Compound([(rg.Sphere(0.1), (2.0, 0.0, 0.0), (1, 0, 0, 0))])
    world.add_body(off, velocity=(0, 0, 1), angular_velocity=(0, 0, 3.0), name="off")
    run = rg.Simulation(world, "precise").run(0.5, fps=20)
    film = Film(run, rg.Camera((0, -9, 0)), rg.Style(width=64, height=36, trails=True))
    moment = film._moment(0.5, run.position[-1], run.orientation[-1])
    strokes = Strokes()
    velocities(strokes, film.renderer.drawing, moment, 1.0)
    np.testing.assert_allclose(strokes.segments()[0, 0], [2.0, 0.0, 0.5], atol=1e-9)
    np.testing.assert_allclose(moment.trail[:, 0, :2], np.tile([2.0, 0.0], (len(moment.trail), 1)), atol=1e-9)


def test_instruments_say_speed_altitude_heading_pitch_and_bank():
    plane = rg.Airplane.load("model")
    scene = rg.Scene()
    scene.add_aircraft(plane, position=(0, 0, 80), velocity=(0, -12, 5), name="plane")
    drawing = Drawing.of_scene(scene)
    assert drawing.flown == (0,)
    # Nose to −y, then 30° up, then 20° of bank to the right.
    half = np.radians([-90.0, -30.0, 20.0]) / 2.0
    q = np.array([1.0, 0.0, 0.0, 0.0])
    for angle, axis in zip(half, ((0, 0, 1), (0, 1, 0), (1, 0, 0)), strict=True):
        q = multiply_array(q, np.array([np.cos(angle), *(np.sin(angle) * np.array(axis))]))
    moment = Moment(0.0, np.array([[0.0, 0.0, 80.0]]), q[None], np.array([[0.0, -12.0, 5.0]]))
    first, second = instruments(drawing, moment, 0)
    assert first == "speed 13.0 m/s   altitude 80 m   climb +5.0 m/s"
    assert second == "heading 090°   pitch +30°   bank +20°"
