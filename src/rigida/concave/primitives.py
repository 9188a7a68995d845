"""Signed distances of primitive shapes in closed form, with their gradients, in the shapes' own frames."""

import math

from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, norm

#: Signed distance and its gradient.
Signed = tuple[float, Vec3]


@inlined
def from_vector(v: Vec3, radius: float) -> Signed:
    """Return the distance |v| − radius with the direction of v, upwards if v is zero."""
    d = norm(v)
    if d < 1e-12:
        return d - radius, Vec3(0.0, 0.0, 1.0)
    return d - radius, v / d


@inlined
def segment_distance(p: Vec3, half: float, radius: float) -> Signed:
    """Return the distance to a ball or capsule: a point or a segment along z with a radius around it."""
    return from_vector(Vec3(p.x, p.y, p.z - min(max(p.z, -half), half)), radius)


@routine
def box_distance(p: Vec3, half: Vec3) -> Signed:
    """Return the distance to a box with half extents."""
    u, v, w = abs(p.x) - half.x, abs(p.y) - half.y, abs(p.z) - half.z
    i, j, k = math.copysign(1.0, p.x), math.copysign(1.0, p.y), math.copysign(1.0, p.z)
    if u <= 0.0 and v <= 0.0 and w <= 0.0:
        if u >= v and u >= w:
            return u, Vec3(i, 0.0, 0.0)
        if v >= w:
            return v, Vec3(0.0, j, 0.0)
        return w, Vec3(0.0, 0.0, k)
    return from_vector(Vec3(i * max(u, 0.0), j * max(v, 0.0), k * max(w, 0.0)), 0.0)


@routine
def cylinder_distance(p: Vec3, radius: float, half: float) -> Signed:
    """Return the distance to a cylinder along z: a box in the plane of axis and point."""
    rho = math.sqrt(p.x * p.x + p.y * p.y)
    if abs(p.z) > half and rho <= radius:
        return abs(p.z) - half, Vec3(0.0, 0.0, math.copysign(1.0, p.z))
    i, j = (p.x / rho, p.y / rho) if rho > 1e-12 else (1.0, 0.0)
    d, outline = box_distance(Vec3(rho, 0.0, p.z), Vec3(radius, 1.0, half))
    return d, Vec3(outline.x * i, outline.x * j, outline.z)


@routine
def cone_distance(p: Vec3, radius: float, half: float) -> Signed:
    """Return the distance to a cone with its base of `radius` at z = −half and its apex at z = half."""
    rho, z = math.sqrt(p.x * p.x + p.y * p.y), p.z
    i, j = (p.x / rho, p.y / rho) if rho > 1e-12 else (1.0, 0.0)
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
            return 0.0, Vec3(0.0, 0.0, -1.0)
        return sign * base, Vec3(sign * bu / base * i, sign * bu / base * j, sign * bw / base)
    if slant < 1e-12:
        length = math.sqrt(su * su + sw * sw)
        return 0.0, Vec3(sw / length * i, sw / length * j, -su / length)
    return sign * slant, Vec3(sign * du / slant * i, sign * du / slant * j, sign * dw / slant)
