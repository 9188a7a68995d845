"""Threads that share a step."""

import numpy as np
import pytest

import rigida as rg
from rigida.realtime import threads as workers
from rigida.realtime.threads import Workers


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_ranges_cover_everything_once(threads):
    done = np.zeros(100, dtype=int)
    used = set()

    def work(worker, first, last):
        used.add(worker)
        done[first:last] += 1

    Workers(threads).share(100, 10, work)
    Workers(threads).share_by_cost(np.arange(101) ** 2, 10, work)
    assert (done == 2).all()
    assert used == set(range(threads))


def test_zero_threads_are_one_for_each_core(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    asked = []
    monkeypatch.setattr("rigida.realtime.engine.RealtimeEngine", lambda scene, settings: asked.append(settings.threads))
    for threads in (0, 2):
        rg.Realtime(threads=threads).make_engine(rg.Scene())
    assert asked == [3, 2]


def test_little_work_is_not_shared():
    used = []
    Workers(4).share(9, 5, lambda *work: used.append(work))
    Workers(4).share_by_cost(np.array([0, 1, 2]), 5, lambda *work: used.append(work))
    assert used == [(0, 0, 9), (0, 0, 2)]


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
        "contacts.contact_set._FEWEST_PAIRS",
        "contacts.contact_set._FEWEST_RECYCLED",
        "contacts.contact_set._FEWEST_STORED",
        "substeps.solver._FEWEST_CONTACTS",
        "substeps.solver._FEWEST_CHUNKS",
        "direct.solver._FEWEST_BODIES",
        "contacts.concave_pairs._FEWEST_CONCAVE_PAIRS",
    ):
        monkeypatch.setattr(f"rigida.realtime.{module}", 2)
    shared, pool = [], workers._pool
    monkeypatch.setattr(workers, "_pool", lambda: shared.append(True) or pool())
    hashes = set()
    for threads in (1, 2, 3):
        simulation = rg.Simulation(SCENES[name](), rg.Realtime(threads=threads))
        for _ in range(60):
            simulation.step()
        hashes.add(simulation.state_hash())
    assert len(hashes) == 1
    assert shared
