"""Integrates velocities and positions of all bodies without joints; holds the kernels (`integrate`)."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.bind import bind
from rigida.realtime.arrays import Bodies, Flight, Islands
from rigida.realtime.bodies.integrate import integrate_positions, integrate_velocities


class Integrator:
    """Moves the bodies of a scene as their islands tell."""

    def __init__(self, bodies: Bodies, islands: Islands) -> None:
        n = len(bodies.active)
        flight = Flight(still=np.zeros(n, dtype=np.int32), velocity=np.zeros((n, 3)), momentum=np.zeros((n, 3)))
        self._velocities = bind(integrate_velocities, bodies)
        self._positions = bind(integrate_positions, bodies, islands, flight)

    def velocities(self, wrench: FloatArray, h: float) -> None:
        """Let wrenches (n, 6) act on the twists for h [s]."""
        self._velocities(h, wrench)

    def positions(self, wrench: FloatArray, h: float) -> None:
        """Move all bodies without joints by h [s]."""
        self._positions(h, wrench)
