"""Mass, center and inertia of bodies, their sum (parallel axes) and their principal axes.

Bacin 1999, 3.7; Renhe 2006, 2.1.3 (aggregate bodies).
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.math.dense import dot, product, symmetric_eigen
from rigida.math.rotation import matrix_from_quaternion_array, quaternion_from_matrix_array
from rigida.shown import FieldTable

#: Off-diagonal products below this fraction of the largest moment count as rounding, not as a tilted axis.
_DIAGONAL_TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False)
class MassProperties(FieldTable):
    """Mass [kg], center of mass (3,) [m], inertia tensor (3, 3) about the center [kg m²], in one frame.

    Args:
        mass: [kg].
        center: Center of mass (3,) [m].
        inertia: Tensor (3, 3) about the center [kg m²].
    """

    mass: float
    center: FloatArray
    inertia: FloatArray

    def scaled(self, factor: float) -> "MassProperties":
        """Return the properties of the same body with `factor` times the density."""
        return MassProperties(self.mass * factor, self.center.copy(), self.inertia * factor)

    def placed(self, position: FloatArray, orientation: FloatArray) -> "MassProperties":
        """Return the properties in another frame, in which this frame has the pose (position, orientation wxyz).

        Args:
            position: New origin (3,) [m].
            orientation: Quaternion (w, x, y, z).
        """
        rotation = matrix_from_quaternion_array(np.asarray(orientation, dtype=np.float64))
        return MassProperties(
            self.mass,
            np.asarray(position, dtype=np.float64) + product(rotation, self.center),
            product(product(rotation, self.inertia), rotation.T),
        )

    def about(self, point: FloatArray) -> FloatArray:
        """Return the inertia tensor (3, 3) about `point` (Steiner)."""
        return self.inertia + self.mass * _steiner(np.asarray(point, dtype=np.float64) - self.center)


def _steiner(offset: FloatArray) -> FloatArray:
    return np.asarray(product(offset, offset) * np.eye(3) - np.outer(offset, offset))


def combined(parts: Iterable[MassProperties]) -> MassProperties:
    """Return the properties of several parts joined into one body (all in the same frame)."""
    parts = list(parts)
    mass = sum(part.mass for part in parts)
    center = np.asarray(sum(part.mass * part.center for part in parts) / mass)
    inertia = np.asarray(sum(part.about(center) for part in parts))
    return MassProperties(mass, center, inertia)


def principal_axes(inertia: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return principal moments (3,) and the orientation (w, x, y, z) of the principal axes.

    A tensor that is already diagonal keeps its axes and their order. Otherwise the axes are labeled so that they
    lie as near to the frame's own as possible, which keeps the result steady under small changes.
    """
    inertia = np.asarray(inertia, dtype=np.float64)
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = inertia.tolist()  # plain numbers: most bodies end here, by thousands
    products = max(abs(xy), abs(xz), abs(yx), abs(yz), abs(zx), abs(zy))
    if products <= _DIAGONAL_TOLERANCE * max(abs(xx), abs(yy), abs(zz), products):
        return np.array([xx, yy, zz]), np.array([1.0, 0.0, 0.0, 0.0])
    moments, axes = symmetric_eigen(0.5 * (inertia + inertia.T))
    order = _nearest_axes(axes)
    moments, axes = moments[order], axes[:, order]
    axes = axes * np.where(np.diag(axes) < 0.0, -1.0, 1.0)
    if dot(np.cross(axes[:, 0], axes[:, 1]), axes[:, 2]) < 0.0:
        weakest = int(np.argmin(np.abs(np.diag(axes))))
        axes[:, weakest] *= -1.0
    return moments, quaternion_from_matrix_array(axes)


def _nearest_axes(axes: FloatArray) -> list[int]:
    """Return the column order that puts each axis next to the frame axis it resembles most."""
    closeness = np.abs(axes)
    order = [0, 0, 0]
    for _ in range(3):
        row, column = np.unravel_index(int(np.argmax(closeness)), (3, 3))
        order[int(row)] = int(column)
        closeness[row, :] = -1.0
        closeness[:, column] = -1.0
    return order


def checked_moments(who: str, moments: FloatArray) -> FloatArray:
    """Return principal moments that a real mass distribution can have, or raise.

    No moment may be negative and none may exceed the sum of the other two (1e-6 relative is let pass as rounding,
    the documents print two decimals).
    """
    largest = float(moments.max())
    slack = 1e-6 * largest
    if moments.min() < -slack:
        raise ModelError(f"{who}: inertia must have no negative principal moment, got {moments.tolist()}.")
    if 2.0 * largest > float(moments.sum()) + slack:
        raise ModelError(
            f"{who}: no body has the principal moments {moments.tolist()}: the largest exceeds the sum of the others. "
            "Check the inertia and its units [kg m²]."
        )
    return np.maximum(moments, 0.0)
