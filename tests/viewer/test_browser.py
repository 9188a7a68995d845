"""The viewer in a real browser: time advances, the picture changes, nothing comes from outside."""

import os
import time
from pathlib import Path

import pytest

import rigida as rg
from rigida import scenes
from rigida.viewer.viewer import Viewer

from .browser import Browser, available

pytestmark = pytest.mark.skipif(
    not available(), reason="no browser here: install the Debian package chromium or `pip install PySide6-WebEngine`"
)
ARTEFACTS = Path(os.environ.get("RIGIDA_TEST_ARTEFACTS", Path(__file__).parents[2] / "build" / "artefacts"))
#: Number before " s" in the clock of the panel.
CLOCK = "parseFloat((document.body.innerText.match(/([0-9.]+) s/) || ['', '-1'])[1])"


@pytest.fixture(scope="module")
def tumbling() -> rg.Scene:
    world = rg.load(scenes.path("dzhanibekov"))
    rg.Simulation(world).run(0.02)  # compiled before the clock starts
    return world


def test_play_advances_time_and_changes_the_picture(tumbling):
    with Viewer(tumbling) as viewer, Browser(viewer.url) as browser:
        browser.wait("document.body.innerText.includes('Dzhanibekov')")
        browser.wait("!!document.querySelector('canvas')")
        time.sleep(2.0)
        before = browser.screenshot()
        browser.click("Play")
        browser.wait(f"{CLOCK} > 0.5")
        after = browser.screenshot(ARTEFACTS / "viewer.png")
        assert after != before
        browser.click("Pause")
        browser.wait("document.body.innerText.includes('Play')")
        assert not viewer.playing
        allowed = (viewer.url, viewer.url.replace("http", "ws"), "data:", "blob:", "about:")
        assert [request[:80] for request in browser.requests if not request.startswith(allowed)] == []


def test_browser_may_close_reopen_and_be_joined_by_another(tumbling):
    with Viewer(tumbling) as viewer:
        with Browser(viewer.url) as browser:
            browser.wait("document.body.innerText.includes('Dzhanibekov')")
            browser.click("Play")
            browser.wait(f"{CLOCK} > 0.2")
        reached = viewer.source.time
        with Browser(viewer.url) as browser, Browser(viewer.url) as other:
            for each in (browser, other):
                each.wait(f"{CLOCK} > {reached}")
            other.click("Pause")
            browser.wait("document.body.innerText.includes('Play')")


def test_scene_that_fails_shows_its_error_and_the_viewer_stays(tumbling, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text('[body.a]\nshape = { kind = "bx" }\n')
    with Viewer(None) as viewer, Browser(viewer.url) as browser:
        viewer.attempt(lambda: viewer.open(rg.load(bad)))
        browser.wait("document.body.innerText.includes('bad.toml has')")
        viewer.attempt(lambda: viewer.open(tumbling))
        browser.wait("document.body.innerText.includes('Dzhanibekov')")
        browser.wait("!document.body.innerText.includes('bad.toml has')")


def pulled_by(viewer: Viewer) -> float:
    """Return how far the pointer is from the grabbed point [m]."""
    row, arm, pointer = viewer.source._pulled
    return float(abs(pointer - arm - viewer.source.simulation.state.position[row]).max())


def test_shift_and_mouse_pull_the_body_under_the_pointer(tumbling):
    with Viewer(tumbling) as viewer, Browser(viewer.url) as browser:
        browser.wait("document.body.innerText.includes('Dzhanibekov')")
        browser.wait("!!document.querySelector('canvas')")
        time.sleep(2.0)
        shift = {"modifiers": 8, "button": "left", "buttons": 1, "clickCount": 1}
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=480, y=380, modifiers=8)
        browser.call("Input.dispatchMouseEvent", type="mousePressed", x=480, y=380, **shift)
        deadline = time.monotonic() + 20
        step = 0
        while not (viewer.source._pulled and pulled_by(viewer) > 0.0) and time.monotonic() < deadline:
            step += 1
            browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=480 + 8 * (step % 20), y=380, **shift)
            time.sleep(0.2)
        assert viewer.source._pulled[0] == 0
        assert 0.0 < pulled_by(viewer) < 5.0
        browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=500, y=380, modifiers=8, button="left")
        while viewer.source._pulled is not None and time.monotonic() < deadline:
            browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=500, y=390)
            time.sleep(0.1)
        assert viewer.source._pulled is None


def test_page_plays_without_a_server(tumbling, tmp_path):
    path = rg.Simulation(tumbling).run(2.0, fps=30).to_html(tmp_path / "run")
    with Browser(path.as_uri()) as browser:
        browser.wait("!!document.querySelector('canvas')")
        time.sleep(3.0)
        first = browser.screenshot()
        time.sleep(1.0)
        assert browser.screenshot(ARTEFACTS / "page.png") != first
        assert [request[:80] for request in browser.requests if request.startswith("http")] == []


def test_keys_fly_and_the_camera_follows():
    world = rg.Scene(title="By hand")
    plane = rg.Airplane.load("model")
    craft = world.add_aircraft(plane, position=(0, 0, 100), trim=rg.trim(plane, 15.0, 100.0), name="plane")
    world.engine = rg.Precise(integrator="rk4", dt=0.005)
    rg.Simulation(world).run(0.02)  # compiled before the clock starts
    throttle = craft.throttle
    with Viewer(world) as viewer, Browser(viewer.url) as browser:
        browser.wait("document.body.innerText.includes('By hand')")
        browser.wait("!!document.querySelector('canvas')")
        time.sleep(2.0)
        for key, code, number in (("d", "KeyD", 68), ("ArrowRight", "ArrowRight", 39), ("=", "Equal", 187)):
            for kind in ("keyDown", "keyUp"):
                browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number)
        deadline = time.monotonic() + 20
        while craft.throttle == throttle and time.monotonic() < deadline:
            browser.text()
            time.sleep(0.1)
        assert craft.throttle == pytest.approx(throttle + 0.05)
        assert viewer.controls.cockpit.position("roll") > 0.05
        browser.click("Play")
        browser.wait(f"{CLOCK} > 0.5")
        browser.screenshot(ARTEFACTS / "flying.png")
        browser.click("Pause")
        browser.wait("document.body.innerText.includes('Play')")
        (client,) = viewer.server.get_clients().values()
        place = viewer.source.simulation.state.position[0]
        assert 0.5 < float(abs(client.camera.position - place).max()) < 10.0
        assert place[0] > 5.0
