"""Relative pose of one shape in the frame of another."""

from rigida.collision.arrays import CorePair, PlacedShapes
from rigida.jit.decorators import inlined
from rigida.math.quat import Quat, conjugate, product, rotated_back, rotation_matrix
from rigida.math.vec3 import Vec3


@inlined
def set_relative(pa: Vec3, qa: Quat, pb: Vec3, qb: Quat, pair: CorePair) -> None:
    """Fill rotation R_AB and position p_AB of a pair from two world poses."""
    pair.rotation = rotation_matrix(product(conjugate(qa), qb))
    pair.position = rotated_back(qa, pb - pa)


@inlined
def set_pair(i: int, j: int, placed: PlacedShapes, pair: CorePair) -> None:
    """Fill a pair from two shapes where they are."""
    pair.a, pair.b = placed.geometry[i], placed.geometry[j]
    set_relative(placed.position[i], placed.attitude[i], placed.position[j], placed.attitude[j], pair)
