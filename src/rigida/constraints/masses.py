"""Inverse masses of frames in world axes, and what they make of Jacobian rows and wrenches."""

from rigida.arrays import FloatArray
from rigida.constraints.arrays import Equations, Frames, Joints, Parts
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.rows import Wrench
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.rotation import matrix_from_quaternion
from rigida.math.vec3 import Sym3, Vec3, cross


@routine
def inverse_mass(f: int, frames: Frames) -> None:
    """Fill 1/m and R I⁻¹ Rᵀ of body f at its pose."""
    q, m = frames.pose[f].attitude, frames.inv_inertia[f]
    a, b, c, d, e, g, h, i, j = matrix_from_quaternion(q.w, q.x, q.y, q.z)
    frames.inverse[f].mass = frames.inv_mass[f]
    frames.inverse[f].inertia = Sym3(
        a * m.x * a + b * m.y * b + c * m.z * c,
        a * m.x * d + b * m.y * e + c * m.z * g,
        a * m.x * h + b * m.y * i + c * m.z * j,
        d * m.x * d + e * m.y * e + g * m.z * g,
        d * m.x * h + e * m.y * i + g * m.z * j,
        h * m.x * h + i * m.y * i + j * m.z * j,
    )


@routine
def inverse_masses(frames: Frames) -> None:
    """Fill the inverse masses of all frames; zero for frames that forces do not move."""
    for f in range(len(frames.inverse)):
        if f < len(frames.motion) and frames.motion[f] == DYNAMIC:
            inverse_mass(f, frames)
        else:
            frames.inverse[f].mass = 0.0
            frames.inverse[f].inertia = Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@inlined
def turn_response(inverse: FloatArray, f: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return R I⁻¹ Rᵀ applied to an angular impulse (or torque) on frame f; inverse (frames, 7)."""
    return (
        inverse[f, 1] * x + inverse[f, 2] * y + inverse[f, 3] * z,
        inverse[f, 2] * x + inverse[f, 4] * y + inverse[f, 5] * z,
        inverse[f, 3] * x + inverse[f, 5] * y + inverse[f, 6] * z,
    )


@routine
def weigh_rows(first: int, last: int, parts: Parts, frames: Frames) -> None:
    """Fill the rows of J M⁻¹ of the parts first … last − 1."""
    for p in range(first, last):
        for side in range(2):
            inverse = frames.inverse[parts.frame[p][side]]
            j, weighted = parts.jacobian[p].side[side], parts.weighted[p].side[side]
            for r in range(3):
                weighted.row[r].linear = inverse.mass * j.row[r].linear
                weighted.row[r].angular = inverse.inertia @ j.row[r].angular


@routine
def free_accelerations(joints: Joints) -> None:
    """Fill u̇ of all frames without reactions: f/m and I⁻¹(τ − ω × L); prescribed frames have their own."""
    frames, response = joints.frames, joints.response
    for f in range(len(response)):
        inverse = frames.inverse[f]
        if f >= len(joints.wrench) or inverse.mass == 0.0:
            response[f] = frames.acceleration[f]
            continue
        response[f].linear = inverse.mass * joints.wrench[f].force
        gyroscopic = cross(frames.twist[f].angular, frames.angular_momentum[f])
        response[f].angular = inverse.inertia @ (joints.wrench[f].torque - gyroscopic)


@routine
def add_part_wrenches(first: int, last: int, parts: Parts, multiplier: Rows[Equations], wrench: Rows[Wrench]) -> None:
    """Add Jᵀ λ of the parts first … last − 1 to the wrenches (or impulses) of the bodies; other frames take none."""
    for p in range(first, last):
        of, none = multiplier[p].vector, Vec3(0.0, 0.0, 0.0)
        for side in range(2):
            f = parts.frame[p][side]
            if f >= len(wrench):
                continue
            j, on = parts.jacobian[p].side[side], wrench[f]
            x, y, z = j.row[0], j.row[1], j.row[2]
            on.force += none + x.linear * of.x + y.linear * of.y + z.linear * of.z
            on.torque += none + x.angular * of.x + y.angular * of.y + z.angular * of.z
