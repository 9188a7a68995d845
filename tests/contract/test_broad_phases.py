"""Every broad phase gives the pairs of an oracle in plain numpy, in the same order, whatever happened before."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_form import examples

from rigida.collision.broad.broad_phase import BROAD_PHASES, DEFAULT, BroadPhase
from rigida.registry import snake_case

DYNAMIC, FIXED, KINEMATIC = 0, 1, 2
METHODS = pytest.mark.parametrize("method", list(BROAD_PHASES))


class World:
    """The constant arrays of a broad phase; by default one dynamic body per shape, and everything collides."""

    def __init__(self, shape_count, body=None, motion=None, filter=None, joined=()):
        self.body = np.arange(shape_count, dtype=np.int32) if body is None else np.asarray(body, dtype=np.int32)
        count = int(self.body.max(initial=-1)) + 1
        self.motion = np.zeros(count, dtype=np.int32) if motion is None else np.asarray(motion, dtype=np.int32)
        every = np.tile([1, 0xFFFFFFFF], (count, 1))
        self.filter = np.asarray(every if filter is None else filter, dtype=np.uint32)
        self.excluded = np.array(sorted({min(p) * count + max(p) for p in joined}), dtype=np.int64)
        group, mask = self.filter.T
        moves = self.motion == DYNAMIC
        wanted = (group[:, None] & mask != 0) & (group & mask[:, None] != 0) & (moves[:, None] | moves)
        wanted[np.eye(count, dtype=bool)] = False
        for a, b in joined:
            wanted[a, b] = wanted[b, a] = False
        self.wanted = wanted[self.body[:, None], self.body]

    def broad_phase(self, method):
        return BROAD_PHASES[method](self.body, self.motion, self.filter, self.excluded)

    def pairs(self, low, high):
        """Return the pairs by the words of the interface."""
        holds = (low <= high).all(axis=1)
        overlap = self.wanted & holds[:, None] & holds
        for axis in range(3):
            begins_before_end = low[:, None, axis] <= high[:, axis]
            overlap &= begins_before_end & begins_before_end.T
        return np.argwhere(np.triu(overlap, 1))


def check(world, method, frames):
    """Compare one object over all frames; return the number of pairs in each."""
    broad_phase = world.broad_phase(method)
    counts = []
    for step, (low, high) in enumerate(frames):
        pairs = broad_phase.update(low.copy(), high.copy())
        assert pairs.dtype == np.int32
        assert pairs.shape[1] == 2
        np.testing.assert_array_equal(pairs, world.pairs(low, high), err_msg=f"step {step}")
        counts.append(len(pairs))
    return counts


def boxes(center, half):
    center = np.asarray(center, dtype=float)
    return center - half, center + half


def uniform(rng, n):
    return boxes(rng.uniform(0.0, 1.5 * n ** (1 / 3), (n, 3)), rng.uniform(0.2, 0.8, (n, 3)))


def clustered(rng, n):
    return boxes(rng.choice([-1e3, 7e5], (n, 3)) + rng.normal(size=(n, 3)), rng.uniform(0.1, 0.5, (n, 3)))


def identical(rng, n):
    return np.tile([1.0, 2.0, 3.0], (n, 1)), np.tile([2.0, 3.0, 4.0], (n, 1))


def touching(rng, n):
    """Unit cubes on a lattice: each shares a face, an edge or a corner with up to 26 others, exactly."""
    return boxes(rng.permutation(np.argwhere(np.ones((7, 7, 7))))[:n], 0.5)


def thin(rng, n):
    half = np.full((n, 3), 0.03)
    half[np.arange(n), rng.integers(0, 3, n)] = 20.0
    return boxes(rng.uniform(-6.0, 6.0, (n, 3)), half)


def infinite(rng, n):
    low, high = uniform(rng, n)
    low[rng.random((n, 3)) < 0.1] = -np.inf
    high[rng.random((n, 3)) < 0.1] = np.inf
    low[0], high[0] = -np.inf, np.inf
    low[1], high[1] = np.inf, np.inf
    low[2], high[2] = -np.inf, -np.inf
    return low, high


def points(rng, n):
    corner = rng.integers(0, 4, (n, 3)).astype(float)
    return corner, corner.copy()


def all_sizes(rng, n):
    return boxes(rng.uniform(0.0, 30.0, (n, 3)), 10.0 ** rng.uniform(-4.0, 1.5, (n, 1)) * rng.uniform(0.2, 1, (n, 3)))


def far_away(rng, n):
    """Coordinates so large that a box is a few units in the last place wide."""
    return boxes(1e9 + 1e-6 * rng.integers(0, 12, (n, 3)), 3e-7)


def huge_and_tiny_numbers(rng, n):
    low, high = boxes(rng.normal(size=(n, 3)), rng.uniform(0.0, 1.0, (n, 3)))
    scale = rng.choice([1e-308, 1e-160, 1.0, 1e160, 1e307], (n, 1))
    return low * scale, high * scale


def broken(rng, n):
    """Some boxes have a NaN, some are inside out."""
    low, high = infinite(rng, n)
    low[rng.random((n, 3)) < 0.05] = np.nan
    high[rng.random((n, 3)) < 0.05] = np.nan
    swapped = rng.random(n) < 0.1
    low[swapped], high[swapped] = high[swapped], low[swapped].copy()
    return low, high


SCENES = {
    scene.__name__: scene
    for scene in (
        uniform,
        clustered,
        identical,
        touching,
        thin,
        infinite,
        points,
        all_sizes,
        far_away,
        huge_and_tiny_numbers,
        broken,
    )
}


def test_table_names_the_classes_and_the_default_is_in_it():
    assert DEFAULT in BROAD_PHASES
    for name, cls in BROAD_PHASES.items():
        assert snake_case(cls.__name__) == name
        assert issubclass(cls, BroadPhase)


@METHODS
@pytest.mark.parametrize("scene", list(SCENES))
@pytest.mark.parametrize("n", [3, 40, 300])
def test_pairs_of_any_scene_equal_the_oracle(method, scene, n):
    rng = np.random.default_rng(n)
    low, high = SCENES[scene](rng, n)
    counts = check(World(n), method, [(low, high), (low, high), (high, low), (low, high)])
    if n == 300:
        assert counts[0] > 20  # the scene is worth testing


@METHODS
@pytest.mark.parametrize("scene", list(SCENES))
def test_scenes_that_follow_each_other_leave_nothing_behind(method, scene):
    """Everything jumps: after a detour over other scenes the pairs are those of a new object."""
    rng = np.random.default_rng(1)
    frames = [SCENES[scene](rng, 120)]
    for other in SCENES.values():
        frames += [other(rng, 120), frames[0]]
    counts = check(World(120), method, frames)
    assert len(set(counts[::2])) == 1


def wandering(rng, n, steps, speed, large=0, half_space=True):
    """Boxes drift through each other; a few are large, and the first is a half-space."""
    center = rng.uniform(0.0, 1.6 * n ** (1 / 3), (n, 3))
    half = rng.uniform(0.3, 0.7, (n, 3))
    half[1 : 1 + large] *= 12.0
    velocity = speed * rng.normal(size=(n, 3))
    for _ in range(steps):
        center = center + velocity
        low, high = boxes(center, half * rng.uniform(0.98, 1.02, (n, 3)))
        if half_space:
            low[0], high[0] = -np.inf, (np.inf, np.inf, 1.0)
        yield low, high


@METHODS
@pytest.mark.parametrize("speed", [1e-4, 0.01, 0.1, 3.0])
def test_pairs_stay_right_while_bodies_move(method, speed):
    motion = np.zeros(400, dtype=int)
    motion[0], motion[1] = FIXED, KINEMATIC
    counts = check(World(400, motion=motion), method, wandering(np.random.default_rng(2), 400, 50, speed, large=40))
    assert len(set(counts)) > 3  # overlaps appear and disappear


@METHODS
def test_pairs_stay_right_from_calm_over_flight_to_calm(method):
    rng = np.random.default_rng(3)
    calm = list(wandering(rng, 300, 15, 0.002))
    flight = list(wandering(rng, 300, 15, 1.0))
    check(World(300), method, calm + flight + calm[::-1] + flight[::5] + calm)


@METHODS
def test_teleporting_and_vanishing_bodies(method):
    rng = np.random.default_rng(4)
    frames = []
    for step, (low, high) in enumerate(wandering(rng, 200, 60, 0.003)):
        for shape in rng.integers(0, 200, 3):
            low[shape] += 4.0
            high[shape] += 4.0
        low[10 + step % 7, step % 3] = np.nan
        if step % 2:
            low[20], high[20] = -np.inf, np.inf
        frames.append((low, high))
    check(World(200), method, frames)


@METHODS
def test_one_rolling_body_among_resting_ones(method):
    rng = np.random.default_rng(5)
    low, high = uniform(rng, 300)
    frames = []
    for step in range(80):
        low, high = low.copy(), high.copy()
        low[7], high[7] = boxes([0.15 * step, 4.0 + 0.1 * step, 3.0], 0.6)
        frames.append((low, high))
    assert len(set(check(World(300), method, frames))) > 3


@METHODS
def test_a_box_that_grows_over_all_scales(method):
    """It covers up to 2^400 cells of its neighbors, which must neither be visited one by one nor overflow."""
    low, high = uniform(np.random.default_rng(10), 100)
    frames = []
    for power in range(-60, 400, 2):
        low, high = low.copy(), high.copy()
        low[0], high[0] = boxes([3.0, 3.0, 3.0], 1.37 * 2.0**power)
        frames.append((low, high))
    counts = check(World(100), method, frames)
    assert counts[-1] - counts[0] > 90


@METHODS
def test_bodies_of_many_shapes_with_filters_joints_and_fixed_ones(method):
    rng = np.random.default_rng(6)
    n, body_count = 500, 120
    body = np.concatenate([np.arange(body_count), rng.integers(0, body_count, n - body_count)])
    group = 1 << rng.choice([0, 1, 5, 31], body_count)
    mask = rng.choice([0xFFFFFFFF, 0b11, 0x80000020, 0], body_count, p=[0.5, 0.2, 0.2, 0.1])
    world = World(
        n,
        body=rng.permutation(body),
        motion=rng.choice([DYNAMIC, FIXED, KINEMATIC], body_count, p=[0.5, 0.3, 0.2]),
        filter=np.stack([group, mask], axis=1),
        joined=[tuple(rng.choice(body_count, 2, replace=False)) for _ in range(1500)],
    )
    counts = check(world, method, wandering(rng, n, 50, 0.05, large=30))
    unfiltered = len(World(n).pairs(*next(wandering(rng, n, 1, 0.05, large=30))))
    assert min(counts) > 10
    assert max(counts) < unfiltered / 2


@METHODS
@pytest.mark.parametrize("motion", [(FIXED, FIXED), (FIXED, KINEMATIC), (KINEMATIC, KINEMATIC), (DYNAMIC, FIXED)])
def test_a_pair_needs_a_dynamic_body(method, motion):
    low, high = identical(None, 2)
    pairs = World(2, motion=motion).broad_phase(method).update(low, high)
    assert len(pairs) == (DYNAMIC in motion)


@METHODS
def test_shapes_of_one_body_and_joined_bodies_do_not_pair(method):
    low, high = identical(None, 5)
    pairs = World(5, body=[2, 0, 1, 0, 2], joined=[(2, 1)]).broad_phase(method).update(low, high)
    assert pairs.tolist() == [[0, 1], [0, 3], [1, 2], [1, 4], [2, 3], [3, 4]]


@METHODS
@pytest.mark.parametrize(("mask_a", "mask_b", "pair"), [(2, 1, True), (2, 2, False), (1, 1, False), (3, 3, True)])
def test_both_masks_must_hold_the_other_group(method, mask_a, mask_b, pair):
    low, high = identical(None, 2)
    found = World(2, filter=[[1, mask_a], [2, mask_b]]).broad_phase(method).update(low, high)
    assert len(found) == pair


@METHODS
@pytest.mark.parametrize("n", [0, 1, 2])
def test_no_shapes_and_one_shape(method, n):
    low, high = identical(None, n)
    broad_phase = World(n).broad_phase(method)
    for _ in range(3):
        assert broad_phase.update(low, high).tolist() == [[0, 1]][: n - 1 if n else 0]


@METHODS
def test_all_nan_finds_nothing_and_recovers(method):
    n = 100
    nan = np.full((n, 3), np.nan)
    low, high = uniform(np.random.default_rng(8), n)
    counts = check(World(n), method, [(nan, nan), (nan, nan), (low, high), (low, nan), (nan, high), (low, high)])
    assert counts[:2] == counts[3:5] == [0, 0]
    assert counts[2] == counts[5] > 0


@METHODS
def test_a_box_turned_inside_out_is_met_by_nobody(method):
    """Its earlier place must be forgotten: a large box that comes by later would take it for an overlap."""
    low, high = uniform(np.random.default_rng(9), 100)
    low[:2], high[:2] = [[50.0], [80.0]], [[51.0], [90.0]]
    frames = [(low, high)]
    low, high = low.copy(), high.copy()
    low[0], high[0] = 51.0, 50.0
    frames.append((low, high))
    low, high = low.copy(), high.copy()
    low[1], high[1] = 45.0, 55.0
    frames.append((low, high))
    check(World(100), method, frames)


box_side = st.one_of(
    st.floats(-3.0, 3.0), st.integers(-2, 2).map(float), st.sampled_from([np.inf, -np.inf, np.nan, 1e300, -0.0])
)


@METHODS
@settings(max_examples=examples(60))
@given(data=st.data())
def test_any_boxes_equal_the_oracle(method, data):
    n = data.draw(st.integers(1, 30))
    sides = st.lists(box_side, min_size=6 * n, max_size=6 * n)
    frames = []
    for _ in range(data.draw(st.integers(1, 4))):
        low, high = np.array(data.draw(sides)).reshape(2, n, 3)
        swap = data.draw(st.booleans())  # else almost every box is inside out
        frames.append((np.fmin(low, high), np.fmax(low, high)) if swap else (low, high))
    check(World(n), method, frames)
