"""The viewer without a browser: what it plays, how it fails, where it listens, what it tells the page."""

import gzip
import itertools
import json
import socket
import struct
import time

import numpy as np
import pytest
from long_form import cases

import rigida as rg
from rigida.scenes import path
from rigida.viewer.page import page
from rigida.viewer.recorded import recording_message
from rigida.viewer.source import Live
from rigida.viewer.viewer import Viewer


def unpacked(message: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    """Return header and arrays of a message, as the page reads it."""
    (length,) = struct.unpack_from("<I", message)
    header = json.loads(message[4 : 4 + length])
    kinds = {"f4": "<f4", "i2": "<i2", "u4": "<u4", "u1": "u1"}
    arrays = {
        name: np.frombuffer(message, kinds[at["kind"]], at["count"], 4 + length + at["at"])
        for name, at in header["arrays"].items()
    }
    return header, arrays


def scene() -> rg.Scene:
    world = rg.Scene(title="Two", gravity=(0, 0, 0))
    world.add_ground()
    world.add_body(rg.Box((1, 1, 1)), position=(0, 0, 2), velocity=(1, 0, 0), name="a")
    world.add_body(rg.Box((1, 1, 1)), position=(3, 0, 2), name="b")
    return world


@pytest.fixture(scope="module")
def run() -> rg.Recording:
    return rg.Simulation(scene()).run(1.0, fps=20)


def test_message_of_a_recording_holds_its_motion(run):
    header, arrays = unpacked(gzip.decompress(recording_message(run)))
    assert [body["name"] for body in header["bodies"]] == run.names
    places = arrays["place"].reshape(run.position.shape) + header["origin"]
    np.testing.assert_allclose(places, run.position, atol=1e-5)
    np.testing.assert_allclose(arrays["turn"].reshape(run.orientation.shape) / 32767, run.orientation, atol=2e-5)
    np.testing.assert_allclose(arrays["kinetic"] + arrays["potential"], run.energy.total, rtol=1e-6)
    assert header["planes"][0]["body"] == 0


def test_colors_reach_the_page_as_they_were_given():
    world = scene()
    world.add_body(rg.Sphere(0.1), position=(9, 9, 9), name="brick", color="#b5651d")
    header, _ = unpacked(gzip.decompress(recording_message(rg.Simulation(world).run(0.0))))
    assert header["bodies"][-1]["color"] == "#b5651d"


def test_far_from_the_origin_places_keep_their_precision():
    world = rg.Scene(gravity=(0, 0, 0))
    world.add_body(rg.Box((1, 1, 1)), position=(1e9 + 0.25, 0, 0), name="far")
    header, arrays = unpacked(gzip.decompress(recording_message(rg.Simulation(world).run(0.0))))
    assert header["origin"][0] + float(arrays["place"][0]) == 1e9 + 0.25


def test_live_run_is_played_again_from_where_it_was_scrubbed_to_and_then_goes_on():
    live = Live(rg.Simulation(scene(), dt=0.05))
    for _ in range(4):
        live.advance(0.05)
    live.seek(0.1)
    np.testing.assert_allclose(live.moment().position[1], [0.1, 0, 2], atol=1e-9)
    live.advance(0.05)
    assert live.time == pytest.approx(0.15)
    assert live.simulation.time == pytest.approx(0.2)
    for _ in range(3):
        live.advance(0.05)
    assert live.simulation.time == pytest.approx(0.3)
    assert live.recording().frame_count == 7


def test_slow_motion_takes_a_step_only_when_the_clock_has_come_so_far():
    live = Live(rg.Simulation(scene(), dt=0.05))
    for _ in range(15):
        live.advance(0.01)
    assert live.simulation.time == pytest.approx(0.15)
    live.seek(0.075)
    np.testing.assert_allclose(live.moment().position[1], [0.075, 0, 2], atol=1e-9)


def test_one_step_is_one_step_and_one_back_is_the_frame_before():
    live = Live(rg.Simulation(scene(), dt=0.05))
    live.step()
    live.step()
    assert live.time == live.simulation.time == pytest.approx(0.1)
    live.step_back()
    assert live.time == pytest.approx(0.05)
    live.step()
    assert live.time == live.simulation.time == pytest.approx(0.1)


def test_live_run_pauses_once_at_its_planned_end_or_begins_again():
    world = scene()
    world.plan = rg.RunPlan(duration=0.2)
    live = Live(rg.Simulation(world, dt=0.05))
    while live.advance(0.05):
        assert live.simulation.time < 0.3
    assert live.time == pytest.approx(0.2)
    assert live.advance(0.05)
    assert live.time == pytest.approx(0.25)
    looped = Live(rg.Simulation(world, dt=0.05))
    looped.loop = True
    for _ in range(5):
        assert looped.advance(0.05)
    assert looped.time == looped.start


def test_pulled_body_comes_to_the_pointer_and_stays():
    live = Live(rg.Simulation(scene(), dt=1 / 60))
    live.pull("b", np.zeros(3), np.array([5.0, 1.0, 2.0]))
    for _ in range(180):  # the other body arrives here after 4 s
        live.advance(1 / 60)
    np.testing.assert_allclose(live.moment().position[2], [5, 1, 2], atol=0.01)
    live.release()
    assert np.linalg.norm(live.moment().velocity[2]) < 0.05


def test_body_that_is_pulled_at_its_rim_turns_towards_the_pointer():
    live = Live(rg.Simulation(scene(), dt=1 / 60))
    live.pull("b", np.array([0.5, 0, 0]), np.array([3.5, 1.0, 2.0]))
    for _ in range(10):
        live.advance(1 / 60)
    assert live.simulation.body("b").angular_velocity[2] > 0.1


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        *itertools.product(["double_pendulum", "newtons_cradle", "robots/arm"], ["realtime", "precise"]),
        ("robots/quadruped", "realtime"),
    ],
)
def test_pulled_mechanism_follows_and_goes_on(name, engine):
    sim = rg.Simulation(rg.load(path(name)), engine)
    live, pulled = Live(sim), [body.name for body in sim.scene.bodies if body.dynamic][-1]
    start = sim.body(pulled).position
    way = np.array([0.3, 0.2, 0.4])
    live.pull(pulled, np.zeros(3), start + way)
    for _ in range(20):
        live.step()
    assert (sim.body(pulled).position - start) @ way > 0.0
    assert max(sim.joint(joint.name).error for joint in sim.scene.joints) < 1e-6


def test_a_parallelogram_that_is_pulled_through_its_singular_position_goes_on():
    for number in cases(16, 150):
        rng = np.random.default_rng([36, number])
        sim = rg.Simulation(rg.load(path("robots/four_bar")))
        live, bodies = Live(sim), [body.name for body in sim.scene.bodies if body.dynamic]
        for _ in range(4):
            name = bodies[rng.integers(len(bodies))]
            for _ in range(3):
                live.pull(name, 0.1 * rng.normal(size=3), sim.body(name).position + 2.0 * rng.normal(size=3))
                for _ in range(9):
                    live.step()
            live.release()
            for _ in range(9):
                live.step()
        assert max(sim.joint(joint.name).error for joint in sim.scene.joints) < 1e-6


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
        viewer.command({"do": "restart", "settings": {"kind": "realtime", "substeps": 6, "dt": 0.01}})
        assert viewer.source.simulation.settings.substeps == 6
        assert viewer.source.simulation.settings.dt == 0.01
        viewer.command({"do": "engine", "kind": "precise"})
        assert viewer.source.simulation.settings.kind == "precise"


def test_bad_settings_and_bad_scenes_are_told_in_the_page():
    with Viewer(scene()) as viewer:
        viewer.command({"do": "restart", "settings": {"kind": "realtime", "dt": -1.0}})
        assert "dt must be above 0" in viewer.error
        viewer.command({"do": "open", "scene": "no_such_scene"})
        assert "no packaged scene" in viewer.error
        viewer.command({"do": "open", "scene": "dzhanibekov"})
        assert viewer.error == ""
        assert viewer.source.drawing.names == ("wing_nut",)
        with pytest.raises(rg.UsageError, match="no command"):
            viewer.command({"do": "rm -rf"})


def test_viewer_is_on_loopback_and_a_taken_port_is_said():
    with Viewer(scene()) as viewer:
        assert viewer.url.startswith("http://127.0.0.1:")
        with pytest.raises(rg.UsageError, match="Give another --port"):
            Viewer(scene(), port=viewer.server.port)
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", viewer.server.port)) != 0


def test_overlays_send_what_they_need():
    world = rg.Scene()
    world.add_ground()
    world.add_body(rg.Box((1, 1, 1)), position=(0, 0, 0.5), name="a")
    with Viewer(world) as viewer:
        for _ in range(3):
            viewer.step()
        picture = viewer._broadcast.picture(False, 1.0, {"contacts"})
        contact = unpacked(picture)[1]["contact"].reshape(-1, 6)
        np.testing.assert_allclose(contact[:, 2] + viewer._broadcast.origin[2], 0.0, atol=0.02)
        assert (contact[:, 5] > 0.0).all()
        assert "contact" not in unpacked(viewer._broadcast.picture(False, 1.0, set()))[1]


def test_forces_of_an_aircraft_are_sent_while_switched_on():
    world = rg.Scene()
    world.add_ground(friction=0.8)
    world.add_aircraft("trainer", position=(3.0, 0, 1.2), brake=1.0, throttle=0.1, name="plane")
    world.engine = rg.Precise(integrator="rk4", dt=0.005)
    with Viewer(world) as viewer:
        for _ in range(100):
            viewer.step()
        force = unpacked(viewer._broadcast.picture(False, 1.0, {"forces"}))[1]["force"].reshape(-1, 6)
        assert len(force) >= 4  # three wheels and the propeller
        assert "force" not in unpacked(viewer._broadcast.picture(False, 1.0, set()))[1]


def test_motors_are_steered_from_the_page():
    world = rg.Scene(gravity=(0, 0, 0))
    arm = world.add_body(rg.Box((1, 0.1, 0.1)), mass=2.0, position=(0.5, 0, 0), name="arm")
    hinge = rg.Revolute(arm, rg.WORLD, anchor=(0, 0, 0), motor="speed", motor_max=100.0, name="hinge")
    world.add_joint(hinge)
    with Viewer(world) as viewer:
        viewer.command({"do": "tune", "what": "joint", "name": "hinge", "quantity": "motor_target", "value": 2.0})
        for _ in range(30):
            viewer.step()
        header, _ = unpacked(viewer._broadcast.picture(False, 1.0, set()))
        assert header["targets"] == [2.0]
        assert header["joints"]["joint_velocity"][0] == pytest.approx([2.0], abs=1e-3)
        viewer.restart()
        assert viewer.source.simulation.joint("hinge").motor_target == 2.0
        viewer.command({"do": "untune"})
        assert viewer.source.simulation.joint("hinge").motor_target == 0.0
        viewer.command({"do": "tune", "what": "joint", "name": "hing", "quantity": "motor_target", "value": 2.0})
        assert "Did you mean 'hinge'" in viewer.error


def test_a_passive_viewer_follows_ones_own_steps_and_pulls_between_them(capsys):
    sim = rg.Simulation(scene(), dt=0.05)
    viewer = sim.view(port=0, block=False)
    try:
        assert viewer.url in capsys.readouterr().out
        viewer.command({"do": "pull", "body": "b", "at": [0, 0, 0], "to": [3, 5, 2]})
        sim._next_show = 0.0
        sim.step()
        assert viewer.source.end == sim.time
        for _ in range(5):
            sim._next_show = 0.0
            sim.step()
        assert sim.body("b").velocity[1] > 0.0
        assert viewer.source.recording().frame_count == 7
        viewer.command({"do": "restart"})
        assert viewer.source.simulation is sim
    finally:
        viewer.close()


def test_film_of_the_viewer_is_an_mp4(run):
    with Viewer(run) as viewer:
        assert viewer.film()[4:8] == b"ftyp"


def test_page_stands_alone_and_is_small(run, capfd):
    text = page(run)
    assert capfd.readouterr().out == ""
    for outside in ('src="', 'href="http', "@import", "fonts.googleapis"):
        assert outside not in text
    assert "default-src 'none'" in text
    assert len(text) < 2_000_000


def test_page_shows_two_recordings_side_by_side(run):
    text = page(run, run)
    assert 'id="data0"' in text
    assert 'id="data1"' in text


def test_notebook_shows_a_recording_in_a_frame(run):
    assert run._repr_html_().startswith("<iframe srcdoc=")


def test_recording_without_frames_is_refused():
    with pytest.raises(rg.UsageError, match="no frames"):
        page(rg.Simulation(scene()).recording_of([]))


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
        cockpit = viewer.cockpit
        throttle, elevator = world.aircraft("plane").throttle, world.aircraft("plane").flight.stick[0]
        for key in ("D", "arrowright", "S", "=", "F", "B", "E"):
            cockpit.press(key)
        assert cockpit.position("roll") == pytest.approx(0.08, abs=0.02)
        assert world.aircraft("plane").flight.stick[0] > elevator
        assert world.aircraft("plane").throttle == pytest.approx(throttle + 0.05)
        assert world.aircraft("plane").flaps == pytest.approx(1 / 3)
        assert world.aircraft("plane").brake == 1.0
        for _ in range(100):
            viewer.step()
        assert viewer.source.simulation.channels()["plane.bank"] > 0.02
        cockpit.press("C")
        assert world.aircraft("plane").flight.stick[0] == elevator
        viewer.restart()
        assert world.aircraft("plane").throttle == pytest.approx(throttle)
        assert world.aircraft("plane").flaps == 0.0


def test_held_stick_moves_to_its_end_and_goes_back_to_its_trim():
    world = flying()
    with Viewer(world) as viewer:
        cockpit, throttle = viewer.cockpit, world.aircraft("plane").throttle
        trim = cockpit.position("roll")
        viewer.command({"do": "stick", "control": "roll", "value": 1})
        viewer.command({"do": "stick", "control": "throttle", "value": -1})
        cockpit.fly(0.1)
        assert cockpit.position("roll") == pytest.approx(trim + 0.2)
        assert world.aircraft("plane").throttle == pytest.approx(throttle - 0.05)
        cockpit.fly(1.0)
        assert cockpit.position("roll") == pytest.approx(1.0)
        viewer.command({"do": "stick", "control": "roll", "value": -0.5})
        cockpit.fly(1.0)
        assert cockpit.position("roll") == pytest.approx(trim - 0.5 * (1.0 + trim))
        for control in ("roll", "throttle"):
            viewer.command({"do": "stick", "control": control, "value": 0})
        held = world.aircraft("plane").throttle
        cockpit.fly(1.0)
        assert cockpit.position("roll") == pytest.approx(trim)
        assert world.aircraft("plane").throttle == held
        viewer.command({"do": "stick", "control": "roll", "value": 2})
        assert "stick" in viewer.error


def test_first_key_takes_the_aircraft_from_autopilot_and_program():
    for start in ({"hold": rg.Hold(altitude=100.0, heading=0.0)}, {"program": (rg.Leg(bank=0.0), rg.Leg(pitch=0.1))}):
        with Viewer(flying(**start)) as viewer:
            viewer.step()
            script = viewer.source.simulation.engine.forces.acting[0].script
            assert script.steers
            viewer.cockpit.press("A")
            assert not script.steers
            for _ in range(130):
                viewer.step()
            assert not script.steers
            assert viewer.source.simulation.channels()["plane.bank"] < -0.005


def test_scenes_without_aircraft_have_no_cockpit(run):
    with Viewer(flying()) as viewer:
        header, _ = unpacked(viewer._broadcast.scene_message())
        assert header["aircraft"]["names"] == ["plane"]
        assert header["bodies"][header["camera"]["follow"]]["name"] == "plane"
        viewer.open(run)
        assert viewer.cockpit is None
        viewer.command({"do": "key", "key": "A"})  # a late key of a page that has not noticed yet
        assert viewer.error == ""
