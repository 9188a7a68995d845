"""Vectors and matrices as values: the same bits as formulas written out, compiled and as plain Python."""

import os
import subprocess
import sys

import numpy as np
import pytest

from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.records import Record, Rows, Wide
from rigida.jit.tables import Table
from rigida.jit.translate.body import Refused
from rigida.math.vec3 import (
    Mat3,
    Sym3,
    Vec3,
    WideVec3,
    cross,
    dot,
    minus_cross,
    minus_dot,
    norm,
    plus_cross,
    plus_dot,
    square,
)

UP = Vec3(0.0, 0.0, 1.0)


class Given(Table):
    a: Vec3
    b: Vec3
    s: float
    m: Mat3
    i: Sym3
    out: Rows[Vec3]
    number: Rows[float]


@kernel
def vectors(g):
    a, b, s = g.a, g.b, g.s
    g.out[0] = a + b
    g.out[1] = a - b
    g.out[2] = -a
    g.out[3] = s * a - b * s
    g.out[4] = a / s
    g.out[5] = cross(a, b)
    g.out[6] = plus_cross(a, b, a - b)
    g.out[7] = minus_cross(a, b, a - b)
    g.out[8] = g.m @ a
    g.out[9] = a @ g.m
    g.out[10] = g.i @ a
    total = Vec3(0.0, 1, s)
    total += a
    total -= 2 * b
    g.out[11] = total
    g.out[12] = UP
    g.number[0] = dot(a, b)
    g.number[1] = plus_dot(s, a, b)
    g.number[2] = minus_dot(s, a, b)
    g.number[3] = norm(a)
    g.number[4] = square(a)
    g.number[5] = a.x + total.z


def given():
    rng = np.random.default_rng(3)
    parts = {name: rng.normal(size=size) for name, size in (("a", 3), ("b", 3), ("m", 9), ("i", 6))}
    return Given(s=0.3, out=np.zeros((13, 3)), number=np.zeros(6), **parts)


def test_formulas_are_those_written_out_by_components_to_the_bit():
    g = given()
    bind(vectors, g)()
    (ax, ay, az), (bx, by, bz), s, m, i = g.a, g.b, g.s, g.m, g.i
    dx, dy, dz = ax - bx, ay - by, az - bz
    expected = [
        (ax + bx, ay + by, az + bz),
        (dx, dy, dz),
        (-ax, -ay, -az),
        (s * ax - bx * s, s * ay - by * s, s * az - bz * s),
        (ax / s, ay / s, az / s),
        (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx),
        (ax + by * dz - bz * dy, ay + bz * dx - bx * dz, az + bx * dy - by * dx),
        (ax - by * dz + bz * dy, ay - bz * dx + bx * dz, az - bx * dy + by * dx),
        tuple(m[k] * ax + m[k + 1] * ay + m[k + 2] * az for k in (0, 3, 6)),
        tuple(m[k] * ax + m[k + 3] * ay + m[k + 6] * az for k in (0, 1, 2)),
        tuple(i[p] * ax + i[q] * ay + i[r] * az for p, q, r in ((0, 1, 2), (1, 3, 4), (2, 4, 5))),
        (0.0 + ax - 2.0 * bx, 1.0 + ay - 2.0 * by, s + az - 2.0 * bz),
        (0.0, 0.0, 1.0),
    ]
    np.testing.assert_array_equal(g.out, expected)
    numbers = [
        ax * bx + ay * by + az * bz,
        s + ax * bx + ay * by + az * bz,
        s - ax * bx - ay * by - az * bz,
        np.sqrt(ax * ax + ay * ay + az * az),
        ax * ax + ay * ay + az * az,
        ax + (s + az - 2.0 * bz),
    ]
    np.testing.assert_array_equal(g.number, numbers)


def test_products_agree_with_numpy():
    g = given()
    bind(vectors, g)()
    a, b, m = np.array(g.a), np.array(g.b), np.array(g.m).reshape(3, 3)
    np.testing.assert_allclose(
        g.out[5:10], [np.cross(a, b), a + np.cross(b, a - b), a - np.cross(b, a - b), m @ a, a @ m]
    )
    np.testing.assert_allclose(g.number[:4], [a @ b, 0.3 + a @ b, 0.3 - a @ b, np.linalg.norm(a)])


class Eight(Record):
    a: WideVec3
    b: WideVec3
    s: Wide


class Lots(Table):
    row: Rows[Eight]
    out: Rows[WideVec3]


@kernel
def wide(lots):
    r = lots.row[0]
    lots.out[0] = r.s * cross(r.a, r.b) + 0.5 * r.a
    lots.out[1] = Vec3(dot(r.a, r.b), norm(r.b), 2.0)


def test_one_formula_serves_eight_lanes():
    row = np.random.default_rng(5).normal(size=(1, 56)).astype(np.float32)
    lots = Lots(row=row, out=np.zeros((2, 24), dtype=np.float32))
    bind(wide, lots)()
    (ax, ay, az, bx, by, bz, s), half = row.reshape(7, 8), np.float32(0.5)
    turned = np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
    expected = s * turned + half * np.stack([ax, ay, az])
    np.testing.assert_array_equal(lots.out[0].reshape(3, 8), expected)
    along, length = ax * bx + ay * by + az * bz, np.sqrt(bx * bx + by * by + bz * bz)
    np.testing.assert_array_equal(
        lots.out[1].reshape(3, 8), np.stack([along, length, np.full(8, 2.0, dtype=np.float32)])
    )


@kernel
def nonsense(g):
    return g.a + g.s


@pytest.mark.skipif(os.environ.get("RIGIDA_PLAIN") == "1", reason="is about compilation")
def test_vectors_and_numbers_do_not_add():
    with pytest.raises(Refused):
        bind(nonsense, given())()
    with pytest.raises(AttributeError):
        Vec3(1.0, 2.0, 3.0) + 1.0  # type: ignore[operator]


def test_values_are_never_changed():
    with pytest.raises(AttributeError):
        Vec3(1.0, 2.0, 3.0).x = 2.0  # type: ignore[misc]


@pytest.mark.skipif(os.environ.get("RIGIDA_PLAIN") == "1", reason="is what this test starts")
def test_values_give_the_same_bits_without_compilation():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-o", "addopts=", __file__]
    done = subprocess.run(command, env={**os.environ, "RIGIDA_PLAIN": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
