"""`rigida trim`: a steady flight and its modes."""

import pytest

from .conftest import Command


def test_trim_prints_controls_and_modes(rigida: Command) -> None:
    answer = rigida("trim", "trainer", "--speed", 50, "--altitude", 1000)
    assert answer.code == 0
    for word in ("throttle", "elevator", "phugoid", "Dutch roll", "spiral"):
        assert word in answer.out


def test_trim_as_json_has_the_numbers(rigida: Command) -> None:
    result = rigida("trim", "trainer", "--speed", 50, "--bank", 30, "--json").json()
    assert result["converged"] is True
    assert result["load_factor"] == pytest.approx(1.1547, rel=0.01)
    assert result["modes"]["phugoid"]["period"] > 10.0


def test_impossible_trim_is_the_users_error(rigida: Command) -> None:
    answer = rigida("trim", "trainer", "--speed", 10)
    assert answer.code == 2
    assert "stalls at" in answer.err


def test_run_writes_channels_of_an_aircraft(rigida: Command) -> None:
    answer = rigida("run", "loop", "-o", "out", "--duration", 0.5, "--plots", "--csv", "--json")
    assert answer.code == 0
    names = {path.rsplit("/", 1)[-1] for path in answer.json()["files"]}
    assert {"run.npz", "channels.png", "channels.csv"} <= names
