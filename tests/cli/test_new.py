"""`rigida new`: a scene and a script to start from, which run."""

import runpy
from pathlib import Path

import pytest

import rigida as rg

from .conftest import Command


def test_new_writes_a_scene_and_a_script_that_run(rigida: Command, capfd: pytest.CaptureFixture[str]) -> None:
    answer = rigida("new", "swing", "--json")
    assert answer.json()["files"] == ["swing.toml", "swing.py"]
    assert rg.validate_scene("swing.toml") == []
    assert "#" in Path("swing.toml").read_text(encoding="utf-8")
    runpy.run_path("swing.py", run_name="__main__")
    assert Path("swing.mp4").stat().st_size > 10_000
    assert "contact points at the end" in capfd.readouterr().out


def test_the_ball_of_the_starter_hits_the_tower(rigida: Command) -> None:
    rigida("new", "swing")
    run = rg.Simulation(rg.load("swing.toml")).run(5.0)
    assert run.body("box3").position[-1, 2] < 1.0


def test_new_says_what_to_try(rigida: Command) -> None:
    assert rigida("new", "swing", "-o", "mine").out.count("mine/swing") == 5


def test_new_replaces_nothing_unless_told(rigida: Command) -> None:
    Path("swing.toml").write_text("mine", encoding="utf-8")
    answer = rigida("new", "swing")
    assert answer.code == 2
    assert "--force" in answer.err
    assert not Path("swing.py").exists()
    assert Path("swing.toml").read_text(encoding="utf-8") == "mine"
    assert rigida("new", "swing", "--force").code == 0


def test_new_refuses_a_name_that_is_no_file_name(rigida: Command) -> None:
    assert rigida("new", "../swing").code == 2
    assert not Path("../swing.toml").exists()
