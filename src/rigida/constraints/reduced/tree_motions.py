"""Motion of the bodies of a kinematic tree in its joint coordinates: twists for unit rates, and the resulting forces.

A joint has six rows, equations C = 0 of its parts and rates of its coordinates, between an outer body o and an inner
one i that is known already. With X and Y the rows of both, u their twists, e the rates of the coordinates,

    X u_o + Y u_i = e    ⇒    S_o = X⁻¹ (E − Y S_i),      s_o = −X⁻¹ (bias + Y s_i),

where u = S q̇ and u̇ = S q̈ + s. Columns of S that are not of joints on the way to the base are zero and left out, so
that the mass matrix Sᵀ M S of n links at depth d costs n d². Featherstone 2008, 3.3 and 6.1.
"""

from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.arrays import Coordinates, Joints
from rigida.constraints.coordinates import measure
from rigida.constraints.parts.evaluate import evaluate_parts
from rigida.dynamics.rows import Twist
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Items, Record, Rows
from rigida.jit.tables import Table
from rigida.math.quat import rotation_matrix
from rigida.math.vec3 import Sym3, Vec3, cross, turned_diagonal

#: A pivot of a joint's six rows below this means that its coordinates are not independent.
_SINGULAR = 1e-12


class TreeJoint(Record):
    """A joint on the way from a base outward."""

    outer: int  # frames
    inner: int
    side: int  # of the outer one


class TreeRow(Record):
    """One of the six rows of a joint."""

    part: int  # −1 − c for that of coordinate c
    equation: int
    column: int  # of the coordinate in S, −1 for an equation


class Tree(Table):
    """Bodies moved by joint coordinates; written by joint_space, except for results of kernels.

    The column of frame i for coordinate q is motion[size · i + q]; which are not zero is listed frame after frame.
    """

    size: int  # number of coordinates
    joint: Rows[TreeJoint]  # from the bases outward
    row: Rows[Annotated[Items[TreeRow], 6]]  # of each joint
    member: Rows[int]  # bodies that joints hold
    mass: Rows[float]  # of all bodies [kg]
    inertia: Rows[Vec3]  # principal moments [kg m²]
    start: Rows[int]  # (frames + 1) where the columns of a frame are listed
    column: Rows[int]
    motion: Rows[Twist]  # (frames · size) S; written by find_motions, of bases when the tree is set up
    carried: Rows[Twist]  # (frames) s; written by find_motions
    matrix: Rows[float]  # (size²) Sᵀ M S; written by sum_masses
    bias: Rows[float]  # (size) written by sum_bias


@routine
def invert(matrix: FloatArray, out: FloatArray) -> bool:
    """Fill out (6, 6) with the inverse of a matrix, which is destroyed; return whether it has one."""
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
def find_motions(joints: Joints, coordinates: Coordinates, tree: Tree) -> int:
    """Find S and s of all bodies, for frames that are in place; those of bases are filled already.

    Returns −1, or the number of a joint of the tree whose coordinates are not independent.
    """
    parts, size, motion, carried = joints.parts, tree.size, tree.motion, tree.carried
    evaluate_parts(0, len(parts.code), parts, joints.frames, parts.jacobian)
    measure(coordinates, joints.frames)
    near, far, inverse, product = np.empty((6, 6)), np.empty((6, 6)), np.empty((6, 6)), np.empty((6, 6))
    rest = np.empty(6)
    for n in range(len(tree.joint)):
        joint, rows = tree.joint[n], tree.row[n]
        outer, inner, side = joint.outer, joint.inner, joint.side
        for r in range(6):
            p, equation = rows[r].part, rows[r].equation
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
                product[r, c] = s
        for k in range(tree.start[outer], tree.start[outer + 1]):
            q = tree.column[k]
            for r in range(6):
                s = 0.0
                for c in range(6):
                    s += product[r, c] * motion[size * inner + q].all[c]
                motion[size * outer + q].all[r] = s
        for r in range(6):
            s = 0.0
            for c in range(6):
                s += product[r, c] * carried[inner].all[c] - inverse[r, c] * rest[c]
            carried[outer].all[r] = s
        for k in range(6):
            q = rows[k].column
            if q >= 0:
                for r in range(6):
                    motion[size * outer + q].all[r] = inverse[r, k]
    return -1


@inlined
def inertia_of(i: int, joints: Joints, tree: Tree) -> Sym3:
    """Return the moments of inertia of body i in world axes."""
    return turned_diagonal(rotation_matrix(joints.frames.pose[i].attitude), tree.inertia[i])


@kernel
def sum_masses(joints: Joints, tree: Tree) -> None:
    """Fill the matrix with Sᵀ M S of the members."""
    size, matrix = tree.size, tree.matrix
    for k in range(len(matrix)):
        matrix[k] = 0.0
    momentum = np.empty(6)
    for n in range(len(tree.member)):
        i = tree.member[n]
        moments = inertia_of(i, joints, tree)
        for k in range(tree.start[i], tree.start[i + 1]):
            q = tree.column[k]
            u = tree.motion[size * i + q]
            for r in range(3):
                momentum[r] = tree.mass[i] * u.all[r]
            turning = moments @ u.angular
            momentum[3], momentum[4], momentum[5] = turning.x, turning.y, turning.z
            for other in range(tree.start[i], k + 1):
                p, s = tree.column[other], 0.0
                for r in range(6):
                    s += tree.motion[size * i + p].all[r] * momentum[r]
                matrix[size * p + q] += s
                if p != q:
                    matrix[size * q + p] += s


@kernel
def sum_bias(momentum: FloatArray, wrench: FloatArray, joints: Joints, tree: Tree) -> None:
    """Fill the bias with Sᵀ (M s + ω × L − f) of the members; momentum (n, 3), wrench (n, 6): L and f."""
    size, out = tree.size, tree.bias
    for k in range(len(out)):
        out[k] = 0.0
    force = np.empty(6)
    for n in range(len(tree.member)):
        i = tree.member[n]
        carried = tree.carried[i]
        turning = inertia_of(i, joints, tree) @ carried.angular
        turning += cross(joints.frames.twist[i].angular, Vec3(momentum[i, 0], momentum[i, 1], momentum[i, 2]))
        for r in range(3):
            force[r] = tree.mass[i] * carried.all[r] - wrench[i, r]
        force[3], force[4], force[5] = turning.x - wrench[i, 3], turning.y - wrench[i, 4], turning.z - wrench[i, 5]
        for k in range(tree.start[i], tree.start[i + 1]):
            q = tree.column[k]
            for r in range(6):
                out[q] += tree.motion[size * i + q].all[r] * force[r]
