"""Readers of damaged files raise SceneError and nothing else."""

import shutil
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_form import examples

import rigida as rg
from rigida import scenes

SUBJECTS = {
    "lag/jointed_bars_fall": [".cfg", ".bds", ".ste", ".ctr"],
    "clic/example_3": [".mod"],
    "robots/arm": [".urdf"],
    "robots/gripper": [".xml"],
    "robots/quadruped": [".xml"],
    "robots/four_bar": [".sdf"],
    "four_bar": [".toml"],
}
PIECES = [
    b"",
    b"0",
    b"-1",
    b"1e308",
    b"1e-320",
    b"nan",
    b"\xff\xfe",
    b"\0",
    b"<",
    b'"',
    b"#",
    b"999999999999",
    b" = ",
    b"end",
]

edits = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 12), st.sampled_from(PIECES)), min_size=1, max_size=4
)


@pytest.mark.parametrize(
    ("name", "ending"), [(name, ending) for name, endings in SUBJECTS.items() for ending in endings]
)
def test_mutated_files_give_scene_errors_only(name, ending, tmp_path_factory):
    source = scenes.path(name)
    folder = tmp_path_factory.mktemp("fuzz")
    for file in source.parent.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    target = (folder / source.name).with_suffix(ending)
    original = target.read_bytes()

    @settings(max_examples=examples(120))
    @given(edits, st.one_of(st.none(), st.floats(0, 1)))
    def check(changes, cut):
        data = original if cut is None else original[: int(cut * len(original))]
        for place, removed, piece in changes:
            at = int(place * len(data))
            data = data[:at] + piece + data[at + removed :]
        target.write_bytes(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", rg.RigidaWarning)
            problems = rg.validate_scene(folder / source.name)
            if problems:
                with pytest.raises(rg.SceneError):
                    rg.load(folder / source.name)

    check()


@pytest.mark.parametrize(("name", "shape"), [("clic/example_1", "paral1.obt"), ("lag/two_bars", "pointed_bar.shp")])
def test_mutated_shapes_give_scene_errors_only(name, shape, tmp_path):
    source = scenes.path(name)
    for file in source.parent.iterdir():
        shutil.copy(file, tmp_path)
    target = tmp_path / shape
    original = target.read_bytes()

    @settings(max_examples=examples(120))
    @given(edits)
    def check(changes):
        data = original
        for place, removed, piece in changes:
            at = int(place * len(data))
            data = data[:at] + piece + data[at + removed :]
        target.write_bytes(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", rg.RigidaWarning)
            rg.validate_scene(tmp_path / source.name)

    check()
