"""How the bodies of a tree of joints move by its coordinates: twists for unit rates, and what follows for forces.

A joint has six rows, equations C = 0 of its parts and rates of its coordinates, between an outer body o and an inner
one i that is known already. With X and Y the rows of both, u their twists, e the rates of the coordinates,

    X u_o + Y u_i = e    ⇒    S_o = X⁻¹ (E − Y S_i),      s_o = −X⁻¹ (bias + Y s_i),

where u = S q̇ and u̇ = S q̈ + s. Columns of S that are not of joints on the way to the base are zero and left out, so
that the mass matrix Sᵀ M S of n links at depth d costs n d². Featherstone 2008, 3.3 and 6.1.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.arrays import Coordinates, Joints
from rigida.constraints.coordinates import measure
from rigida.constraints.parts.evaluate import evaluate_parts
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.quat import rotation_matrix
from rigida.math.vec3 import Sym3, Vec3, cross, turned_diagonal

#: A pivot of a joint's six rows below this means that its coordinates are not independent.
_SINGULAR = 1e-12


@routine
def invert(matrix: FloatArray, out: FloatArray) -> bool:
    """Fill out (6, 6) with the inverse of a matrix, which is destroyed; tell whether it has one."""
    for r in range(6):
        for c in range(6):
            out[r, c] = 1.0 if r == c else 0.0
    for k in range(6):
        best = k
        for r in range(k + 1, 6):
            if abs(matrix[r, k]) > abs(matrix[best, k]):
                best = r
        if not abs(matrix[best, k]) > _SINGULAR:
            return False
        if best != k:
            for c in range(6):
                matrix[k, c], matrix[best, c] = matrix[best, c], matrix[k, c]
                out[k, c], out[best, c] = out[best, c], out[k, c]
        inverse = 1.0 / matrix[k, k]
        for c in range(6):
            matrix[k, c] *= inverse
            out[k, c] *= inverse
        for r in range(6):
            factor = matrix[r, k]
            if r != k and factor != 0.0:
                for c in range(6):
                    matrix[r, c] -= factor * matrix[k, c]
                    out[r, c] -= factor * out[k, c]
    return True


@kernel
def find_motions(
    joints: Joints,
    coordinates: Coordinates,
    chain: IntArray,
    rows: IntArray,
    start: IntArray,
    column: IntArray,
    motion: FloatArray,
    carried: FloatArray,
) -> int:
    """Fill motion (frames, 6, size) with S and carried (frames, 6) with s of all bodies, for frames that are in place.

    chain (joints, 3): outer frame, inner frame, side of the outer one, from the bases outward; rows (joints, 6, 3): a
    part, or −1 − a coordinate, then the equation, and the column of the coordinate; start, column: which columns of a
    frame's S are not zero, frame after frame. Those of bases are filled already. Returns −1, or the number in the chain
    of a joint whose coordinates are not independent.
    """
    parts = joints.parts
    evaluate_parts(0, len(parts.code), parts, joints.frames, parts.jacobian)
    measure(coordinates, joints.frames)
    near, far, inverse, way = np.empty((6, 6)), np.empty((6, 6)), np.empty((6, 6)), np.empty((6, 6))
    rest = np.empty(6)
    for n in range(chain.shape[0]):
        outer, inner, side = chain[n, 0], chain[n, 1], chain[n, 2]
        for r in range(6):
            p, equation = rows[n, r, 0], rows[n, r, 1]
            if p >= 0:
                j, rest[r] = parts.jacobian[p], parts.bias[p].all[equation]
            else:
                j, rest[r] = coordinates.parts.jacobian[-1 - p], coordinates.parts.bias[-1 - p].all[equation]
            for c in range(6):
                near[r, c] = j.side[side].row[equation].all[c]
                far[r, c] = j.side[1 - side].row[equation].all[c]
        if not invert(near, inverse):
            return n
        for r in range(6):
            for c in range(6):
                s = 0.0
                for k in range(6):
                    s -= inverse[r, k] * far[k, c]
                way[r, c] = s
        for k in range(start[outer], start[outer + 1]):
            q = column[k]
            for r in range(6):
                s = 0.0
                for c in range(6):
                    s += way[r, c] * motion[inner, c, q]
                motion[outer, r, q] = s
        for r in range(6):
            s = 0.0
            for c in range(6):
                s += way[r, c] * carried[inner, c] - inverse[r, c] * rest[c]
            carried[outer, r] = s
        for k in range(6):
            q = rows[n, k, 2]
            if q >= 0:
                for r in range(6):
                    motion[outer, r, q] = inverse[r, k]
    return -1


@inlined
def inertia_of(i: int, inertia: FloatArray, joints: Joints) -> Sym3:
    """Return the moments of inertia of body i in world axes."""
    rotation = rotation_matrix(joints.frames.pose[i].attitude)
    return turned_diagonal(rotation, Vec3(inertia[i, 0], inertia[i, 1], inertia[i, 2]))


@kernel
def sum_masses(
    joints: Joints,
    member: IntArray,
    mass: FloatArray,
    inertia: FloatArray,
    start: IntArray,
    column: IntArray,
    motion: FloatArray,
    matrix: FloatArray,
) -> None:
    """Fill matrix (size, size) with Sᵀ M S of the members."""
    matrix[:] = 0.0
    momentum = np.empty(6)
    for n in range(member.shape[0]):
        i = member[n]
        moments = inertia_of(i, inertia, joints)
        for k in range(start[i], start[i + 1]):
            q = column[k]
            for r in range(3):
                momentum[r] = mass[i] * motion[i, r, q]
            turning = moments @ Vec3(motion[i, 3, q], motion[i, 4, q], motion[i, 5, q])
            momentum[3], momentum[4], momentum[5] = turning.x, turning.y, turning.z
            for other in range(start[i], k + 1):
                p, s = column[other], 0.0
                for r in range(6):
                    s += motion[i, r, p] * momentum[r]
                matrix[p, q] += s
                if p != q:
                    matrix[q, p] += s


@kernel
def sum_bias(
    momentum: FloatArray,
    wrench: FloatArray,
    joints: Joints,
    member: IntArray,
    mass: FloatArray,
    inertia: FloatArray,
    start: IntArray,
    column: IntArray,
    motion: FloatArray,
    carried: FloatArray,
    out: FloatArray,
) -> None:
    """Fill out (size,) with Sᵀ (M s + ω × L − f) of the members; momentum (n, 3), wrench (n, 6): L and f."""
    out[:] = 0.0
    force = np.empty(6)
    for n in range(member.shape[0]):
        i = member[n]
        turning = inertia_of(i, inertia, joints) @ Vec3(carried[i, 3], carried[i, 4], carried[i, 5])
        turning += cross(joints.frames.twist[i].angular, Vec3(momentum[i, 0], momentum[i, 1], momentum[i, 2]))
        for r in range(3):
            force[r] = mass[i] * carried[i, r] - wrench[i, r]
        force[3], force[4], force[5] = turning.x - wrench[i, 3], turning.y - wrench[i, 4], turning.z - wrench[i, 5]
        for k in range(start[i], start[i + 1]):
            for r in range(6):
                out[column[k]] += motion[i, r, column[k]] * force[r]
