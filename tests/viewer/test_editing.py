"""Editing a scene in the viewer: bodies moved and turned where they start, numbers, taking back, saving as TOML."""

import json
import re
import urllib.request

import numpy as np
import pytest

import rigida as rg
from rigida.viewer.editing import start_pose
from rigida.viewer.viewer import Viewer

from .browser import Browser, available

READY = "window.page && page.player && page.sides[0].stage.poses && page.frames > 2"


def table() -> rg.Scene:
    scene = rg.Scene(title="Table")
    scene.add_ground()
    scene.add_body(rg.Box((1, 1, 1)), mass=2.0, inertia=(1.0, 2.0, 2.5), position=(0, 0, 0.5), name="box")
    scene.add_body(rg.Box((0.2, 0.2, 0.2)), mass=1.0, position=(2, 0, 0.1), name="small")
    scene.add_joint(rg.Planar(scene.bodies[2], normal=(0, 1, 0)))
    return scene


def place(viewer: Viewer, body: str, position: object, angles: object = (0, 0, 0)) -> None:
    viewer.command({"do": "place", "body": body, "position": position, "angles": angles})


def test_body_is_moved_and_turned_where_it_starts():
    with Viewer(table()) as viewer:
        viewer.step()
        place(viewer, "box", (1, 2, 3), (30, 0, 90))
        assert viewer.error == ""
        assert viewer.source.time == 0.0
        assert not viewer.playing
        body = viewer.source.simulation.body("box")
        np.testing.assert_allclose(body.position, (1, 2, 3))
        assert start_pose(viewer.scene.bodies[1]) == pytest.approx([1, 2, 3, 30, 0, 90])
        viewer.command({"do": "take back"})
        np.testing.assert_allclose(viewer.source.simulation.body("box").position, (0, 0, 0.5))


def test_saved_scene_has_what_was_moved_and_the_numbers_changed(tmp_path):
    with Viewer(table()) as viewer:
        viewer.command({"do": "tune", "what": "world", "quantity": "gravity", "value": 1.62})
        viewer.command({"do": "tune", "what": "body", "name": "box", "quantity": "mass", "value": 6.0})
        place(viewer, "small", (3, 0, 0.1))
        viewer.command({"do": "tune", "what": "body", "name": "small", "quantity": "friction", "value": 0.1})
        viewer.command({"do": "tune", "what": "body", "name": "ground", "quantity": "friction", "value": 0.7})
        with urllib.request.urlopen(asked(viewer)) as answer:
            (tmp_path / "saved.toml").write_bytes(answer.read())
    saved = rg.load(tmp_path / "saved.toml")
    ground, box, small = saved.bodies
    assert saved.gravity == pytest.approx((0, 0, -1.62))
    assert box.mass_properties().mass == 6.0
    np.testing.assert_allclose(np.diag(box.mass_properties().inertia), (3.0, 6.0, 7.5))
    assert small.position == (3, 0, 0.1)
    assert (small.material.friction, ground.material.friction) == (0.1, 0.7)
    rg.Simulation(saved).run(0.1)


def asked(viewer: Viewer) -> urllib.request.Request:
    """Return a request for the scene file, with what the viewer's own page sends along."""
    return urllib.request.Request(viewer.url.rstrip("/") + "/scene", headers={"X-Rigida-Token": viewer.server.token})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"body": "bax", "position": (0, 0, 1), "angles": (0, 0, 0)}, "no body 'bax' to move.*box"),
        ({"body": "ground", "position": (0, 0, 1), "angles": (0, 0, 0)}, "no body 'ground' to move"),
        ({"body": "box", "position": (0, 0), "angles": (0, 0, 0)}, "'box': position"),
        ({"body": "box", "position": (0, 0, 1), "angles": (0, 0, "x")}, "'box': angles"),
    ],
)
def test_edit_that_does_not_fit_is_refused_and_nothing_changes(given, said):
    with Viewer(table()) as viewer:
        before = viewer.scene
        viewer.command({"do": "place", **given})
        assert re.search(said, viewer.error)
        assert viewer.scene is before
        viewer.command({"do": "take back"})
        assert "no edit to take back" in viewer.error


def test_scene_with_a_python_function_says_why_it_cannot_be_edited():
    scene = table()
    scene.add_joint(rg.Constraint(scene.bodies[1], function=lambda t, a: a.position[0]))
    with Viewer(scene) as viewer:
        place(viewer, "box", (0, 0, 2))
        assert "cannot be saved" in viewer.error


@pytest.mark.skipif(not available(), reason="no browser here")
def test_page_moves_a_body_by_fields_and_by_the_mouse():
    scene = table()
    rg.Simulation(scene).run(0.02)  # compiled before the clock starts
    with Viewer(scene) as viewer, Browser(viewer.url) as browser:
        browser.wait(READY)
        browser.evaluate("page.select(1)")
        browser.wait("document.querySelectorAll('#startpose input').length === 6")
        browser.evaluate(
            "(() => { const field = document.querySelector('[data-start=\"2\"]'); field.value = 1.5;"
            " field.dispatchEvent(new Event('change')) })()"
        )
        browser.wait("page.facts.bodies[1].start[2] === 1.5")
        assert viewer.scene.bodies[1].position == (0, 0, 1.5)
        browser.wait(READY)
        spot = json.loads(
            browser.evaluate(
                "(() => { const p = page.sides[0].stage.center(1, page.camera.position.clone()).project(page.camera);"
                " return JSON.stringify([(0.5 + 0.5 * p.x) * innerWidth, (0.5 - 0.5 * p.y) * innerHeight]) })()"
            )
        )
        alt = {"modifiers": 1, "button": "left", "clickCount": 1}
        browser.call("Input.dispatchMouseEvent", type="mousePressed", x=spot[0], y=spot[1], buttons=1, **alt)
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=spot[0], y=spot[1] - 80, buttons=1, **alt)
        browser.wait("page.pulling && page.pulling.from")
        browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=spot[0], y=spot[1] - 80, **alt)
        browser.wait("page.facts.bodies[1].start[2] > 1.6")
        browser.click("Take back move")
        browser.wait("page.facts.bodies[1].start[2] === 1.5")
        assert browser.errors == []
