"""The worlds of a batch as tasks see them: like one simulation, with the worlds along the first axis of arrays."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.batch import Batch
from rigida.errors import UsageError
from rigida.math.quaternion import rotate_array
from rigida.registry import nearest
from rigida.scene.body import World
from rigida.simulation import Simulation


class WorldJoints:
    """Coordinates of the joints of all worlds; names (k,): as in each of them."""

    def __init__(self, batch: Batch) -> None:
        self._batch, self.names = batch, batch.single.joints.names

    def motion(self) -> tuple[FloatArray, FloatArray]:
        """Return coordinates (n, k) and their rates."""
        return self._batch.joint_motion()

    @property
    def effort(self) -> FloatArray:
        """Efforts of motors and actuators along the coordinates (n, k) [N or N m]."""
        return self._batch.joint_efforts()


class Worlds:
    """A batch in place of a task's simulation; state: positions (n, bodies, 3), velocities and so on."""

    def __init__(self, batch: Batch) -> None:
        self._batch = self.state = batch
        self.scene, self.model, self.settings = batch.single.scene, batch.single.model, batch.single.settings
        if self.scene.joints:
            self.joints = WorldJoints(batch)

    @property
    def controls(self) -> FloatArray:
        """Controls of the actuators (n, k)."""
        return self._batch.controls

    @controls.setter
    def controls(self, values: Any) -> None:
        self._batch.controls = values

    def contact_forces(self) -> FloatArray:
        """Return contact wrenches on bodies (n, bodies, 6) [N, N m]."""
        return self._batch.contact_forces()


def turned(q: FloatArray, v: FloatArray) -> FloatArray:
    """Return vectors (..., 3) turned by quaternions (..., 4), whose leading axes are broadcast."""
    shape = np.broadcast_shapes(q.shape[:-1], v.shape[:-1])
    rows = np.broadcast_to(q, (*shape, 4)).reshape(-1, 4), np.broadcast_to(v, (*shape, 3)).reshape(-1, 3)
    return rotate_array(*rows).reshape(*shape, 3)


def place_of(simulation: Simulation, name: str) -> FloatArray:
    """Return the position of the origin of a body, link or site (..., 3) [m]."""
    scene, model, state = simulation.scene, simulation.model, simulation.state
    site = None if name in model.names else scene.sites.get(name)
    if site is None:
        if name not in model.names:
            raise UsageError(f"The scene has no body, link or site '{name}'.{nearest(name, [*model.names])}")
        return state.position[..., model.index(name), :]
    if isinstance(site.body, World):
        return np.broadcast_to(np.array(site.position), (*state.position.shape[:-2], 3))
    row = model.index(site.body.name)
    return np.asarray(state.position[..., row, :] + turned(state.orientation[..., row, :], np.array(site.position)))
