"""`rigida demo`: the first thing a newcomer runs."""

from pathlib import Path

from rigida import scenes
from rigida.cli.commands.demo import film_speed
from rigida.recording import Recording

from .conftest import Command


def test_demo_writes_everything_and_says_where(rigida: Command) -> None:
    answer = rigida("demo", "tumbling_shapes")
    assert answer.code == 0
    assert Recording.load("rigida-demo/run.npz").frame_count > 1
    assert Path("rigida-demo/energy.png").read_bytes().startswith(b"\x89PNG")
    names = ("run.npz", "energy.png", "run.glb", "run.html", "run.mp4")
    for text in ("numerical drift", *(str(Path("rigida-demo") / name) for name in names)):
        assert text in answer.out
    assert {path.name for path in Path("rigida-demo").iterdir()} == set(names)


def test_films_of_long_runs_are_played_faster() -> None:
    assert [film_speed(seconds) for seconds in (0.0, 20.0, 21.0, 200.0, 201.0)] == [1.0, 1.0, 2.0, 10.0, 20.0]


def test_demo_energy_is_flat(rigida: Command) -> None:
    assert rigida("demo", "dzhanibekov", "--json").json()["energy_drift"] < 1e-9


def test_demo_without_a_name_shows_joints_and_contacts_and_what_to_try_next(rigida: Command) -> None:
    answer = rigida("demo")
    assert answer.code == 0
    run = Recording.load("rigida-demo/run.npz")
    assert len(run.names) > 40
    assert len(run.joint_names) > 5
    assert len([event for event in run.events if event["kind"] == "begin"]) > 20
    assert answer.out.count("\n  rigida ") == 3


def test_list_shows_every_packaged_scene_with_a_title(rigida: Command) -> None:
    items = rigida("demo", "--list", "--json").json()["scenes"]
    assert [item["name"] for item in items] == scenes.names()
    assert "dzhanibekov" in scenes.names()
    assert all(item["title"] for item in items)
    text = rigida("demo", "--list").out
    assert [name for name in scenes.names() if name not in text] == []


def test_unknown_demo_offers_the_nearest(rigida: Command) -> None:
    answer = rigida("demo", "dzanibekov")
    assert answer.code == 2
    assert "'dzhanibekov'" in answer.err
    assert not Path("rigida-demo").exists()
