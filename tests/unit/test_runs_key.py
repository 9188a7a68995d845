"""Key paths into scenes: every value has one, with its unit; a wrong one is answered with the nearest name."""

import pytest

import rigida as rg
from rigida.scene.key import find_key, parse_key, with_value

DOCUMENT = {
    "ground": {"friction": 0.4},
    "engine": {"kind": "realtime"},
    "body": {
        "ball": {"shape": {"kind": "sphere", "radius": 0.1}, "velocity": [1.0, 2.0, 3.0]},
        "my ball": {"shape": {"kind": "box", "size": [1.0, 2.0, 3.0]}},
    },
    "force": {"pull": {"kind": "spring", "a": "ball", "b": "my ball", "stiffness": 5.0}},
}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("gravity.z", ("gravity", "z")),
        ("gravity[2]", ("gravity", 2)),
        ('body."my ball".mass', ("body", "my ball", "mass")),
        ("a.b[0][12]", ("a", "b", 0, 12)),
    ],
)
def test_path_is_read_from_its_text(text, path):
    assert parse_key(text) == path


@pytest.mark.parametrize("text", ["", ".", "a..b", "a[", "a[x]", 'a."b', "a.b."])
def test_text_that_is_no_path_is_refused(text):
    with pytest.raises(rg.UsageError, match="is not a key path"):
        parse_key(text)


@pytest.mark.parametrize(
    ("text", "path", "unit", "value"),
    [
        ("gravity.z", ("gravity", 2), "m/s²", -9.81),
        ("body.ball.velocity.y", ("body", "ball", "velocity", 1), "m/s", 2.0),
        ("body.ball.velocity", ("body", "ball", "velocity"), "m/s", [1.0, 2.0, 3.0]),
        ("body.ball.angular_velocity[0]", ("body", "ball", "angular_velocity", 0), "rad/s", 0.0),
        ("body.ball.restitution", ("body", "ball", "restitution"), "", 0.0),
        ("body.ball.shape.radius", ("body", "ball", "shape", "radius"), "m", 0.1),
        ("ground.friction", ("ground", "friction"), "", 0.4),
        ("force.pull.stiffness", ("force", "pull", "stiffness"), "N/m", 5.0),
        ("engine.dt", ("engine", "dt"), "s", 1 / 60),
        ("run.duration", ("run", "duration"), "s", 5.0),
    ],
)
def test_value_is_found_with_its_unit_even_where_the_file_leaves_it_out(text, path, unit, value):
    key = find_key(DOCUMENT, text)
    assert (key.path, key.unit, key.value) == (path, unit, value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("grvity.z", "Did you mean 'gravity'?"),
        ("body.ball.restitutoin", "Did you mean 'restitution'?"),
        ("body.bal.mass", "there is no body 'bal'"),
        ("body.ball.velocity[3]", "the last one is [2]"),
        ("force.pull.stifness", "Did you mean 'stiffness'?"),
        ("body.ground.friction", "Write ground.friction"),
        ("joint.hinge.axis", "It has no joint at all"),
        ("body", "say which body"),
        ("body.ball.mass.deep.down", "body.ball.mass.deep.down"),
    ],
)
def test_unknown_path_is_answered_with_what_there_is(text, words):
    with pytest.raises(rg.UsageError) as refused:
        find_key(DOCUMENT, text)
    assert words in str(refused.value)


def test_whole_numbers_stay_whole():
    key = find_key(DOCUMENT, "engine.substeps")
    assert key.whole
    assert key.fitted(3.7) == 4
    assert isinstance(key.fitted(3.7), int)


def test_vector_has_a_key_for_each_component():
    keys = find_key(DOCUMENT, "body.ball.velocity").components()
    assert [key.text for key in keys] == [f"body.ball.velocity.{axis}" for axis in "xyz"]
    assert [key.value for key in keys] == [1.0, 2.0, 3.0]


def test_giving_a_value_leaves_the_old_document_alone():
    changed = with_value(DOCUMENT, ("body", "ball", "velocity", 1), 9.0)
    assert changed["body"]["ball"]["velocity"] == [1.0, 9.0, 3.0]
    assert DOCUMENT["body"]["ball"]["velocity"] == [1.0, 2.0, 3.0]
    assert changed["force"] is DOCUMENT["force"]
