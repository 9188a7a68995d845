"""The viewer in a real browser: the picture is right, time advances, keys and mouse act, nothing comes from outside."""

import io
import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
from long_form import LONG
from PIL import Image

import rigida as rg
from rigida import scenes
from rigida.viewer.viewer import Viewer

from .browser import Browser, available
from .hand import Hand

pytestmark = pytest.mark.skipif(
    not available(), reason="no browser here: install the Debian package chromium or `pip install PySide6-WebEngine`"
)
ARTEFACTS = Path(os.environ.get("RIGIDA_TEST_ARTEFACTS", Path(__file__).parents[2] / "build" / "artefacts"))
READY = "window.page && page.player && page.sides[0].stage.poses && page.frames > 2"


@pytest.fixture(scope="module")
def tumbling() -> rg.Scene:
    world = rg.load(scenes.path("dzhanibekov"))
    world.plan = rg.RunPlan(duration=3600.0)  # it goes on however slowly a browser starts
    rg.Simulation(world).run(0.02)  # compiled before the clock starts
    return world


@pytest.fixture(scope="module")
def bricks() -> rg.Recording:
    world = rg.Scene(title="Bricks", gravity=(0, 0, 0))
    world.add_ground()
    world.add_body(rg.Box((1, 1, 1)), position=(0, 0, 0.5), velocity=(1, 0, 0), name="brick", color="#b5651d")
    return rg.Simulation(world, "precise").run(2.0, fps=30)


def pixels(browser: Browser, path: Path | None = None) -> np.ndarray:
    """Return the picture of the page (height, width, 3)."""
    with Image.open(io.BytesIO(browser.screenshot(path))) as picture:
        return np.asarray(picture.convert("RGB")).astype(float)


def test_play_advances_time_and_changes_the_picture(tumbling):
    with Viewer(tumbling) as viewer, Browser(viewer.url) as browser:
        browser.wait(READY)
        browser.wait("document.body.innerText.includes('Dzhanibekov')")
        before = browser.screenshot()
        browser.click("Play")
        browser.wait("page.player.time > 0.5")
        after = browser.screenshot(ARTEFACTS / "viewer.png")
        assert after != before
        browser.click("Pause")
        browser.wait("document.getElementById('play').textContent === 'Play'")
        assert not viewer.playing
        shown = viewer.source.time
        browser.press(".", "Period", 190)
        browser.wait(f"page.player.time > {shown + 1e-6}")
        assert viewer.source.time == pytest.approx(shown + viewer.source.simulation.settings.dt, abs=1e-6)
        browser.press(" ", "Space", 32)
        browser.wait("page.player.playing")
        allowed = (viewer.url, "data:", "blob:", "about:")
        assert [request[:80] for request in browser.requests if not request.startswith(allowed)] == []


def test_browser_may_close_reopen_and_be_joined_by_another(tumbling):
    with Viewer(tumbling) as viewer:
        with Browser(viewer.url) as browser:
            browser.wait(READY)
            browser.click("Play")
            browser.wait("page.player.time > 0.2")
        reached = viewer.source.time
        with Browser(viewer.url) as browser, Browser(viewer.url) as other:
            for each in (browser, other):
                each.wait(READY)
                each.wait(f"page.player.time > {reached}")
            assert other.evaluate("page.player.energies().times.length") > 5
            other.click("Pause")
            browser.wait("document.getElementById('play').textContent === 'Play'")


def test_scene_that_fails_shows_its_error_and_the_viewer_stays(tumbling, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text('[body.a]\nshape = { kind = "bx" }\n')
    with Viewer(None) as viewer, Browser(viewer.url) as browser:
        browser.wait("!!window.page")
        viewer.attempt(lambda: viewer.open(rg.load(bad)))
        browser.wait("document.body.innerText.includes('bad.toml has')")
        viewer.attempt(lambda: viewer.open(tumbling))
        browser.wait("document.body.innerText.includes('Dzhanibekov')")
        browser.wait("!document.body.innerText.includes('bad.toml has')")


def test_shift_and_mouse_pull_the_body_under_the_pointer(tumbling):
    with Viewer(tumbling) as viewer, Browser(viewer.url) as browser:
        browser.wait(READY)
        place = json.loads(
            browser.evaluate(
                "(() => { const p = page.sides[0].stage.center(0, page.camera.position.clone()).project(page.camera);"
                " return JSON.stringify([(0.5 + 0.5 * p.x) * innerWidth, (0.5 - 0.5 * p.y) * innerHeight]) })()"
            )
        )
        x, y = place
        shift = {"modifiers": 8, "button": "left", "buttons": 1, "clickCount": 1}
        browser.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **shift)
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + 60, y=y, **shift)
        browser.wait("page.pulling && page.sides[0].stage.extras.has('pull')")
        deadline = time.monotonic() + 20
        while viewer.source._pulled is None and time.monotonic() < deadline:
            time.sleep(0.05)
        name, _, pointer = viewer.source._pulled
        assert name == "wing_nut"
        assert float(abs(pointer - viewer.source.simulation.state.center[0]).max()) > 0.01
        assert browser.evaluate("page.selected") == 0
        browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + 60, y=y, modifiers=8, button="left")
        while viewer.source._pulled is not None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert viewer.source._pulled is None


def test_page_plays_without_a_server_in_the_colors_that_were_given(bricks, tmp_path):
    path = bricks.to_html(tmp_path / "run")
    with Browser(path.as_uri()) as browser:
        browser.wait(READY)
        time.sleep(0.5)
        first = browser.screenshot()
        browser.wait("page.player.time > 0.3")
        assert browser.screenshot() != first
        browser.evaluate("page.player.playing = false; page.player.seek(1.0); page.home()")
        time.sleep(1.0)
        picture = pixels(browser, ARTEFACTS / "page.png")[:240, :450]
        # Brown is where red is far above blue: lit or shaded, the hue is that of #b5651d (181, 101, 29).
        brown = picture[(picture[..., 0] > 1.8 * picture[..., 2]) & (picture[..., 0] > 60)]
        assert len(brown) > 500
        red, green, blue = np.median(brown, axis=0)
        assert green / red == pytest.approx(101 / 181, abs=0.12)
        assert blue / red < 0.45
        # The sky is lighter and bluer than the ground, and the brick throws a shadow on the ground.
        sky = picture[5, 5]
        assert sky[2] > sky[0]
        assert [request[:80] for request in browser.requests if request.startswith("http")] == []


def test_views_bookmarks_and_framing_bring_everything_back(bricks, tmp_path):
    path = bricks.to_html(tmp_path / "run")
    seen = (
        "(() => { const p = page.sides[0].stage.center(1, page.camera.position.clone()).project(page.camera);"
        " return Math.max(Math.abs(p.x), Math.abs(p.y)) < 1 && p.z < 1 })()"
    )
    with Browser(path.as_uri()) as browser:
        browser.wait(READY)
        browser.evaluate("page.player.playing = false")
        browser.click("\u2606 Bookmark")
        browser.evaluate("page.controls.target.set(500, 500, 500); page.afterMove()")
        browser.wait(f"!{seen}")
        browser.press("f", "KeyF", 70)
        browser.wait(seen)
        for key, code, number in (("1", "Digit1", 49), ("2", "Digit2", 50), ("3", "Digit3", 51)):
            browser.press(key, code, number)
            browser.wait(seen)
        browser.press("n", "KeyN", 78)
        browser.press("?", "Slash", 191)
        browser.wait("document.getElementById('help').classList.contains('open')")


def test_two_recordings_play_side_by_side(bricks, tmp_path):
    path = bricks.to_html(tmp_path / "both", beside=bricks)
    with Browser(path.as_uri()) as browser:
        browser.wait(READY)
        assert browser.evaluate("page.sides.length") == 2
        browser.evaluate("page.player.playing = false; page.player.seek(1.5)")
        browser.wait("page.sides[1].player.time === 1.5")
        time.sleep(1.0)
        picture = pixels(browser, ARTEFACTS / "compare.png")
        left, right = picture[30:220, :300], picture[30:220, 320:465]
        assert all((half[..., 0] > 1.8 * half[..., 2]).sum() > 50 for half in (left, right))


@pytest.mark.parametrize("count", [1000, 5000] if LONG else [1000])
def test_script_times_of_many_moving_bodies_are_measured(tmp_path, count):
    rng = np.random.default_rng(1)
    world = rg.Scene(gravity=(0, 0, 0), title="Many")
    for k in range(count):
        place = (k % 10, (k // 10) % 10, k // 100)
        world.add_body(rg.Box((0.4, 0.4, 0.4)), position=place, velocity=tuple(0.01 * rng.normal(size=3)), name=f"b{k}")
    run = rg.Simulation(world, "precise").run(0.2, fps=30)
    path = run.to_html(tmp_path / "many")
    with Browser(path.as_uri()) as browser:
        browser.wait("window.page && page.scriptTimes.length >= 20", 120)
        times = json.loads(browser.evaluate("JSON.stringify(page.scriptTimes)"))
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        (ARTEFACTS / f"script_times_{count}.json").write_text(json.dumps(sorted(times)))
        assert browser.evaluate("page.sides[0].stage.batches[0].rows.length") == count


def test_keys_fly_and_the_camera_follows():
    world = rg.Scene(title="By hand")
    plane = rg.Airplane.load("model")
    craft = world.add_aircraft(plane, position=(0, 0, 100), trim=rg.trim(plane, 15.0, 100.0), name="plane")
    world.engine = rg.Precise(integrator="rk4", dt=0.005)
    rg.Simulation(world).run(0.02)  # compiled before the clock starts
    throttle = craft.throttle
    with Viewer(world) as viewer, Browser(viewer.url) as browser:
        browser.wait(READY)
        for key, code, number in (("d", "KeyD", 68), ("ArrowRight", "ArrowRight", 39), ("=", "Equal", 187)):
            browser.press(key, code, number)
        deadline = time.monotonic() + 20
        while craft.throttle == throttle and time.monotonic() < deadline:
            time.sleep(0.1)
        assert craft.throttle == pytest.approx(throttle + 0.05)
        assert viewer.cockpit.position("roll") > 0.05
        browser.click("Play")
        browser.wait("page.player.time > 0.5")
        browser.click("Pause")
        browser.wait("document.getElementById('play').textContent === 'Play'")
        browser.screenshot(ARTEFACTS / "flying.png")
        assert viewer.source.simulation.state.position[0, 0] > 5.0
        away = "page.camera.position.distanceTo(page.sides[0].stage.center(0, page.camera.position.clone()))"
        assert 0.5 < browser.evaluate(away) < 10.0


def test_held_keys_and_a_gamepad_fly():
    world = rg.Scene(title="By hand")
    plane = rg.Airplane.load("model")
    world.add_aircraft(plane, position=(0, 0, 100), trim=rg.trim(plane, 15.0, 100.0), name="plane")
    world.engine = rg.Precise(integrator="rk4", dt=0.005)
    rg.Simulation(world).run(0.02)  # compiled before the clock starts
    with Viewer(world) as viewer, Browser(viewer.url) as browser:
        position = viewer.cockpit.position
        browser.wait(READY)
        trim = position("roll")
        browser.click("Play")
        browser.wait("page.player.playing")
        key = {"key": "d", "code": "KeyD", "windowsVirtualKeyCode": 68}
        browser.call("Input.dispatchKeyEvent", type="keyDown", **key)
        until(lambda: position("roll") > trim + 0.5)
        browser.call("Input.dispatchKeyEvent", type="keyUp", **key)
        until(lambda: position("roll") == pytest.approx(trim, abs=1e-6))
        pad = (
            "(axes, pressed) => { navigator.getGamepads = () => [{ connected: true, axes, buttons:"
            " Array.from({ length: 16 }, (_, i) => ({ pressed: i === pressed })) }] }"
        )
        browser.evaluate(f"({pad})([-0.54, 0, 0, 0], 1)")
        until(lambda: position("roll") == pytest.approx(trim - 0.5 * (1 + trim), abs=1e-6))
        until(lambda: world.aircraft("plane").flaps == pytest.approx(1 / 3))
        throttle = world.aircraft("plane").throttle
        browser.evaluate(f"({pad})([0, 0, 0, 0], 6)")
        until(lambda: world.aircraft("plane").throttle < throttle - 0.1)
        browser.evaluate(f"({pad})([0, 0, 0, 0], -1)")
        until(lambda: position("roll") == pytest.approx(trim, abs=1e-6))
        assert browser.errors == []


def test_sliders_fly():
    world = rg.Scene(title="By hand")
    plane = rg.Airplane.load("model")
    world.add_aircraft(plane, position=(0, 0, 100), trim=rg.trim(plane, 15.0, 100.0), name="plane")
    world.engine = rg.Precise(integrator="rk4", dt=0.005)
    rg.Simulation(world).run(0.02)  # compiled before the clock starts
    with Viewer(world) as viewer, Browser(viewer.url) as browser:
        hand, cockpit = Hand(browser, "desktop"), viewer.cockpit
        browser.wait(READY)
        names = browser.evaluate("Object.keys(page.flying)")
        lowest = browser.evaluate("page.facts.aircraft.lowest")
        assert {"pitch", "roll", "yaw", "throttle", "flaps", "brake"} <= set(names)
        for name in names:
            slider = f"#aircraft input[aria-label='{name}']"
            for to in (0.9, 0.2):
                hand.slide(slider, to)
                aim = lowest[name] + to * (1.0 - lowest[name])
                until(lambda name=name, aim=aim: cockpit.position(name) == pytest.approx(aim, abs=0.1))
                shown = f"document.querySelector({json.dumps(slider)}).nextElementSibling.textContent"
                assert float(browser.evaluate(shown)) == pytest.approx(cockpit.position(name), abs=0.01)
        hand.slide("#aircraft input[aria-label='roll']", 0.9)
        browser.click("Play")
        browser.wait("Math.abs(page.sides[0].stage.poses[4]) > 0.05")  # it banks
        assert browser.errors == []


def until(happens, seconds: float = 20.0) -> None:
    """Wait until a condition of the viewer holds."""
    deadline = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def come_and_go() -> rg.Simulation:
    world = rg.Scene(title="Guests", gravity=(0, 0, 0))
    world.add_ground()
    world.add_body(rg.Box((1, 1, 1)), position=(0, 0, 1), name="host")
    world.add_body(rg.Box((1, 1, 1)), position=(2, 0, 1), name="guest")
    return rg.Simulation(world, dt=0.05)


#: Names in the list of the panel, and bodies that are drawn.
LISTED = (
    "[...document.querySelectorAll('#list .item')].filter((item) => item.style.display !== 'none')"
    ".map((item) => item.firstChild.innerText.trim())"
)
DRAWN = (
    "page.sides[0].stage.batches.flatMap(({ mesh, rows, bodies }) => rows.filter((_, i) => bodies &&"
    " mesh.instanceMatrix.array[16 * i]).map((row) => page.facts.bodies[row].name)).sort().join(' ')"
)


def test_live_page_follows_who_comes_and_goes():
    sim = come_and_go()
    with Viewer(sim, passive=True, playing=True) as viewer, Browser(viewer.url) as browser:
        sim._watchers.append(viewer)
        browser.wait(READY)
        browser.evaluate("page.select(2); page.untouched = false")
        before = pixels(browser)
        eye = browser.evaluate("JSON.stringify(page.camera.position)")
        ball = sim.add_body(rg.Sphere(0.5), position=(0.5, -1.5, 1), color="#b5651d", name="ball")
        sim.add_joint(rg.Distance(ball, rg.WORLD, anchor_b=(0, 0, 5), name="rope"))
        sim.step()
        browser.wait(f"{DRAWN} === 'ball guest host'")
        browser.wait(f"{LISTED}.join(' ') === 'ground host guest ball rope'")
        assert browser.evaluate("page.facts.bodies[page.selected].name") == "guest"
        assert browser.evaluate("JSON.stringify(page.camera.position)") == eye
        after = pixels(browser, ARTEFACTS / "guests.png")
        brown = [(p[..., 0] > 1.8 * p[..., 2]) & (p[..., 0] > 60) for p in (before, after)]
        assert brown[1].sum() > brown[0].sum() + 50
        sim.remove("guest", "rope")
        sim._next_show = 0.0
        sim.step()
        browser.wait(f"{DRAWN} === 'ball host'")
        browser.wait(f"{LISTED}.join(' ') === 'ground host ball'")
        assert browser.evaluate("page.selected") == -1
        assert browser.evaluate("document.getElementById('inspector').style.display") == "none"
        browser.evaluate("location.reload()")
        browser.wait(f"{READY} && {DRAWN} === 'ball host'")


def test_page_of_a_recording_shows_bodies_while_they_are_there(tmp_path):
    def control(sim: rg.Simulation) -> None:
        if sim.time == pytest.approx(0.5):
            sim.remove("guest")
            sim.add_body(rg.Sphere(0.5), position=(0, 0, 3), name="ball")

    path = come_and_go().run(1.0, fps=20, control=control).to_html(tmp_path / "run")
    with Browser(path.as_uri()) as browser:
        browser.wait(READY)
        for name in ("velocities", "frames", "bounding_boxes", "trails", "names"):
            browser.evaluate(f"page.shown.add('{name}')")
        for time_, bodies in ((0.2, "guest host"), (0.9, "ball host"), (0.2, "guest host")):
            browser.evaluate(f"page.player.playing = false; page.player.seek({time_})")
            browser.wait(f"{DRAWN} === '{bodies}'")
            browser.wait(f"{LISTED}.slice(1).sort().join(' ') === '{bodies}'")
            browser.press("f", "KeyF", 70)
            browser.wait("Number.isFinite(page.camera.position.x)")
            ray = "page.ray({ clientX: p.x, clientY: p.y })"
            place = "page.sides[0].stage.center(1, page.camera.position.clone()).project(page.camera)"
            picked = browser.evaluate(
                f"(() => {{ const q = {place}, p = {{ x: (0.5 + 0.5 * q.x) * innerWidth, y: (0.5 - 0.5 * q.y) *"
                f" innerHeight }}; return page.facts.bodies[page.sides[0].stage.pick({ray}).row].name }})()"
            )
            assert picked == "host"


def test_page_has_all_that_the_document_lists():
    """Popovski 2008, 11: cursor keys, start and stop, iterations, time step, scenes, views, recording."""
    with Viewer(rg.load(scenes.path("link_chain"))) as viewer, Browser(viewer.url) as browser:
        browser.wait(READY)
        assert browser.evaluate("document.getElementById('scenes').options.length") > 50
        settings = {fact["name"]: fact for fact in json.loads(browser.evaluate("JSON.stringify(page.facts.settings)"))}
        assert {"collision_passes", "contact_iterations", "joint_iterations", "method", "dt"} <= set(settings)
        assert settings["restitution"]["choices"] == ["before_forces", "after_forces"]  # the new and the old time step
        listed = json.loads(
            browser.evaluate(
                "JSON.stringify([...document.querySelectorAll('#switches label')].map((one) => one.textContent.trim()))"
            )
        )
        assert {"shadows", "wireframe", "bounding boxes", "sample points", "distance fields", "contacts"} <= set(listed)
        browser.evaluate("document.querySelectorAll('#panel details').forEach((part) => (part.open = true))")
        for name in ("shadows", "wireframe", "bounding boxes", "sample points", "distance fields"):
            before = browser.evaluate(f"page.shown.has('{name.replace(' ', '_')}')")
            browser.evaluate(
                "[...document.querySelectorAll('#switches label')].find((line) => line.textContent.trim() ==="
                f" '{name}').firstChild.click()"
            )
            browser.wait(f"page.shown.has('{name.replace(' ', '_')}') !== {str(before).lower()}")
        browser.wait("page.sides[0].stage.extras.has('bounding_boxes')")
        for name, color in (("distance_fields", "18a048"), ("distance_fields", "d83030"), ("sample_points", "1c5fb0")):
            points = f"page.sides[0].stage.extras.get('{name}#{color}').children[0]"
            browser.wait(f"page.sides[0].stage.extras.has('{name}#{color}')")
            assert browser.evaluate(f"{points}.material.color.getHexString()") == color  # inside green, outside red
            assert browser.evaluate(f"{points}.geometry.attributes.position.count") > 100
        for key, number in (("ArrowLeft", 37), ("ArrowRight", 39), ("ArrowUp", 38), ("ArrowDown", 40), ("PageUp", 33)):
            eye = browser.evaluate("JSON.stringify(page.camera.position)")
            browser.evaluate("document.activeElement.blur()")
            browser.press(key, key, number)
            browser.wait(f"JSON.stringify(page.camera.position) !== {json.dumps(eye)}")
        assert browser.errors == []
