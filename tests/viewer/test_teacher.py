"""The lesson on friction of docs/tutorials/teacher.md, in the viewer alone: click, plot, drag, read, save."""

import json

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.viewer.viewer import Viewer

from .browser import Browser, available
from .hand import Hand
from .test_browser import READY
from .test_experiments import SAVE
from .test_measuring import PIXEL

FRICTION = '#knobs [data-tune="body/slides/friction"][type=range]'


@pytest.mark.skipif(not available(), reason="no browser here: install the Debian package chromium")
def test_teacher_reads_the_limit_of_friction_from_the_plot_and_saves_the_page(tmp_path):
    scene = rg.load(scenes.path("block_on_incline"))
    rg.Simulation(scene).run(0.1)  # compiled before the clock starts
    with Viewer(scene) as viewer, Browser(viewer.url) as browser:
        hand = Hand(browser, "desktop")
        browser.wait(READY)
        browser.evaluate(SAVE)
        hand.press(*browser.evaluate(f"{PIXEL}(-0.045, 0.5, 0.09)"))
        browser.wait("page.selected >= 0 && page.facts.bodies[page.selected].name === 'slides'")
        hand.choose("#quantity", "speed")
        hand.tap("#plot")
        hand.tap("#play")
        browser.wait("page.player.time > 2.0")
        hand.slide(FRICTION, 0.36)
        browser.wait("page.player.header.tuned.length === 1")
        friction, start = browser.evaluate("[page.player.header.tuned[0][3], page.player.time]")
        last = "page.plots.plots[0].chart.series.lines[0][1].at(-1)"
        browser.wait(f"page.player.time > {start} + 0.1 && {last} < 1e-3")  # it sticks
        browser.wait(f"page.player.time > {start} + 0.5")
        hand.tap("#play")
        series = json.loads(browser.evaluate("JSON.stringify(page.plots.plots[0].chart.series)"))
        assert friction > 0.5
        assert series["lines"][0][1][-1] < 1e-3
        # The plot rises with g (sin α − μ cos α), which is zero at μ = tan α: between the slopes before and after.
        times, speed = np.array(series["times"]), np.array(series["lines"][0][1])
        sliding, top = (times > 0.2) & (times < 1.9), int(np.argmax(speed))
        falling = (times > times[top] + 0.02) & (speed > 0.1 * speed[top])
        rising, slowing = (np.polyfit(times[part], speed[part], 1)[0] for part in (sliding, falling))
        limit = 0.49 + (friction - 0.49) * rising / (rising - slowing)
        assert limit == pytest.approx(np.tan(np.radians(26.565)), rel=0.01)
        hand.tap("#savepage")
        page = tmp_path / "lesson.html"
        page.write_text(browser.wait("window.saved[0]"), encoding="utf-8")
        assert browser.errors == []
    with Browser(page.as_uri()) as browser:
        browser.wait(f"{READY} && page.player.time > 0.2 && page.facts.bodies.some(b => b.name === 'slides')")
        assert browser.errors == []
