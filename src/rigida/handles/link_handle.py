"""A handle on a frame of a body: a site, or a link of a robot file that is part of the body which carries it."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.fields import unit_quaternion, vector
from rigida.handles.body_handle import BodyHandle
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array, rotate_array
from rigida.scene.body import World
from rigida.scene.site import Site


class LinkHandle(BodyHandle):
    """Motion of a frame on a body, world frame; setting it moves the body. Mass and friction are those of the body."""

    _site: Site
    _own_name: str

    def __init__(self, engine: Any, name: str, site: Site) -> None:
        if isinstance(site.body, World):
            raise UsageError(f"Site '{name}': it is fixed to the world, and has no body to move.")
        super().__init__(engine, engine.model.index(site.body.name))
        object.__setattr__(self, "_site", site)
        object.__setattr__(self, "_own_name", name)

    @property
    def name(self) -> str:
        """The name of the link or site."""
        return self._own_name

    @property
    def body(self) -> str:
        """The name of the body that it is part of."""
        return self._name

    @property
    def position(self) -> FloatArray:
        """Position (3,) of the frame's origin [m]."""
        return np.asarray(super().position + rotate_array(super().orientation, np.array(self._site.position)))

    @position.setter
    def position(self, value: Any) -> None:
        moved = np.array(vector(self._label(), "position", value)) - self.position
        self._place(super().position + moved, super().orientation)

    @property
    def orientation(self) -> FloatArray:
        """Orientation (4,) of the frame, (w, x, y, z)."""
        return np.asarray(normalize_array(multiply_array(super().orientation, np.array(self._site.orientation))))

    @orientation.setter
    def orientation(self, value: Any) -> None:
        # The frame's origin stays where it is.
        target, place, spin = unit_quaternion(self._label(), "orientation", value), self.position, self.angular_velocity
        turned = normalize_array(multiply_array(np.array(target), conjugate_array(np.array(self._site.orientation))))
        self._place(place - rotate_array(turned, np.array(self._site.position)), turned)
        self._state.spin(self.row, spin)

    @property
    def velocity(self) -> FloatArray:
        """Velocity (3,) of the frame's origin [m/s]."""
        return np.asarray(super().velocity + np.cross(self.angular_velocity, self.position - self.center))

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self._require_dynamic()
        moved = np.array(vector(self._label(), "velocity", value)) - self.velocity
        self._state.velocity[self.row] += moved
        self._engine.restart()

    def _label(self) -> str:
        return f"Link '{self.name}'"
