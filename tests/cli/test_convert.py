"""`rigida convert`, and the other commands on scenes of other formats."""

from pathlib import Path

import rigida as rg

from .conftest import Command


def test_a_robot_becomes_a_scene_file(rigida: Command) -> None:
    answer = rigida("convert", "robots/gripper", "gripper.toml", "--json")
    assert answer.code == 0
    assert answer.json() == {"files": ["gripper.toml"]}
    assert len(rg.load("gripper.toml").joints) == 8


def test_a_set_of_files_is_listed_whole(rigida: Command) -> None:
    answer = rigida("convert", "lag/two_bars", "bars.cfg")
    assert answer.code == 0
    written = sorted(path.name for path in Path().iterdir())
    assert written == ["bars.bds", "bars.cfg", "bars.ctr", "bars.ste", "bars_1.shp", "bars_2.shp"]
    assert all(f"wrote {name}" in answer.out for name in written)


def test_an_unknown_ending_is_refused_with_the_known_ones(rigida: Command) -> None:
    answer = rigida("convert", "dzhanibekov", "scene.xyz")
    assert answer.code == 2
    assert "Known are .toml" in answer.err


def test_a_problem_names_the_file_of_the_set_that_has_it(rigida: Command) -> None:
    rigida("convert", "lag/two_bars", "bars.cfg")
    joints = Path("bars.ctr")
    joints.write_text(joints.read_text().replace("lower", "lowre"))
    answer = rigida("check", "bars.cfg")
    assert answer.code == 1
    assert answer.out.startswith("bars.ctr:")
    assert "Did you mean 'lower'?" in answer.out


def test_info_and_run_take_every_format(rigida: Command) -> None:
    facts = rigida("info", "clic/thrown_brick", "--json").json()
    assert abs(facts["bodies"][0]["mass"] - 0.36) < 1e-12
    answer = rigida("run", "clic/thrown_brick", "-o", "brick", "--duration", "0.2", "--json")
    assert answer.json()["frames"] == 7
    assert rigida("export", "brick", "-o", "brick.out").code == 0
    assert Path("brick_paral_trans.out").read_text().startswith("tempo\t")
