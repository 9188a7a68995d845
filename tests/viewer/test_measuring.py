"""Measuring in the viewer: vectors to scale, the flat view, ruler and protractor, runs of a sweep in one page."""

import json
import math
from pathlib import Path

import pytest

import rigida as rg
from rigida import scenes
from rigida.viewer.page import variations_page
from rigida.viewer.viewer import Viewer

from .browser import Browser, available
from .test_browser import ARTEFACTS, READY

needs_browser = pytest.mark.skipif(
    not available(), reason="no browser here: install the Debian package chromium or `pip install PySide6-WebEngine`"
)
#: Projects a point of the scene onto the page, in pixels.
PIXEL = (
    "((x, y, z) => { const o = page.facts.origin, p = page.camera.position.clone().set(x - o[0], y - o[1], z - o[2])"
    ".project(page.camera); return [(0.5 + 0.5 * p.x) * innerWidth, (0.5 - 0.5 * p.y) * innerHeight] })"
)


@pytest.fixture(scope="module")
def throws() -> tuple[list[rg.Recording], dict[str, list[float]]]:
    runs, speeds = [], [1.0, 2.0, 3.0]
    for speed in speeds:
        scene = rg.Scene(title="Throw")
        scene.add_ground()
        scene.add_body(rg.Sphere(0.1), mass=2.0, position=(0, 0, 0.5), velocity=(speed, 0, 1.0), name="ball")
        runs.append(rg.Simulation(scene).run(0.4, fps=30))
    return runs, {"body.ball.velocity.x": speeds}


def frames_later(browser: Browser) -> None:
    browser.evaluate("page.marked = page.frames")
    browser.wait("page.frames > page.marked + 3")


@needs_browser
def test_vectors_have_the_length_that_the_legend_says(throws, tmp_path):
    with Browser(throws[0][1].to_html(tmp_path / "run.html").as_uri()) as browser:
        browser.wait(READY)
        browser.evaluate("page.player.playing = false; page.player.seek(0)")
        frames_later(browser)
        browser.click("2D")
        for name in ("velocities", "momenta"):
            browser.evaluate(f"page.shown.add('{name}')")
        browser.wait("document.querySelectorAll('#legend div').length === 2")
        frames_later(browser)
        legend = browser.evaluate("document.getElementById('legend').innerText").split("\n")
        speed = math.hypot(2.0, 1.0)
        for name, words, unit, value in (
            ("velocities", "velocity", "m/s", speed),
            ("momenta", "momentum", "kg m/s", 2.0 * speed),
        ):
            line = next(text for text in legend if text.startswith(words))
            scale = float(line.split(": ")[1].removesuffix(unit))
            ends = (
                f"(() => {{ const a = page.sides[0].stage.extras.get('{name}').children[0].geometry.attributes.position"
                ".array, o = page.facts.origin, f = (i) => "
                + PIXEL
                + "(a[i] + o[0], a[i + 1] + o[1], a[i + 2] + o[2]); return JSON.stringify([f(0), f(3)]) })()"
            )
            start, end = json.loads(browser.evaluate(ends))
            assert math.dist(start, end) == pytest.approx(80 * value / scale, rel=0.02)
        browser.screenshot(ARTEFACTS / "vectors.png")
        assert browser.errors == []


@needs_browser
def test_vectors_of_bodies_at_rest_have_a_legend_and_no_length(tmp_path):
    scene = rg.Scene(gravity=(0, 0, 0), title="Rest")
    scene.add_body(rg.Sphere(0.5), name="ball")
    run = rg.Simulation(scene).run(0.1)
    with Browser(run.to_html(tmp_path / "rest.html").as_uri()) as browser:
        browser.wait(READY)
        browser.evaluate("page.shown.add('velocities').add('momenta')")
        browser.wait("document.querySelectorAll('#legend div').length === 2")
        assert browser.errors == []


@needs_browser
def test_flat_view_ruler_and_protractor_measure_the_slope():
    world = rg.load(scenes.path("block_on_incline"))
    with Viewer(world) as viewer, Browser(viewer.url) as browser:
        browser.wait(READY)
        browser.click("2D")
        frames_later(browser)
        aim = browser.evaluate("page.camera.getWorldDirection(page.camera.position.clone()).toArray()")
        assert aim == pytest.approx([0, 1, 0], abs=0.01)
        # Bodies at different depths lie behind each other.
        pixels = [browser.evaluate(f"{PIXEL}(0.3, {y}, 0.2)") for y in (-0.5, 0.5)]
        assert math.dist(*pixels) < 3.0
        browser.click("Ruler")
        browser.click("Protractor")
        moves = {
            "ruler": [(-0.4, 0, -0.2), (0.4, 0, 0.2)],
            "protractor": [(0.4, 0, 0.2), (0, 0, 0), (0.4, 0, 0)],
        }
        for tool, points in moves.items():
            for k, point in enumerate(points):
                browser.evaluate(
                    f"page.measures.find(m => m.name === '{tool}').move({k}, ...{PIXEL}({point[0]}, {point[1]},"
                    f" {point[2]}))"
                )
        frames_later(browser)
        ruler, protractor = browser.evaluate("page.measures.map(m => m.label.textContent)")
        browser.screenshot(ARTEFACTS / "measures.png")
        length = float(ruler.split(" m")[0])
        assert length == pytest.approx(0.8 * math.sqrt(1.25), rel=0.01)
        assert float(ruler.split(", ")[-1][:-1]) == pytest.approx(26.57, abs=0.2)
        assert float(protractor[:-1]) == pytest.approx(26.57, abs=0.2)
        # A handle moves by the keyboard and by dragging.
        where = "JSON.stringify(page.measures[0].pixels(page.measures[0].points[0]))"
        x, y = json.loads(browser.evaluate(where))
        browser.evaluate("page.measures[0].handles[0].focus()")
        browser.press("ArrowUp", "ArrowUp", 38)
        assert json.loads(browser.evaluate(where)) == pytest.approx([x, y - 1], abs=0.1)
        left = {"button": "left", "buttons": 1, "clickCount": 1}
        browser.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y - 1, **left)
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + 40, y=y - 30, **left)
        browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + 40, y=y - 30, button="left")
        assert json.loads(browser.evaluate(where)) == pytest.approx([x + 40, y - 30], abs=2.0)
        browser.press("d", "KeyD", 68)
        browser.wait("!page.flat")
        assert browser.errors == []


@needs_browser
def test_slider_picks_the_run_of_a_sweep(throws, tmp_path):
    runs, values = throws
    path = rg.save_variations(tmp_path / "throws", runs, values)
    assert path == Path(tmp_path / "throws.html")
    with Browser(path.as_uri()) as browser:
        browser.wait(READY)
        browser.evaluate(
            "page.player.playing = false; page.player.seek(0.3); page.select(1); page.plot('speed');"
            " page.camera.position.x += 0.2; page.afterMove()"
        )
        eye = browser.evaluate("page.camera.position.x + page.facts.origin[0]")
        for run in (2, 0, 1):
            slider = "document.querySelector('[data-variation]')"
            browser.evaluate(f"{slider}.value = {run}; {slider}.dispatchEvent(new Event('input'))")
            browser.wait(f"page.run === {run} && page.plots.plots[0].chart.series")
            frames_later(browser)
            speed = values["body.ball.velocity.x"][run]
            assert browser.evaluate("document.querySelector('#variations output').textContent") == f"{speed:g}"
            assert browser.evaluate("page.player.time") == pytest.approx(0.3, abs=1e-6)
            x = browser.evaluate("page.sides[0].stage.poses[7] + page.facts.origin[0]")
            assert x == pytest.approx(0.3 * speed, abs=0.01)
            assert browser.evaluate("page.camera.position.x + page.facts.origin[0]") == pytest.approx(eye, abs=1e-5)
        browser.screenshot(ARTEFACTS / "variations.png")
        assert browser.errors == []


def test_variations_need_a_value_for_every_recording(throws):
    with pytest.raises(rg.UsageError, match=r"values\['v'\] has 2 values for 3 recordings"):
        variations_page(throws[0], {"v": [1, 2]})
    with pytest.raises(rg.UsageError, match="needs recordings"):
        variations_page([], {})


@needs_browser
def test_joint_is_selected_by_a_click_and_its_motor_and_limit_are_changed():
    scene = rg.Scene(title="Door", gravity=(0, 0, 0))
    door = scene.add_body(rg.Box((1.0, 0.05, 0.4)), mass=2.0, position=(0.6, 0, 0.5), name="door")
    scene.add_joint(
        rg.Revolute(
            door, anchor=(0, 0, 0.5), axis=(0, 0, 1), lower=-1, upper=1, motor="speed", motor_max=9, name="hinge"
        )
    )
    with Viewer(scene) as viewer, Browser(viewer.url) as browser:
        hinge = lambda: viewer.source.simulation.joint("hinge")  # noqa: E731
        browser.wait(READY)
        x, y = browser.evaluate(f"{PIXEL}(0, 0, 0.5)")
        for kind, pressed in (("mousePressed", 1), ("mouseReleased", 0)):
            browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=pressed, clickCount=1)
        browser.wait("page.selectedJoint === 0")
        for quantity, value in (("motor_target", 0.5), ("upper", 0.25)):
            field = f"document.querySelector('#knobs [data-tune=\"joint/hinge/{quantity}\"][type=number]')"
            browser.evaluate(f"{field}.value = {value}; {field}.dispatchEvent(new Event('change'))")
            browser.wait(f"(page.player.header.tuned || []).some(([, , q, v]) => q === '{quantity}' && v === {value})")
            assert getattr(hinge(), quantity) == value
        for _ in range(60):
            viewer.step()
        assert hinge().position == pytest.approx(0.25, abs=1e-3)
        assert browser.evaluate("document.querySelectorAll('#motors .slider').length") == 1
        browser.click("Undo")
        browser.wait("page.player.header.tuned.some(([, , q, v]) => q === 'upper' && v === 1)")
        browser.wait("!document.getElementById('reset').disabled")
        browser.click("Reset values")
        browser.wait("page.player.header.tuned.length === 0 && page.player.header.targets[0] === 0")
        assert browser.errors == []
