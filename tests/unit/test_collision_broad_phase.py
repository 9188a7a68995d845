"""What the broad phases promise beyond the right pairs: little work in calm scenes, no dependence on compilation."""

import os
import subprocess
import sys

import numpy as np
import pytest

from rigida.collision.broad import fat_boxes, grid
from rigida.collision.broad.broad_phase import BROAD_PHASES
from rigida.collision.broad.fat_boxes import FatBoxes
from rigida.collision.broad.grid import Grid
from rigida.collision.broad.sweep_and_prune import SweepAndPrune, restore_order

N = 2000


def constants(n):
    every = np.tile(np.array([[1, 0xFFFFFFFF]], dtype=np.uint32), (n, 1))
    return np.arange(n, dtype=np.int32), np.zeros(n, dtype=np.int32), every, np.empty(0, dtype=np.int64)


def heap(seed=0, stretch=(1.0, 1.0, 1.0)):
    rng = np.random.default_rng(seed)
    center = rng.uniform(0.0, 1.2 * N ** (1 / 3), (N, 3)) * stretch
    half = rng.uniform(0.3, 0.6, (N, 3))
    return center - half, center + half


@pytest.fixture
def work(monkeypatch):
    """Count the queries of each search and the fillings of the cells."""
    done = {"queries": [], "fills": 0}
    search, fill = grid.Cells.search, grid.Cells.fill

    def counted_search(cells, queries, *others):
        done["queries"].append(len(queries))
        return search(cells, queries, *others)

    def counted_fill(*everything):
        done["fills"] += 1
        return fill(*everything)

    monkeypatch.setattr(grid.Cells, "search", counted_search)
    monkeypatch.setattr(grid.Cells, "fill", counted_fill)
    return done


def test_fat_boxes_search_nothing_while_no_shape_leaves(work):
    broad_phase = FatBoxes(*constants(N))
    low, high = heap()
    first = broad_phase.update(low, high).copy()
    assert max(work["queries"]) == N
    work["queries"].clear()
    for step in range(20):
        shift = 0.01 * np.sin(step)
        broad_phase.update(low + shift, high + shift)
    assert work["queries"] == []
    np.testing.assert_array_equal(broad_phase.update(low, high), first)


def test_one_rolling_body_costs_one_search_and_the_cells_are_seldom_filled(work):
    broad_phase = FatBoxes(*constants(N))
    low, high = heap()
    broad_phase.update(low, high)
    work["queries"].clear()
    fills = work["fills"]
    steps = 500
    for _ in range(steps):
        low[7] += 0.2
        high[7] += 0.2
        broad_phase.update(low, high)
    assert set(work["queries"]) == {1}
    assert len(work["queries"]) == steps
    assert work["fills"] - fills <= 2


def test_fat_boxes_hand_a_wild_scene_to_the_grid_and_take_it_back(work):
    broad_phase = FatBoxes(*constants(N))
    for seed in range(10):
        broad_phase.update(*heap(seed))
    # As in a grid: one search over all shapes and one filling per step, once the running average has risen.
    work["queries"].clear()
    fills = work["fills"]
    for seed in range(10):
        broad_phase.update(*heap(seed))
    assert work["queries"] == [N] * 10
    assert work["fills"] - fills == 10
    for _ in range(15):
        broad_phase.update(*heap())
    work["queries"].clear()
    broad_phase.update(*heap())
    assert work["queries"] == []


def test_fixed_bodies_have_no_margin():
    body, motion, filters, excluded = constants(2)
    motion[1] = 1
    low, high = np.zeros((2, 3)), np.ones((2, 3))
    broad_phase = FatBoxes(body, motion, filters, excluded)
    broad_phase.update(low, high)
    np.testing.assert_allclose(broad_phase._fat_high[0], 1.0 + fat_boxes._MARGIN, rtol=1e-15)
    np.testing.assert_array_equal(broad_phase._fat_high[1], 1.0)


def test_sweep_takes_the_widest_axis_and_keeps_it_while_no_other_is_clearly_wider():
    broad_phase = SweepAndPrune(*constants(N))
    for stretch, axis in (((1, 5, 1), 1), ((1, 5, 6), 1), ((1, 5, 8), 2), ((7, 5, 6), 2), ((9, 1, 1), 0)):
        broad_phase.update(*heap(stretch=stretch))
        assert broad_phase.axis == axis


def test_sort_from_the_last_order_gives_up_a_reversed_one_and_keeps_a_near_one():
    low, high = heap()
    order = np.argsort(low[:, 0]).astype(np.int32)
    key = np.empty(N)
    near = low + np.random.default_rng(1).normal(scale=1e-3, size=(N, 3))
    assert restore_order(near, high, 0, order, key)
    assert (np.diff(near[order, 0]) >= 0.0).all()
    reverse = order[::-1].copy()
    assert not restore_order(low, high, 0, reverse, key)
    assert sorted(reverse) == list(range(N))


def test_buffers_grow_by_doubling_and_do_not_shrink():
    n = 200
    broad_phase = Grid(*constants(n))
    apart = np.arange(n)[:, None] * [3.0, 3.0, 3.0]
    assert len(broad_phase.update(apart, apart + 1.0)) == 0
    assert broad_phase._buffer.shape[1] == 256
    assert len(broad_phase.update(0.0 * apart, 0.0 * apart + 1.0)) == n * (n - 1) // 2
    assert broad_phase._buffer.shape[1] == 32768
    assert len(broad_phase.update(apart, apart + 1.0)) == 0
    assert broad_phase._buffer.shape[1] == 32768


CODE = """
import hashlib
import numpy as np
from rigida.collision.broad.broad_phase import BROAD_PHASES
n = 60
rng = np.random.default_rng(0)
filters = np.tile(np.array([[1, 0xFFFFFFFF]], dtype=np.uint32), (n, 1))
start = rng.uniform(0, 4, (n, 3)), rng.uniform(0.2, 0.6, (n, 3)), rng.normal(size=(n, 3))
for method in BROAD_PHASES:
    center, half, velocity = start
    keys = np.array([0 * n + 5, 3 * n + 4, 10 * n + 20])
    broad_phase = BROAD_PHASES[method](np.arange(n, dtype=np.int32), np.zeros(n, dtype=np.int32), filters, keys)
    digest = hashlib.sha256()
    for step in range(12):
        center = center + velocity * (0.01 if step < 5 else 0.5 if step < 8 else 0.0)
        low, high = center - half, center + half
        low[0], high[0] = -np.inf, (np.inf, np.inf, 1.0)
        low[1, 1] = np.nan
        pairs = broad_phase.update(low, high)
        digest.update(pairs.tobytes())
    print(digest.hexdigest(), len(pairs))
"""


def printed(cache, **variables):
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)} | variables
    result = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, env=environment, check=True)
    return result.stdout.splitlines()


@pytest.mark.parametrize("variable", ["RIGIDA_PLAIN", "RIGIDA_BOUNDS"])
def test_kernels_give_the_same_pairs_as_plain_python_and_with_bounds_checks(variable, tmp_path):
    compiled = printed(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")))
    assert len(compiled) == len(BROAD_PHASES)
    assert len(set(compiled)) == 1
    assert printed(tmp_path, **{variable: "1", "RIGIDA_CFLAGS": "-O0"}) == compiled
