"""Integrates velocities and positions of all bodies without joints; holds the kernels (`integrate`)."""

from collections.abc import Callable

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.bind import bind
from rigida.realtime.arrays import Bodies, Contacts, Flight, Islands
from rigida.realtime.bodies.energies import limit_energies
from rigida.realtime.bodies.integrate import integrate_positions, integrate_velocities


class Integrator:
    """Moves the bodies of a scene as their islands tell.

    velocities(h, wrench): let wrenches (n, 6) act on the twists for h [s]; positions(h, wrench): move all bodies
    without joints by h; limit_energies(count, h, lifted, wrench): let none of `count` islands have more energy after h
    than the wrenches have given it. All are the kernels themselves. flight: what they know of how bodies move; put
    (n,): see `energies`.
    """

    def __init__(self, bodies: Bodies, contacts: Contacts, islands: Islands, reach: FloatArray) -> None:
        n = len(bodies.active)
        self.put = np.ones(n, dtype=np.int32)
        flight = self.flight = Flight(
            still=np.zeros(n, dtype=np.int32),
            velocity=np.zeros((n, 3)),
            momentum=np.zeros((n, 3)),
            start=np.zeros((n, 3)),
            attitude=np.zeros((n, 4)),
            energy=np.zeros(n),
            driven=np.zeros(n, dtype=np.int32),
            hung=np.zeros(n, dtype=np.int32),
            rolls=np.zeros(n, dtype=np.int32),
            put=self.put,
            depth=np.zeros(n),
            reach=reach,
        )
        self.velocities: Callable[[float, FloatArray], None] = bind(integrate_velocities, bodies)
        self.positions: Callable[[float, FloatArray], None] = bind(integrate_positions, bodies, islands, flight)
        self.limit_energies: Callable[[int, float, IntArray, FloatArray], int] = bind(
            limit_energies, bodies, contacts, islands, flight
        )
