"""CLIC's models reproduce the tables of Lemos 1993, figures 6.7–6.10, and the contacts of its examples."""

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.export.formats import export
from rigida.importers.formats import convert
from rigida.scene.files.save import scene_document

from .test_lag import assert_same

CLIC = {name: path for name, path in scenes.documents().items() if name.startswith("clic/")}
#: When the two bricks of each example meet, computed from their geometry [s].
CONTACT = {1: 1.190585, 2: 1.622585, 3: 1.587432, 4: 1.728000, 5: 1.728000}


def printed(time, vx, x):
    """Return a row of figure 6.7 or 6.9: free fall on y, a constant velocity on x."""
    values = [time, vx if time else 0.0, -9.8 * time, 0.0, x + vx * time, -4.9 * time**2, 0.0]
    return "\t".join(f"{round(value, 6) + 0.0:.6f}" for value in values)


def test_tables_of_example_1_to_all_printed_digits(tmp_path):
    run = rg.Simulation(rg.load(CLIC["clic/example_1"]), engine=rg.Precise(contact="none")).run(1.2, 30)
    export(run, tmp_path / "one.out")
    rows = {
        kind: (tmp_path / f"one_{kind}.out").read_text().rstrip().split("\n")
        for kind in ("paral1_trans", "paral1_orien", "paral2_trans", "paral2_orien")
    }
    assert rows["paral1_trans"][0] == "tempo\tvel_lin x\tvel_lin y\tvel_lin z\ttrans x\ttrans y\ttrans z"
    assert rows["paral1_orien"][0] == "tempo\tvel_ang x\tvel_ang y\tvel_ang z\torien x\torien y\torien z"
    # Rows as they stand in figures 6.7 to 6.10.
    assert rows["paral1_trans"][2] == "0.033333\t-173.611111\t-0.326667\t0.000000\t-5.787037\t-0.005444\t0.000000"
    assert rows["paral1_trans"][37] == "1.200000\t-173.611111\t-11.760000\t0.000000\t-208.333333\t-7.056000\t0.000000"
    assert rows["paral2_trans"][36] == "1.166667\t0.000000\t-11.433333\t0.000000\t-350.000000\t-6.669444\t0.000000"
    assert rows["paral2_orien"][37] == "1.200000\t0.000000\t0.000000\t0.000000\t30.000000\t0.000000\t30.000000"
    assert rows["paral1_orien"][37] == "\t".join(["1.200000", *["0.000000"] * 6])
    times = [k / 30 for k in range(37)]
    assert rows["paral1_trans"][1:] == [printed(time, -10000 / 180 / 0.32, 0.0) for time in times]
    assert rows["paral2_trans"][1:] == [printed(time, 0.0, -350.0) for time in times]


@pytest.mark.parametrize("example", CONTACT)
def test_bricks_meet_when_their_geometry_says(example):
    run = rg.Simulation(rg.load(CLIC[f"clic/example_{example}"])).run(CONTACT[example] + 0.01, 30)
    assert run.events[0]["time"] == pytest.approx(CONTACT[example], abs=1e-6)


def test_thrown_brick_equals_the_packaged_scene():
    ours = rg.load(CLIC["clic/thrown_brick"])
    scene = rg.load(scenes.path("thrown_brick"))
    run, reference = (rg.Simulation(one).run(2.0, 30) for one in (ours, scene))
    np.testing.assert_allclose(run.position, reference.position, atol=1e-9)
    np.testing.assert_allclose(run.angular_velocity, reference.angular_velocity, atol=1e-9)


@pytest.mark.parametrize("name", CLIC)
def test_toml_keeps_every_quantity(name, tmp_path):
    first = rg.load(CLIC[name])
    convert(first, tmp_path / "scene.toml")
    assert_same(scene_document(first), scene_document(rg.load(tmp_path / "scene.toml")))


@pytest.mark.filterwarnings("ignore:.*has no form in this format")
@pytest.mark.parametrize("name", CLIC)
def test_written_model_moves_as_the_one_it_was_read_from(name, tmp_path):
    """Angles may differ by whole turns and faces are triangles, but the motion is the same to rounding."""
    first = rg.load(CLIC[name])
    for body in first.bodies:  # `$OBJETO 0` gives a block's inertia to any geometry, which is not written
        body.inertia = body.center_of_mass = None
    files = convert(first, tmp_path / "again.mod")
    assert {file.suffix for file in files} == {".mod", ".obt"}
    again = rg.load(tmp_path / "again.mod")
    assert [body.name for body in again.bodies] == [body.name for body in first.bodies]
    runs = [rg.Simulation(one, engine=rg.Precise(contact="none")).run(0.5, 10) for one in (first, again)]
    for quantity in ("position", "velocity", "angular_velocity"):
        expected = getattr(runs[0], quantity)
        np.testing.assert_allclose(
            getattr(runs[1], quantity), expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max()
        )
    assert again.plan.duration == first.plan.duration


def test_what_a_model_cannot_hold_is_said(tmp_path):
    scene = rg.Scene(gravity=(0, 0, -9.81))
    box = scene.add_body(rg.Box((1, 2, 3)), mass=6.0, orientation=(0.5, 0.5, 0.5, 0.5), name="a box")
    scene.add_body(rg.HalfSpace(), fixed=True, name="ground")
    scene.add_joint(rg.Revolute(box))
    scene.add_force(rg.Drag(box, linear=1.0))
    with pytest.warns(rg.RigidaWarning) as told:
        convert(scene, tmp_path / "box.mod")
    said = " ".join(str(one.message) for one in told)
    for what in ("closed surface", "gravity of 9.8", "revolute joint", "drag", "friction"):
        assert what in said
    (back,) = rg.load(tmp_path / "box.mod").bodies
    assert back.name == "a_box"
    assert back.density == pytest.approx(1.0, rel=1e-12)
    np.testing.assert_allclose(np.abs(back.orientation), 0.5, atol=1e-12)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_angles_run_on_over_whole_turns(axis, tmp_path):
    """About one axis of the body the angle is the rate times the time, past 90°, 180° and 360°."""
    rate = np.zeros(3)
    rate[axis] = np.radians(400.0)
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((1, 2, 3)), angular_velocity=rate, name="box")
    export(rg.Simulation(scene, engine=rg.Precise()).run(2.0, 30), tmp_path / "turns.out")
    angles = np.loadtxt(tmp_path / "turns_box_ang.out")
    expected = np.zeros_like(angles)
    expected[:, axis] = 400.0 / 30.0 * np.arange(len(angles))
    np.testing.assert_allclose(angles, expected, atol=1e-5)


def test_object_frame_vectors_turn_with_the_object(tmp_path):
    text = CLIC["clic/thrown_brick"].read_text()
    text = text.replace("$ORIENTACAO_SRO_SRU 0.0 0.0 0.0", "$ORIENTACAO-SRO-SRU 0.0 0.0 90.0")
    text = text.replace("$VEL_LIN_SRO 0.0 0.0 0.0", "$VEL-LINEAR-SRO 2.0 0.0 0.0")
    text = text.replace("$VEL_ANG_SRO 0.0 0.0 0.0", "$VEL-ANG-SRO 90.0 0.0 0.0")
    (tmp_path / "turned.mod").write_text(text)
    (tmp_path / "paral.obt").write_text((CLIC["clic/thrown_brick"].parent / "paral.obt").read_text())
    body = rg.load(tmp_path / "turned.mod").bodies[0]
    np.testing.assert_allclose(body.velocity, (0, 2, 0), atol=1e-15)
    np.testing.assert_allclose(body.angular_velocity, (0, np.pi / 2, 0), atol=1e-15)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("$NRO_FORCA_EXT 1", "$NRO_FORCA_EXT 2", 18, "2 of the force are announced, but 1 are given"),
        ("$DENSIDADE 1000", "$DENSIDADE 0", 18, "needs $NOME and $DENSIDADE"),
        ("paral.obt", "other.obt", 6, "there is no file 'other.obt'"),
        ("$ENDSIMU", "", 18, "the file ends where '$ENDSIMU' should follow"),
        ("$TEMPO 0.0 12.0", "$TEMPO 12.0 0.0", 4, "must come after the first"),
        ("$VEL_ANG_SRO", "$VEL_ANGULAR", 14, "unknown keyword '$VEL_ANGULAR'"),
    ],
)
def test_a_problem_has_its_line(tmp_path, old, new, line, words):
    for file in CLIC["clic/thrown_brick"].parent.glob("*.obt"):
        (tmp_path / file.name).write_text(file.read_text())
    text = CLIC["clic/thrown_brick"].read_text()
    assert old in text
    (tmp_path / "model.mod").write_text(text.replace(old, new))
    (found,) = rg.validate_scene(tmp_path / "model.mod")
    assert words in found.message
    assert found.line == line
