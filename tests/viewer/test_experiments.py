"""Experiments in the viewer: values are changed while it runs, plotted, saved; files and servers come back."""

import json
import time

import numpy as np
import pytest

import rigida as rg
from rigida.scene.files.load import scene_from_document
from rigida.simulation import Simulation
from rigida.viewer.editing import edited_document
from rigida.viewer.tuning import body_values, push_on, tunable
from rigida.viewer.viewer import Viewer

from .browser import Browser, available

needs_browser = pytest.mark.skipif(
    not available(), reason="no browser here: install the Debian package chromium or `pip install PySide6-WebEngine`"
)
#: Keeps what would be saved as a file.
SAVE = "window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((t) => saved.push(t)); return '#' }"
READY = "window.page && page.player && page.sides[0].stage.poses && page.frames > 2"
SLOPE = "title = 'Slope'\n[engine]\nkind = 'realtime'\n[ground]\n[body.block]\nmass = {mass}\nposition = [0, 0, 0.1]\n"
SLOPE += "shape = {{ kind = 'box', size = [0.4, 0.4, 0.2] }}\n"


def sliding(friction: float = 0.1) -> rg.Scene:
    scene = rg.Scene(title="Sliding")
    scene.add_ground(friction=0.4)
    block = {"position": (0, 0, 0.1), "velocity": (3.0, 0, 0), "mass": 2.0, "friction": friction, "name": "block"}
    scene.add_body(rg.Box((0.4, 0.4, 0.2)), **block)
    scene.plan = rg.RunPlan(duration=3600.0)
    return scene


def header(viewer: Viewer) -> dict:
    message = viewer._broadcast.picture(False, 1.0, set())
    return json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")])


def test_friction_is_changed_while_it_runs_and_kept_after_a_restart():
    with Viewer(sliding()) as viewer:
        for _ in range(10):
            viewer.step()
        viewer.command({"do": "tune", "what": "body", "name": "block", "quantity": "friction", "value": 1.6})
        assert not viewer.error
        assert viewer.source.simulation.body("block").friction == 1.6
        assert header(viewer)["tuned"] == [["body", "block", "friction", 1.6]]
        before = viewer.source.simulation.body("block").velocity[0]
        for _ in range(10):
            viewer.step()
        dt = viewer.source.simulation.settings.dt
        slowed = (before - viewer.source.simulation.body("block").velocity[0]) / (10 * dt)
        assert slowed == pytest.approx(0.8 * 9.80665, rel=0.02)  # √(0.4 · 1.6) = 0.8
        viewer.restart()
        assert viewer.source.simulation.body("block").friction == 1.6
        viewer.command({"do": "untune"})
        assert viewer.source.simulation.body("block").friction == pytest.approx(0.1)
        assert header(viewer)["tuned"] == []


def test_push_accelerates_a_body_and_is_saved_with_the_scene():
    with Viewer(sliding()) as viewer:
        body = lambda: viewer.source.simulation.body("block")  # noqa: E731
        before = body().velocity.copy()
        for quantity, value in (("push_x", 3.0), ("push_y", 4.0), ("push_x", 20.0)):
            viewer.command({"do": "tune", "what": "body", "name": "block", "quantity": quantity, "value": value})
        assert not viewer.error
        for _ in range(10):
            viewer.step()
        gained = (body().velocity - before) / (10 * viewer.source.simulation.settings.dt)
        # F/m less friction against the motion, √(0.4 · 0.1) = 0.2; it moves along x at first.
        assert gained[0] == pytest.approx(20.0 / 2.0 - 0.2 * 9.80665, rel=0.02)
        assert gained[1] == pytest.approx(4.0 / 2.0, rel=0.06)
        viewer.restart()
        assert push_on(viewer.source.simulation.scene, "block").force == (20.0, 4.0, 0.0)
        again = scene_from_document(edited_document(viewer.scene, viewer.tuning.changed))
        assert body_values(again, again.body("block"))["push_y"] == 4.0
        viewer.command({"do": "untune"})
        assert viewer.source.simulation.scene.forces == []


def test_what_cannot_be_changed_is_refused_with_a_message():
    with Viewer(sliding()) as viewer:
        for given, words in (
            ({"what": "body", "name": "block", "quantity": "frictoin", "value": 1}, "Did you mean 'friction'"),
            ({"what": "body", "name": "nobody", "quantity": "mass", "value": 1}, "no body 'nobody'"),
            ({"what": "moon", "name": "", "quantity": "mass", "value": 1}, "no moon"),
            ({"what": "body", "name": "block", "quantity": "mass", "value": -1}, "mass"),
            ({"what": "body", "name": "block", "quantity": "mass", "value": "heavy"}, "mass"),
        ):
            viewer.command({"do": "tune", **given})
            assert words in viewer.error
        assert viewer.tuning.changed == {}


def test_gravity_is_offered_where_the_simulation_lets_it_be_set(monkeypatch):
    changed = []
    monkeypatch.setattr(
        Simulation, "gravity", property(lambda sim: None, lambda sim, g: changed.append(g)), raising=False
    )
    assert tunable()["world"] == ["gravity"]
    with Viewer(sliding()) as viewer:
        viewer.command({"do": "tune", "what": "world", "name": "", "quantity": "gravity", "value": 1.62})
        assert not viewer.error
    np.testing.assert_allclose(changed[-1], [0, 0, -1.62])


def test_a_scene_file_is_loaded_again_when_it_is_saved(tmp_path):
    file = tmp_path / "slope.toml"
    file.write_text(SLOPE.format(mass=1))
    with Viewer(rg.load(file)) as viewer:
        viewer.follow_file(file)
        for text, check in (
            (SLOPE.format(mass=7), lambda: viewer.source.simulation.body("block").mass == 7.0),
            ("title = ", lambda: bool(viewer.error)),
            (SLOPE.format(mass=9), lambda: not viewer.error and viewer.source.simulation.body("block").mass == 9.0),
        ):
            time.sleep(0.02)
            file.write_text(text)
            deadline = time.monotonic() + 20.0
            while not check():
                assert time.monotonic() < deadline
                time.sleep(0.05)


@needs_browser
def test_slider_field_undo_and_reset_change_the_run():
    with Viewer(sliding()) as viewer, Browser(viewer.url) as browser:
        body = lambda: viewer.source.simulation.body("block")  # noqa: E731
        browser.wait(READY)
        browser.evaluate("page.select(page.facts.bodies.findIndex(b => b.name === 'block'))")
        field = "[...document.querySelectorAll('[data-tune=\"body/block/friction\"]')]"
        browser.evaluate(f"(() => {{ const s = {field}[0]; s.value = 0.9; s.dispatchEvent(new Event('input')); }})()")
        browser.wait("(page.player.header.tuned || []).length === 1")
        assert body().friction == pytest.approx(0.9, abs=1e-3)
        mass = "[...document.querySelectorAll('[data-tune=\"body/block/mass\"]')]"
        browser.evaluate(f"(() => {{ const s = {mass}[1]; s.value = 5; s.dispatchEvent(new Event('change')); }})()")
        browser.wait("(page.player.header.tuned || []).length === 2")
        assert body().mass == pytest.approx(5.0)
        browser.click("Undo")
        browser.wait("page.player.header.tuned.some(([, , q, v]) => q === 'mass' && v === 2)")
        assert body().mass == pytest.approx(2.0)
        browser.wait("!document.getElementById('reset').disabled")
        browser.click("Reset values")
        browser.wait("page.player.header.tuned.length === 0")
        assert body().friction == pytest.approx(0.1)
        assert (
            browser.evaluate("document.querySelectorAll('#settings > details input').length") > 3
        )  # expert ones folded
        assert not browser.evaluate("document.querySelector('#settings > details').open")


@needs_browser
def test_any_quantity_is_plotted_and_saved_as_numbers(tmp_path):
    with Viewer(sliding()) as viewer, Browser(viewer.url) as browser:
        browser.wait(READY)
        browser.evaluate("page.select(page.facts.bodies.findIndex(b => b.name === 'block'))")
        offered = browser.evaluate("[...document.querySelectorAll('#quantity option')].map(o => o.value)")
        assert {"position", "velocity", "acceleration", "angular velocity", "momentum", "contact force"} <= set(offered)
        for quantity in offered:
            browser.evaluate(f"document.getElementById('quantity').value = {json.dumps(quantity)}")
            browser.click("Plot")
        browser.click("Play")
        browser.wait(
            "page.player.time > 0.4 && page.plots.plots.every(p => p.chart.series && p.chart.series.times.length > 5)"
        )
        series = "page.plots.plots.find(p => p.quantity === {}).chart.series"
        browser.click("Pause")
        speed = browser.evaluate(f"JSON.stringify({series.format(json.dumps('speed'))})")
        speed = json.loads(speed)
        assert speed["unit"] == "m/s"
        slope = np.polyfit(speed["times"][2:], speed["lines"][0][1][2:], 1)[0]
        assert slope == pytest.approx(-0.2 * 9.80665, rel=0.05)  # √(0.4 · 0.1) = 0.2
        force = json.loads(browser.evaluate(f"JSON.stringify({series.format(json.dumps('contact force'))})"))
        assert force["lines"][2][1][-1] == pytest.approx(2.0 * 9.80665, rel=0.05)
        browser.evaluate(SAVE)
        browser.click("CSV")
        rows = browser.wait("window.saved.length && saved[0]").splitlines()
        assert rows[0].startswith('"time [s]"')
        assert len(rows) > 5
        browser.click("PNG")
        browser.wait("window.saved.length > 1")


@needs_browser
def test_recordings_are_plotted_too(tmp_path):
    run = rg.Simulation(sliding()).run(0.5, fps=60)
    with Browser(run.to_html(tmp_path / "run.html").as_uri()) as browser:
        browser.wait(READY)
        browser.evaluate("page.select(page.facts.bodies.findIndex(b => b.name === 'block')); page.plot('position')")
        browser.wait("page.plots.plots[0].chart.series")
        lines = json.loads(browser.evaluate("JSON.stringify(page.plots.plots[0].chart.series)"))["lines"]
        np.testing.assert_allclose(lines[0][1], run.body("block").position[:, 0], atol=1e-5)
        assert browser.evaluate("document.getElementById('world').style.display") == "none"  # nothing to change


@needs_browser
def test_page_goes_on_when_the_viewer_is_started_again():
    with Viewer(sliding()) as viewer:
        port, browser = viewer.server.port, Browser(viewer.url)
        with browser:
            browser.wait(READY)
            viewer.close()
            browser.wait("document.getElementById('error').textContent.includes('goes on by itself')")
            with Viewer(sliding(0.3), port=port):
                browser.wait(f"{READY} && page.facts.bodies.some(b => b.values.friction === 0.3)", 40.0)


@needs_browser
@pytest.mark.parametrize(("width", "height", "scheme"), [(390, 844, "light"), (820, 1180, "dark"), (1280, 720, "dark")])
def test_controls_fit_on_phone_tablet_and_desk_in_both_schemes(width, height, scheme):
    with Viewer(sliding()) as viewer, Browser(viewer.url) as browser:
        size = {"width": width, "height": height}
        browser.call("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=0.5, mobile=width < 800)
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        browser.wait(READY)
        browser.evaluate("document.getElementById('panel').classList.remove('closed'); page.resize(); page.select(1)")
        inside = (
            "[...document.querySelectorAll('#bar button, #bar select, #bar input, #panel, #open, #knobs .slider')]"
            ".filter(e => e.offsetWidth).every(e => { const r = e.getBoundingClientRect();"
            " return r.left >= 0 && r.right <= innerWidth + 1 && (e.closest('#panel') || r.bottom <= innerHeight) })"
        )
        browser.wait(inside)
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ink, paper = (
            np.array(
                [
                    int(n)
                    for n in browser.evaluate(f"getComputedStyle(document.getElementById('play')).{what}")[4:-1].split(
                        ","
                    )
                ]
            )
            for what in ("color", "backgroundColor")
        )
        assert abs(ink.mean() - paper.mean()) > 120  # text stands out
        unnamed = (
            "[...document.querySelectorAll('button, select, input, canvas')].filter(e => e.offsetWidth"
            " && !e.textContent.trim() && !e.getAttribute('aria-label') && !e.closest('label'))"
            ".map(e => e.outerHTML.slice(0, 80))"
        )
        assert browser.evaluate(unnamed) == []
