"""Signed distances of primitive shapes in closed form, with their gradients, in the shapes' own frames."""

import math

from rigida.jit.decorators import inlined, routine

Signed = tuple[float, float, float, float]


@inlined
def from_vector(x: float, y: float, z: float, radius: float) -> Signed:
    """Return the distance |v| − radius with the direction of v, upwards where v has none."""
    d = math.sqrt(x * x + y * y + z * z)
    if d < 1e-12:
        return d - radius, 0.0, 0.0, 1.0
    return d - radius, x / d, y / d, z / d


@inlined
def segment_distance(x: float, y: float, z: float, half: float, radius: float) -> Signed:
    """Return the distance to a ball or capsule: a point or a segment along z with a radius around it."""
    return from_vector(x, y, z - min(max(z, -half), half), radius)


@routine
def box_distance(x: float, y: float, z: float, a: float, b: float, c: float) -> Signed:
    """Return the distance to a box with half extents a, b, c."""
    u, v, w = abs(x) - a, abs(y) - b, abs(z) - c
    i, j, k = math.copysign(1.0, x), math.copysign(1.0, y), math.copysign(1.0, z)
    if u <= 0.0 and v <= 0.0 and w <= 0.0:
        if u >= v and u >= w:
            return u, i, 0.0, 0.0
        if v >= w:
            return v, 0.0, j, 0.0
        return w, 0.0, 0.0, k
    return from_vector(i * max(u, 0.0), j * max(v, 0.0), k * max(w, 0.0), 0.0)


@routine
def cylinder_distance(x: float, y: float, z: float, radius: float, half: float) -> Signed:
    """Return the distance to a cylinder along z: a box in the plane of axis and point."""
    rho = math.sqrt(x * x + y * y)
    i, j = (x / rho, y / rho) if rho > 1e-12 else (1.0, 0.0)
    d, u, _, w = (
        box_distance(rho, 0.0, z, radius, 1.0, half) if abs(z) <= half or rho > radius else (0.0, 0.0, 0.0, 0.0)
    )
    if abs(z) > half and rho <= radius:
        return abs(z) - half, 0.0, 0.0, math.copysign(1.0, z)
    return d, u * i, u * j, w


@routine
def cone_distance(x: float, y: float, z: float, radius: float, half: float) -> Signed:
    """Return the distance to a cone with its base of `radius` at z = −half and its apex at z = half."""
    rho = math.sqrt(x * x + y * y)
    i, j = (x / rho, y / rho) if rho > 1e-12 else (1.0, 0.0)
    # The outline in the plane of axis and point: the slant from (radius, −half) to (0, half), and the base.
    su, sw = -radius, 2.0 * half
    s = min(max(((rho - radius) * su + (z + half) * sw) / (su * su + sw * sw), 0.0), 1.0)
    du, dw = rho - (radius + s * su), z + half - s * sw
    bu, bw = rho - min(rho, radius), z + half
    inside = z > -half and (rho - radius) * sw - (z + half) * su < 0.0
    slant, base = math.sqrt(du * du + dw * dw), math.sqrt(bu * bu + bw * bw)
    sign = -1.0 if inside else 1.0
    if base < slant:
        if base < 1e-12:
            return 0.0, 0.0, 0.0, -1.0
        return sign * base, sign * bu / base * i, sign * bu / base * j, sign * bw / base
    if slant < 1e-12:
        length = math.sqrt(su * su + sw * sw)
        return 0.0, sw / length * i, sw / length * j, -su / length
    return sign * slant, sign * du / slant * i, sign * du / slant * j, sign * dw / slant
