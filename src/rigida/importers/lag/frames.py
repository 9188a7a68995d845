"""Points and directions of bodies in the world and back, as LAG's files need them.

A body of such a file has its center of mass at the origin and its principal axes along the frame's (Bacin 1999, A.1.3).
rigida's bodies may have any frame, so both ways go through the principal one.
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.fields import Vec3
from rigida.geometry.mass_properties import MassProperties, principal_axes
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array, rotate_array
from rigida.scene.body import Body, BodyOrWorld, World


class PrincipalFrame:
    """Pose of the principal frame of a body at the start: its center of mass (3,) and orientation (4,) in the world."""

    def __init__(self, body: BodyOrWorld) -> None:
        self.mass = 0.0
        self.moments: FloatArray = np.zeros(3)
        self.center, self.attitude = np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])
        self._center_B, self._turn_B = np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])
        if isinstance(body, World):
            return
        properties = _properties(body)
        self.mass, self._center_B = properties.mass, properties.center
        self.moments, self._turn_B = principal_axes(properties.inertia)
        orientation = np.array(body.orientation)
        self.center = np.array(body.position) + rotate_array(orientation, self._center_B)
        self.attitude = orientation
        if self._turn_B[0] != 1.0:
            self.attitude = normalize_array(multiply_array(orientation, self._turn_B))

    def local_point(self, point: Vec3 | FloatArray) -> FloatArray:
        """Return a world point in this frame."""
        return rotate_array(conjugate_array(self.attitude), np.asarray(point) - self.center)

    def local_direction(self, direction: Vec3 | FloatArray) -> FloatArray:
        """Return a world direction in this frame."""
        return rotate_array(conjugate_array(self.attitude), np.asarray(direction, dtype=np.float64))

    def local_vertices(self, vertices_B: FloatArray) -> FloatArray:
        """Return points (v, 3) of the body frame in this one."""
        return rotate_array(conjugate_array(self._turn_B), vertices_B - self._center_B)

    def world_point(self, point: Vec3) -> Vec3:
        """Return a point of this frame in the world."""
        x, y, z = (self.center + rotate_array(self.attitude, np.array(point))).tolist()
        return x, y, z

    def world_direction(self, direction: Vec3) -> Vec3:
        """Return a direction of this frame in the world."""
        x, y, z = rotate_array(self.attitude, np.array(direction)).tolist()
        return x, y, z


def _properties(body: Body) -> MassProperties:
    properties = body.mass_properties()
    # The mass of a body that never moves means nothing; zero would not be a body.
    return properties if properties.mass > 0.0 else MassProperties(1.0, properties.center, np.eye(3))
