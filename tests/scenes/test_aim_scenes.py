"""The scenes for `rigida aim` can be solved as their descriptions say: these are starts that it found."""

import math

import pytest

import rigida.runs.metrics  # noqa: F401
from rigida import scenes
from rigida.runs.metric import built_in_metric
from rigida.runs.observation import observe
from rigida.runs.subject import Subject
from rigida.scene.key import find_key


def measured(name, values, text):
    subject = Subject.of(scenes.path(name))
    scene = subject.with_values([find_key(subject.document, key).path for key in values], list(values.values()))
    metric = built_in_metric(text, scene)
    return metric.measure(observe(scene, None, scene.plan.duration, scene.plan.fps, metric.needs))[metric.name]


def test_throw_hits_the_target_after_exactly_one_bounce():
    contact = "first_contact(ball, target, bounces=1)"
    assert measured("aim_bounce", {"body.ball.velocity": [10.9, 0.0, 7.45]}, contact) > 1.0
    assert math.isnan(measured("aim_bounce", {}, contact))  # as it stands, the ball falls short


# Between 1.5 and 1.9 N s it stops on the edge, and hangs on the last digits of every blow before.
@pytest.mark.parametrize(("push", "topples"), [(1.3, False), (2.2, True)])
def test_push_decides_whether_the_fifth_domino_topples(push, topples):
    tilt = measured("aim_domino", {"force.push.impulse": [push, 0.0, 0.0]}, "final_tilt(domino5)")
    assert (tilt > 1.2) is topples


def test_shot_sends_the_red_ball_into_the_pocket():
    contact = "first_contact(red, pocket)"
    assert measured("aim_billiard", {"body.white.velocity": [2.66157, 0.233228, 0.0]}, contact) > 0.3
    assert math.isnan(measured("aim_billiard", {}, contact))
