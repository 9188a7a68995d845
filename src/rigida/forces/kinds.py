"""Kinds of rows of the force table: for each a function that adds its wrench and one that returns its potential energy.

An element enters both where it is defined and keeps the number that it gets for its rows (`rigida.jit.choice`).
"""

from collections.abc import Callable
from typing import NamedTuple

from rigida.arrays import FloatArray
from rigida.jit.choice import Choice
from rigida.jit.decorators import inlined


class Element(NamedTuple):
    """One row of the force table, see `scene.force.ForceRow`, and the time [s]."""

    a: int
    b: int
    number: FloatArray
    samples: FloatArray
    time: float


class Bodies(NamedTuple):
    """Quantities of bodies for forces: mass (n,), center (n, 3), attitude (n, 4), velocity and spin (n, 3); world."""

    mass: FloatArray
    center: FloatArray
    attitude: FloatArray
    velocity: FloatArray
    spin: FloatArray


@inlined
def no_potential(element: Element, bodies: Bodies) -> float:
    """Return 0: the element has no potential energy."""
    return 0.0


_WRENCHES = Choice(__file__, "element, bodies, wrench")
_POTENTIALS = Choice(__file__, "element, bodies")

element_wrench = _WRENCHES.function()
element_potential = _POTENTIALS.function()


def force_kind(
    wrench: Callable[[Element, Bodies, FloatArray], None], potential: Callable[[Element, Bodies], float] = no_potential
) -> int:
    """Enter a kind and return its number.

    Args:
        wrench: Adds force and torque about the center of mass to the rows (n, 6) of the bodies it acts on, world.
        potential: Returns the potential energy [J].
    """
    _WRENCHES.enter(wrench)
    return _POTENTIALS.enter(potential)
