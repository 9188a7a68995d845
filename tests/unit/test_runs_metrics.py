"""Metrics against closed formulas, and what is said when one cannot be had."""

import math
from pathlib import Path

import numpy as np
import pytest

import rigida as rg
import rigida.runs.metrics
from rigida.runs.metric import METRICS, MetricError, built_in_metric, metrics_of
from rigida.runs.observation import CONTACTS, JOINT_ERRORS, TOUCHES, observe

G = 9.81


def measured(scene, text, duration=1.0, engine="precise", fps=100.0):
    metric = built_in_metric(text, scene)
    found = metric.measure(observe(scene, engine, duration, fps, metric.needs))
    return found.get(metric.name, found)


def thrown(velocity=(3.0, 4.0, 5.0)):
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), mass=2.0, name="ball", velocity=velocity, position=(0, 0, 2.0))
    scene.add_body(rg.Sphere(0.1), mass=2.0, name="other", position=(50, 0, 0))
    return scene


def dropped(restitution):
    scene = rg.Scene()
    scene.add_ground(restitution=restitution, friction=0.0)
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", position=(0, 0, 1.1), restitution=restitution, friction=0.0)
    scene.add_body(rg.Box((1, 1, 1)), name="block", position=(5, 0, 0.5), fixed=True)
    return scene


def test_heights_range_and_speeds_of_a_throw_follow_the_parabola():
    scene = thrown()
    # Between frames a height is missed by at most g/8 of the frame time squared.
    assert measured(scene, "max_height(ball)") == pytest.approx(2.0 + 25.0 / (2.0 * G), abs=G / 8 / 100.0**2)
    assert measured(scene, "range(ball)") == pytest.approx(5.0, rel=1e-9)
    assert measured(scene, "final_speed(ball)") == pytest.approx(math.hypot(5.0, 5.0 - G), rel=1e-9)
    assert measured(scene, "max_speed(ball)") == pytest.approx(math.sqrt(50.0), rel=1e-9)
    assert measured(scene, "min_height") == pytest.approx(-0.5 * G, rel=1e-9)
    place = measured(scene, "final_position(ball)")
    assert place["final_position(ball).z"] == pytest.approx(2.0 + 5.0 - 0.5 * G, rel=1e-9)


def test_energies_of_a_throw_are_those_of_mechanics():
    scene = thrown()
    start = 0.5 * 2.0 * 50.0 + 2.0 * G * 2.0
    assert measured(scene, "initial_energy") == pytest.approx(start, rel=1e-12)
    assert measured(scene, "final_energy") == pytest.approx(start, rel=1e-9)
    assert measured(scene, "energy_drift") < 1e-9


@pytest.mark.parametrize("engine", ["precise", rg.Realtime(dt=1 / 240)], ids=["precise", "realtime"])
def test_first_contact_is_at_the_time_of_the_fall_and_bounces_are_counted(engine):
    scene, fall = dropped(0.5), math.sqrt(2.0 / G)
    # The fixed steps of the realtime engine place the ball to half a step of its speed.
    tolerance = 1e-6 if engine == "precise" else 0.5 / 240
    assert measured(scene, "first_contact(ball, ground)", engine=engine) == pytest.approx(fall, abs=tolerance)
    # Down, up and down again takes 1 + 2e, and once more 2e².
    assert measured(scene, "bounces(ball)", 1.9 * fall, engine) == 1.0
    assert measured(scene, "bounces(ball)", 2.2 * fall, engine) == 2.0
    assert math.isnan(measured(scene, "first_contact(ball, block)", engine=engine))
    assert measured(scene, "touches(ball, block)", engine=engine) == 0.0


def test_watching_for_touches_does_not_change_the_motion():
    scene = dropped(0.6)
    # Frames fall between the steps.
    engine, frames = rg.Realtime(dt=0.007), (1.5, 60.0)
    watched, plain = observe(scene, engine, *frames, {TOUCHES}), observe(scene, engine, *frames)
    assert len(watched.touches) > 1
    assert watched.recording.steps == plain.recording.steps
    assert np.array_equal(watched.recording.position, plain.recording.position)
    assert np.array_equal(watched.recording.velocity, plain.recording.velocity)


def test_contact_counts_only_after_the_wanted_number_of_bounces():
    scene = rg.Scene()
    scene.add_ground(restitution=1.0, friction=0.0)
    ball = {"mass": 1.0, "position": (0, 0, 1.1), "restitution": 1.0, "friction": 0.0}
    scene.add_body(rg.Sphere(0.1), name="ball", velocity=(2.0, 0, 0), **ball)
    fall = math.sqrt(2.0 / G)
    scene.add_body(rg.Box((0.1, 1, 4)), name="wall", position=(2.0 * 2.0 * fall + 0.15, 0, 2.0), fixed=True)
    for count, expected in ((0, math.nan), (1, 2.0 * fall), (2, math.nan)):
        found = measured(scene, f"first_contact(ball, wall, bounces={count})", 2.5 * fall)
        assert found == pytest.approx(expected, abs=1e-6, nan_ok=True)
    assert measured(scene, "miss(ball, wall, bounces=1)", 2.5 * fall) == 0.0
    # Without a bounce it comes as near as its first fall carries it.
    assert measured(scene, "miss(ball, wall, bounces=0)", 2.5 * fall, fps=400.0) == pytest.approx(2.0 * fall, abs=0.01)


def test_ball_that_does_not_bounce_is_at_rest_from_its_landing():
    assert measured(dropped(0.0), "rest_time(ball)") == pytest.approx(math.sqrt(2.0 / G), abs=0.011)
    assert math.isnan(measured(dropped(1.0), "rest_time(ball)"))


def test_contact_force_of_a_resting_box_is_a_quarter_of_its_weight():
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Box((1, 1, 1)), mass=8.0, name="box", position=(0, 0, 0.5))
    found = measured(scene, "max_contact_force(box)", 0.5, "realtime")
    # Four corners carry it; settling moves a little of it from one to another.
    assert found == pytest.approx(8.0 * G / 4.0, rel=0.05)


def test_joint_carries_weight_and_hardly_opens():
    scene = rg.Scene()
    bob = scene.add_body(rg.Sphere(0.1), mass=3.0, name="bob", position=(0, 0, -1))
    scene.add_joint(rg.Revolute(bob, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), name="pin"))
    assert measured(scene, "max_joint_force(pin)", 0.1) == pytest.approx(3.0 * G, rel=1e-9)
    assert measured(scene, "max_joint_error(pin)", 0.1) < 1e-9
    assert measured(scene, "max_joint_torque(pin)", 0.1) < 1e-9


def test_tilt_is_the_angle_that_the_body_has_turned():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", angular_velocity=(0.5, 0, 0))
    assert measured(scene, "final_tilt(ball)") == pytest.approx(0.5, abs=1e-9)
    assert measured(scene, "max_tilt(ball)") == pytest.approx(0.5, abs=1e-9)


def test_every_metric_is_documented():
    page = (Path(__file__).parents[2] / "docs/many-runs.md").read_text(encoding="utf-8")
    assert [name for name in METRICS if f"`{name}" not in page] == []


def test_needs_say_what_a_run_must_keep():
    scene = dropped(0.0)
    assert built_in_metric("bounces(ball)", scene).needs == {TOUCHES}
    assert built_in_metric("max_contact_force", scene).needs == {CONTACTS}
    assert built_in_metric("max_joint_error", scene).needs == {JOINT_ERRORS}
    assert all(definition.summary for definition in METRICS.values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("max_heigt", "Did you mean 'max_height'?"),
        ("max_height(bal)", "Did you mean 'ball'?"),
        ("first_contact(ball)", "takes (a"),
        ("max_height(ball, ball, ball)", "takes (body"),
        ("max_joint_force(pin)", "no joint 'pin'"),
        ("max height", "is not a metric"),
        ("nowhere.py:f", "no file 'nowhere.py'"),
        ("json:dumpz", "Did you mean 'dump'?"),
    ],
)
def test_unknown_metric_or_name_is_answered_with_the_nearest(text, words):
    with pytest.raises(rg.UsageError) as refused:
        metrics_of([text], dropped(0.0))
    assert words in str(refused.value)


def test_user_function_gives_a_number_or_several_and_its_error_names_it():
    scene = thrown()
    seen = observe(scene, None, 0.1, 60.0)

    def both(run):
        return {"first": run.times[0], "frames": run.frame_count}

    def broken(run):
        return 1 / 0

    def text(run):
        return "far"

    metrics = metrics_of([both, broken, text, lambda run: np.float64(2.0)], scene)
    assert metrics[0].measure(seen) == {"both.first": 0.0, "both.frames": 7.0}
    assert list(metrics[3].measure(seen).values()) == [2.0]
    with pytest.raises(MetricError, match="'broken' raised ZeroDivisionError"):
        metrics[1].measure(seen)
    with pytest.raises(MetricError, match="must return a number"):
        metrics[2].measure(seen)


def test_metric_asked_for_twice_is_refused():
    with pytest.raises(rg.UsageError, match="asked for twice"):
        metrics_of(["max_height", "max_height"], thrown())
