"""Surfaces of a pair of bodies: how their friction combines, and lengths that follow their size.

A body's grain is the reach of its smallest shape (the distance of the farthest point from the shape's middle), but at
most `COARSEST`; the grain of a contact is that of its finer body. Dead band, margins and how far a pose may change
unnoticed are parts of it, so that a watch, a toy and a bridge behave alike; bodies that reach further than `COARSEST`
keep the lengths of those that reach as far.
"""

import math

from rigida.jit.decorators import inlined, routine
from rigida.realtime.arrays import Bodies, Surface

#: Largest grain [m].
COARSEST = 0.1
#: Overlap and gap that are left alone: without such a band hyperstatic stacks get huge internal impulses.
BAND = 5e-4
#: The same for patches of concave bodies, which touch in many places at once.
PATCH_BAND = 5e-3
#: Contacts that will stay further apart than this are left out.
OUT_OF_REACH = 0.04
#: A body that moved this far from where its pose got its number gets a new one.
SAME_POSE = 2.5e-3
#: Approach of two bodies, squared, that a contact takes up and that is an impact [m²/s² by the grain in metres].
IMPACT_SPEED_SQUARED = 4e-3
#: Contacts solved directly stick below this part of the slip that friction can stop in a step, h μ g on the ground.
STICKING = 1e-2


@inlined
def grain_of(a: int, b: int, bodies: Bodies) -> float:
    """Return the grain of a contact between two bodies [m]."""
    return min(bodies.grain[a], bodies.grain[b])


@inlined
def band_of(grain: float, is_patch: float) -> float:
    """Return the gap and overlap that a contact leaves alone [m]; is_patch: 1 for patches of concave bodies."""
    return grain * (PATCH_BAND if is_patch != 0.0 else BAND)


@routine
def pair_friction(
    body_a: int, shape_a: int, body_b: int, shape_b: int, bodies: Bodies
) -> tuple[float, float, float, float]:
    """Return the coefficients of kinetic and static friction, and the arms of rolling and spinning friction [m].

    Of the shapes' own surfaces, those of the bodies where a shape is −1.
    """
    if shape_a >= 0 and shape_b >= 0:
        return combined_friction(bodies.part_surface[shape_a], bodies.part_surface[shape_b])
    if shape_a >= 0:
        return combined_friction(bodies.part_surface[shape_a], bodies.surface[body_b])
    if shape_b >= 0:
        return combined_friction(bodies.surface[body_a], bodies.part_surface[shape_b])
    return combined_friction(bodies.surface[body_a], bodies.surface[body_b])


@inlined
def restitution_of(body: int, shape: int, bodies: Bodies) -> tuple[float, float]:
    """Return restitution of a shape's own surface, or the body's where that is −1, and how it combines."""
    if shape >= 0:
        return bodies.part_surface[shape].restitution, bodies.part_surface[shape].bounce_rule
    return bodies.surface[body].restitution, bodies.surface[body].bounce_rule


@inlined
def combined_friction(a: Surface, b: Surface) -> tuple[float, float, float, float]:
    """Return what `pair_friction` does, of two surfaces."""
    if a.priority > b.priority:
        return a.friction, a.static_friction, a.rolling, a.spinning
    if a.priority < b.priority:
        return b.friction, b.static_friction, b.rolling, b.spinning
    larger = a.larger + b.larger > 0.0
    friction = max(a.friction, b.friction) if larger else math.sqrt(a.friction * b.friction)
    static = max(a.static_friction, b.static_friction) if larger else math.sqrt(a.static_friction * b.static_friction)
    return friction, static, max(a.rolling, b.rolling), max(a.spinning, b.spinning)
