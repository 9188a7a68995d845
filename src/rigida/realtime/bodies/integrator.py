"""Integrates velocities and positions of all bodies without joints; holds the kernels (`integrate`)."""

from collections.abc import Callable

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.bind import bind
from rigida.realtime.arrays import Bodies, Flight, Islands
from rigida.realtime.bodies.integrate import integrate_positions, integrate_velocities
from rigida.realtime.threads import FEWEST_BODIES, Workers


class Integrator:
    """Moves the bodies of a scene.

    velocities(h, wrench): let wrenches (n, 6) act on the twists for h [s]; positions(h, wrench): move all bodies
    without joints by h.
    """

    def __init__(self, bodies: Bodies, islands: Islands, workers: Workers) -> None:
        n = len(bodies.active)
        flight = Flight(still=np.zeros(n, dtype=np.int32), velocity=np.zeros((n, 3)), momentum=np.zeros((n, 3)))
        velocities, positions = bind(integrate_velocities, bodies), bind(integrate_positions, bodies, islands, flight)
        self.velocities: Callable[[float, FloatArray], None] = workers.over(n, FEWEST_BODIES, velocities)
        self.positions: Callable[[float, FloatArray], None] = workers.over(n, FEWEST_BODIES, positions)
