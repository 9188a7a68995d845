"""Searches: known optima are found, unreachable goals are admitted, answers can be checked by running them."""

import math

import pytest

import rigida as rg
from rigida.runs.goal import parse_goals

G = 9.81
#: Free flight needs no look at contacts.
FREE = {"engine": rg.Precise(contact="none"), "duration": 1.0, "fps": 10, "workers": 0}


def thrown():
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", velocity=(5, 0, 5))
    scene.add_body(rg.Sphere(0.3), name="target", fixed=True, position=(8, 0, 1))
    return scene


def test_throw_of_a_given_length_is_the_one_of_mechanics():
    found = rg.optimize(thrown(), {"body.ball.velocity.x": (0, 20)}, "range(ball) == 8 ± 0.001", **FREE)
    assert found.reached
    assert found.values["body.ball.velocity.x"] == pytest.approx(8.0, abs=0.001)
    assert found.goals[0].value == pytest.approx(8.0, abs=0.001)
    assert found.scene.body("ball").velocity == (found.values["body.ball.velocity.x"], 0.0, 5.0)


def test_found_throw_hits_the_target_when_it_is_run():
    scene = thrown()
    scene.engine = rg.Precise()  # which records its impacts
    found = rg.optimize(scene, ["body.ball.velocity"], "first_contact(ball, target)", duration=1.5, workers=0)
    assert found.reached
    assert len(found.notes) >= 3  # bounds were not given
    run = rg.Simulation(found.scene).run(1.5)
    assert any(set(pair) == {"ball", "target"} for event in run.events for pair in event["bodies"])


def test_goal_out_of_reach_is_not_called_reached():
    found = rg.optimize(thrown(), {"body.ball.velocity.x": (0, 5)}, "range(ball) == 8", **FREE, max_runs=60)
    assert not found.reached
    assert found.runs <= 60
    assert found.goals[0].value == pytest.approx(5.0, abs=0.02)
    assert any("lies at its bound" in note for note in found.notes)


def test_least_speed_that_climbs_to_a_height_is_the_one_of_the_energy():
    key = "body.ball.velocity.z"
    found = rg.optimize(thrown(), {key: (0, 12)}, "max_height(ball) >= 1", minimize=key, **{**FREE, "fps": 100})
    # A top between frames is missed by at most g/8 of the frame time squared, which takes g/v of it as more speed.
    speed = math.sqrt(2.0 * G)
    assert found.reached
    assert speed <= found.values[key] <= speed + G / 8 / 100**2 * G / speed + 12e-5
    assert found.edge < found.values[key] < found.edge + 1e-3
    assert found.cost == found.values[key]


def test_function_of_the_recording_is_made_small():
    def beyond(run):
        place = run.body("ball").position[-1]
        return (place[0] - 3.0) ** 2 + (place[2] + 1.0) ** 2

    bounds = {"body.ball.velocity.x": (0, 10), "body.ball.velocity.z": (0, 10)}
    found = rg.optimize(thrown(), bounds, beyond, **FREE, method=["spread", "simplex"])
    assert found.reached
    assert found.values["body.ball.velocity.x"] == pytest.approx(3.0, abs=1e-3)
    assert found.values["body.ball.velocity.z"] == pytest.approx(0.5 * G - 1.0, abs=1e-3)


def test_same_seed_finds_the_same_values():
    arguments = {"vary": ["body.ball.velocity"], "objective": "range(ball) == 8 and max_height == 2", "seed": 4}
    one = rg.optimize(thrown(), **arguments, **FREE)
    two = rg.optimize(thrown(), **arguments, **{**FREE, "workers": 2})
    assert one.reached
    assert one.values == two.values


def test_population_finds_the_best_of_several_valleys():
    def valleys(run):
        x, z = run.velocity[0, 0, [0, 2]]
        return (x - 3.0) ** 2 + (z - 4.0) ** 2 + 2.0 * math.sin(3.0 * x) ** 2

    bounds = {"body.ball.velocity.x": (0, 10), "body.ball.velocity.z": (0, 10)}
    found = rg.optimize(thrown(), bounds, valleys, **{**FREE, "duration": 0.01})
    assert found.reached
    assert found.cost < 0.05  # the other valleys lie at 0.98 and above
    assert found.values["body.ball.velocity.z"] == pytest.approx(4.0, abs=1e-2)


@pytest.mark.parametrize(
    ("text", "column", "value", "residual"),
    [
        ("range(ball) == 8", "range(ball)", 10.0, 0.25),
        ("range(ball) = 8 +- 3", "range(ball)", 10.0, 0.0),
        ("max_height > 2", "max_height", 1.5, 0.25),
        ("max_height > 2", "max_height", 2.5, 0.0),
        ("max_height <= -0.5", "max_height", -0.75, 0.0),
        ("final_position(ball).x < 1", "final_position(ball).x", 3.0, 2.0),
        ("first_contact(ball, target)", "miss(ball, target)", 0.2, 0.2),
        ("first_contact(ball, target, bounces=1)", "miss(ball, target, bounces=1)", 0.0, 0.0),
    ],
)
def test_goal_is_missed_by_what_is_lacking(text, column, value, residual):
    (goal,) = parse_goals([text], thrown())
    assert goal.column == column
    assert goal.residual({column: value}) == pytest.approx(residual, abs=1e-12)
    assert goal.residual({column: math.nan}) > 1e3


def test_and_joins_goals():
    assert len(parse_goals(["max_height > 1 and range(ball) == 3"], thrown())) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"objective": None}, "Say what to reach"),
        ({"objective": "max_height"}, "is not a goal"),
        ({"objective": "max_heigth > 1"}, "Did you mean 'max_height'"),
        ({"objective": "max_height > high"}, "is not a number"),
        ({"objective": "max_height > 1", "vary": {"body.ball.mass": (2, 1)}}, "lower bound must be below"),
        ({"objective": "max_height > 1", "vary": ["body.ball.fixed"]}, "only numbers can be looked for"),
        ({"objective": "max_height > 1", "vary": ["body.bal.mass"]}, "there is no body 'bal'"),
        ({"objective": "max_height > 1", "vary": []}, "Say what to vary"),
        ({"objective": "max_height > 1", "method": "simplx"}, "Did you mean 'simplex'"),
        ({"objective": "max_height > 1", "bounds": {"body.ball.mass": (1, 2)}}, "it is not varied"),
        ({"objective": "max_height > 1", "minimize": "range", "maximize": "range"}, "not both"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, words):
    with pytest.raises(rg.UsageError) as refused:
        rg.optimize(thrown(), **{"vary": ["body.ball.velocity"], "workers": 0, **arguments})
    assert words in str(refused.value)
