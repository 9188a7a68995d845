"""A body with a flat underside on the edge of a table, in the plane: the law of Coulomb, integrated in pieces.

The body has its center of mass at (x, z), its underside at distance `height` from it, turned by an angle that lowers
its front. It touches the edge, which lies at (edge, 0), with its underside only:

    stick:  the point at the edge keeps its place        slip:  its distance from the edge stays 0, |T| = μ N
    free:   neither; the body falls

All accelerations are per unit of mass. A piece ends where N turns negative, |T| exceeds μ N, the slip stops, or the end
of the underside has passed.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from rigida.textbook.case import G

#: Slips slower than this have stopped [m/s].
_STOPPED = 1e-12


@dataclass(frozen=True)
class FlatBody:
    """inertia: about the center of mass, per unit of mass [m²]; length: of the underside; pull: steady, along x."""

    inertia: float
    length: float
    friction: float
    edge: float
    pull: float = 0.0

    def axes(self, angle: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the directions out of the table and along the underside."""
        normal = np.array([math.sin(angle), math.cos(angle)])
        return normal, np.array([math.cos(angle), -math.sin(angle)])

    def at_edge(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return where the edge is, from the center of mass, and the velocity of the body there."""
        x, z, _, vx, vz, w = y
        arm = np.array([self.edge - x, -z])
        return arm, np.array([vx + w * arm[1], vz - w * arm[0]])

    def moved(self, y: np.ndarray, force: np.ndarray) -> np.ndarray:
        """Return the rates of y under a force at the edge."""
        arm, _ = self.at_edge(y)
        turn = (arm[1] * force[0] - arm[0] * force[1]) / self.inertia
        return np.array([*y[3:], self.pull + force[0], force[1] - G, turn])

    def parting(self, y: np.ndarray, force: np.ndarray) -> np.ndarray:
        """Return the acceleration of the body's point at the edge."""
        arm, _ = self.at_edge(y)
        _, _, w, ax, az, turn = self.moved(y, force)
        return np.array([ax + turn * arm[1], az - turn * arm[0]]) - w**2 * arm

    def sticking(self, y: np.ndarray) -> np.ndarray:
        """Return the force under which the point at the edge keeps its place."""
        none = self.parting(y, np.zeros(2))
        columns = [self.parting(y, unit) - none for unit in np.eye(2)]
        return np.linalg.solve(np.stack(columns, axis=1), -none)

    def slipping(self, y: np.ndarray, way: float) -> np.ndarray:
        """Return the force under which the underside stays on the edge while it slips along `way` (±1)."""
        normal, along = self.axes(y[2])
        unit = normal - self.friction * way * along
        # The distance of the edge from the underside: its second rate has a part from the turning underside.
        turning = 2.0 * y[5] * float(along @ self.at_edge(y)[1])
        none, one = (float(normal @ self.parting(y, load * unit)) + turning for load in (0.0, 1.0))
        return -none / (one - none) * unit

    def slip(self, y: np.ndarray) -> float:
        """Return how fast the body slips over the edge."""
        return float(self.at_edge(y)[1] @ self.axes(y[2])[1])

    def margins(self, y: np.ndarray, way: float) -> tuple[float, float, float]:
        """Return what must stay positive: the load, what is left of friction or of the slip, of the underside."""
        normal, along = self.axes(y[2])
        force = self.slipping(y, way) if way else self.sticking(y)
        load = float(force @ normal)
        rest = way * self.slip(y) if way else self.friction * load - abs(float(force @ along))
        return load, rest, 0.5 * self.length - abs(float(self.at_edge(y)[0] @ along))


def slide_over_edge(body: FlatBody, y: np.ndarray, time: float, until: float) -> tuple[np.ndarray, float]:
    """Return x, z, angle and their rates at `until` for a body that touches the edge at `time`; and when it leaves."""
    gives_way = False
    while time < until:
        slip = body.slip(y)
        way = math.copysign(1.0, slip) if abs(slip) > _STOPPED else 0.0
        if not way and (gives_way or body.margins(y, 0.0)[1] <= 0.0):
            way = -math.copysign(1.0, float(body.sticking(y) @ body.axes(y[2])[1]))
        if min(body.margins(y, way)[::2]) <= 0.0:
            break

        def rates(_: float, y: np.ndarray, way: float = way) -> np.ndarray:
            return body.moved(y, body.slipping(y, way) if way else body.sticking(y))

        ends = [lambda _, y, k=k, way=way: body.margins(y, way)[k] for k in range(3)]
        for end in ends:
            end.terminal, end.direction = True, -1.0
        piece = solve_ivp(rates, (time, until), y, method="DOP853", rtol=1e-12, atol=1e-14, events=ends)
        y, time = piece.y[:, -1], float(piece.t[-1])
        if len(piece.t_events[0]) or len(piece.t_events[2]):
            break
        gives_way = not way and len(piece.t_events[1]) > 0
        if way and len(piece.t_events[1]):
            y = stopped(body, y)
    left = until - time
    free = np.array([body.pull, -G, 0.0])
    return np.concatenate([y[:3] + y[3:] * left + 0.5 * free * left**2, y[3:] + free * left]), time


def stopped(body: FlatBody, y: np.ndarray) -> np.ndarray:
    """Return the state without the slip that locating its end has left."""
    y = y.copy()
    y[3:5] -= body.slip(y) * body.axes(y[2])[1]
    return y
