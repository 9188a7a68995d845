"""Designs: which values runs get, and their seeds."""

import numpy as np
import pytest

import rigida as rg
from rigida.runs.design import make_design, run_seed
from rigida.runs.variation import Choices, Normal, Seeds, Span, variation


def test_grid_takes_every_combination_once_the_last_changing_fastest():
    design = make_design("grid", [Span(0.0, 1.0, 3), Choices(("a", "b"))], None, 0)
    rows = [design.values(run) for run in range(design.count)]
    assert rows == [[0.0, "a"], [0.0, "b"], [0.5, "a"], [0.5, "b"], [1.0, "a"], [1.0, "b"]]


def test_latin_design_has_one_sample_in_every_part_of_every_span():
    design = make_design("latin", [Span(0.0, 20.0), Span(-1.0, 1.0)], 20, seed=3)
    rows = np.array([design.values(run) for run in range(20)])
    assert sorted(np.floor(rows[:, 0]).astype(int)) == list(range(20))
    assert sorted(np.floor((rows[:, 1] + 1.0) * 10.0).astype(int)) == list(range(20))


@pytest.mark.parametrize("kind", ["random", "latin"])
def test_seed_decides_the_samples(kind):
    def rows(seed):
        design = make_design(kind, [Span(0.0, 1.0)], 50, seed)
        return [design.values(run) for run in range(50)]

    assert rows(1) == rows(1)
    assert rows(1) != rows(2)


def test_normal_samples_have_their_mean_and_deviation():
    design = make_design("latin", [Normal(10.0, 0.5)], 2000, seed=0)
    values = np.array([design.values(run)[0] for run in range(2000)])
    # A Latin hypercube of n strata estimates the mean to about deviation / n.
    assert values.mean() == pytest.approx(10.0, abs=0.002)
    assert values.std() == pytest.approx(0.5, rel=0.01)


def test_seed_of_a_run_depends_on_its_number_alone():
    assert run_seed(7, 3) == run_seed(7, 3)
    assert len({run_seed(7, run) for run in range(1000)}) == 1000
    assert run_seed(7, 3) != run_seed(8, 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1:0.9:9", Span(0.1, 0.9, 9)),
        ("0:1", Span(0.0, 1.0)),
        ("-9.81,-1.62", Choices((-9.81, -1.62))),
        ("precise,realtime", Choices(("precise", "realtime"))),
        ("[1,0,0],[0,1,0]", Choices(([1, 0, 0], [0, 1, 0]))),
        ("true,false", Choices((True, False))),
        ("normal(3, 0.5)", Normal(3.0, 0.5)),
        ("seed", Seeds()),
    ],
)
def test_values_are_read_from_the_command_line(text, expected):
    assert variation("key", text) == expected


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("", "no values"),
        ([], "empty"),
        ("1:1:5", "is empty"),
        ("2:1:5", "is empty"),
        ("0:1:0", "at least 1 step"),
        ("0:1:x", "whole number"),
        ("a:b", "not a number"),
        ("0:1:2:3", "too many colons"),
        ("normal(1,0)", "deviation"),
        (5.0, "give a list of values"),
    ],
)
def test_values_that_make_no_sense_are_refused_with_their_key(given, words):
    with pytest.raises(rg.UsageError, match=r"some\.key") as refused:
        variation("some.key", given)
    assert words in str(refused.value)


def test_grid_without_steps_and_samples_without_number_are_refused():
    with pytest.raises(rg.UsageError, match="number of steps"):
        make_design("grid", [Span(0.0, 1.0)], None, 0)
    with pytest.raises(rg.UsageError, match="needs the number of runs"):
        make_design("latin", [Span(0.0, 1.0)], None, 0)
    with pytest.raises(rg.UsageError, match="Did you mean 'latin'"):
        make_design("lattin", [Span(0.0, 1.0)], 5, 0)
