"""`rigida check`: every problem with its line; 0 good, 1 problems, 2 usage."""

from pathlib import Path

from .conftest import Command


def test_good_scene_exits_0(rigida: Command, spinning: Path) -> None:
    answer = rigida("check", spinning)
    assert answer.code == 0
    assert "good" in answer.out


def test_bad_toml_shows_its_line(rigida: Command) -> None:
    Path("bad.toml").write_text('title = "x"\n\n[body.box\n')
    answer = rigida("check", "bad.toml")
    assert answer.code == 1
    assert answer.out.startswith("bad.toml:3:")


def test_every_problem_is_reported_with_its_key(rigida: Command) -> None:
    Path("bad.toml").write_text(
        '[body.box]\nmass = -1.0\nshape = { kind = "box", size = [1, 1, 1] }\nvelocty = [0, 0, 1]\n'
    )
    answer = rigida("check", "bad.toml")
    assert answer.code == 1
    assert "bad.toml:2: body.box.mass" in answer.out
    assert "bad.toml:4: body.box.velocty" in answer.out
    result = rigida("check", "bad.toml", "--json").json()
    assert result["ok"] is False
    assert [problem["line"] for problem in result["problems"]] == [2, 4]


def test_json_of_a_good_scene_is_one_object(rigida: Command, spinning: Path) -> None:
    assert rigida("check", spinning, "--json").json() == {"file": str(spinning), "ok": True, "problems": []}


def test_missing_file_exits_2(rigida: Command) -> None:
    assert rigida("check", "nothing.toml").code == 2


def test_no_argument_exits_2_and_says_what_to_give(rigida: Command) -> None:
    answer = rigida("check")
    assert answer.code == 2
    assert "--schema" in answer.err


def test_schema_is_a_json_schema(rigida: Command) -> None:
    answer = rigida("check", "--schema")
    assert answer.code == 0
    assert "properties" in answer.json()
