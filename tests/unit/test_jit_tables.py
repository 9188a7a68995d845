"""Tables: one pointer to arrays that may be replaced, with errors that name the table and the field."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.records import Int32, Record, Rows, Single
from rigida.jit.tables import Table
from rigida.math.vec3 import Vec3

COMPILED = os.environ.get("RIGIDA_PLAIN") != "1"


class Pair(Record):
    a: Int32
    b: Int32


class Bodies(Table):
    center: Rows[Vec3]
    mass: Rows[float]


class World(Table):
    bodies: Bodies
    pair: Rows[Pair]
    gravity: Vec3
    limit: float
    passes: int
    is_calm: bool


class Loose(Record):
    number: Int32
    weight: Single


class Rest(Table):
    loose: Rows[Loose]


def world(n=3):
    bodies = Bodies(center=np.arange(3.0 * n).reshape(n, 3), mass=np.arange(1.0, n + 1))
    pair = np.array([[0, 1], [1, 2]], dtype=np.int32)
    return World(bodies=bodies, pair=pair, gravity=np.array([0.0, 0.0, -9.81]), limit=0.5, passes=3, is_calm=True)


@kernel
def weigh(first, factor, world, offset, numbers):
    total, bodies = offset, world.bodies
    for k in range(first, len(world.pair)):
        pair = world.pair[k]
        total += (
            factor * (bodies.mass[pair.a] + bodies.mass[pair.b]) + (bodies.center[pair.b] - bodies.center[pair.a]).x
        )
    numbers[0] = world.gravity.z
    numbers[1] = world.limit * world.passes
    numbers[2] = 1.0 if world.is_calm else 0.0
    return total


def test_tables_arrays_and_numbers_are_bound_together():
    w, numbers = world(), np.zeros(3)
    bound = bind(weigh, w, 0.25, numbers)
    assert bound(0, 2.0) == 0.25 + 2.0 * 3.0 + 3.0 + 2.0 * 5.0 + 3.0
    assert bound(1, 2.0) == 0.25 + 2.0 * 5.0 + 3.0
    np.testing.assert_array_equal(numbers, [-9.81, 1.5, 1.0])


def test_replaced_arrays_and_numbers_are_seen_without_binding_anew():
    w, numbers = world(), np.zeros(3)
    bound = bind(weigh, w, 0.0, numbers)
    bound(0, 1.0)
    w.bodies.mass = 10.0 * w.bodies.mass
    w.pair = np.array([[0, 2]], dtype=np.int32)
    w.limit, w.is_calm = 2, False
    assert bound(0, 1.0) == 40.0 + 6.0
    np.testing.assert_array_equal(numbers[1:], [6.0, 0.0])
    w.bodies = world(4).bodies
    assert bound(0, 1.0) == 4.0 + 6.0


@pytest.mark.parametrize("double", [copy.copy, copy.deepcopy, lambda w: pickle.loads(pickle.dumps(w))])
def test_copied_and_pickled_tables_have_words_of_their_own(double):
    w = world()
    other = double(w)
    assert other.words.ctypes.data != w.words.ctypes.data
    other.pair = np.array([[0, 0]], dtype=np.int32)
    other.limit = 0.0
    assert bind(weigh, w, 0.0, np.zeros(3))(0, 1.0) == 8.0 + 6.0
    assert bind(weigh, other, 0.0, np.zeros(3))(0, 1.0) == 2.0
    if double is not copy.copy:
        w.bodies.mass[:] = 0.0
        assert bind(weigh, other, 0.0, np.zeros(3))(0, 1.0) == 2.0


def test_bound_tables_outlive_their_owner():
    bound = bind(weigh, world(), 0.0, np.zeros(3))
    litter = [np.full(6, 1e9) for _ in range(100)]
    assert bound(0, 1.0) == 14.0
    assert len(litter) == 100


@pytest.mark.parametrize(
    ("field", "array", "words"),
    [
        ("center", np.zeros((2, 4)), ["Bodies.center", "float64 (n, 3)", "24 bytes", "float64 (2, 4)"]),
        ("center", np.zeros((2, 3), dtype=np.float32), ["Bodies.center", "float64 (n, 3)", "float32 (2, 3)"]),
        ("center", np.zeros((3, 2)).T, ["Bodies.center", "not contiguous"]),
        ("center", [1.0, 2.0, 3.0], ["Bodies.center", "got list"]),
        ("mass", np.zeros(3, dtype=int), ["Bodies.mass", "float64 (n,)", "int64 (3,)"]),
        ("mass", np.zeros(()), ["Bodies.mass", "float64 (n,)", "float64 ()"]),
    ],
)
def test_wrong_arrays_are_refused_by_name(field, array, words):
    bodies = world().bodies
    with pytest.raises(TypeError) as error:
        setattr(bodies, field, array)
    assert all(word in str(error.value) for word in words), error.value
    assert bodies.mass[0] == 1.0
    assert bodies.center.shape == (3, 3)


def test_records_of_several_kinds_of_number_want_their_dtype():
    with pytest.raises(TypeError, match=r"Rest.loose must be a contiguous array of Loose's dtype, 8 bytes a row"):
        Rest(loose=np.zeros((4, 2), dtype=np.int32))


def test_unknown_fields_and_other_tables_are_refused():
    with pytest.raises(TypeError, match="Bodies has no 'velocity'; it has center, mass"):
        Bodies(velocity=np.zeros(3))
    with pytest.raises(TypeError, match=r"World.bodies must be a Bodies, got Rest"):
        world().bodies = Rest()


BEYOND = """
import numpy as np
from test_jit_tables import world, weigh, bind
w = world()
w.pair = np.array([[0, {row}]], dtype=np.int32)
try:
    bind(weigh, w, 0.0, np.zeros(3))(0, 1.0)
except IndexError as error:
    print(error)
"""


@pytest.mark.skipif(not COMPILED, reason="starts both by itself")
@pytest.mark.parametrize(("variable", "row"), [("RIGIDA_BOUNDS", 3), ("RIGIDA_BOUNDS", -1), ("RIGIDA_PLAIN", -1)])
def test_a_row_beyond_the_end_is_named(variable, row, tmp_path):
    paths = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    environment = {**os.environ, variable: "1", "PYTHONPATH": paths, "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", BEYOND.format(row=row)], env=environment, capture_output=True, text=True
    )
    where = "Bodies.mass: " if variable == "RIGIDA_PLAIN" else f"{__file__}:"  # compiled code knows the line
    assert done.stdout.startswith(where), done.stderr
    assert "out of bounds" in done.stdout


@pytest.mark.skipif(not COMPILED, reason="is what this test starts")
def test_tables_are_the_same_without_compilation():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-o", "addopts=", __file__]
    done = subprocess.run(command, env={**os.environ, "RIGIDA_PLAIN": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
