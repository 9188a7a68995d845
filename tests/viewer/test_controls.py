"""Every control of the viewer, by real mouse and touch events on a desktop, a tablet and a phone."""

import json
import time

import numpy as np
import pytest
from long_form import LONG

import rigida as rg
from rigida.viewer.tuning import PUSHES, push_on
from rigida.viewer.viewer import Viewer

from .browser import Browser, available
from .hand import CONTROLS, DEVICES, Hand
from .test_browser import ARTEFACTS, READY, pixels
from .test_experiments import SAVE
from .test_measuring import PIXEL

pytestmark = pytest.mark.skipif(
    not available(), reason="no browser here: install the Debian package chromium or `pip install PySide6-WebEngine`"
)


def workbench() -> rg.Scene:
    """Return a block on the ground and a door with motor and limits."""
    scene = rg.Scene(title="Workbench")
    scene.add_ground(friction=0.4)
    scene.add_body(rg.Box((0.4, 0.4, 0.4)), mass=2.0, position=(-0.6, 0, 0.2), friction=0.4, name="block")
    door = scene.add_body(rg.Box((1.0, 0.05, 0.4)), mass=2.0, position=(0.6, 0, 0.8), name="door")
    hinge = {"anchor": (0.1, 0, 0.8), "axis": (0, 0, 1), "lower": -1, "upper": 1}
    scene.add_joint(rg.Revolute(door, **hinge, motor="speed", motor_max=9, name="hinge"))
    scene.plan = rg.RunPlan(duration=3600.0)
    return scene


class Bench:
    """A viewer of the workbench, its page on a device, and a hand."""

    def __init__(self, viewer: Viewer, browser: Browser, device: str) -> None:
        self.viewer, self.browser, self.hand = viewer, browser, Hand(browser, device)
        browser.wait(READY)
        browser.evaluate(SAVE)
        if browser.evaluate("document.getElementById('panel').classList.contains('closed')"):
            self.hand.tap("#open")
        #: Names of all controls that the page has had.
        self.controls = set[str]()
        self.still()

    @property
    def simulation(self) -> rg.Simulation:
        return self.viewer.source.simulation

    def still(self) -> None:
        """Wait until the page has drawn some pictures."""
        self.browser.evaluate("page.marked = page.frames")
        self.browser.wait("page.frames > page.marked + 3")
        self.controls.update(self.browser.evaluate(CONTROLS))

    def until(self, happens) -> None:
        """Wait until something holds in the simulation."""
        deadline = time.monotonic() + 20.0
        while not happens():
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def picture(self) -> np.ndarray:
        """Return the part of the window that shows the scene alone (height, width, 3)."""
        whole = pixels(self.browser)
        return whole[: int(0.45 * len(whole)), : int(0.7 * whole.shape[1])]

    def open(self, part: str) -> None:
        """Unfold the part of the panel that has this element."""
        self.browser.evaluate(
            f"(() => {{ for (let e = document.querySelector('{part}'); e; e = e.parentElement)"
            " if (e.tagName === 'DETAILS') e.open = true })()"
        )


@pytest.fixture(scope="module", params=[name for name in DEVICES if LONG or name != "tablet"])
def bench(request):
    with Viewer(workbench()) as viewer, Browser(viewer.url) as browser:
        yield Bench(viewer, browser, request.param)
        assert browser.errors == []


def test_bar_plays_steps_slows_and_goes_back(bench):
    hand, browser = bench.hand, bench.browser
    bench.still()
    first = bench.picture()
    hand.tap("#play")
    browser.wait("page.player.time > 0.2")
    hand.tap("#play")
    browser.wait("!page.player.playing")
    bench.still()
    reached, dt = bench.viewer.source.time, bench.simulation.settings.dt
    hand.tap("#step")
    bench.until(lambda: bench.viewer.source.time == pytest.approx(reached + dt))
    hand.tap("#back")
    browser.wait(f"Math.abs(page.player.time - {reached}) < {0.5 * dt}")
    hand.tap("#loop")
    bench.until(lambda: bench.viewer.source.loop)
    hand.tap("#loop")
    bench.until(lambda: not bench.viewer.source.loop)
    hand.slide("#speed", 0.4)
    bench.until(lambda: 0.05 < bench.viewer.speed < 0.3)
    browser.wait("document.getElementById('pace').textContent.startsWith('0.')")
    browser.press("]", "BracketRight", 221)
    bench.until(lambda: bench.viewer.speed in (0.1, 0.25, 0.5))
    hand.slide("#time", 0.0)
    browser.wait("page.player.time < 0.1")
    hand.tap("#restart")
    bench.until(lambda: bench.viewer.source.time == 0.0)
    browser.evaluate("page.setSpeed(1)")
    browser.wait("page.player.time === 0")
    bench.still()
    # All is as it was: pictures of the same moment from the same place are equal.
    assert np.abs(bench.picture() - first).mean() < 0.5


def test_views_are_chosen_and_kept(bench):
    hand, browser = bench.hand, bench.browser
    look = "JSON.stringify(page.camera.getWorldDirection(page.camera.position.clone()).toArray())"
    hand.tap("#home")
    bench.still()
    home = bench.picture()
    for view, axis, sign in (("front", 1, 1), ("side", 0, -1), ("top", 2, -1)):
        hand.tap(f"#{view}")
        bench.still()
        assert sign * json.loads(browser.evaluate(look))[axis] > 0.99
    hand.tap("#bookmark")
    hand.tap("#home")
    bench.still()
    assert np.abs(bench.picture() - home).mean() < 0.5
    hand.tap("#marks button")
    bench.still()
    assert json.loads(browser.evaluate(look))[2] < -0.99
    hand.tap("#frame")
    assert json.loads(browser.evaluate(look))[2] < -0.99
    hand.tap("#flat")
    browser.wait("page.flat && page.camera.fov < 5")
    for tool, words in (("ruler", "rise"), ("protractor", "°")):
        hand.tap(f"#{tool}")
        shown = f"e.offsetParent && e.textContent.includes('{words}')"
        said = f"[...document.querySelectorAll('#measures output')].find(e => {shown})"
        before = browser.wait(f"({said} || {{}}).textContent")
        bench.still()
        x, y = hand.place(f"[data-tool={tool}]")
        hand.stroke((x, y), (x + 30, y + 20))
        browser.wait(f"{said}.textContent !== {json.dumps(before)}")
        hand.tap(f"#{tool}")
    hand.tap("#flat")
    hand.tap("#home")
    hand.tap("#helpbutton")
    browser.wait("getComputedStyle(document.getElementById('help')).display === 'flex'")
    hand.tap("#help")
    browser.wait("getComputedStyle(document.getElementById('help')).display === 'none'")
    for closed in ("true", "false"):
        hand.tap("#open")
        browser.wait(f"document.getElementById('panel').classList.contains('closed') === {closed}")


def test_values_of_world_body_and_joint_are_changed_and_taken_back(bench):
    hand, browser = bench.hand, bench.browser
    knob = '[data-tune="{}"][type={}]'.format
    hand.slide(knob("world//gravity", "range"), 0.1)
    bench.until(lambda: 1.0 < -bench.simulation.gravity[2] < 5.0)
    hand.type(knob("world//gravity", "number"), "5")
    bench.until(lambda: -bench.simulation.gravity[2] == 5.0)
    hand.choose("#worldknobs select", "1.62")
    bench.until(lambda: -bench.simulation.gravity[2] == pytest.approx(1.62))
    hand.tap("#undo")
    bench.until(lambda: -bench.simulation.gravity[2] != pytest.approx(1.62))
    browser.evaluate("document.getElementById('panel').scrollTop = 0")
    hand.press(*browser.evaluate(f"{PIXEL}(-0.6, 0, 0.2)"))
    browser.wait("page.selected >= 0 && page.facts.bodies[page.selected].name === 'block'")
    block = lambda: bench.simulation.body("block")  # noqa: E731
    shown = ("mass", 4.0, 20.0), ("friction", 0.9, 1.5), ("restitution", 0.6, 1.0)
    for quantity, low, high in shown:
        bench.still()
        hand.slide(knob(f"body/block/{quantity}", "range"), 0.8)
        bench.until(lambda: low < getattr(block(), quantity) <= high)  # noqa: B023
        hand.type(knob(f"body/block/{quantity}", "number"), "0.75")
        bench.until(lambda: getattr(block(), quantity) == 0.75)  # noqa: B023
    pushed = lambda: push_on(bench.simulation.scene, "block")  # noqa: E731
    for axis, quantity in enumerate(PUSHES):
        bench.still()
        hand.slide(knob(f"body/block/{quantity}", "range"), 0.8)
        bench.until(lambda: pushed() and 5.0 < pushed().force[axis] < 40.0)  # noqa: B023
        hand.type(knob(f"body/block/{quantity}", "number"), "0.5")
        bench.until(lambda: pushed() and pushed().force[axis] == 0.5)  # noqa: B023
    bench.still()
    hand.type("#filter", "hin")
    hand.tap("#list .item")
    browser.wait("page.selectedJoint === 0")
    hand.type("#filter", "")
    hinge = lambda: bench.simulation.joint("hinge")  # noqa: E731
    bench.still()
    values = ("upper", 0.5), ("lower", -0.5), ("motor_target", 2.0), ("stiffness", 3.0), ("damping", 0.7)
    for quantity, value in values:
        bench.still()
        hand.slide("#knobs " + knob(f"joint/hinge/{quantity}", "range"), 0.2 if quantity == "lower" else 0.8)
        bench.until(lambda: getattr(hinge(), quantity) not in (0.0, -1.0, 1.0))  # noqa: B023
        hand.type("#knobs " + knob(f"joint/hinge/{quantity}", "number"), str(value))
        bench.until(lambda: getattr(hinge(), quantity) == value)  # noqa: B023
    hand.slide("#motors input[type=range]", 0.2)
    bench.until(lambda: hinge().motor_target < -1.0)
    browser.wait("!document.getElementById('reset').disabled")
    hand.tap("#reset")
    bench.until(lambda: block().mass == 2.0 and hinge().upper == 1.0 and hinge().motor_target == 0.0)
    assert pushed() is None


def test_quantities_are_plotted_and_saved(bench):
    hand, browser = bench.hand, bench.browser
    for thing in ("block", "hinge"):
        hand.type("#filter", thing)
        hand.tap("#list .item")
        chosen = "(page.facts.bodies[page.selected] || page.facts.joints[page.selectedJoint] || {}).name"
        browser.wait(f"{chosen} === '{thing}'")
        bench.still()  # the inspector has grown to its lines
        for quantity in browser.evaluate("[...document.querySelectorAll('#quantity option')].map(o => o.value)"):
            count = browser.evaluate("page.plots.plots.length")
            hand.choose("#quantity", quantity)
            hand.tap("#plot")
            browser.wait(f"page.plots.plots.length === {count + 1}")
    hand.type("#filter", "")
    hand.tap("#play")
    browser.wait("page.plots.plots.every(p => p.chart.series && p.chart.series.times.length > 5)")
    hand.tap("#play")
    count = browser.evaluate("page.plots.plots.length")
    assert count == 8 + 5
    bench.still()
    for button in ("#plots .plot:first-child button:nth-of-type(1)", "#energycsv"):
        browser.evaluate("saved.length = 0")
        hand.tap(button)
        rows = browser.wait("saved[0]").splitlines()
        assert rows[0].startswith('"time [s]"')
        assert len(rows) > 5
    for button in ("#plots .plot:first-child button:nth-of-type(2)", "#energypng"):
        browser.evaluate("saved.length = 0")
        hand.tap(button)
        assert "PNG" in browser.wait("saved[0]")[:8]
    for left in range(count - 1, -1, -1):
        hand.tap("#plots .plot:first-child button:nth-of-type(3)")
        browser.wait(f"page.plots.plots.length === {left}")


def test_switches_change_the_picture_and_vectors_have_a_legend(bench):
    hand, browser = bench.hand, bench.browser
    bench.open("#switches")
    browser.evaluate("page.select(-1); page.untouched = false")
    bench.still()
    names = browser.evaluate("[...document.querySelectorAll('#switches label')].map(e => e.textContent.trim())")
    assert {"shadows", "velocities", "momenta", "contact force", "names", "wireframe", "joints"} <= set(names)
    for k, name in enumerate(names, start=1):
        hand.tap(f"#switches label:nth-of-type({k}) input")
        if name in ("velocities", "momenta", "contact force"):
            browser.wait("document.querySelectorAll('#legend div').length === 1")
        elif name in ("shadows", "names", "wireframe", "bounding boxes", "frames"):
            bench.still()
            on = bench.picture()
            hand.tap(f"#switches label:nth-of-type({k}) input")
            bench.still()
            assert np.abs(on - bench.picture()).max() > 20, name
            continue
        hand.tap(f"#switches label:nth-of-type({k}) input")


def test_settings_scene_and_page_are_taken_along(bench):
    hand, browser = bench.hand, bench.browser
    bench.open("#settings details input")
    run = browser.evaluate("page.facts.run")
    hand.type("[data-setting=dt]", "0.01")
    hand.tap("#settings > button")
    bench.until(lambda: bench.simulation.settings.dt == 0.01)
    browser.wait(f"page.facts.run !== {run} && page.sides[0].stage.poses")
    hand.type("#filter", "block")
    hand.tap("#list .item")
    bench.still()
    bench.open('[data-start="0"]')
    hand.type("[data-start='0']", "-0.7")
    bench.until(lambda: bench.simulation.state.position[1, 0] == pytest.approx(-0.7))
    browser.wait("document.querySelector('[data-start]') && page.sides[0].stage.poses")
    for button, words in (("#savescene", "Workbench"), ("#savepage", "<!doctype html>")):
        browser.evaluate("saved.length = 0")
        hand.tap(button)
        assert words in browser.wait("saved[0]")
    hand.tap("#takeback")
    bench.until(lambda: bench.simulation.state.position[1, 0] == pytest.approx(-0.6))
    browser.screenshot(ARTEFACTS / "controls.png")


def test_body_is_pulled_without_a_key(bench):
    hand, browser = bench.hand, bench.browser
    browser.wait("page.sides[0].stage.poses")
    hand.tap("#home")
    bench.still()
    hand.tap("#pull")
    browser.evaluate("document.getElementById('panel').scrollTop = 0")
    x, y = browser.evaluate(f"{PIXEL}(-0.6, 0, 0.2)")
    pulled, pull = [], bench.viewer.source.pull
    bench.viewer.source.pull = lambda name, at, to: (pulled.append(name), pull(name, at, to))
    hand.stroke((x, y), (x + 40, y - 30))
    bench.until(lambda: "block" in pulled)
    bench.until(lambda: bench.viewer.source._pulled is None)
    hand.tap("#pull")
    browser.wait("!page.pullByTouch")


def test_film_is_saved_and_engine_and_scene_are_chosen(bench):
    hand, browser = bench.hand, bench.browser
    bench.open("#settings details input")
    hand.choose("[data-setting=kind]", "precise")
    bench.until(lambda: bench.simulation.settings.kind == "precise")
    browser.wait(
        "page.facts.settings.some(s => s.name === 'kind' && s.value === 'precise') && page.sides[0].stage.poses"
    )
    hand.tap("#step")
    bench.until(lambda: bench.viewer.source.time > 0.0)
    browser.evaluate("saved.length = 0")
    hand.tap("#film")
    assert "ftyp" in browser.wait("saved[0]")[:16]
    bench.open("#settings details input")
    bench.still()
    for kind in ("number", "checkbox", "text", "select-one"):
        if browser.evaluate(
            f"[...document.querySelectorAll('#settings details [data-setting]')].some(e => e.type === '{kind}')"
        ):
            hand.place(f"#settings details {'select' if kind == 'select-one' else f'[type={kind}]'}")
    hand.choose("#scenes", "pendulum")
    browser.wait("document.getElementById('heading').textContent === 'Pendulum' && page.sides[0].stage.poses")


def test_every_control_was_used_and_has_a_name(bench):
    assert bench.controls - bench.hand.used == set()
    nameless = "e => !(e.textContent.trim() || e.getAttribute('aria-label') || e.title || e.closest('label'))"
    every = "[...document.querySelectorAll('button, input, select, canvas')]"
    assert bench.browser.evaluate(f"{every}.filter({nameless}).map(e => e.outerHTML)") == []
