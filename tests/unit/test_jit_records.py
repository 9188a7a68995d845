"""Records: named fields over numpy's memory, read and written alike by kernels, plain Python and numpy."""

import os
import subprocess
import sys
from typing import Annotated

import numpy as np
import pytest

from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import At, Byte, Flag, Int32, Items, Record, Rows, Single, UInt32, UInt64, Wide, as_array
from rigida.jit.tables import Table, dtype_of
from rigida.jit.translate.body import Refused
from rigida.jit.wide_rows import gather_rows, record_at, scatter_rows
from rigida.math.prefetch import prefetch_row
from rigida.math.vec3 import SingleVec3, Vec3, WideVec3, dot

COMPILED = os.environ.get("RIGIDA_PLAIN") != "1"


class Twist(Record):
    linear: Vec3
    angular: Vec3
    all: Annotated[Items[float], 6, At("linear")]


class Mixed(Record):
    """One of each kind of number; `flag` stands where nothing is aligned any more."""

    count: Int32
    mark: UInt32
    mask: UInt64
    weight: Single
    place: SingleVec3
    big: int
    small: Byte
    flag: Flag
    point: Annotated[Items[Vec3], 2]
    twist: Annotated[Items[Twist], 2]


class Some(Table):
    mixed: Rows[Mixed]
    twist: Rows[Twist]
    number: Rows[float]
    order: Rows[Int32]


def some():
    return Some(
        mixed=np.zeros(3, dtype=dtype_of(Mixed)),
        twist=np.arange(24.0).reshape(4, 6),
        number=np.zeros(8),
        order=np.array([3, 1, 2, 0], dtype=np.int32),
    )


@kernel
def write_all(some):
    for k in range(len(some.mixed)):
        m = some.mixed[k]
        m.count, m.mark, m.mask, m.weight, m.big = -k, k, 1 << 40, 0.1, -5
        m.place = Vec3(1.0, 2.0, k)
        m.small, m.flag = 200 + k, k == 1
        m.point[1] = 2.0 * m.place
        m.twist[0] = some.twist[k]
        m.twist[1].angular += some.twist[3].linear
    return some.mixed.shape[0]


@kernel
def read_all(some):
    m = some.mixed[1]
    found = m.count + m.mark + m.big + m.small
    some.number[0] = found / 2
    some.number[1] = m.weight
    some.number[2] = 1.0 if m.flag else -1.0
    some.number[3] = dot(m.point[1], m.place)
    some.number[4] = m.twist[1].all[4]
    some.number[5] = m.mask >> 39


def test_layout_is_that_of_numpys_dtype():
    names = ["count", "mark", "mask", "weight", "place", "big", "small", "flag", "point", "twist"]
    dtype = dtype_of(Mixed)
    assert list(dtype.names) == names
    assert dtype.itemsize == 4 + 4 + 8 + 4 + 12 + 8 + 1 + 1 + 48 + 96
    assert dtype_of(Twist) == np.dtype([("linear", "f8", 3), ("angular", "f8", 3)])
    s = some()
    assert bind(write_all, s)() == 3
    m = s.mixed
    np.testing.assert_array_equal(m["count"], [0, -1, -2])
    np.testing.assert_array_equal(m["mark"], [0, 1, 2])
    np.testing.assert_array_equal(m["mask"], 1 << 40)
    np.testing.assert_array_equal(m["weight"], np.float32(0.1))
    np.testing.assert_array_equal(m["place"], [[1, 2, 0], [1, 2, 1], [1, 2, 2]])
    np.testing.assert_array_equal(m["big"], -5)
    np.testing.assert_array_equal(m["small"], [200, 201, 202])
    np.testing.assert_array_equal(m["flag"], [False, True, False])
    np.testing.assert_array_equal(m["point"][:, 1], 2 * m["place"])
    np.testing.assert_array_equal(m["twist"][:, 0]["linear"], s.twist[:3, :3])
    np.testing.assert_array_equal(m["twist"][:, 1]["angular"], np.broadcast_to(s.twist[3, :3], (3, 3)))


def test_numbers_are_ints_and_floats_whatever_they_are_stored_as():
    s = some()
    bind(write_all, s)()
    bind(read_all, s)()
    weight = float(np.float32(0.1))
    np.testing.assert_array_equal(s.number[:6], [98.0, weight, 1.0, 12.0, s.twist[3, 1], 2.0])


@routine
def reversed_sum(order, twist):
    total = Vec3(0.0, 0.0, 0.0)
    for k in range(len(order)):
        total += twist[order[k]].linear
    return total


@kernel
def slices(some):
    order = some.order[1:3]
    order[0] = 2
    some.number[0] = reversed_sum(order, some.twist).x
    some.number[1] = len(some.order[2:]) + len(some.order[:3])
    some.twist[0], some.number[2] = some.twist[3], 1.0
    prefetch_row(some.twist[1])
    prefetch_row(some.mixed[0].twist)


def test_slices_of_rows_are_the_same_rows():
    s = some()
    last = s.twist[3].copy()
    bind(slices, s)()
    np.testing.assert_array_equal(s.order, [3, 2, 2, 0])
    np.testing.assert_array_equal(s.number[:3], [2 * s.twist[2, 0], 5.0, 1.0])
    np.testing.assert_array_equal(s.twist[0], last)


@routine
def column_sum(array, numbers):
    total = numbers[0]
    for i in range(array.shape[0]):
        total += array[i, array.shape[1] - 1]
    return total


@kernel
def as_arrays(some):
    return column_sum(as_array(some.twist), as_array(some.number))


def test_rows_serve_functions_of_arrays():
    s = some()
    s.number[0] = 0.5
    assert bind(as_arrays, s)() == 0.5 + s.twist[:, 5].sum()
    assert as_array(s.twist) is s.twist


class Row(Record):
    linear: SingleVec3
    angular: SingleVec3
    mark: Single
    rest: Single


class WidePoint(Record):
    arm: WideVec3
    impulse: Wide


class WideContact(Record):
    friction: Wide
    point: Annotated[Items[WidePoint], 4]


contact_at = record_at(WideContact)


class Lots(Table):
    row: Rows[Row]
    ids: Rows[Int32]
    field: Rows[Wide]


@kernel
def exchange(lots):
    linear, angular, mark, rest = gather_rows(lots.row, lots.ids, 8)
    scatter_rows(lots.row, lots.ids, 8, (angular - linear, linear, rest, mark))
    c = contact_at(lots.field, 2)
    p = c.point[1]
    p.impulse += c.friction * dot(p.arm, p.arm)


def test_eight_rows_are_gathered_as_fields_of_lanes_and_scattered():
    row = np.random.default_rng(1).normal(size=(20, 8)).astype(np.float32)
    ids = np.array([0] * 8 + [3, 1, 4, 15, 9, 2, 6, 5], dtype=np.int32)
    field = np.random.default_rng(2).normal(size=(20, 8)).astype(np.float32)
    old, fields = row.copy(), field.copy()
    bind(exchange, Lots(row=row, ids=ids, field=field))()
    expected = old.copy()
    at = ids[8:]
    expected[at] = np.hstack([old[at, 3:6] - old[at, :3], old[at, :3], old[at, 7:8], old[at, 6:7]])
    np.testing.assert_array_equal(row, expected)
    x, y, z = fields[7:10]  # the record begins at 2: friction, then points of four fields
    fields[10] += fields[2] * (x * x + y * y + z * z)
    np.testing.assert_array_equal(field, fields)


@kernel
def misspelled(some):
    return some.twist[0].lineer


@pytest.mark.skipif(not COMPILED, reason="plain Python names the error in its own words")
def test_unknown_fields_are_named():
    with pytest.raises(Refused, match="lineer"):
        bind(misspelled, some())()


def test_records_hold_numbers_values_and_records_only():
    class Wrong(Record):
        name: str

    with pytest.raises(TypeError, match="cannot hold"):
        dtype_of(Wrong)


@pytest.mark.skipif(not COMPILED, reason="is what this test starts")
def test_records_are_the_same_without_compilation():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-o", "addopts=", __file__]
    done = subprocess.run(command, env={**os.environ, "RIGIDA_PLAIN": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
