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


def test_page_plays_without_a_server(tumbling, tmp_path):
    path = rg.Simulation(tumbling).run(2.0, fps=30).to_html(tmp_path / "run")
    with Browser(path.as_uri()) as browser:
        browser.wait("!!document.querySelector('canvas')")
        time.sleep(3.0)
        first = browser.screenshot()
        time.sleep(1.0)
        assert browser.screenshot(ARTEFACTS / "page.png") != first
        assert [request[:80] for request in browser.requests if request.startswith("http")] == []
