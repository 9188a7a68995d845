"""Springs, servos and constant motors in joints, in the realtime engine: forces over a step, but for the stiff ones."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.constraints.couplings import FORCE
from rigida.constraints.joint_set import JointSet
from rigida.constraints.rows_matrix import rows_matrix
from rigida.dynamics.state import State
from rigida.realtime.articulated.limits import stiff_forces, stiff_springs


def _inverse_masses(rows: Any, inverse: FloatArray) -> FloatArray:
    """Return the inverse masses (k,) that efforts along sparse rows (k, 6 frames) meet; inverse (frames, 7)."""
    blocks = rows.tobsr(blocksize=(1, 6))
    linear, (x, y, z) = blocks.data[:, 0, :3], blocks.data[:, 0, 3:].T
    mass, xx, xy, xz, yy, yz, zz = inverse[blocks.indices].T
    turned = xx * x * x + yy * y * y + zz * z * z + 2.0 * (xy * x * y + xz * x * z + yz * y * z)
    row = np.repeat(np.arange(rows.shape[0]), np.diff(blocks.indptr))
    along = mass * np.square(linear).sum(axis=1) + turned
    return np.bincount(row, along, minlength=rows.shape[0]).astype(np.float64)


class JointEfforts:
    """Efforts along the coordinates of joints.

    stiff, servo (coordinates,): springs and position motors that are too stiff to be taken as forces over a step; joint
    rows hold them instead (`limits`). add_efforts: adds what the others do to the wrenches of the coordinates' table,
    for the bodies of the engine.
    """

    def __init__(self, joints: JointSet, add_efforts: Callable[[], None]) -> None:
        self.joints, self._add = joints, add_efforts

    @property
    def stiff(self) -> NDArray[np.bool_]:
        """Springs (coordinates,) that joint rows hold."""
        return self.joints.coordinates.stiff

    @property
    def servo(self) -> NDArray[np.bool_]:
        """Position motors (coordinates,) that joint rows hold."""
        return self.joints.coordinates.servo

    def add(self, time: float, wrench: FloatArray) -> None:
        """Add what springs, servos and constant motors do to the wrenches (n, 6), but for the stiff ones."""
        coordinates = self.joints.coordinates
        self.joints.frames.place_carriers(time)
        coordinates.table.wrench = wrench
        self._add()

    def potential_energy(self, state: State) -> float:
        """Return what the springs hold [J]."""
        if not self.joints.coordinates.acting:
            return 0.0
        self.joints.measure(state.time, state)
        return self.joints.coordinates.potential_energy()

    def find_stiff(self, state: State, dt: float) -> None:
        """Find the springs and servos that are too stiff to be taken as forces over a step of dt."""
        joints = self.joints
        coordinates = joints.coordinates
        if not coordinates.acting:
            return
        from scipy.sparse import csr_matrix

        joints.measure(state.time, state)
        frames, couplings, count = joints.frames, joints.couplings, len(coordinates.parts)
        couplings.evaluate()
        coordinates.actuators.find_laws()
        rows = rows_matrix(coordinates.parts, frames.inverse)[::3]
        coupled_rows = csr_matrix(couplings.factors()) @ rows
        ease = np.concatenate([_inverse_masses(each, frames.inverse) for each in (rows, coupled_rows)])
        coordinates.ease[:] = ease[:count] / (1.0 + coordinates.armature * ease[:count])
        coordinates.stiff[:], coordinates.servo[:] = stiff_springs(coordinates, ease[:count], dt)
        self.solve_in_rows((couplings.kind != FORCE) | (stiff_forces(couplings.force, ease[count:], dt)))

    def solve_in_rows(self, in_rows: NDArray[np.bool_]) -> None:
        """Solve these couplings (k,) in joint rows; actuators among them apply no explicit force then."""
        couplings = self.joints.couplings
        couplings.in_rows[:] = in_rows
        self.joints.coordinates.actuators.in_rows[:] = in_rows[couplings.kind == FORCE]
