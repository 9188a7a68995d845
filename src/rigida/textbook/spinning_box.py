"""Rest position of a box that slides and spins on its four corners, by small steps of Coulomb's law.

A corner k rubs with μ N w_k against its own motion. Its share w_k of the load N = m g is 1/4 but for a slope that
balances the moment of friction about the center, which is h/2 above the ground: w_k = 1/4 + e · d_k with
Σ w_k d_k = −h/2 F/N, as on a bed of springs; the precise engine has the same shares.
F is linear in them, so e solves two equations.
"""

import math

import numpy as np

from rigida.textbook.case import G

#: Step [s], and speed below which a corner's friction fades, so that one may stand still while the others move [m/s].
STEP, FADES = 1e-4, 1e-3


def shares(size: np.ndarray, friction: float, ways: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return the part of the load at each corner (4,), from the directions in which they move (4, 2)."""
    lift = 0.5 * friction * size[2]
    matrix = np.diag(size[:2] ** 2) - lift * ways.T @ corners
    return 0.25 + corners @ np.linalg.solve(matrix, lift * ways.mean(axis=0))


def rest_of_box(
    size: np.ndarray, friction: float, velocity: np.ndarray, spin: float, seconds: float = math.inf
) -> tuple[np.ndarray, float, float]:
    """Return place (2,) [m], angle [rad] and time [s] at which a box at the origin comes to rest, or after `seconds`.

    Midpoint steps. Half of friction's fading is that of the step: the box creeps to rest within FADES/(μ g).
    """
    corners = 0.5 * size[:2] * np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)])
    inertia = (size[0] ** 2 + size[1] ** 2) / 12

    def accelerations(v: np.ndarray, w: float, angle: float) -> tuple[np.ndarray, float]:
        c, s = math.cos(angle), math.sin(angle)
        own = np.array([c * v[0] + s * v[1], c * v[1] - s * v[0]])
        motion = own + w * np.stack([-corners[:, 1], corners[:, 0]], axis=1)
        ways = motion / np.sqrt((motion**2).sum(axis=1) + FADES**2)[:, None]
        force = -friction * G * shares(size, friction, ways, corners)[:, None] * ways
        total, torque = force.sum(axis=0), float((corners[:, 0] * force[:, 1] - corners[:, 1] * force[:, 0]).sum())
        return np.array([c * total[0] - s * total[1], s * total[0] + c * total[1]]), torque / inertia

    place, angle, v, w, time = np.zeros(2), 0.0, np.array(velocity, float), spin, 0.0
    radius = float(np.linalg.norm(corners[0]))
    while time < seconds - 0.5 * STEP and math.hypot(*v, w * radius) > FADES:
        a, b = accelerations(v, w, angle)
        middle_v, middle_w = v + 0.5 * STEP * a, w + 0.5 * STEP * b
        a, b = accelerations(middle_v, middle_w, angle + 0.5 * STEP * w)
        place, angle, time = place + STEP * middle_v, angle + STEP * middle_w, time + STEP
        v, w = v + STEP * a, w + STEP * b
    return place, angle, time
