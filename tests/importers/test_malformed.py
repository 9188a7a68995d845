"""Files that are cut short, miscounted, foreign, huge or oddly written: an error with file and line, or no error."""

import shutil
import tracemalloc
import warnings

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.importers.formats import convert
from rigida.scene.files.save import scene_document

from .test_lag import assert_same

#: A scene of every format, and the files that belong to it.
SUBJECTS = {
    "lag/jointed_bars_fall": [f"jointed_bars_fall{ending}" for ending in (".cfg", ".bds", ".ste", ".ctr")],
    "lag/two_bars": ["pointed_bar.shp"],
    "clic/example_3": ["example_3.mod", "paral1.obt"],
    "robots/arm": ["arm.urdf"],
    "robots/gripper": ["gripper.xml"],
    "robots/four_bar": ["four_bar.sdf"],
    "four_bar": ["four_bar.toml"],
    "own": ["own.json"],
}
FILES = [(name, file) for name, files in SUBJECTS.items() for file in files]


@pytest.fixture
def copied(tmp_path):
    """Give a copy of a scene with all its files, by its name; return the path of the scene."""

    def copy(name):
        if name == "own":
            convert(rg.load(scenes.path("four_bar")), tmp_path / "own.json")
            return tmp_path / "own.json"
        source = scenes.path(name)
        shutil.copytree(source.parent, tmp_path, dirs_exist_ok=True)
        return tmp_path / source.name

    return copy


def changed(path, old, new, file=None):
    target = path.with_name(file) if file else path
    text = target.read_text(encoding="utf-8")
    assert old in text
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "file"), FILES)
def test_a_file_cut_short_is_refused_with_file_and_line(name, file, copied):
    path = copied(name)
    target = path.with_name(file)
    whole = target.read_bytes().rstrip()
    lines = whole.count(b"\n") + 1
    refused = 0
    for share in np.linspace(0.1, 0.97, 15):
        target.write_bytes(whole[: int(share * len(whole))])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", rg.RigidaWarning)
            problems = rg.validate_scene(path)
        # A TOML file that ends between two keys is a whole file.
        assert problems or file.endswith(".toml")
        refused += bool(problems)
        for problem in problems:
            assert 0 <= problem.line <= lines, problem
            assert problem.message
            assert problem.file in ("", *(item.name for item in path.parent.iterdir()))
    assert refused >= 3


@pytest.mark.parametrize(("name", "file"), FILES)
def test_a_file_of_a_hundred_megabytes_is_refused_unread(name, file, copied):
    path = copied(name)
    with path.with_name(file).open("r+b") as huge:
        huge.truncate(100 * 2**20)
    rg.validate_scene(path.with_name("nothing" + path.suffix))  # imports the reader
    tracemalloc.start()
    try:
        problems = rg.validate_scene(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "at most 32 MB" in problems[0].message
    assert problems[0].file in ("", file)
    assert peak < 4 * 2**20


FILLING = {
    "own.json": b'{"body": {' + b'"a": {"mass": 1}, ' * 100_000,
    "own.toml": b"[body.a]\n" * 250_000,
    "own.cfg": b"begin animation\n" + b"duration = 1\n" * 250_000,
    "own.mod": b"$SIMULACAO\n$TEMPO 0 1\n$NRO_OBJETOS 99999999\n" + b"$OBJETO\n$ENDOBJ\n" * 100_000,
    "own.urdf": b"<robot>" + b"<link name='a'/>\n" * 250_000,
    "own.sdf": b"<sdf><model name='m'>" + b"<link name='a'>\n" * 250_000,
    "own.xml": b"<mujoco><worldbody>" + b"<body>\n" * 250_000,
}


@pytest.mark.parametrize("name", FILLING)
def test_megabytes_of_nonsense_end_in_few_problems_and_little_memory(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(FILLING[name])
    tracemalloc.start()
    try:
        problems = rg.validate_scene(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 1 <= len(problems) <= 200
    # What Python needs to hold a text and a tree of it; a bomb would take gigabytes.
    assert peak < 60 * len(FILLING[name])


@pytest.mark.parametrize(
    ("name", "file", "old", "new", "words"),
    [
        ("lag/jointed_bars_fall", "jointed_bars_fall.bds", "bodies = 3", "bodies = 4", "the file ends where the scale"),
        ("lag/jointed_bars_fall", "jointed_bars_fall.bds", "bodies = 3", "bodies = 2", "'end' must stand here"),
        ("lag/jointed_bars_fall", "jointed_bars_fall.ste", "bodies = 3", "bodies = -3", "at least 0"),
        ("lag/jointed_bars_fall", "pointed_bar.shp", "vertices = 10", "vertices = 11", "must be a finite number"),
        (
            "lag/jointed_bars_fall",
            "pointed_bar.shp",
            "faces = 16",
            "faces = 999999999",
            "the file ends where a vertex of the face",
        ),
        ("clic/example_3", "example_3.mod", "$NRO_OBJETOS 2", "$NRO_OBJETOS 3", "'$OBJETO'"),
        ("clic/example_3", "paral1.obt", "$FACES 6", "$FACES 7", "must be a"),
        ("clic/example_3", "paral1.obt", "$VERTICE 8", "$VERTICE 9", "must be a finite number"),
    ],
)
def test_wrong_counts_are_told_with_file_and_line(name, file, old, new, words, copied):
    found = rg.validate_scene(changed(copied(name), old, new, file))[0]
    assert words in found.message
    assert found.file == file
    assert found.line > 1


@pytest.mark.parametrize(
    ("name", "file", "old", "new", "words"),
    [
        ("lag/jointed_bars_fall", "jointed_bars_fall.ctr", "bar2 -6", "bra2 -6", "no body 'bra2'"),
        ("robots/arm", "arm.urdf", '<parent link="shoulder"/>', '<parent link="soulder"/>', "no link 'soulder'"),
        ("robots/gripper", "gripper.xml", 'joint="right"', 'joint="rigt"', "no joint 'rigt'"),
        ("robots/gripper", "gripper.xml", 'body1="right_bar"', 'body1="right_ba"', "no body 'right_ba'"),
        ("four_bar", "four_bar.toml", 'a = "crank"', 'a = "cranc"', "'cranc'"),
        ("own", "own.json", '"a": "crank"', '"a": "cranc"', "'cranc'"),
    ],
)
def test_unknown_bodies_are_told_with_file_line_and_the_nearest_name(name, file, old, new, words, copied):
    path = changed(copied(name), old, new, file)
    line = 1 + path.with_name(file).read_text().partition(new)[0].count("\n")
    found = rg.validate_scene(path)[0]
    assert words in found.message
    assert "Did you mean" in found.message
    # Elements that span lines are told by their first.
    assert 0 <= line - found.line <= 2


def spaced(text):
    return text.replace(" ", " \t ").replace("\n", "\n\n# zu früh\n")


def spaced_xml(text):
    return text.replace("/>", "\n />").replace("><", "> <!-- zu früh <a>&b; -->\n<").replace("=", " = ")


@pytest.mark.parametrize(("name", "write"), [("lag/jointed_bars_fall", spaced), ("clic/example_3", spaced)])
def test_documents_may_have_comments_spacing_windows_ends_and_latin_1(name, write, copied):
    path = copied(name)
    expected = scene_document(rg.load(path))
    for file in path.parent.iterdir():
        file.write_bytes(write(file.read_text()).replace("\n", "\r\n").encode("latin-1"))
    found = scene_document(rg.load(path))
    for document in (expected, found):
        document.pop("description", None)
        document.pop("title", None)
    assert_same(expected, found)


@pytest.mark.parametrize("name", ["robots/arm", "robots/gripper", "robots/quadruped", "robots/four_bar"])
@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "utf-8-sig"])
def test_robots_may_have_comments_spacing_windows_ends_and_latin_1(name, encoding, copied):
    path = copied(name)
    expected = scene_document(rg.load(path))
    head, mark, rest = path.read_text().partition("?>")
    text = (head + mark if rest else "") + "<!-- früh -->" + spaced_xml(rest or head)
    path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    assert_same(expected, scene_document(rg.load(path)))


def test_a_scene_that_is_not_utf_8_names_the_line(copied):
    path = copied("four_bar")
    path.write_bytes(path.read_bytes() + "# zu früh\r\n".encode("latin-1"))
    (found,) = rg.validate_scene(path)
    assert "must be UTF-8" in found.message
    assert found.line == path.read_bytes().count(b"\n")


@pytest.mark.parametrize("place", ["../shape", "/tmp/shape", "inner/../../shape"])
def test_shapes_outside_the_folder_are_refused_and_may_be_allowed(place, copied, tmp_path, monkeypatch):
    path = copied("clic/example_3")
    inner = tmp_path / "scene"
    inner.mkdir()
    (inner / "inner").mkdir()
    for file in [item for item in tmp_path.iterdir() if item.is_file()]:
        shutil.move(file, inner)
    shutil.copy(inner / "paral1.obt", tmp_path / "shape.obt")
    place = place.replace("/tmp", str(tmp_path)) + ".obt"
    changed(inner / path.name, "paral1.obt", place)
    (found,) = rg.validate_scene(inner / path.name)
    assert "leads out of the scene's folder" in found.message
    assert found.line == 6


@pytest.mark.parametrize(("folder", "file"), [("..", "brick.stl"), ("", "../brick.stl"), ("", "ABSOLUTE")])
def test_meshes_of_a_model_may_not_leave_its_folder_unless_allowed(folder, file, tmp_path):
    import trimesh

    inner = tmp_path / "scene"
    inner.mkdir()
    trimesh.creation.box((1, 2, 3)).export(tmp_path / "brick.stl")
    file = file.replace("ABSOLUTE", str(tmp_path / "brick.stl"))
    text = f"<mujoco><compiler meshdir='{folder}'/><asset><mesh name='m' file='{file}'/></asset><worldbody>\n"
    (inner / "m.xml").write_text(text + "<body><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>")
    found = rg.validate_scene(inner / "m.xml")[0]
    assert "leads out of the scene's folder" in found.message
    assert found.line == 1
    assert rg.validate_scene(inner / "m.xml", search=[tmp_path]) == []
    (inner / "m.xml").write_text((inner / "m.xml").read_text().replace("../", "").replace("'..'", "''"))
    if file != str(tmp_path / "brick.stl"):
        assert rg.validate_scene(inner / "m.xml", search=[tmp_path]) == []


def test_a_link_out_of_the_folder_is_refused(copied, tmp_path):
    path = copied("clic/example_3")
    inner = tmp_path / "scene"
    inner.mkdir()
    shutil.move(path, inner)
    for file in ("paral1.obt", "paral2.obt"):
        (inner / file).symlink_to(tmp_path / file)
    assert "leads out of the scene's folder" in rg.validate_scene(inner / path.name)[0].message


@pytest.mark.parametrize(
    ("name", "old", "told"),
    [
        ("robots/arm", 'xyz="', "'xyz' of <origin> must be 3 finite numbers"),
        ("robots/gripper", 'pos="', "must be 3 finite numbers"),
        ("robots/four_bar", "<pose>", "finite numbers"),
    ],
)
def test_no_more_of_a_long_list_of_numbers_is_read_than_is_wanted(name, old, told, copied, monkeypatch):
    read = []
    monkeypatch.setattr("rigida.importers.xml_tree.float", lambda word: read.append(word) or float(word), raising=False)
    path = changed(copied(name), old, old + "1 " * 300_000)
    with pytest.raises(rg.SceneError, match=told):
        rg.load(path)
    assert len(read) < 10_000
