"""Integrates velocities and positions of all bodies without joints; holds the kernels (`integrate`)."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.bind import bind
from rigida.realtime.arrays import Bodies, Contacts, Flight, Islands
from rigida.realtime.bodies.energy import limit_energies
from rigida.realtime.bodies.integrate import integrate_positions, integrate_velocities


class Integrator:
    """Moves the bodies of a scene as their islands tell."""

    def __init__(self, bodies: Bodies, contacts: Contacts, islands: Islands) -> None:
        n = len(bodies.active)
        flight = Flight(
            still=np.zeros(n, dtype=np.int32),
            velocity=np.zeros((n, 3)),
            momentum=np.zeros((n, 3)),
            start=np.zeros((n, 3)),
            driven=np.zeros(n, dtype=np.int32),
        )
        self._velocities = bind(integrate_velocities, bodies)
        self._positions = bind(integrate_positions, bodies, islands, flight)
        self._limit = bind(limit_energies, bodies, contacts, islands, flight)

    def velocities(self, wrench: FloatArray, h: float) -> None:
        """Let wrenches (n, 6) act on the twists for h [s]."""
        self._velocities(h, wrench)

    def positions(self, wrench: FloatArray, h: float) -> None:
        """Move all bodies without joints by h [s]."""
        self._positions(h, wrench)

    def limit_energies(self, count: int, wrench: FloatArray, h: float) -> None:
        """Let none of `count` islands have more energy after h [s] than wrenches (n, 6) have given it."""
        if count:
            self._limit(count, h, wrench)
