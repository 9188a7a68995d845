"""The page looks like the pictures: the same colors, materials, floor, light and shadows, pixel by pixel."""

import io
import json

import numpy as np
import pytest
from PIL import Image

import rigida as rg
from rigida.drawing import Drawing
from rigida.drawing.finish import FINISHES
from rigida.viewer.recorded import labels
from rigida.viewer.viewer import Viewer

from .browser import Browser, available

SIZE = {"width": 800, "height": 450}
READY = "window.page && page.player && page.sides[0].stage.poses && page.frames > 2"
needs_browser = pytest.mark.skipif(
    not available(), reason="no browser here: install the Debian package chromium or `pip install PySide6-WebEngine`"
)


@pytest.fixture(scope="module")
def materials() -> rg.Recording:
    scene = rg.Scene(title="Materials", gravity=(0, 0, 0))
    scene.add_ground()
    colors = ("#3d7fc4", "#c9a24a", "#c94f4f", "#b5793d", "#55a868")
    for k, (finish, color) in enumerate(zip(FINISHES, colors, strict=True)):
        scene.add_body(rg.Sphere(0.5), position=(1.4 * k, 0, 0.5), name=f"{finish} ball", finish=finish, color=color)
        box = {"position": (1.4 * k, 1.6, 0.4), "name": f"{finish} box", "finish": finish, "color": color}
        scene.add_body(rg.Box((0.8, 0.8, 0.8)), **box)
    return rg.Simulation(scene).run(0.0)


def page_pixels(browser: Browser) -> np.ndarray:
    """Return the picture of the page alone (height, width, 3), in the size and from the place of a picture."""
    browser.call("Emulation.setDeviceMetricsOverride", **SIZE, deviceScaleFactor=1, mobile=False)
    hide = "for (const id of ['panel', 'bar', 'open']) document.getElementById(id).style.display = 'none';"
    browser.evaluate(f"{hide} document.getElementById('panel').classList.add('closed'); page.resize(); page.home()")
    browser.evaluate("page.marked = page.frames")
    browser.wait("page.frames > page.marked + 3")
    with Image.open(io.BytesIO(browser.screenshot())) as picture:
        return np.asarray(picture.convert("RGB")).astype(float)


@needs_browser
@pytest.mark.parametrize("floor", ["ground", "for the eye"])
def test_page_and_picture_are_alike(materials, tmp_path, floor):
    run = materials
    if floor != "ground":
        scene = rg.Scene(title="Pendulum")
        ball = scene.add_body(rg.Sphere(0.2), mass=1.0, position=(0.7, 0, 0.3), name="ball")
        scene.add_joint(rg.Distance(ball, rg.WORLD, anchor_b=(0, 0, 1.0)))
        run = rg.Simulation(scene).run(0.5, fps=30)
    picture = run.picture(0.0, **SIZE, clock=False).astype(float)
    with Browser(run.to_html(tmp_path / "run.html").as_uri()) as browser:
        browser.wait(READY)
        browser.evaluate("page.player.playing = false; page.player.seek(page.player.start)")
        seen = page_pixels(browser)
    assert seen.shape == picture.shape
    # Edges of bodies and shadows are filtered differently; all between them has the same light.
    apart = np.abs(seen - picture).max(axis=2)
    assert np.median(apart) <= 2.0
    assert np.quantile(apart, 0.9) <= 8.0
    bodies = np.ptp(picture, axis=2) > 40.0  # they have colors, the ground is gray
    assert np.quantile(apart[bodies], 0.75) <= 8.0


@needs_browser
def test_shadows_can_be_switched_and_the_camera_stays_above_the_floor(materials, tmp_path):
    with Browser(materials.to_html(tmp_path / "run.html").as_uri()) as browser:
        browser.wait(READY)
        lit = page_pixels(browser)
        switch = (
            "[...document.querySelectorAll('#switches label')].find(l => l.textContent.trim() === 'shadows').firstChild"
        )
        browser.evaluate(f"{switch}.click()")
        bare = page_pixels(browser)
        assert np.mean(bare.sum(axis=2) - lit.sum(axis=2) > 60.0) > 0.01  # where shadows were it is brighter
        browser.evaluate("page.camera.position.set(2, -6, -3); page.marked = page.frames")
        browser.wait("page.frames > page.marked + 2")
        assert browser.evaluate("page.camera.position.z + page.facts.origin[2] > 0")


@needs_browser
def test_a_live_scene_without_ground_has_a_floor_below_its_swing():
    scene = rg.Scene(title="Pendulum")
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(1.0, 0, 1.0), name="ball")
    scene.add_joint(rg.Distance(ball, rg.WORLD, anchor_b=(0, 0, 1.0)))
    assert Drawing.of_scene(scene).floor == pytest.approx(-0.1 - 0.06 * 0.1, abs=0.02)
    with Viewer(scene) as viewer, Browser(viewer.url) as browser:
        browser.wait(READY)
        assert browser.evaluate("page.sides[0].stage.grounds.length") == 1
        assert json.loads(browser.evaluate("JSON.stringify(page.facts.planes)"))[0]["body"] == -1


def test_bodies_in_free_fall_have_their_floor_where_the_run_ends():
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.5), position=(0, 0, 10.0), velocity=(0, 0, 3.0), name="ball")
    scene.plan = rg.RunPlan(duration=2.0)
    run = rg.Simulation(scene).run(2.0)
    recorded, planned = Drawing.of_recording(run).floor, Drawing.of_scene(scene).floor
    assert planned == pytest.approx(10.0 - 0.5 + 6.0 - 0.5 * 9.80665 * 4.0, abs=0.2)
    assert planned == pytest.approx(recorded, abs=0.1 * (10.0 - recorded))


def test_recordings_side_by_side_are_told_apart(materials):
    assert labels([materials, materials]) == ["run A", "run B"]
    scene = rg.Scene(title="Ball")
    scene.add_body(rg.Sphere(0.5), position=(0, 0, 1), name="ball")
    runs = [rg.Simulation(scene, kind).run(0.1) for kind in ("precise", "realtime")]
    assert labels(runs) == ["precise", "realtime"]
    assert labels([materials, runs[0]]) == ["", ""]
