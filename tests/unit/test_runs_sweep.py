"""Sweeps: laws over a range, tables that do not depend on who makes them, rows for whatever happens, resuming."""

import json
import math
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.runs import supervision
from rigida.runs.store import LINES, run_again
from rigida.runs.supervision import DIED

G = 9.81


def dropped(engine=None):
    scene = rg.Scene(title="Drop")
    scene.add_ground(restitution=0.0, friction=0.0)
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", position=(0, 0, 1.1), friction=0.0)
    scene.engine = engine
    return scene


def free(**body):
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", **body)
    return scene


def test_height_after_a_bounce_grows_with_the_square_of_restitution():
    run = {"workers": 0, "duration": 0.95, "fps": 200, "engine": "precise"}

    def rebound(run):
        return float(run.position[run.times > math.sqrt(2.0 / G) + 0.01, 1, 2].max()) - 0.1

    table = rg.sweep(dropped(), {"ground.restitution": [0.3, 0.5, 0.7]}, [rebound], **run)
    # Between frames the top of a parabola is missed by at most g/8 of the frame time squared.
    assert table["rebound"] == pytest.approx(table["ground.restitution"] ** 2, abs=G / 8 / 200**2 + 1e-6)


def test_table_is_the_same_whoever_makes_it(tmp_path):
    arguments = {
        "scene": free(velocity=(1, 0, 0)),
        "vary": {"body.ball.velocity.z": rg.Span(0, 9), "gravity": [(0, 0, -9.81), (0, 0, -1.62)]},
        "metrics": ["max_height", "final_position(ball)"],
        "design": "latin",
        "samples": 40,
        "seed": 7,
        "duration": 0.1,
    }
    here = rg.sweep(**arguments, workers=0)
    with ThreadPoolExecutor(2) as threads:
        by_threads = rg.sweep(**arguments, executor=threads)
    by_processes = rg.sweep(**arguments, workers=2, output=tmp_path / "sweep")
    assert here.same(by_threads)
    assert here.same(by_processes)
    assert here.same(rg.load_table(tmp_path / "sweep"))
    assert not here.same(rg.sweep(**{**arguments, "seed": 8}, workers=0))
    assert list(here.columns) == [
        "run",
        "body.ball.velocity.z",
        *(f"gravity[{k}]" for k in range(3)),
        "max_height",
        *(f"final_position(ball).{axis}" for axis in "xyz"),
        *("status", "error", "seed", "wall"),
    ]
    assert here.head("max_height") == "max_height [m]"
    assert here.head("body.ball.velocity.z") == "body.ball.velocity.z [m/s]"


def test_run_of_a_sweep_can_be_made_again_to_the_bit(tmp_path):
    table = rg.sweep(
        free(),
        {"body.ball.velocity.z": [1.0, 2.0, 3.0]},
        ["max_height"],
        workers=0,
        duration=0.5,
        output=tmp_path / "s",
    )
    assert run_again(tmp_path / "s", 2).position[:, 0, 2].max() == table["max_height"][2]
    with pytest.raises(rg.UsageError, match="no finished run 9"):
        run_again(tmp_path / "s", 9)


def test_diverging_run_is_a_row_and_its_recording_is_kept(tmp_path):
    scene = free()
    scene.add_force(rg.Spring(scene.body("ball"), rg.WORLD, stiffness=1.0, anchor_b=(1, 0, 0), name="spring"))
    table = rg.sweep(
        scene,
        {"force.spring.stiffness": [1.0, 1e9]},
        ["max_height"],
        engine=rg.Precise(min_step=1e-3, switch_when_stiff=False),
        workers=0,
        duration=0.5,
        output=tmp_path / "s",
        keep="failures",
    )
    assert table["status"].tolist() == ["good", "diverged"]
    assert math.isnan(table["max_height"][1])
    assert "step" in table["error"][1]
    assert [file.name for file in (tmp_path / "s/recordings").iterdir()] == ["run_000001.npz"]


def test_values_that_cannot_be_built_together_are_a_failed_row():
    table = rg.sweep(
        free(), {"body.ball.fixed": [False, True], "body.ball.velocity.x": [0.0, 1.0]}, workers=0, duration=0.1
    )
    assert table["status"].tolist() == ["good", "good", "good", "failed"]
    assert "a fixed body cannot be given a velocity" in table["error"][3]


def test_seed_of_the_run_can_be_a_value():
    table = rg.sweep(
        free(), {"body.ball.collision_mask": "seed", "body.ball.mass": [1.0, 2.0]}, workers=0, duration=0.1
    )
    assert table["body.ball.collision_mask"].tolist() == table["seed"].tolist()


METRIC = """
import os, time
from pathlib import Path
FIRST = Path(__file__).with_name("first")

def value(run):
    value = float(run.velocity[0, 0, 2])
    if value == 2.0:
        os._exit(9)
    if value == 3.0 and not FIRST.exists():
        FIRST.write_text("")
        os._exit(9)
    while value == 4.0:
        time.sleep(0.1)
    return value
"""


def test_runs_that_kill_or_block_their_worker_are_tried_again_and_cost_only_themselves(tmp_path, monkeypatch):
    monkeypatch.setattr(supervision, "_LOADING", 2.0)  # waited for the one that blocks
    (tmp_path / "measure.py").write_text(METRIC)
    table = rg.sweep(
        free(),
        {"body.ball.velocity.z": [float(k) for k in range(8)]},
        [f"{tmp_path / 'measure.py'}:value"],
        workers=2,
        duration=0.05,
        timeout=0.5,
    )
    assert table["status"].tolist() == ["good", "good", "failed", "good", "failed", "good", "good", "good"]
    assert table["error"][2] == DIED
    assert table["error"][4] == "took longer than 0.5 s and was ended"
    assert table["value"][table.good].tolist() == [0.0, 1.0, 3.0, 5.0, 6.0, 7.0]
    assert (tmp_path / "first").is_file()


def test_slow_run_ends_itself_at_the_limit():
    scene = free(angular_velocity=(1, 2, 3))
    table = rg.sweep(
        scene,
        {"body.ball.mass": [1.0, 2.0]},
        engine=rg.Precise(integrator="rk4", dt=1e-5),
        duration=1e4,
        timeout=0.2,
        workers=0,
    )
    assert set(table["status"]) == {"failed"}
    assert "took longer than 0.2 s" in table["error"][0]


def test_sweep_goes_on_from_the_lines_it_left(tmp_path):
    arguments = {"vary": {"body.ball.velocity.z": [float(k) for k in range(12)]}, "metrics": ["max_height"]}
    arguments |= {"workers": 0, "duration": 0.1}
    whole = rg.sweep(free(), **arguments, output=tmp_path / "whole")
    rg.sweep(free(), **arguments, output=tmp_path / "cut")
    lines = tmp_path / "cut" / LINES
    kept = lines.read_bytes().splitlines(keepends=True)
    lines.write_bytes(b"".join(kept[:5]) + kept[5][:20])  # as a crash in the middle of a line leaves it
    made = []
    again = rg.sweep(
        free(), **arguments, output=tmp_path / "cut", resume=True, progress=lambda done, total: made.append(done)
    )
    assert again.same(whole)
    assert made == [6, 7, 8, 9, 10, 11, 12]
    assert [json.loads(line)["number"] for line in lines.read_text().splitlines()] == list(range(12))


def test_other_sweep_in_the_folder_is_not_touched(tmp_path):
    arguments = {"metrics": ["max_height"], "workers": 0, "duration": 0.1, "output": tmp_path}
    rg.sweep(free(), {"body.ball.mass": [1.0, 2.0]}, **arguments)
    before = (tmp_path / LINES).read_bytes()
    with pytest.raises(rg.UsageError, match="already holds a sweep \\(2 of 2 runs\\)"):
        rg.sweep(free(), {"body.ball.mass": [1.0, 2.0]}, **arguments)
    with pytest.raises(rg.UsageError, match="begun with another 'vary'"):
        rg.sweep(free(), {"body.ball.mass": [1.0, 3.0]}, **arguments, resume=True)
    assert (tmp_path / LINES).read_bytes() == before


@pytest.mark.parametrize(
    ("vary", "more", "words"),
    [
        ({}, {}, "needs something to vary"),
        ({"body.ball.mas": [1.0]}, {}, "Did you mean 'mass'?"),
        ({"body.ball.mass": [1.0, -1.0]}, {}, "body.ball.mass: must be above 0 [kg], got -1"),
        ({"body.ball.mass": ["heavy"]}, {}, "must be a number above 0 [kg]"),
        ({"body.ball.mass": rg.Span(1, 2, 1000), "gravity.z": rg.Span(0, 1, 1000)}, {}, "1,000,000 runs"),
        ({"body.ball.mass": [1.0]}, {"keep": "some"}, "keep must be one of"),
        ({"body.ball.mass": [1.0]}, {"keep": "all"}, "output folder"),
        ({"body.ball.mass": [1.0]}, {"timeout": -1.0}, "timeout must be above 0"),
        (
            {"body.ball.mass": [1.0]},
            {"metrics": [lambda run: 1 / 0]},
            "In the first run, metric '<lambda>' raised Zero",
        ),
        ({"body.ball.mass": [1.0]}, {"metrics": [lambda run: 0.0], "workers": 2}, "cannot be sent to worker"),
    ],
)
def test_what_makes_no_sense_is_refused_before_any_run(vary, more, words):
    with pytest.raises(rg.RigidaError) as refused:
        rg.sweep(free(), vary, **{"workers": 0, "duration": 0.05, **more})
    assert words in str(refused.value)


def test_sweep_whose_metric_was_mended_may_begin_again(tmp_path):
    arguments = {"workers": 0, "duration": 0.05, "output": tmp_path}
    with pytest.raises(rg.UsageError, match="raised ZeroDivisionError"):
        rg.sweep(free(), {"body.ball.mass": [1.0]}, [lambda run: 1 / 0], **arguments)
    assert rg.sweep(free(), {"body.ball.mass": [1.0]}, ["max_height"], **arguments).good.all()


def test_scene_that_only_python_can_hold_is_refused():
    scene = free()
    scene.add_force(rg.UserForce(scene.body("ball"), lambda *_: ((0, 0, 0), (0, 0, 0))))
    with pytest.raises(rg.UsageError, match="Only scenes that can stand in a file"):
        rg.sweep(scene, {"body.ball.mass": [1.0]}, workers=0)


def test_table_is_written_for_other_tools(tmp_path):
    import pyarrow.parquet

    table = rg.sweep(free(), {"body.ball.mass": [1.0, 2.0]}, ["max_height"], workers=0, duration=0.1, output=tmp_path)
    read = pyarrow.parquet.read_table(tmp_path / "sweep.parquet")
    assert read.column("body.ball.mass [kg]").to_pylist() == [1.0, 2.0]
    assert read.column("status").to_pylist() == ["good", "good"]
    text = table.to_csv(tmp_path / "table").read_text().splitlines()
    assert text[0] == "run,body.ball.mass [kg],max_height [m],status,error,seed,wall [s]"
    assert len(text) == 3


def test_table_names_its_columns_when_asked_for_another():
    table = rg.sweep(free(), {"body.ball.mass": [1.0]}, ["max_height"], workers=0, duration=0.1)
    with pytest.raises(rg.UsageError, match="Did you mean 'max_height'"):
        table["max_heigth"]


def test_pictures_follow_from_what_was_varied(tmp_path):
    arguments = {"metrics": ["max_height"], "workers": 0, "duration": 0.05}
    steps = [1.0, 2.0, 3.0]
    one = rg.sweep(free(), {"body.ball.velocity.z": steps}, **arguments)
    two = rg.sweep(free(), {"body.ball.velocity.z": steps, "gravity.z": [-1.0, -2.0, -3.0]}, **arguments)
    spread = {"body.ball.velocity.z": rg.Span(0, 1), "gravity.z": rg.Span(-1, 0)}
    many = rg.sweep(free(), spread, **arguments, design="latin", samples=30)
    curve, heat, scatter = one.figure(), two.figure(), many.figure()
    assert curve.axes[0].get_xlabel() == "body.ball.velocity.z [m/s]"
    assert curve.axes[0].get_ylabel() == "max_height [m]"
    assert np.array_equal(curve.axes[0].lines[0].get_xdata(), steps)
    assert heat.axes[0].get_ylabel() == "gravity.z [m/s²]"
    assert heat.axes[1].get_ylabel() == "max_height [m]"
    cells = heat.axes[0].collections[0].get_array()
    assert cells[0, 2] == two["max_height"][8]  # gravity −3 is the lowest row, speed 3 the last column
    assert scatter.axes[1].get_ylabel() == "gravity.z [m/s²]"
    assert len(scatter.axes[0].collections[0].get_offsets()) == 30
    assert len(two.figure(x="gravity.z", color="body.ball.velocity.z").axes[0].lines) == 3
    assert one.plot(tmp_path / "picture").stat().st_size > 0


def test_workers_end_with_the_process_that_started_them(tmp_path):
    import subprocess
    import sys

    script = tmp_path / "killed.py"
    script.write_text(
        "import os, signal\n"
        "from rigida.runs.pools import Pools\n"
        "if __name__ == '__main__':\n"
        "    pools = Pools(2)\n"
        "    print(*(pools.submit(os.getpid).result() for _ in range(2)), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == -signal.SIGKILL
    workers = [int(pid) for pid in done.stdout.split()]
    deadline = time.perf_counter() + 30.0
    while any(_alive(pid) for pid in workers) and time.perf_counter() < deadline:
        time.sleep(0.05)
    assert workers
    assert not any(_alive(pid) for pid in workers)


def _alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as file:  # a process that nobody has waited for yet is not alive
        return file.read().rpartition(")")[2].split()[0] != "Z"


def test_rest_times_of_the_manuals_sweep_follow_the_series_of_bounces():
    table = rg.sweep(
        scenes.path("bouncing_ball"), {"body.ball.restitution": rg.Span(0.1, 0.8, 3)}, ["rest_time"], workers=0
    )
    e = table["body.ball.restitution"]
    expected = np.sqrt(2.0 * 1.0 / 9.81) * (1.0 + e) / (1.0 - e)
    assert table["rest_time"] == pytest.approx(expected, abs=2.0 / 60.0)


def parabola(speed, angle=0.5):
    if speed < 0:
        raise rg.ModelError("speed must be at least 0")
    return {"range": speed**2 * math.sin(2 * angle) / G, "height": (speed * math.sin(angle)) ** 2 / (2 * G)}


def test_a_function_is_swept_over_two_arguments(tmp_path):
    table = rg.sweep(parabola, {"speed": [1.0, 2.0], "angle": rg.Span(0.2, 0.8, 3)}, output=tmp_path / "throw")
    assert (table.varied, table.metrics, len(table)) == (("speed", "angle"), ("height", "range"), 6)
    assert table["range"] == pytest.approx(table["speed"] ** 2 * np.sin(2 * table["angle"]) / G)
    assert rg.load_table(tmp_path / "throw").same(table)
    assert str(table).splitlines()[0].split() == ["run", "speed", "angle", "height", "range", "status"]
    with pytest.raises(rg.UsageError, match="calls 'parabola'"):
        run_again(tmp_path / "throw", 0)


def test_local_functions_run_in_this_process_and_failed_calls_are_rows():
    table = rg.sweep(lambda speed: parabola(speed)["range"], {"speed": [1.0, -1.0]})
    assert table["status"].tolist() == ["good", "failed"]
    assert table["error"][1] == "speed must be at least 0"
    assert table.metrics == ("<lambda>",)


@pytest.mark.parametrize(
    ("vary", "more", "words"),
    [
        ({"sped": [1.0]}, {}, "'parabola' cannot be called with sped"),
        ({"speed": ["fast"]}, {}, "In the first run, 'parabola' raised TypeError"),
        ({"speed": [1.0]}, {"duration": 1.0}, "'duration' belongs to sweeps of a scene"),
    ],
)
def test_calls_that_cannot_work_are_refused(vary, more, words):
    with pytest.raises(rg.UsageError, match=words):
        rg.sweep(parabola, vary, workers=0, **more)


def test_a_tuple_of_keys_takes_one_value():
    scene = free()
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="other", position=(3, 0, 0))
    vary = {("body.ball.mass", "body.other.mass"): [1.0, 2.0], "gravity.z": [-1.0]}
    table = rg.sweep(scene, vary, ["initial_energy"], workers=0, duration=0.05)
    assert len(table) == 2
    assert table["body.ball.mass"].tolist() == table["body.other.mass"].tolist() == [1.0, 2.0]


def test_a_function_of_an_interactive_session_is_named(monkeypatch):
    main = sys.modules["__main__"]
    monkeypatch.delattr(main, "__file__", raising=False)
    monkeypatch.setattr(main, "parabola", parabola, raising=False)
    monkeypatch.setattr(parabola, "__module__", "__main__")
    with pytest.raises(rg.UsageError, match="'parabola' is defined in an interactive session"):
        rg.sweep(parabola, {"speed": [1.0]}, workers=2)


def test_two_sweeps_do_not_write_to_one_folder(tmp_path):
    arguments = {"metrics": ["max_height"], "workers": 0, "duration": 0.1, "output": tmp_path}
    refused = []

    def sweep_again(done, total):
        with pytest.raises(rg.UsageError, match="Another sweep is writing") as error:
            rg.sweep(free(), {"body.ball.mass": [3.0]}, **arguments, resume=True)
        refused.append(error)

    table = rg.sweep(free(), {"body.ball.mass": [1.0, 2.0]}, **arguments, progress=sweep_again)
    assert len(refused) == len(table) == 2
    assert rg.sweep(free(), {"body.ball.mass": [1.0, 2.0]}, **arguments, resume=True).same(table)
