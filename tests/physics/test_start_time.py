"""Simulations that start at another time than zero: forces, paths, recordings and files count from it."""

import csv
from dataclasses import replace

import numpy as np
import pytest

import rigida as rg
from rigida.importers.formats import convert
from rigida.scene.scene import RunPlan

START = 100.25


def scene_at(start):
    scene = rg.Scene(gravity=(0, 0, -1))
    scene.plan = RunPlan(duration=0.5, fps=20, start_time=start)
    body = scene.add_body(rg.Box((1, 1, 1)), mass=2.0, name="body")
    carried = rg.PathFunction(lambda t: (np.sin(t - start), 5.0, 0.0))
    scene.add_body(rg.Sphere(0.2), path=carried, name="carried")
    times = (start + 0.1, start + 0.2, start + 0.3)
    scene.add_force(rg.InterpolatedForce(body, times=times, forces=[(0, 0, 0), (8, 0, 0), (0, 0, 0)]))
    scene.add_force(rg.Impulse(body, (0, 4, 0), time=start))
    scene.add_force(rg.Impulse(body, (0, 0, 7), time=start - 0.5))
    return scene


@pytest.mark.parametrize("engine", ["precise", "realtime"])
def test_run_that_starts_later_is_the_same_but_for_its_times(engine):
    first, later = (rg.Simulation(scene_at(start), engine).run(0.5, fps=20) for start in (0.0, START))
    np.testing.assert_allclose(later.times, START + first.times, rtol=0, atol=1e-12)
    assert later.times[0] == START
    np.testing.assert_allclose(later.position, first.position, atol=1e-9)
    assert later.body("body").position[-1, 0] > 0.01  # the samples have pushed it
    np.testing.assert_allclose(later.body("body").velocity[0:2, 1], [0.0, 2.0], atol=1e-9)  # the impulse at the start
    # the one before it never acts
    assert later.body("body").velocity[-1, 2] == pytest.approx(-0.5, abs=1e-9)


def test_recording_and_tables_keep_the_time(tmp_path):
    run = rg.Simulation(scene_at(START), "precise").run(0.5, fps=20)
    assert rg.Recording.load(run.save(tmp_path / "run.npz")).times[0] == START
    for file in (run.to_csv(tmp_path / "run.csv"), run.energy_to_csv(tmp_path / "energy.csv")):
        with file.open(newline="") as lines:
            rows = list(csv.DictReader(lines))
        column = next(name for name in rows[0] if name.startswith("t"))
        assert float(rows[0][column]) == pytest.approx(START, abs=1e-6)


def test_scene_file_keeps_the_time(tmp_path):
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), mass=1.0)
    scene.plan = replace(scene.plan, start_time=-2.5)
    scene.save(tmp_path / "scene.toml")
    assert rg.load(tmp_path / "scene.toml").plan.start_time == -2.5
    assert rg.Simulation(rg.load(tmp_path / "scene.toml"), "precise").time == -2.5


@pytest.mark.parametrize(("suffix", "line"), [(".cfg", "time = 3.5"), (".mod", "$TEMPO 3.5 4.5")])
def test_formats_of_the_documents_keep_the_time(tmp_path, suffix, line):
    scene = rg.Scene(gravity=(0, 0, -9.81) if suffix == ".cfg" else (0, -9.8, 0))
    body = scene.add_body(rg.Box((1, 0.5, 0.2)), mass=0.1, name="brick")
    if suffix == ".mod":
        scene.add_force(rg.Impulse(body, (0.3, 0, 0), time=3.5))
    scene.plan = RunPlan(duration=1.0, fps=30.0, start_time=3.5)
    written = tmp_path / f"other{suffix}"
    with pytest.warns(rg.RigidaWarning, match="no form in this format"):
        convert(scene, written)
    text = "".join(path.read_text() for path in tmp_path.iterdir() if path.suffix in (".ste", ".mod"))
    assert line in text
    back = rg.load(written)
    assert back.plan.start_time == 3.5
    run = rg.Simulation(back, "precise").run(0.2, fps=30)
    assert run.times[0] == 3.5
    assert (run.body("brick").velocity[-1, 0] > 1.0) == (suffix == ".mod")
