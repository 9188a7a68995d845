"""The viewer without a browser: what it plays, how it fails, where it listens."""

import socket
import time

import numpy as np
import pytest

import rigida as rg
from rigida.viewer.page import page
from rigida.viewer.source import Live, Replay
from rigida.viewer.viewer import Viewer


def scene() -> rg.Scene:
    world = rg.Scene(title="Two", gravity=(0, 0, 0))
    world.add_ground()
    world.add_body(rg.Box((1, 1, 1)), position=(0, 0, 2), velocity=(1, 0, 0), name="a")
    world.add_body(rg.Box((1, 1, 1)), position=(3, 0, 2), name="b")
    return world


@pytest.fixture(scope="module")
def run() -> rg.Recording:
    return rg.Simulation(scene()).run(1.0, fps=20)


def test_replay_moves_between_its_ends(run):
    replay = Replay(run)
    assert replay.advance(0.3)
    np.testing.assert_allclose(replay.moment().position[1], [0.3, 0, 2], atol=1e-12)
    assert not replay.advance(5.0)
    assert replay.time == replay.end == 1.0
    replay.seek(-3.0)
    assert replay.time == 0.0


def test_live_run_remembers_and_goes_on_from_the_present():
    live = Live(rg.Simulation(scene(), dt=0.05))
    for _ in range(4):
        live.advance(0.05)
    live.seek(0.1)
    np.testing.assert_allclose(live.moment().position[1], [0.1, 0, 2], atol=1e-9)
    live.advance(0.05)
    assert live.time == pytest.approx(0.25)
    assert live.recording().frame_count == 6


def test_pulled_body_comes_to_the_pointer_and_stays():
    live = Live(rg.Simulation(scene(), dt=1 / 60))
    grabbed = live.moment().position[2] + [0.5, 0, 0]
    live.pull(2, grabbed, np.array([5.5, 1.0, 2.0]))
    for _ in range(180):  # the other body arrives here after 4 s
        live.advance(1 / 60)
    np.testing.assert_allclose(live.moment().position[2], [5, 1, 2], atol=0.01)
    live.pull(2, np.zeros(3), None)
    assert np.linalg.norm(live.moment().velocity[2]) < 0.05


def test_viewer_plays_pauses_steps_and_restarts():
    rg.Simulation(scene()).run(0.02)  # compiled before the clock starts
    with Viewer(scene()) as viewer:
        viewer.playing = True
        deadline = time.monotonic() + 30
        while viewer.source.time < 0.2 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert viewer.source.time >= 0.2
        viewer.step()
        paused = viewer.source.time
        time.sleep(0.1)
        assert viewer.source.time == paused
        viewer.restart()
        assert viewer.source.time == 0.0


def test_settings_of_the_page_are_taken_up_by_restart():
    with Viewer(scene()) as viewer:
        viewer.controls._settings["substeps"].value = 6
        viewer.controls._settings["dt"].value = 0.01
        viewer.restart()
        assert viewer.source.simulation.settings.substeps == 6
        assert viewer.source.simulation.settings.dt == 0.01


def test_bad_settings_and_bad_scenes_are_told_in_the_page():
    with Viewer(scene()) as viewer:
        viewer.controls._settings["dt"].value = -1.0
        viewer.attempt(viewer.restart)
        assert "dt must be above 0" in viewer.controls._error.content
        assert viewer.controls._error.visible
        viewer.attempt(lambda: viewer.controls._load("no_such_scene"))
        assert "no packaged scene" in viewer.controls._error.content
        viewer.attempt(lambda: viewer.controls._load("dzhanibekov"))
        assert not viewer.controls._error.visible
        assert viewer.source.drawing.names == ("wing_nut",)


def test_viewer_is_on_loopback_and_a_taken_port_is_said():
    with Viewer(scene()) as viewer:
        assert viewer.url.startswith("http://127.0.0.1:")
        with pytest.raises(rg.UsageError, match="Give another --port"):
            Viewer(scene(), port=viewer.server.get_port())
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", viewer.server.get_port())) != 0


def test_overlays_come_and_go(run):
    with Viewer(run) as viewer:
        viewer.shown = {
            "frames",
            "velocities",
            "trails",
            "bounding_boxes",
            "contacts",
            "distance_fields",
            "sample_points",
        }
        viewer.seek(0.5)
        assert set(viewer._stage._extras) == viewer.shown
        viewer.shown = set()
        viewer.refresh()
        assert viewer._stage._extras == {}


def test_film_of_the_viewer_is_an_mp4(run):
    with Viewer(run) as viewer:
        assert viewer.film()[4:8] == b"ftyp"


def test_page_stands_alone(run, capfd):
    text = page(run)
    assert capfd.readouterr().out == ""
    assert "<script" in text
    for outside in ('src="http', 'href="http', "@import", "fonts.googleapis"):
        assert outside not in text


def test_notebook_shows_a_recording_in_a_frame(run):
    assert run._repr_html_().startswith("<iframe srcdoc=")


def test_missing_viser_is_one_line_that_names_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "viser", None)
    with pytest.raises(rg.UsageError, match="pip install viser"):
        Viewer(scene())


def flying(**start) -> rg.Scene:
    world = rg.Scene(title="By hand")
    world.add_ground()
    plane = rg.Airplane.load("model")
    world.add_aircraft(plane, position=(0, 0, 100), trim=rg.trim(plane, 15.0, 100.0), name="plane", **start)
    world.engine = rg.Precise(integrator="rk4", dt=0.005, contact="none")
    return world


def test_keys_fly_the_aircraft():
    world = flying()
    with Viewer(world) as viewer:
        cockpit = viewer.controls.cockpit
        throttle, elevator = world.aircraft("plane").throttle, world.aircraft("plane").flight.stick[0]
        for key in ("D", "arrowright", "S", "=", "F", "B", "E"):
            cockpit.press(key)
        assert cockpit.position("roll") == pytest.approx(0.08, abs=0.02)
        assert world.aircraft("plane").flight.stick[0] > elevator
        assert world.aircraft("plane").throttle == pytest.approx(throttle + 0.05)
        assert world.aircraft("plane").flaps == pytest.approx(1 / 3)
        assert world.aircraft("plane").brake == 1.0
        for _ in range(30):
            viewer.step()
        assert viewer.source.simulation.channels()["plane.bank"] > 0.02
        cockpit.press("C")
        assert world.aircraft("plane").flight.stick[0] == elevator
        viewer.restart()
        assert world.aircraft("plane").throttle == pytest.approx(throttle)
        assert world.aircraft("plane").flaps == 0.0


def test_first_key_takes_the_aircraft_from_autopilot_and_program():
    for start in ({"hold": rg.Hold(altitude=100.0, heading=0.0)}, {"program": (rg.Leg(bank=0.0), rg.Leg(pitch=0.1))}):
        with Viewer(flying(**start)) as viewer:
            viewer.step()
            script = viewer.source.simulation.engine.forces.acting[0].script
            assert script.steers
            viewer.controls.cockpit.press("A")
            assert not script.steers
            for _ in range(40):
                viewer.step()
            assert not script.steers
            assert viewer.source.simulation.channels()["plane.bank"] < -0.005


def test_scenes_without_aircraft_have_no_cockpit(run):
    with Viewer(flying()) as viewer:
        assert viewer.controls.cockpit._folder.visible
        viewer.open(run)
        assert not viewer.controls.cockpit._folder.visible
        viewer.controls.cockpit.press("A")  # a late key of a page that has not noticed yet
