"""The view of a page follows from what has happened and from its window, not from when either was known."""

import json

import numpy as np
import pytest

import rigida as rg
from rigida.viewer.viewer import Viewer

from .browser import Browser, available
from .test_browser import READY

pytestmark = pytest.mark.skipif(not available(), reason="no browser here: install the Debian package chromium")

VIEW = "JSON.stringify([page.camera.position.toArray(), page.controls.target.toArray()])"
#: Asks for the stream of frames only when `window.begin` is called.
HOLD = """
const ask = window.fetch;
window.fetch = (...given) => given[0] === "stream"
  ? new Promise((begin) => (window.begin = begin)).then(() => ask(...given)) : ask(...given);
"""


def there_and_back(follow: bool) -> rg.Scene:
    """Return a ball that leaves the first picture and comes back to another place, beside a post."""
    scene = rg.Scene(title="There and back", gravity=(0, 0, 0))
    scene.add_ground()
    scene.add_body(rg.Box((0.2, 0.2, 1.0)), position=(0, 0.8, 0.5), fixed=True, name="post")
    path = rg.Path(times=[0.0, 0.4, 0.8, 1.0], positions=[(0, 0, 0.3), (7, 0, 2), (0.5, 0, 0.3), (0.5, 0, 0.3)])
    scene.add_body(rg.Sphere(0.2), path=path, name="ball")
    scene.camera = rg.CameraPlan(follow="ball") if follow else None
    scene.plan = rg.RunPlan(duration=1.0)
    return scene


def view(browser: Browser) -> np.ndarray:
    browser.evaluate("page.marked = page.frames")
    browser.wait("page.frames > page.marked + 2")
    return np.array(json.loads(browser.evaluate(VIEW)))


@pytest.mark.parametrize("follow", [False, True])
def test_a_page_whose_first_frame_comes_late_has_the_view_of_one_that_saw_all(follow):
    with Viewer(there_and_back(follow)) as viewer, Browser(viewer.url) as early, Browser("about:blank") as late:
        late.call("Page.addScriptToEvaluateOnNewDocument", source=HOLD)
        late.call("Page.navigate", url=viewer.url)
        late.wait("!!window.begin")
        early.wait(READY)
        before = view(early)
        early.click("Play")
        early.wait("page.player.time >= 0.999 && !page.player.playing")
        late.evaluate("window.begin()")
        late.wait(f"{READY} && page.player.time >= 0.999")
        seen = view(early)
        np.testing.assert_allclose(view(late), seen, atol=1e-4)
        if follow:
            np.testing.assert_allclose(seen - before, [[0.5, 0, 0], [0.5, 0, 0]], atol=1e-4)
        else:
            np.testing.assert_allclose(seen[1], before[1], atol=1e-6)
            assert np.linalg.norm(seen[0] - seen[1]) > 1.5 * np.linalg.norm(before[0] - before[1])
        # The home view takes all of the run into account too, and a view that was moved by hand stays.
        early.evaluate("document.getElementById('home').click()")
        np.testing.assert_allclose(view(early), seen, atol=1e-4)
        assert early.errors == late.errors == []


@pytest.mark.parametrize("size", [(1000, 1200), (1280, 500)])
def test_a_window_that_gets_its_size_late_has_the_view_of_one_that_had_it(size):
    with Viewer(there_and_back(False)) as viewer:
        seen = []
        for early in (True, False):
            with Browser("about:blank") as browser:
                shape = {"width": size[0], "height": size[1], "deviceScaleFactor": 0.5, "mobile": False}
                if early:
                    browser.call("Emulation.setDeviceMetricsOverride", **shape)
                browser.call("Page.navigate", url=viewer.url)
                browser.wait(READY)
                browser.call("Emulation.setDeviceMetricsOverride", **shape)
                browser.wait(f"window.innerWidth === {size[0]} && page.camera.aspect === {size[0]} / {size[1]}")
                seen.append(view(browser))
                # A camera that somebody has placed stays where it is.
                browser.evaluate("page.untouched = false")
                browser.call("Emulation.setDeviceMetricsOverride", **{**shape, "width": 800})
                browser.wait("window.innerWidth === 800 && page.camera.aspect === 800 / window.innerHeight")
                np.testing.assert_allclose(view(browser), seen[-1], atol=1e-6)
        np.testing.assert_allclose(seen[0], seen[1], atol=1e-6)
