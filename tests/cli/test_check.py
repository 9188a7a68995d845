"""`rigida check`: every problem with its line; 0 good, 1 problems, 2 usage."""

from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("scene", "name", "file", "old", "new", "line"),
    [
        ("lag/two_bars", "bars.cfg", "bars.ste", "bodies = 2", "bodies = 3", 8),
        ("four_bar", "bar.json", "bar.json", '"kind": "revolute"', '"kind": "revolut"', None),
        ("four_bar", "bar.toml", "bar.toml", 'kind = "revolute"', 'kind = "revolut"', None),
    ],
)
def test_every_format_is_checked_with_file_and_line(
    rigida: Command, scene: str, name: str, file: str, old: str, new: str, line: int | None
) -> None:
    rigida("convert", scene, name)
    text = Path(file).read_text()
    assert old in text
    Path(file).write_text(text.replace(old, new, 1))
    answer = rigida("check", name)
    assert answer.code == 1
    line = line or 1 + text.partition(old)[0].count("\n")
    assert answer.out.startswith(f"{file}:{line}:")


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("model.mod", "$SIMULACAO\n$TEMPO 0 1\n$NRO_OBJETOS many\n", 3),
        ("model.xml", "<mujoco>\n<worldbody>\n<geom type='bax' size='1'/></worldbody></mujoco>", 3),
        ("model.xml", "<mujoco>\n<worldbody>\n</mujoco>", 3),
        ("model.sdf", "<sdf>\n<model name='m'>\n<link/></model></sdf>", 3),
        ("robot.urdf", "<robot>\n<link name='a'/>\n\n<joint name='j' type='revolut'/></robot>", 4),
    ],
)
def test_other_formats_are_checked_with_file_and_line(rigida: Command, name: str, text: str, line: int) -> None:
    Path(name).write_text(text)
    answer = rigida("check", name)
    assert answer.code == 1
    assert answer.out.startswith(f"{name}:{line}:")


def test_tables_of_all_keys_are_printed(rigida: Command) -> None:
    answer = rigida("check", "--keys")
    assert answer.code == 0
    assert "| `motor_max` | a number, at least 0 | N m or N |" in answer.out


def test_what_a_simulation_would_refuse_is_told(rigida: Command) -> None:
    Path("open.toml").write_text(
        '[body.a]\ndensity = 1000.0\nshape = { kind = "sphere", radius = 0.1 }\n'
        '[joint.hinge]\nkind = "revolute"\na = "a"\nanchor = [0, 0, 0]\nanchor_b = [0, 0, 1]\naxis = [0, 1, 0]\n'
    )
    answer = rigida("check", "open.toml")
    assert answer.code == 1
    assert "hinge" in answer.out
    assert "is open by 1 m" in answer.out
