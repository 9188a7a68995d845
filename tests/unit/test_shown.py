"""Objects show themselves in a line, and as a small table in a notebook; none of them prints its arrays."""

import numpy as np
import pytest

import rigida as rg
from rigida.runs.table import SHOWN_ROWS
from rigida.scene.scene import SHOWN_MEMBERS
from rigida.shown import counted, html_table


@pytest.fixture(scope="module")
def scene():
    scene = rg.Scene(title="Row <of> balls")
    scene.add_ground()
    for k in range(40):
        scene.add_body(rg.Sphere(0.1), position=(k, 0, 0.1), name=f"ball{k}")
    scene.add_joint(rg.Distance(scene.body("ball0"), scene.body("ball1"), name="rod"))
    return scene


@pytest.fixture(scope="module")
def run(scene):
    return rg.Simulation(scene).run(1.0, fps=100, contacts=True)


def test_a_count_has_its_word():
    assert [counted(1, "body", "bodies"), counted(2000, "frame")] == ["1 body", "2,000 frames"]


def test_a_scene_says_what_is_in_it_and_lists_the_first(scene):
    assert repr(scene) == "<Scene 'Row <of> balls': 41 bodies, 1 joint>"
    table = scene._repr_html_()
    assert table.count("<tr>") == 1 + SHOWN_MEMBERS
    assert "Row &lt;of&gt; balls" in table


def test_a_recording_and_its_histories_are_told_in_a_line(run):
    assert repr(run) == "<Recording 'Row <of> balls': 41 bodies, 1 joint, 101 frames over 1 s, realtime engine>"
    shown = [repr(part) for part in (run.body("ball3"), run.joint("rod"), run.energy, run.contacts)]
    assert shown[:3] == [
        "<BodyHistory 'ball3': 101 frames over 1 s>",
        "<JointHistory 'rod': 101 frames over 1 s>",
        "<EnergyHistory: 101 frames>",
    ]
    assert shown[3].endswith("contacts in 101 frames>")


def test_a_history_shows_its_range_in_a_notebook(run):
    table = run.body("ball3")._repr_html_()
    assert table.count("<tr>") == 1 + 9
    assert "<td>position [m] x</td><td>3</td>" in table
    assert run.joint("rod")._repr_html_().count("<tr>") == 1 + 6
    assert run.energy._repr_html_().count("<tr>") == 1 + 3


def test_a_table_of_runs_shows_its_first_rows():
    count = 2 * SHOWN_ROWS
    columns = {"run": np.arange(count), "mass": np.ones(count), "height": np.full(count, 0.25)}
    table = rg.RunTable(columns | {"status": np.array(["good"] * count)}, {"mass": "kg"}, ("mass",), ("height",))
    assert repr(table) == f"<RunTable: {count} runs over mass; measured: height>"
    assert table._repr_html_().count("<tr>") == 1 + SHOWN_ROWS
    assert "<th>mass [kg]</th>" in table._repr_html_()


def test_shapes_of_many_points_do_not_print_them():
    points = np.random.default_rng(0).normal(size=(500, 3))
    assert repr(rg.ConvexHull(points)) == "<ConvexHull of 500 points>"
    ring = rg.revolved_mesh([(1.0, 0.0), (1.2, 0.0), (1.1, 0.2)], segments=50)
    assert repr(ring) == "<Mesh: 150 vertices, 300 triangles>"


def test_a_table_without_heads_has_no_heading_row():
    assert html_table(["", ""], [("a", 0.5)]) == "<table><tr><td>a</td><td>0.5</td></tr></table>"


def test_a_description_shows_its_fields_with_their_units():
    table = rg.Spring(rg.Scene().add_body(rg.Sphere(0.1), name="ball"), stiffness=50.0)._repr_html_()
    assert "<td>a</td><td>Body &#x27;ball&#x27;</td>" in table
    assert "<td>stiffness</td><td>50</td><td>N/m</td>" in table
    assert "array (500, 3)" in rg.ConvexHull(np.random.default_rng(0).normal(size=(500, 3)))._repr_html_()
