"""Every constraint part: Jacobian and acceleration term are the derivatives of its equations along any motion."""

from types import SimpleNamespace

import numpy as np
import pytest

from rigida.constraints.arrays import Frames
from rigida.constraints.parts import codes
from rigida.constraints.parts.part_set import PartSet, PlacedPart
from rigida.math.axis_angle import quaternion_from_rotation_vector_array
from rigida.math.quaternion import multiply_array, normalize_array, rotate_array
from rigida.scene.joint import PartRow

#: Kernel and number of equations of every part, and how many constants it has (of angles: which of the three).
PARTS = {
    "point": (codes.POINT, 3, 6),
    "one direction": (codes.DIRECTIONS, 1, 6),
    "two directions": (codes.DIRECTIONS, 2, 12),
    "three directions": (codes.DIRECTIONS, 3, 18),
    "slide, plane": (codes.SLIDE, 1, 9),
    "slide, line": (codes.SLIDE, 2, 12),
    "slide, point": (codes.SLIDE, 3, 15),
    "distance": (codes.DISTANCE, 1, 7),
    "twist": (codes.TWIST, 1, 9),
    "first angle": (codes.CARDAN, 1, 0),
    "second angle": (codes.CARDAN, 1, 1),
    "third angle": (codes.CARDAN, 1, 2),
}


def test_every_part_is_listed():
    listed = {code for code, _, _ in PARTS.values()}
    # A given part has no equations of its own; `test_user_constraints` compares what it is given.
    # What wraps has a length and a rate, which are compared with another engine's in `test_wrapping_tendons`.
    assert listed | {codes.GIVEN, codes.WRAP} == set(range(len(codes.KINDS)))


def frames(pose, twist):
    return SimpleNamespace(table=Frames(pose=pose, twist=twist), twist=twist)


class Moving:
    """Two frames that start with random poses and twists and keep random accelerations."""

    def __init__(self, rng):
        self.x, self.v, self.a = rng.normal(size=(3, 2, 3))
        self.q = normalize_array(rng.normal(size=(2, 4)))
        self.w, self.dw = rng.normal(size=(2, 2, 3))

    @property
    def acceleration(self):
        return np.hstack([self.a, self.dw])

    def at(self, t):
        """Return pose (2, 7) and twist (2, 6) at t; the turn is right up to terms of order t³."""
        turn = quaternion_from_rotation_vector_array(self.w * t + 0.5 * self.dw * t * t)
        pose = np.hstack([self.x + self.v * t + 0.5 * self.a * t * t, multiply_array(turn, self.q)])
        return frames(pose, np.hstack([self.v + self.a * t, self.w + self.dw * t]))


def hinged(motion, rng):
    """Let b turn freely and a turn about an axis of b only; return the constants of the angle about that axis."""
    d, e = np.linalg.qr(rng.normal(size=(3, 2)))[0].T
    axis = rotate_array(motion.q[1], d)
    rate, acceleration = rng.normal(size=2)
    motion.w[0] = motion.w[1] + rate * axis
    motion.dw[0] = motion.dw[1] + acceleration * axis + rate * np.cross(motion.w[1], axis)
    motion.q[0] = multiply_array(quaternion_from_rotation_vector_array(rng.uniform(-3, 3) * axis), motion.q[1])
    return (*d, *e, *e)


def evaluated(name, seed):
    rng = np.random.default_rng(seed)
    code, equations, count = PARTS[name]
    motion = Moving(rng)
    numbers = hinged(motion, rng) if code == codes.TWIST else tuple(rng.normal(size=count))
    if code == codes.CARDAN:
        e1, m = np.linalg.qr(rng.normal(size=(3, 2)))[0].T
        e3, n = np.linalg.qr(rng.normal(size=(3, 2)))[0].T
        numbers = (*e1, *m, *e3, *n, 0.3, count)
    table = PartSet([PlacedPart(PartRow(code, equations, numbers), (0, 1), 0)])
    if code not in (codes.TWIST, codes.CARDAN):
        table.target[0] = rng.normal(size=3)

    def at(t):
        moving = motion.at(t)
        table.target[0, 0] = target[0] + target[1] * t + 0.5 * target[2] * t * t
        table.target[0, 1] = target[1] + target[2] * t
        table.evaluate(moving)
        return table.error[0].copy(), table.rates(moving)[0].copy(), table.jacobian[0].copy(), table.bias[0].copy()

    target = table.target[0].copy()
    return motion, at, equations


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", PARTS)
def test_jacobian_times_twist_is_the_rate_of_the_error(name, seed):
    _, at, equations = evaluated(name, seed)
    h = 1e-5
    difference = (at(h)[0] - at(-h)[0]) / (2 * h)
    # Truncation h² = 1e-10 times third derivatives of order 10²; rounding 1e-15/h = 1e-10.
    np.testing.assert_allclose(at(0.0)[1], difference, atol=1e-7)
    assert (np.abs(at(0.0)[2]).max(axis=(0, 2)) > 1e-3).tolist() == [k < equations for k in range(3)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", PARTS)
def test_jacobian_times_acceleration_and_bias_are_the_rate_of_the_rate(name, seed):
    motion, at, _ = evaluated(name, seed)
    h = 1e-5
    difference = (at(h)[1] - at(-h)[1]) / (2 * h)
    _, _, jacobian, bias = at(0.0)
    expected = np.einsum("skc,sc->k", jacobian, motion.acceleration) + bias
    np.testing.assert_allclose(expected, difference, atol=1e-6)


def test_twist_counts_turns_from_its_target():
    for turns in (-3, 0, 2):
        table = PartSet([PlacedPart(PartRow(codes.TWIST, 1, (0, 0, 1, 1, 0, 0, 1, 0, 0)), (0, 1), 0)])
        table.target[0, 0] = 2 * np.pi * turns + 0.3
        pose = np.array([[0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0]], dtype=float)
        pose[0, 3:] = quaternion_from_rotation_vector_array(np.array([0, 0, 0.5]))
        table.evaluate(frames(pose, np.zeros((2, 6))))
        assert table.error[0, 0] == pytest.approx(0.2, abs=1e-12)
