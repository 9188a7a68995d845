from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
import pytest

from rigida.errors import ModelError
from rigida.fields import Numbers, Points, Quat, Rule, Triangles, Vec3, check_fields


@dataclass(frozen=True)
class Sample:
    length: Annotated[float, Rule("m", above=0.0)] = 1.0
    share: Annotated[float, Rule(at_least=0.0, at_most=1.0)] = 0.5
    axis: Annotated[Vec3, Rule(nonzero=True, text="Give a direction.")] = (0.0, 0.0, 1.0)
    turn: Quat = (1.0, 0.0, 0.0, 0.0)
    count: Annotated[int, Rule(at_least=1)] = 1
    mode: Literal["world", "body"] = "world"
    flag: bool = False
    text: str = ""
    limit: Annotated[float, Rule(above=0.0)] | None = None
    points: Points | None = None
    triangles: Triangles | None = None
    times: Numbers | None = None
    name: str = "s"

    def __post_init__(self):
        check_fields(self)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("length", 0, "length must be above 0 [m], got 0"),
        ("length", -1.5, "got -1.5"),
        ("length", float("nan"), "finite number"),
        ("length", float("inf"), "finite number"),
        ("length", 10**400, "finite number"),
        ("length", "3", "must be a number"),
        ("length", True, "must be a number"),
        ("length", None, "must be a number"),
        ("share", 1.01, "at least 0 and at most 1"),
        ("axis", (0, 0, 0), "non-zero vector, got (0.0, 0.0, 0.0). Give a direction."),
        ("axis", (1, 2), "3 numbers"),
        ("axis", 7, "3 numbers"),
        ("axis", "xyz", "3 numbers"),
        ("axis", (1, float("nan"), 0), "axis[1]"),
        ("turn", (0, 0, 0, 0), "non-zero quaternion"),
        ("turn", (1, 0, 0), "4 numbers"),
        ("count", 0, "at least 1"),
        ("count", 1.5, "whole number"),
        ("mode", "wrld", "'world', 'body'"),
        ("flag", 1, "true or false"),
        ("text", 5, "must be text"),
        ("limit", 0.0, "above 0"),
        ("points", [[1, 2]], "shape (n, 3)"),
        ("points", [[1, 2, float("inf")]], "row 0 holds inf"),
        ("points", [["a", "b", "c"]], "numbers only"),
        ("triangles", [[0, 1, 2.5]], "whole numbers"),
        ("triangles", [[0, 1, 2**40]], "32 bits"),
        ("times", [[0.0]], "shape (n,)"),
    ],
)
def test_bad_value_names_the_owner_the_field_and_the_requirement(field, value, words):
    with pytest.raises(ModelError) as caught:
        Sample(**{field: value})
    assert "Sample 's'" in str(caught.value) or field == "name"
    assert words in str(caught.value)


def test_message_stays_short_whatever_was_given():
    with pytest.raises(ModelError) as caught:
        Sample(text=list(range(10**5)))
    assert len(str(caught.value)) < 200


def test_values_are_stored_as_plain_floats_tuples_and_frozen_arrays():
    sample = Sample(length=np.float32(2), axis=np.array([1, 0, 0]), turn=[2, 0, 0, 0], points=[[1, 2, 3]])
    assert type(sample.length) is float
    assert sample.axis == (1.0, 0.0, 0.0)
    assert sample.turn == (1.0, 0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="read-only"):
        sample.points[0, 0] = 5.0


def test_none_passes_only_where_the_field_is_optional():
    assert Sample(limit=None).limit is None
    with pytest.raises(ModelError):
        Sample(axis=None)
