"""Bodies and joints that come and go, as pages are told of them: the roll, then pictures of nobody else."""

import gzip
import itertools

import numpy as np
import pytest

import rigida as rg
from rigida.drawing import Drawing
from rigida.drawing.looks import Looks
from rigida.viewer.recorded import recording_message
from rigida.viewer.server import Stream
from rigida.viewer.source import Live
from rigida.viewer.viewer import Viewer

from .test_viewer import scene, unpacked


def shown(live: Live) -> dict[str, np.ndarray]:
    """Return where everybody is to be seen, by name."""
    return dict(zip(live.drawing.names, live.moment().position, strict=True))


def following(sim: rg.Simulation) -> Viewer:
    """Return a viewer that follows steps of ours, and does nothing by itself."""
    viewer = Viewer(sim, passive=True)
    sim._watchers.append(viewer)
    return viewer


def step(sim: rg.Simulation, viewer: Viewer) -> None:
    """Take a step that the viewer shows, however soon after the last."""
    sim._next_show = 0.0
    sim.step()
    viewer.seek(sim.time)


def told(viewer: Viewer) -> tuple[dict, dict, dict[str, np.ndarray]]:
    """Return the present description's header, and header and arrays of the present picture."""
    picture = unpacked(viewer._broadcast.picture(False, 1.0, set()))
    return unpacked(viewer._broadcast.scene_message())[0], *picture


def test_who_comes_is_described_with_shape_and_color_before_the_first_picture_of_it():
    sim = rg.Simulation(scene(), dt=0.05)
    with following(sim) as viewer:
        before, _, _ = told(viewer)
        ball = sim.add_body(rg.Sphere(0.25), position=(0, 4, 2), velocity=(0, 1, 0), color="#123456", name="ball")
        sim.add_joint(rg.Distance(ball, rg.WORLD, anchor_b=(0, 4, 5), name="rope"))
        step(sim, viewer)
        now, picture, arrays = told(viewer)
        assert [body["name"] for body in now["bodies"]] == ["ground", "a", "b", "ball"]
        assert [joint["name"] for joint in now["joints"]] == ["rope"]
        assert now["bodies"][3]["color"] == "#123456"
        assert now["geometries"][now["bodies"][3]["geometry"]] != now["geometries"][now["bodies"][1]["geometry"]]
        assert now["run"] == before["run"]
        assert now["roll"] == picture["roll"] != before["roll"]
        place = arrays["poses"][: 7 * 4].reshape(4, 7)[3, :3] + now["origin"]
        np.testing.assert_allclose(place, sim.body("ball").position, atol=1e-5)
        assert len(picture["targets"]) == len(picture["joints"]["joint_position"]) == 1


def test_who_goes_is_told_no_more_and_the_others_keep_place_and_color():
    sim = rg.Simulation(scene(), dt=0.05)
    with following(sim) as viewer:
        before, _, _ = told(viewer)
        sim.remove("a")
        step(sim, viewer)
        now, _, arrays = told(viewer)
        assert [body["name"] for body in now["bodies"]] == ["ground", "b"]
        assert now["bodies"][1]["color"] == before["bodies"][2]["color"]
        place = arrays["poses"].reshape(2, 7)[1, :3] + now["origin"]
        np.testing.assert_allclose(place, sim.body("b").position, atol=1e-5)
        steady = ("origin", "camera", "extent", "cell", "sun")
        assert {name: now[name] for name in steady} == {name: before[name] for name in steady}
        sim.add_body(rg.Box((1, 1, 1)), position=(9, 0, 2), name="c")
        step(sim, viewer)
        colors = [body["color"] for body in told(viewer)[0]["bodies"]]
        assert len(set(colors)) == 3


def test_nothing_is_described_again_while_nobody_comes_or_goes():
    sim = rg.Simulation(scene(), dt=0.05)
    sim.add_body(rg.Box((1, 1, 1)), position=(9, 0, 2), name="c")
    with following(sim) as viewer:
        first = viewer._broadcast._facts
        for _ in range(3):
            step(sim, viewer)
        assert viewer._broadcast._facts is first


def test_going_back_in_time_brings_back_who_was_there():
    sim = rg.Simulation(scene(), dt=0.05)
    live = Live(sim)
    live.step()
    sim.remove("b")
    sim.add_body(rg.Box((1, 1, 1)), position=(9, 0, 2), velocity=(0, 0, 1), name="c")
    live.step()
    assert set(shown(live)) == {"ground", "a", "c"}
    live.seek(0.025)
    assert set(shown(live)) == {"ground", "a", "b"}
    live.seek(0.075)  # between the last frame of one and the first of the other
    assert set(shown(live)) == {"ground", "a", "b"}
    np.testing.assert_allclose(shown(live)["a"], [0.075, 0, 2], atol=1e-9)
    np.testing.assert_allclose(shown(live)["b"], [3, 0, 2], atol=1e-9)
    run = live.recording()
    assert run.frame_count == 3
    assert np.isfinite(run.position[:, run.names.index("b"), 0]).tolist() == [True, True, False]
    assert np.isfinite(run.position[:, run.names.index("c"), 0]).tolist() == [False, False, True]


def test_what_is_pulled_and_then_removed_is_let_go():
    sim = rg.Simulation(scene(), dt=0.05)
    with following(sim) as viewer:
        viewer.command({"do": "pull", "body": "b", "at": [0, 0, 0], "to": [3, 5, 2]})
        step(sim, viewer)
        sim.remove("b")
        step(sim, viewer)
        assert viewer.source._pulled is None
        viewer.command({"do": "pull", "body": "b", "at": [0, 0, 0], "to": [3, 5, 2]})  # of a page that is late
        step(sim, viewer)
        assert viewer.error == ""


def test_a_camera_follows_its_aircraft_to_another_row():
    world = rg.Scene()
    world.add_body(rg.Box((1, 1, 1)), position=(0, 50, 100), name="first")
    plane = rg.Airplane.load("model")
    world.add_aircraft(plane, position=(0, 0, 100), trim=rg.trim(plane, 15.0, 100.0), name="plane")
    sim = rg.Simulation(world, rg.Precise(integrator="rk4", dt=0.005, contact="none"))
    with following(sim) as viewer:
        assert told(viewer)[0]["camera"]["follow"] == 1
        sim.remove("first")
        step(sim, viewer)
        assert told(viewer)[0]["camera"]["follow"] == 0


def test_visitors_old_and_new_get_the_newest_description_before_pictures_of_it():
    stream = Stream()
    stream.begin(b"scene 1")
    stream.show(b"picture 1")
    old = stream.messages(lambda: b"whole")
    assert list(itertools.islice(old, 2)) == [b"scene 1", b"whole"]
    stream.add(b"attached 1")
    stream.renew(b"scene 2")
    stream.show(b"picture 2")
    assert list(itertools.islice(old, 2)) == [b"scene 2", b"picture 2"]
    new = stream.messages(lambda: b"whole")
    assert list(itertools.islice(new, 2)) == [b"scene 2", b"whole"]


@pytest.fixture(scope="module")
def changing() -> rg.Recording:
    sim = rg.Simulation(scene(), dt=0.05)

    def control(sim: rg.Simulation) -> None:
        if sim.time == pytest.approx(0.1):
            sim.remove("b")
            sim.add_body(rg.Sphere(0.25), position=(0, 4, 2), name="ball")

    return sim.run(0.2, fps=20, control=control)


def test_message_of_a_recording_has_no_place_for_who_is_not_there(changing):
    header, arrays = unpacked(gzip.decompress(recording_message(changing)))
    names = [body["name"] for body in header["bodies"]]
    there = np.isfinite(arrays["place"].reshape(len(changing.times), len(names), 3)).all(axis=2)
    assert there[:, names.index("b")].tolist() == [True, True, True, False, False]
    assert there[:, names.index("ball")].tolist() == [False, False, False, True, True]
    assert there[:, names.index("a")].all()


def test_surfaces_of_who_stays_are_made_once_and_those_of_who_has_gone_forgotten():
    looks, world = Looks(), scene()
    world.add_body(rg.Sphere(0.25), position=(0, 4, 2), name="ball")
    first = Drawing.of_scene(world, looks=looks)
    box, ball = first.geometries
    world.set_members([body for body in world.bodies if body.name != "a"], [])
    assert Drawing.of_scene(world, looks=looks).geometries == (box, ball)
    world.set_members([body for body in world.bodies if body.name != "b"], [])
    assert Drawing.of_scene(world, looks=looks).geometries == (ball,)
    again = Drawing.of_scene(scene(), looks=looks)
    assert again.geometries[0] is not box
    assert again.colors == first.colors[:3]
