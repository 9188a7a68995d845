"""LAG's set of files: what it says arrives in the scene, comes back from it, and what is wrong with it is named."""

import shutil
import warnings

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.export.formats import export
from rigida.importers.formats import convert
from rigida.scene.files.save import scene_document

LAG = {name: path for name, path in scenes.documents().items() if name.startswith("lag/")}
#: Standard deviation of the energy that the document reports (Bacin 1999, ch. 9) [J].
SPREAD = {
    "lag/principal_axis": 2.03e-7,
    "lag/arbitrary_axis": 2.23e-7,
    "lag/two_bars": 1.32e-4,
    "lag/tetrahedron_falls": 7.81e-7,
    "lag/jointed_bars_fall": 1.41e-3,
}


def assert_same(first, second, tolerance=1e-12, place=()):
    if isinstance(first, dict):
        assert first.keys() == second.keys(), place
        for key in first:
            assert_same(first[key], second[key], tolerance, (*place, key))
    elif isinstance(first, list):
        assert len(first) == len(second), place
        for i, pair in enumerate(zip(first, second, strict=True)):
            assert_same(*pair, tolerance, (*place, i))
    elif isinstance(first, float):
        assert first == pytest.approx(second, rel=tolerance, abs=tolerance), place
    else:
        assert first == second, place


@pytest.fixture
def copied(tmp_path):
    """The files of the jointed bars in a folder of their own, and a function that changes one of them."""
    folder = tmp_path / "lag"
    shutil.copytree(LAG["lag/jointed_bars_fall"].parent, folder)

    def change(ending, old, new):
        file = folder / f"jointed_bars_fall{ending}"
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))
        return folder / "jointed_bars_fall.cfg"

    return change


def problem(path):
    (found,) = rg.validate_scene(path)
    return found


@pytest.mark.parametrize("name", LAG)
def test_round_trip_through_toml_keeps_every_quantity(name, tmp_path):
    first = rg.load(LAG[name])
    convert(first, tmp_path / "scene.toml")
    convert(rg.load(tmp_path / "scene.toml"), tmp_path / "scene.cfg")
    assert_same(scene_document(first), scene_document(rg.load(tmp_path / "scene.cfg")))


@pytest.mark.parametrize("name", SPREAD)
def test_energy_spreads_less_than_in_the_document(name):
    scene = rg.load(LAG[name])
    run = rg.Simulation(scene).run(scene.plan.duration, scene.plan.fps)
    assert len(run.times) == round(scene.plan.duration * scene.plan.fps) + 1
    assert np.std(run.energy.total) < SPREAD[name]
    assert np.ptp(run.velocity) > 0.1 or np.ptp(run.orientation) > 0.1


def test_every_kind_of_joint_and_force_comes_back(tmp_path):
    scene = rg.Scene(title="All kinds")
    scene.engine = rg.Precise()
    plain = {"friction": 0.0, "restitution": 1.0}
    turned = (0.9, 0.1, 0.3, -0.2)
    a = scene.add_body(rg.Box((1, 2, 3)), name="a", position=(0, 0, 5), orientation=turned, **plain)
    b = scene.add_body(rg.Sphere(0.4), name="b", position=(3, 0, 5), angular_velocity=(1, 2, 3), **plain)
    for i, joint in enumerate((rg.Spherical, rg.Revolute, rg.Prismatic, rg.Cylindrical, rg.Planar, rg.Fixed)):
        axis = {"normal": (0, 1, 1)} if joint is rg.Planar else {"axis": (1, 2, 0)}
        axis = {} if joint in (rg.Spherical, rg.Fixed) else axis
        scene.add_joint(joint(a, b, anchor=(1, 1, i), name=f"joint{i}", **axis))
    scene.add_joint(rg.Spherical(a, anchor=(0, 0, 7), name="hung"))
    scene.add_force(rg.Spring(a, b, 50.0, 0.0, 2.0, (0, 0, 5), (3, 0, 5), name="spring"))
    scene.add_force(rg.Spring(a, rg.WORLD, 50.0, 3.0, 2.0, (0, 0, 5), (0, 0, 9), name="damped"))
    curve = {"times": [0, 1, 3], "forces": [[1, 2, 3], [0, 0, 1], [0, 0, 0]], "torques": np.ones((3, 3))}
    scene.add_force(rg.InterpolatedForce(a, anchor=(0, 1, 5), name="curve", **curve))
    scene.add_force(rg.ConstantForce(b, (1, 0, 0), (3, 0, 5), name="push"))
    scene.add_force(rg.Torque(b, (0, 0, 1), name="twist"))
    convert(scene, tmp_path / "all.cfg")
    back = rg.load(tmp_path / "all.cfg")
    first, second = scene_document(scene), scene_document(back)
    for element in second["joint"].values():
        # An axis comes back at the length it was given, a direction is all that counts.
        assert element.pop("anchor_b", None) is None
    assert_same(first["joint"], second["joint"])
    assert_same(first["force"], second["force"])
    np.testing.assert_allclose(back.body("b").angular_velocity, (1, 2, 3), rtol=1e-12)
    np.testing.assert_allclose(back.body("a").mass_properties().inertia, a.mass_properties().inertia, rtol=1e-12)


def test_scale_and_density_change_mass_and_inertia_as_for_a_solid(tmp_path):
    scene = rg.Scene()
    box = scene.add_body(rg.Box((1, 2, 3)), density=1.0, friction=0.0, restitution=1.0, name="box")
    scene.engine = rg.Precise()
    convert(scene, tmp_path / "one.cfg")
    bodies = tmp_path / "one.bds"
    bodies.write_text(bodies.read_text().replace("1.0 1.0 1.0 1.0", "2 3 0.5 7"))
    scaled = rg.load(tmp_path / "one.cfg").body("box").mass_properties()
    expected = rg.Box((2, 6, 1.5)).mass_properties(7.0)
    assert box.mass_properties().mass == pytest.approx(6.0)
    assert scaled.mass == pytest.approx(expected.mass, rel=1e-12)
    np.testing.assert_allclose(scaled.inertia, expected.inertia, rtol=1e-12)


def test_what_the_format_cannot_hold_is_named_once_per_kind(tmp_path):
    scene = rg.Scene()
    scene.add_ground()
    scene.add_ground(name="other")
    scene.add_body(rg.Sphere(1.0), name="ball", position=(0, 0, 2))
    with pytest.warns(rg.RigidaWarning) as given:
        convert(scene, tmp_path / "ball.cfg")
    texts = [str(item.message) for item in given]
    assert sum("half-space" in text for text in texts) == 1
    assert any("2 times" in text for text in texts)
    assert any("elastic" in text for text in texts)
    assert [body.name for body in rg.load(tmp_path / "ball.cfg").bodies] == ["ball"]


def test_frames_hold_positions_and_velocities_of_vertices(tmp_path):
    scene = rg.load(LAG["lag/tetrahedron_falls"])
    run = rg.Simulation(scene).run(0.2, 10)
    export(run, tmp_path / "fall.sur")
    faces = (tmp_path / "fall.sur").read_text().split("\n")
    assert faces[:2] == ["begin surface (format of 95-09-14)", f"faces = {4 + 12}"]
    lines = (tmp_path / "fall2.ste").read_text().rstrip().split("\n")
    assert lines[1:3] == ["vertices = 12", "t = 0.2"]
    first = [float(word) for word in lines[3].removeprefix("0:").split()]
    # Before it touches anything it only falls.
    np.testing.assert_allclose(first[3:], [0, 0, -9.81 * 0.2], atol=1e-9)
    assert not (tmp_path / "fall3.ste").exists()


def test_link_violation_that_is_not_corrected_drifts_and_comes_back(copied, tmp_path):
    path = copied(".cfg", "end animation", "  correct_link_violation = off\nend animation")
    scene = rg.load(path)
    assert not scene.engine.stabilization
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rg.RigidaWarning)  # what else the format cannot hold
        convert(scene, tmp_path / "again.cfg")
    assert "correct_link_violation = off" in (tmp_path / "again.cfg").read_text()
    assert not rg.load(tmp_path / "again.cfg").engine.stabilization


def test_windows_line_ends_latin_1_and_odd_spacing_are_read(copied):
    path = copied(
        ".ctr", "tips Universal\n  bar1 6 0 0\n", "tips\tUniversal # articula\u00e7\u00e3o\n\n bar1   < 6 0 0 >\n"
    )
    file = path.with_suffix(".ctr")
    file.write_bytes(file.read_text().replace("\n", "\r\n").encode("latin-1"))
    assert [joint.name for joint in rg.load(path).joints] == ["tips"]


@pytest.mark.parametrize(
    ("ending", "old", "new", "line", "words"),
    [
        (".ctr", "bar2 -6", "bra2 -6", 5, "there is no body 'bra2'. Did you mean 'bar2'?"),
        (".ctr", "Universal", "Univresal", 3, "unknown kind of joint 'Univresal'. Did you mean 'Universal'?"),
        (".ctr", "constraints = 2", "constraints = 3", 8, "unknown kind of joint 'constraints'"),
        (".ste", "end state", "", 9, "the file ends where 'end' should follow"),
        (".ste", "bodies = 3", "bodies = 2", 7, "the state of these bodies is missing: slab"),
        (".ste", "0.92 0.38", "0.92 0.98", 5, "must add up to 1"),
        (".ste", "0.38 0 0\n  0 0 0 0", "0.38 0 0\n  0 0 0 0.71", 5, "must be orthogonal"),
        (".bds", "slab slab", "slab ../slab", 8, "there is no file '../slab.shp'"),
        (".bds", "1 1 1 1", "1 -1 1 1", 4, "scale and density must be above 0"),
        (".cfg", "frames = 300", "frames = 3.5", 8, "must be a whole number"),
        (".cfg", "max_step", "max_stop", 11, "unknown setting 'max_stop'. Did you mean 'max_step'?"),
        (".cfg", "duration = 10", "duration = 1e999", 7, "must be a finite number"),
    ],
)
def test_a_problem_has_its_file_line_and_remedy(copied, ending, old, new, line, words):
    path = copied(ending, old, new)
    found = rg.validate_scene(path)[0]
    assert found.file == path.with_suffix(ending).name
    assert words in found.message
    assert found.line == line
    with pytest.raises(rg.SceneError):
        rg.load(path)


def test_a_shape_outside_the_folder_is_refused(copied, tmp_path):
    path = copied(".bds", "slab slab", "slab ../slab")
    shutil.copy(path.parent / "slab.shp", tmp_path / "slab.shp")
    assert "leads out of the scene's folder" in problem(path).message


def test_files_of_a_hundred_megabytes_are_refused_unread(copied):
    path = copied(".ste", "begin", "begin")
    with path.with_suffix(".ste").open("r+b") as file:
        file.truncate(100 * 2**20)
    assert "at most 32 MB" in problem(path).message
