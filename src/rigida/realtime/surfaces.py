"""Surfaces of a pair of bodies: how their friction combines, and lengths that follow their size.

A body's grain is the reach of its smallest shape (the distance of the farthest point from the shape's middle), but at
most `COARSEST`; the grain of a contact is that of its finer body. Dead band, margins and how far a pose may change
unnoticed are parts of it, so that a watch, a toy and a bridge behave alike; bodies that reach further than `COARSEST`
keep the lengths of those that reach as far.
"""

import math

from rigida.jit.decorators import inlined
from rigida.realtime.arrays import Bodies, Surface
from rigida.realtime.tuning import BAND, PATCH_BAND


@inlined
def grain_of(a: int, b: int, bodies: Bodies) -> float:
    """Return the grain of a contact between two bodies [m]."""
    return min(bodies.grain[a], bodies.grain[b])


@inlined
def band_of(grain: float, is_patch: float) -> float:
    """Return the gap and overlap that a contact leaves alone [m]; is_patch: 1 for patches of concave bodies."""
    return grain * (PATCH_BAND if is_patch != 0.0 else BAND)


@inlined
def combined_friction(a: Surface, b: Surface) -> tuple[float, float, float, float]:
    """Return the coefficients of kinetic and static friction, and the arms of rolling and spinning friction [m]."""
    if a.priority > b.priority:
        return a.friction, a.static_friction, a.rolling, a.spinning
    if a.priority < b.priority:
        return b.friction, b.static_friction, b.rolling, b.spinning
    larger = a.larger + b.larger > 0.0
    friction = max(a.friction, b.friction) if larger else math.sqrt(a.friction * b.friction)
    static = max(a.static_friction, b.static_friction) if larger else math.sqrt(a.static_friction * b.static_friction)
    return friction, static, max(a.rolling, b.rolling), max(a.spinning, b.spinning)
