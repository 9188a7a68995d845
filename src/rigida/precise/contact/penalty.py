"""Contacts as springs, for comparison with the exact ones (Lemos 1993, 5.2.1).

Every point that lies inside another body is pushed out by a spring with a damper; the restitution is put into the
damper's constant by c = k · 1.5 (1 − ε)/v₀, the usual linearisation for approach speeds near v₀. Friction grows with
the slip up to μ times the push. Bodies sink in by weight/stiffness, and the step size follows the springs.

The document's own law k/d acts at a distance d between surfaces that do not touch. It is taken from a given range on,
as k/d − k/range; its potential has no bound, so that bodies never meet.
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


#: Inverse springs push no more than at this part of their range: stages of a step that is then rejected may lie deeper.
_NEAREST = 1e-9


class Penalty:
    """Spring forces between overlapping shapes; with a range [m] between shapes that are nearer than that."""

    def __init__(self, model: Model, detection: Detection, stiffness: float, interaction_range: float = 0.0) -> None:
        self.model, self.detection, self.stiffness, self.interaction_range = (
            model,
            detection,
            stiffness,
            interaction_range,
        )

    def add_forces(self, state: State, wrench: FloatArray) -> None:
        """Add the springs' wrenches (n, 6)."""
        detection = self.detection
        detection.place(state.center, state.attitude)
        low, high = detection.boxes()
        pairs = detection.pairs(low - self.interaction_range, high + self.interaction_range)
        if not len(pairs):
            return
        points = detection.points(pairs, self.interaction_range)
        for k in np.flatnonzero(points.gap < self.interaction_range):
            a, b = (int(detection.shapes.body[s]) for s in pairs[points.pair[k]])
            self._push(state, a, b, points.point[k], points.normal[k], self._force(float(points.gap[k])), wrench)

    def _force(self, gap: float) -> float:
        """Return what an undamped spring pushes with at a gap [N]."""
        if self.interaction_range == 0.0:
            return -self.stiffness * gap
        return self.stiffness * (1.0 / max(gap, _NEAREST * self.interaction_range) - 1.0 / self.interaction_range)

    def _push(
        self, state: State, a: int, b: int, point: FloatArray, normal: FloatArray, push: float, wrench: FloatArray
    ) -> None:
        friction, restitution, _, _, _ = combined_surface(self.model.surface, a, b)
        arms = {body: point - state.center[body] for body in (a, b)}
        speed = {body: state.velocity[body] + np.cross(state.angular_velocity[body], arms[body]) for body in (a, b)}
        relative = speed[b] - speed[a]
        along = float(product(relative, normal))
        push *= max(0.0, 1.0 - 1.5 * (1.0 - restitution) * along)
        slip = relative - along * normal
        force = push * (normal - friction * slip / np.hypot(euclidean_norm(slip), _SLIP))
        for body, sign in ((a, -1.0), (b, 1.0)):
            if self.model.inv_mass[body] > 0.0:
                wrench[body, :3] += sign * force
                wrench[body, 3:] += sign * np.cross(arms[body], force)
