"""Pictures can be read: names, directions of sight, backdrops, marks, moments."""

from types import SimpleNamespace

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.cli.commands.gallery import eventful_moment
from rigida.drawing import Drawing
from rigida.drawing.appearance import APPEARANCE, SPACE
from rigida.render.cameras.auto_camera import automatic_camera
from rigida.render.labels import label_places
from rigida.render.lettering import Words, write_words


def test_names_cover_neither_each_other_nor_their_bodies_and_stay_in_the_picture():
    rng = np.random.default_rng(7)
    centers = np.column_stack([rng.uniform(0, 400, 60), rng.uniform(0, 300, 60), rng.uniform(1, 9, 60)])
    radii, sizes = rng.uniform(2, 20, 60), np.column_stack([rng.uniform(20, 60, 60), np.full(60, 14.0)])
    hidden = list(rng.random(60) < 0.3)
    places = label_places(centers, radii, sizes, hidden, (400.0, 300.0))
    written = np.flatnonzero(~np.isnan(places[:, 0]))
    assert 10 < len(written) < 60
    assert not any(hidden[k] for k in written)
    low, high = places[written], places[written] + sizes[written]
    assert (low >= 0.0).all()
    assert (high <= [400.0, 300.0]).all()
    for i, k in enumerate(written):
        others = np.delete(np.arange(len(written)), i)
        assert not ((low[i] < high[others]) & (high[i] > low[others])).all(axis=1).any()
        nearest = np.clip(centers[k, :2], low[i], high[i])
        assert np.linalg.norm(nearest - centers[k, :2]) >= radii[k]
    assert not np.isnan(places[np.argmin(np.where(hidden, np.inf, centers[:, 2])), 0])  # the nearest is served first


def test_name_of_a_body_behind_a_wall_is_left_out():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Sphere(0.3), position=(0, 0, 0), name="ball")
    scene.add_body(rg.Box((2, 0.1, 2)), position=(0, 1, 0), name="wall", fixed=True)
    run = rg.Simulation(scene).run(0.02)
    options = {"width": 160, "height": 120, "clock": False}
    for eye, writes in (((0, -6, 0), True), ((0, 6, 0), False)):
        camera = rg.Camera(eye, (0, 0, 0))
        changed = (run.picture(0.0, camera, **options) != run.picture(0.0, camera, names=True, **options)).any(axis=2)
        beside = np.flatnonzero(changed[50:70].any(axis=0))  # the wall's own name stands beside the wall
        assert bool(((beside > 85) & (beside < 125)).any()) == writes


@pytest.mark.parametrize("level", [20, 235])
def test_letters_differ_from_what_lies_behind_them(level):
    picture = np.full((40, 200, 3), level, dtype=np.uint8)
    write_words(picture, Words("time", 10, 30, 24, "#202428"))
    assert np.abs(picture.astype(int) - level).max() > 150


def rows_of_pillars(turn: float) -> rg.Scene:
    """Two pillars, one behind the other for an eye at −62° when turned by 0."""
    scene = rg.Scene()
    scene.add_ground()
    away = np.radians(-62.0 + turn)
    for k in (-1, 1):
        place = (1.5 * k * np.cos(away), 1.5 * k * np.sin(away), 1.0)
        scene.add_body(rg.Box((1.2, 1.2, 2.0)), position=place, velocity=(0.0, 0.0, 3.0), name=f"pillar{k}")
    return scene


def test_camera_turns_to_where_bodies_do_not_hide_each_other():
    for turn in (0.0, 90.0):
        scene = rows_of_pillars(turn)
        run = rg.Simulation(scene).run(0.5, fps=20)
        view = automatic_camera(Drawing.of_recording(run), run, 16 / 9).view(0.0)
        across = view.distances(run.position[0, 1:])
        assert abs(across[0, 0] - across[1, 0]) > 1.2  # side by side


def test_bodies_in_space_stand_before_a_dark_backdrop_and_mechanisms_above_a_floor():
    space, plain = rg.load(scenes.path("dzhanibekov")), rg.load(scenes.path("arch"))
    assert Drawing.of_scene(space).appearance == SPACE
    assert Drawing.of_scene(plain).appearance == APPEARANCE
    assert Drawing.of_scene(rg.load(scenes.path("slider_crank"))).floor is not None  # without gravity
    run = rg.Simulation(space).run(0.02)
    assert run.picture(0.0, width=64, height=36, clock=False)[0, 0].max() < 130
    assert (
        run.picture(0.0, width=64, height=36, clock=False, sky_horizon="#ffffff", sky_top="#ffffff")[0, 0].min() > 250
    )


def test_rings_and_gears_are_marked_but_not_what_shows_its_turning():
    marked = {}
    for name in ("gear_pair", "rings_on_poles", "jacks", "skulls", "link_chain"):
        drawing = Drawing.of_scene(rg.load(scenes.path(name)))
        marked[name] = [mark for mark, moves in zip(drawing.marked, drawing.moving, strict=True) if moves]
    assert all(marked["gear_pair"])
    assert all(marked["rings_on_poles"])
    assert not any(marked["skulls"])
    jacks = Drawing.of_scene(rg.load(scenes.path("jacks")))
    assert not any(m for m, name in zip(jacks.marked, jacks.names, strict=True) if "jack" in name)


def test_live_scene_has_joints_of_the_size_of_its_bodies():
    scene = rg.load(scenes.path("slider_crank"))
    rail = next(piece for piece in Drawing.of_scene(scene).pieces if "slider" in piece.name or "rail" in piece.name)
    assert max(rail.scale) < 3.0 * 1.5  # a rod of 1.5 m


def test_still_shows_a_moment_at_which_much_moves():
    times = np.linspace(0.0, 10.0, 101)
    velocity = np.zeros((101, 11, 3))
    velocity[:, 0, 0] = 1.0  # one body moves all the time,
    velocity[70:80, 1:, 0] = 1.0  # the others for a second
    moment = eventful_moment(SimpleNamespace(times=times, velocity=velocity, duration=10.0))
    assert moment == pytest.approx(7.0)
