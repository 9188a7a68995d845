"""How thin a half-circle arch of loose stones can be, by the safe theorem: it stands if forces in its joints bear it.

Heyman 1966: no tension, no crushing; here with Coulomb's bound on sliding. Forces of a joint are those at its inner and
its outer edge, pressing, and one along it; whether some of them balance every stone is a linear program.
"""

import math

import numpy as np
from scipy.optimize import linprog


def stands(count: int, thickness: float, friction: float) -> bool:
    """Tell whether an arch of `count` stones and mean radius 1 m bears its own weight."""
    radii = np.array([1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness])
    balance, load = np.zeros((3 * count, 4 * count + 4)), np.zeros(3 * count)
    for k in range(count):
        for joint, sign in ((k, 1.0), (k + 1, -1.0)):
            angle = math.pi * joint / count
            out, ahead = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
            # Pressing at inner and outer edge, and sliding inwards and outwards: all at least zero.
            for i, (radius, force) in enumerate([(radii[0], ahead), (radii[1], ahead), (1.0, out), (1.0, -out)]):
                place = radius * out
                moment = place[0] * force[1] - place[1] * force[0]
                balance[3 * k : 3 * k + 3, 4 * joint + i] = sign * np.array([*force, moment])
        a, b = math.pi * k / count, math.pi * (k + 1) / count
        corners = [(r * math.cos(t), r * math.sin(t)) for r, t in zip(radii[[0, 1, 1, 0]], (a, a, b, b), strict=True)]
        area, center = area_center(np.array(corners))
        load[3 * k : 3 * k + 3] = [0.0, area, center[0] * area]
    bounds = np.zeros((count + 1, 4 * count + 4))
    for joint in range(count + 1):
        bounds[joint, 4 * joint : 4 * joint + 4] = [-friction, -friction, 1.0, 1.0]
    found = linprog(np.zeros(4 * count + 4), A_ub=bounds, b_ub=np.zeros(count + 1), A_eq=balance, b_eq=load)
    return bool(found.status == 0)


def area_center(corners: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the area of a polygon (n, 2) and its center."""
    after = np.roll(corners, -1, axis=0)
    cross = corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]
    area = 0.5 * cross.sum()
    return float(area), ((corners + after) * cross[:, None]).sum(axis=0) / (6.0 * area)


def least_thickness(count: int, friction: float) -> float:
    """Return the least thickness, by the mean radius, at which an arch stands."""
    low, high = 0.01, 0.2
    while high - low > 1e-5:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if stands(count, middle, friction) else (middle, high)
    return high
