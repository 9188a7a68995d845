"""Derivatives of steps of the realtime engine by central differences: every displaced state is a world of a batch.

A step x' = f(x, u) is differentiated in independent coordinates and their rates; rotations of free bodies are
differentiated in their own axes. All displaced worlds take the step in one call, contacts included.
"""

from collections.abc import Callable

import numpy as np

from rigida.arrays import FloatArray
from rigida.batch import Batch
from rigida.constraints.joint_set import JointSet
from rigida.handles.independent_coordinates import IndependentCoordinates, differences
from rigida.handles.linear_model import STEP
from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene
from rigida.simulation import Simulation

#: Reads outputs (worlds, k) of a batch that is in the state vectors (worlds, n).
Reader = Callable[[Batch, FloatArray], FloatArray]


def coordinates_of(simulation: Simulation) -> IndependentCoordinates:
    """Return the independent coordinates of a simulation."""
    joints = simulation.engine.joints or JointSet(simulation.model, (), ())
    return IndependentCoordinates(simulation, joints)


def state_vectors(coordinates: IndependentCoordinates, source: Simulation | Batch) -> FloatArray:
    """Return the state vector (n,) of a simulation, or those of the worlds of a batch (worlds, n)."""
    if isinstance(source, Batch):
        return coordinates.read(source, *source.joint_motion())
    none = np.zeros(0)
    return coordinates.read(source.state, *(source.joints.motion() if source.scene.joints else (none, none)))


class StepDifferences:
    """A batch whose worlds are displaced copies of its single world.

    coordinates: those of the state vectors; rotations: triples of entries of a state vector that are rotation vectors;
    sizes: number of states n and of controls m.
    """

    def __init__(self, scene: Scene, engine: str | EngineSettings | None, dt: float | None, steps: int) -> None:
        trial = Batch(scene, 1, engine, dt=dt)
        n, m = 2 * coordinates_of(trial.single).size, len(trial.single.model.actuators)
        self.batch, self.steps, self.sizes = Batch(scene, 2 * (n + m), engine, dt=dt), steps, (n, m)
        self.single = self.batch.single
        self.coordinates = coordinates_of(self.single)
        self.rotations = [numbers for _, numbers in self.coordinates.rotations()]

    def read(self) -> FloatArray:
        """Return the state vectors of all worlds (worlds, n)."""
        return state_vectors(self.coordinates, self.batch)

    def load(self) -> None:
        """Copy the state of the single world to all worlds."""
        self.batch.load(range(self.batch.count), self.single)

    def displace(self, controls: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Displace worlds from the single one by ± STEP in each state, then in each control.

        Returns:
            The state vectors (worlds, n), and by how much the two worlds of each differ (n + m,): controls are kept
            within their ranges.
        """
        (n, m), chart, center = self.sizes, self.coordinates, self.single.state.copy()
        basis, rate, f = chart.twists(center), chart.rates(center), n // 2
        moves = STEP * np.repeat(np.eye(n), 2, axis=0) * np.tile([-1.0, 1.0], n)[:, None]
        self.load()
        placed = [chart.displaced(center, basis, move[:f], rate + move[f:]) for move in moves]
        self.batch.place(range(2 * n), placed)
        given = np.tile(controls, (2 * (n + m), 1))
        given[2 * n :] += STEP * np.repeat(np.eye(m), 2, axis=0) * np.tile([-1.0, 1.0], m)[:, None]
        self.batch.controls = given
        applied = self.batch.controls[2 * n :]
        widths = applied[1::2].diagonal() - applied[::2].diagonal()
        return self.read(), np.concatenate([np.full(n, 2.0 * STEP), widths])

    def derivatives(self, controls: FloatArray, reader: Reader) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return derivatives by states and controls of the next state of the single world, and of outputs before it.

        Args:
            controls: Controls (m,) of the step.
            reader: Outputs of worlds before the step.

        Returns:
            Derivatives of the state (n, n + m), of the outputs (k, n + m), and the outputs (k,).
        """
        before, widths = self.displace(controls)
        scale = np.divide(1.0, widths, out=np.zeros_like(widths), where=widths > 0.0)
        seen = reader(self.batch, before)
        self.batch.step(self.steps)
        after = self.read()
        step = differences(after[1::2], after[::2], self.rotations).T * scale
        # The mean of a pair is the value between them to second order.
        return step, (seen[1::2] - seen[::2]).T * scale, 0.5 * (seen[0] + seen[1])
