"""Contacts as springs, for comparison with the exact ones (Lemos 1993, 5.2.1).

Every point that lies inside another body is pushed out by a spring with a damper; the restitution is put into the
damper's constant by c = k · 1.5 (1 − ε)/v₀, the usual linearisation for approach speeds near v₀. Friction grows with
the slip up to μ times the push. Bodies sink in by weight/stiffness, and the step size follows the springs.
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.dynamics.surface import combined_surface
from rigida.math.dense import euclidean_norm, product
from rigida.precise.contact.detection import Detection

#: Slip at which friction has reached most of its bound [m/s].
_SLIP = 1e-3


class Penalty:
    """Spring forces between overlapping shapes."""

    def __init__(self, model: Model, detection: Detection, stiffness: float) -> None:
        self.model, self.detection, self.stiffness = model, detection, stiffness

    def add_forces(self, state: State, wrench: FloatArray) -> None:
        """Add the springs' wrenches (n, 6)."""
        detection = self.detection
        detection.place(state.center, state.attitude)
        pairs = detection.pairs(*detection.boxes())
        if not len(pairs):
            return
        points = detection.points(pairs, 0.0)
        for k in np.flatnonzero(points.gap < 0.0):
            a, b = (int(detection.shapes.body[s]) for s in pairs[points.pair[k]])
            self._push(state, a, b, points.point[k], points.normal[k], -points.gap[k], wrench)

    def _push(
        self, state: State, a: int, b: int, point: FloatArray, normal: FloatArray, depth: float, wrench: FloatArray
    ) -> None:
        friction, restitution, _, _ = combined_surface(self.model.surface, a, b)
        arms = {body: point - state.center[body] for body in (a, b)}
        speed = {body: state.velocity[body] + np.cross(state.angular_velocity[body], arms[body]) for body in (a, b)}
        relative = speed[b] - speed[a]
        along = float(product(relative, normal))
        push = self.stiffness * depth * max(0.0, 1.0 - 1.5 * (1.0 - restitution) * along)
        slip = relative - along * normal
        force = push * (normal - friction * slip / np.hypot(euclidean_norm(slip), _SLIP))
        for body, sign in ((a, -1.0), (b, 1.0)):
            if self.model.inv_mass[body] > 0.0:
                wrench[body, :3] += sign * force
                wrench[body, 3:] += sign * np.cross(arms[body], force)
