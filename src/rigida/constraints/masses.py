"""Inverse masses of frames in world axes, and what they make of Jacobian rows and wrenches."""

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.rotation import matrix_from_quaternion
from rigida.math.vector import cross


@routine
def inverse_mass(f: int, inv_mass: FloatArray, inv_inertia: FloatArray, pose: FloatArray, out: FloatArray) -> None:
    """Fill out[f] (7): 1/m and xx, xy, xz, yy, yz, zz of R I⁻¹ Rᵀ of body f at its pose."""
    out[f, 0] = inv_mass[f]
    a, b, c, d, e, g, h, i, j = matrix_from_quaternion(pose[f, 3], pose[f, 4], pose[f, 5], pose[f, 6])
    x, y, z = inv_inertia[f, 0], inv_inertia[f, 1], inv_inertia[f, 2]
    out[f, 1] = a * x * a + b * y * b + c * z * c
    out[f, 2] = a * x * d + b * y * e + c * z * g
    out[f, 3] = a * x * h + b * y * i + c * z * j
    out[f, 4] = d * x * d + e * y * e + g * z * g
    out[f, 5] = d * x * h + e * y * i + g * z * j
    out[f, 6] = h * x * h + i * y * i + j * z * j


@kernel
def inverse_masses(
    motion: IntArray, inv_mass: FloatArray, inv_inertia: FloatArray, pose: FloatArray, out: FloatArray
) -> None:
    """Fill the inverse masses (frames, 7) of all frames; zero for frames that forces do not move."""
    for f in range(out.shape[0]):
        if f < motion.shape[0] and motion[f] == DYNAMIC:
            inverse_mass(f, inv_mass, inv_inertia, pose, out)
        else:
            for k in range(7):
                out[f, k] = 0.0


@inlined
def turn_response(inverse: FloatArray, f: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return R I⁻¹ Rᵀ applied to an angular impulse (or torque) on frame f."""
    return (
        inverse[f, 1] * x + inverse[f, 2] * y + inverse[f, 3] * z,
        inverse[f, 2] * x + inverse[f, 4] * y + inverse[f, 5] * z,
        inverse[f, 3] * x + inverse[f, 5] * y + inverse[f, 6] * z,
    )


@routine
def weigh_rows(frame: IntArray, jacobian: FloatArray, inverse: FloatArray, out: FloatArray) -> None:
    """Fill out (parts, 2, 3, 6) with the rows of J M⁻¹."""
    for p in range(frame.shape[0]):
        for side in range(2):
            f = frame[p, side]
            for row in range(3):
                for c in range(3):
                    out[p, side, row, c] = inverse[f, 0] * jacobian[p, side, row, c]
                out[p, side, row, 3], out[p, side, row, 4], out[p, side, row, 5] = turn_response(
                    inverse, f, jacobian[p, side, row, 3], jacobian[p, side, row, 4], jacobian[p, side, row, 5]
                )


@routine
def free_accelerations(
    inverse: FloatArray,
    wrench: FloatArray,
    twist: FloatArray,
    momentum: FloatArray,
    prescribed: FloatArray,
    out: FloatArray,
) -> None:
    """Fill u̇ (frames, 6) without reactions: f/m and I⁻¹(τ − ω × L); prescribed frames have their own."""
    n = wrench.shape[0]
    for f in range(out.shape[0]):
        if f >= n or inverse[f, 0] == 0.0:
            for k in range(6):
                out[f, k] = prescribed[f, k]
            continue
        gx, gy, gz = cross(twist[f, 3], twist[f, 4], twist[f, 5], momentum[f, 0], momentum[f, 1], momentum[f, 2])
        for k in range(3):
            out[f, k] = inverse[f, 0] * wrench[f, k]
        out[f, 3], out[f, 4], out[f, 5] = turn_response(
            inverse, f, wrench[f, 3] - gx, wrench[f, 4] - gy, wrench[f, 5] - gz
        )


@routine
def add_part_wrenches(frame: IntArray, jacobian: FloatArray, multiplier: FloatArray, wrench: FloatArray) -> None:
    """Add Jᵀ λ to the wrenches (or impulses) (n, 6) of the bodies; other frames take none."""
    n = wrench.shape[0]
    for p in range(frame.shape[0]):
        for side in range(2):
            f = frame[p, side]
            if f >= n:
                continue
            for c in range(6):
                s = 0.0
                for row in range(3):
                    s += jacobian[p, side, row, c] * multiplier[p, row]
                wrench[f, c] += s
