"""A real Dask scheduler with two workers on this machine: the same table, also when a worker dies."""

import re
import subprocess
import sys
import threading
from contextlib import ExitStack

import pytest
from long_form import LONG

import rigida as rg
from rigida.runs import cluster as patience
from rigida.runs.cluster import dask_executor

Client = pytest.importorskip("distributed").Client
# Dask's own threads may still close sockets when a test ends.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")


@pytest.fixture
def cluster():
    """Start a scheduler and two workers; give its address, the workers' processes and its own."""
    with ExitStack() as stack:
        scheduler = _process(stack, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        address = next(found.group() for line in scheduler.stderr if (found := re.search(r"tcp://[\d.]+:\d+", line)))
        threading.Thread(target=scheduler.stderr.read, daemon=True).start()
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
        workers = [_process(stack, "dask_worker", address, *options) for _ in range(2)]
        for worker in workers:
            threading.Thread(target=worker.stderr.read, daemon=True).start()
        yield address, workers, scheduler


def _process(stack, module, *arguments):
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
    process = stack.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
    stack.callback(process.kill)
    return process


def test_cluster_makes_the_local_table_even_if_a_worker_dies(cluster):
    address, workers, _ = cluster
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball")
    arguments = {
        "scene": scene,
        "vary": {"body.ball.velocity.z": rg.Span(0, 9, 40), "gravity.z": [-9.81, -1.62]},
        "metrics": ["max_height", "final_position(ball)"],
        "duration": 0.5,
    }
    local = rg.sweep(**arguments, workers=0)
    killed: list[int] = []

    def kill_one(done, total):
        if done > total // 3 and not killed:
            killed.append(done)
            workers[0].kill()

    _wait_for_two(address)
    with dask_executor(address) as (executor, threads):
        whole = rg.sweep(**arguments, executor=executor, workers=threads)
        survived = rg.sweep(**arguments, executor=executor, workers=threads, progress=kill_one)
    assert whole.same(local)
    assert killed
    assert survived.same(local)


@pytest.mark.skipif(not LONG, reason="the client looks for its scheduler for many seconds")
def test_sweep_ends_when_its_scheduler_dies_and_goes_on_later(cluster, tmp_path):
    address, _, scheduler = cluster
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball")
    arguments = {"scene": scene, "vary": {"body.ball.velocity.z": rg.Span(0, 9, 80)}, "metrics": ["max_height"]}
    arguments |= {"duration": 0.5}

    def kill(done, total):
        if done > total // 4:
            scheduler.kill()

    _wait_for_two(address)
    with pytest.raises(rg.UsageError, match="The scheduler has gone"), dask_executor(address) as (executor, threads):
        rg.sweep(**arguments, output=tmp_path, executor=executor, workers=threads, progress=kill)
    assert rg.sweep(**arguments, output=tmp_path, workers=0, resume=True).same(rg.sweep(**arguments, workers=0))


def _wait_for_two(address):
    with Client(address, timeout=30, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)


def test_scheduler_that_does_not_answer_is_told_within_ten_seconds(monkeypatch):
    assert patience._PATIENCE < 10.0
    monkeypatch.setattr(patience, "_PATIENCE", 0.5)
    with (
        pytest.raises(rg.UsageError, match=r"No Dask scheduler answers at 'tcp://127\.0\.0\.1:9' within 0\.5 s"),
        dask_executor("tcp://127.0.0.1:9"),
    ):
        pass
