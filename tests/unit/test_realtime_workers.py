"""Threads that share a step."""

import multiprocessing

import numpy as np
import pytest

import rigida as rg
from rigida.arrays import IntArray
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.realtime import threads as workers
from rigida.realtime.threads import Workers


@kernel
def count_rows(first: int, last: int, done: IntArray) -> int:
    """Add one to a range of rows; return its end."""
    for i in range(first, last):
        done[i] += 1
    return last


@kernel
def read_row(i: int, rows: IntArray) -> int:
    """Return a row."""
    return rows[i]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_ranges_cover_everything_once_and_answer_in_their_order(threads):
    done, numbers = np.zeros(100, dtype=np.int64), set()
    count = bind(count_rows, done)

    def call(number, first, last):
        numbers.add(number)
        return count, first, last

    shared = Workers(threads)
    ends = shared.share(100, 10, call), shared.share_by_cost(np.arange(101) ** 2, 10, call)
    shared.over(100, 10, count)()
    assert (done == 3).all()
    assert numbers == set(range(shared.ranges))
    for found in ends:
        assert found == sorted(found)
        assert found[-1] == 100


def test_more_threads_than_a_process_may_have_are_refused():
    count = bind(count_rows, np.zeros(4, dtype=np.int64))
    with pytest.raises(ValueError, match="1 to 64 threads"):
        Workers(65).make([(count, 0, 2), (count, 2, 4)])


def test_what_is_no_number_is_refused_as_in_a_single_call():
    count = bind(count_rows, np.zeros(4, dtype=np.int64))
    with pytest.raises(TypeError, match="last must be a number"):
        Workers(2).make([(count, 0, 2), (count, 2, "four")])


def _shared_in_process(send):
    done = np.zeros(8, dtype=np.int64)
    Workers(2).over(8, 1, bind(count_rows, done))()
    send.send(int(done.sum()))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="processes cannot be forked here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own():
    Workers(2).over(8, 1, bind(count_rows, np.zeros(8, dtype=np.int64)))()
    receive, send = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_shared_in_process, args=(send,))
    process.start()
    found = receive.poll(20) and receive.recv()
    process.kill()
    process.join()
    assert found == 8


def test_zero_threads_are_one_for_each_core(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    asked = []
    monkeypatch.setattr("rigida.realtime.engine.RealtimeEngine", lambda scene, settings: asked.append(settings.threads))
    for threads in (0, 2):
        rg.Realtime(threads=threads).make_engine(rg.Scene())
    assert asked == [3, 2]


def test_little_work_is_not_shared():
    read = bind(read_row, np.arange(9))
    assert Workers(4).share(9, 5, lambda number, first, last: (read, last - 1)) == [8]
    assert Workers(4).share_by_cost(np.array([0, 1, 2]), 5, lambda number, first, last: (read, last)) == [2]


def heap(*shapes, columns=4, layers=3):
    scene = rg.Scene()
    scene.add_ground()
    for k in range(columns * columns * layers):
        layer, place = divmod(k, columns * columns)
        y, x = divmod(place, columns)
        scene.add_body(shapes[k % len(shapes)], mass=1.0, position=(x + 0.03 * layer, y, 0.6 + 1.2 * layer))
    return scene


def chains():
    scene = rg.Scene()
    for k in range(6):
        before = rg.WORLD
        for link in range(4):
            body = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(k, link + 1.0, 3))
            scene.add_joint(rg.Spherical(body, before, anchor=(k, link + 0.5, 3)))
            before = body
    scene.add_ground()
    return scene


SCENES = {
    "boxes": lambda: heap(rg.Box((0.9, 0.9, 0.9))),
    "shapes": lambda: heap(rg.Box((0.9, 0.9, 0.9)), rg.Sphere(0.5), rg.Cylinder(0.4, 0.8)),
    "chains": chains,
    "rings": lambda: heap(
        rg.revolved_mesh([(0.25, -0.1), (0.45, -0.1), (0.45, 0.1), (0.25, 0.1)], 8), columns=3, layers=2
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_threads_give_the_bits_of_one(name, monkeypatch):
    # Small scenes are shared as well, so that the test need not run for long.
    for module in (
        "contacts.contact_set.FEWEST_BODIES",
        "substeps.solver.FEWEST_BODIES",
        "bodies.integrator.FEWEST_BODIES",
        "contacts.contact_set._FEWEST_PAIRS",
        "contacts.contact_set._FEWEST_RECYCLED",
        "contacts.contact_set._FEWEST_STORED",
        "substeps.solver._FEWEST_CONTACTS",
        "substeps.solver._FEWEST_CHUNKS",
        "direct.solver._FEWEST_BODIES",
        "contacts.concave_pairs._FEWEST_CONCAVE_PAIRS",
    ):
        monkeypatch.setattr(f"rigida.realtime.{module}", 2)
    shared, together = [], workers.together
    monkeypatch.setattr(workers, "together", lambda calls, count: shared.append(len(calls)) or together(calls, count))
    hashes = set()
    for threads in (1, 2, 4):
        simulation = rg.Simulation(SCENES[name](), rg.Realtime(threads=threads))
        for _ in range(60):
            simulation.step()
        hashes.add(simulation.state_hash())
    assert len(hashes) == 1
    assert max(shared) > 1
