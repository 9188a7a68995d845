"""Surfaces of a pair of bodies: how their friction combines, and lengths that follow their size.

The length scale of a body is the bounding radius of its smallest shape (the distance of the farthest point from the
shape's middle), or without shapes its radius of gyration; that of a contact is the smaller one of its bodies. Dead
band, margins and how far a pose may change unnoticed are parts of it, so that a watch, a toy and a bridge behave
alike. Only the dead band of patches of concave bodies does not grow beyond that of bodies that reach `COARSEST`.
"""

import math

from rigida.jit.decorators import inlined, routine
from rigida.realtime.arrays import Bodies, Surface
from rigida.realtime.tuning import COARSEST, GAP, PATCH_SLOP, SLOP


@inlined
def contact_length_scale(a: int, b: int, bodies: Bodies) -> float:
    """Return the length scale of a contact between two bodies [m]."""
    return min(bodies.length_scale[a], bodies.length_scale[b])


@inlined
def slop_of(length_scale: float, is_patch: float) -> float:
    """Return the overlap that a contact leaves alone [m]; is_patch: 1 for patches of concave bodies."""
    return PATCH_SLOP * min(length_scale, COARSEST) if is_patch != 0.0 else SLOP * length_scale


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
def gap_of(length_scale: float, is_patch: float) -> float:
    """Return the gap up to which points that carried no load touch [m]; is_patch: 1 for patches of concave bodies."""
    return slop_of(length_scale, is_patch) if is_patch != 0.0 else GAP * length_scale


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
