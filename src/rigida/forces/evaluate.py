"""All forces of a model at once: wrenches on every body, and the potential energy.

The two kernels walk through the force table; what a row does is in the file of its element, which enters it as a kind
(`rigida.forces.kinds`).
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.forces.acting import Acting, Channels
from rigida.forces.gravity import potential_in_field
from rigida.forces.kinds import Bodies, Element, element_potential, element_wrench
from rigida.forces.loads import Loads
from rigida.forces.work import WorkMeter
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.scene.force import Force

#: Force table and bodies, as both kernels read them.
_Read = tuple[
    IntArray, IntArray, FloatArray, IntArray, FloatArray, FloatArray, FloatArray, FloatArray, FloatArray, FloatArray
]


@kernel
def start_wrenches(gravity: FloatArray, mass: FloatArray, wrench: FloatArray) -> None:
    """Fill the wrenches (n, 6) with the weight of every body; gravity (n, 3)."""
    for i in range(mass.shape[0]):
        for k in range(3):
            wrench[i, k] = mass[i] * gravity[i, k]
            wrench[i, 3 + k] = 0.0


@kernel
def add_wrenches(
    time: float,
    code: IntArray,
    body: IntArray,
    number: FloatArray,
    sample_range: IntArray,
    sample: FloatArray,
    mass: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    wrench: FloatArray,
) -> None:
    """Add the wrench of every row of the force table."""
    bodies = Bodies(mass, center, attitude, velocity, spin)
    for i in range(code.shape[0]):
        samples = sample[sample_range[i, 0] : sample_range[i, 1]]
        element_wrench(code[i], Element(body[i, 0], body[i, 1], number[i], samples, time), bodies, wrench)


@kernel
def table_potential(
    time: float,
    code: IntArray,
    body: IntArray,
    number: FloatArray,
    sample_range: IntArray,
    sample: FloatArray,
    mass: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    gravity: FloatArray,
) -> float:
    """Return the potential energy [J] of the scene's gravity and of every row of the force table that has one."""
    bodies = Bodies(mass, center, attitude, velocity, spin)
    total = 0.0
    for i in range(mass.shape[0]):
        total += potential_in_field(i, gravity, bodies)
    for i in range(code.shape[0]):
        samples = sample[sample_range[i, 0] : sample_range[i, 1]]
        total += element_potential(code[i], Element(body[i, 0], body[i, 1], number[i], samples, time), bodies)
    return total


class ForceField:
    """Everything that pulls on the bodies of a model.

    acting: elements that are no rows of the force table; loads: what is applied by hand, for a time; loaded: whether
    there were any at the start of the step; meter: their work, and that of elements without a potential.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        found = {force: force.acting(model) for force in model.forces}
        self._acting: dict[Force, Acting] = {force: acting for force, acting in found.items() if acting is not None}
        self.acting = list(self._acting.values())
        self.loads, self._loaded_until, self.loaded = Loads(), 0.0, False
        self.meter = WorkMeter(model, self._acting, self.loads, add_wrenches)
        self.max_step = min((acting.max_step for acting in self.acting), default=math.inf)
        self.wrench = np.zeros((model.body_count, 6))
        self._start_wrenches = bind(start_wrenches, model.body_gravity, model.mass, self.wrench)

    def wrenches(self, time: float, state: State, left_out: NDArray[np.bool_] | None = None) -> FloatArray:
        """Return force and torque about the center of mass (n, 6), world frame; the array is reused.

        left_out (m,): rows of the force table that are evaluated elsewhere.
        """
        self._start_wrenches()
        if self.model.force_table.code.size:
            add_wrenches(time, *self._read(state, left_out), self.wrench)
        for acting in self.acting:
            acting.add_wrenches(time, state, self.wrench)
        if self.loads.row.size:
            self.loads.add_wrenches(state, self.wrench)
        return self.wrench

    def row_wrenches(self, time: float, state: State, rows: NDArray[np.bool_]) -> FloatArray:
        """Return the wrenches (n, 6) of these rows of the force table only."""
        wrench = np.zeros((self.model.body_count, 6))
        add_wrenches(time, *self._read(state, ~rows), wrench)
        return wrench

    def _read(self, state: State, left_out: NDArray[np.bool_] | None = None) -> _Read:
        """Return the arrays that both kernels read, without the rows that are left out."""
        table = self.model.force_table
        code, body, number, ranges = table.code, table.body, table.number, table.sample_range
        if left_out is not None and left_out.any():
            kept = ~left_out
            code, body, number, ranges = code[kept], body[kept], number[kept], ranges[kept]
        rows = code, body, number, ranges, table.sample
        return *rows, self.model.mass, state.center, state.attitude, state.velocity, state.angular_velocity

    def potential_energy(self, time: float, state: State) -> float:
        """Return the potential energy of all forces that have one [J]."""
        total = table_potential(time, *self._read(state), self.model.gravity)
        return total + sum(acting.potential_energy(time, state) for acting in self.acting)

    def apply(self, state: State, row: int, push: FloatArray, point: FloatArray, duration: float) -> None:
        """Apply force and torque (6,), world [N, N m], at a point (3,), world [m], of a body for a time [s]."""
        local = rotate_array(conjugate_array(state.attitude[row]), point - state.center[row])
        self._loaded_until = state.time
        self.loads.add(row, push[:3], push[3:], local, duration)

    def finish_step(self, state: State) -> bool:
        """Advance the memories of elements to the end of a step; return whether one has changed or ended."""
        changed = False
        if self.loads.row.size:
            changed = self.loads.spend(state.time - self._loaded_until)
            self._loaded_until = state.time
        for acting in self.acting:
            changed |= acting.finish_step(state)
        return changed

    def channels(self, time: float, state: State) -> Channels:
        """Return the quantities that elements record, by name, with units."""
        found: Channels = {}
        for acting in self.acting:
            found.update(acting.channels(time, state))
        return found

    def snapshot(self) -> dict[str, Any]:
        """Return the memories of all elements, the loads and the work so far."""
        return {
            "elements": [acting.snapshot() for acting in self.acting],
            "loads": self.loads.snapshot(),
            "loaded_until": self._loaded_until,
            "work": self.meter.snapshot(),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Restore what `snapshot` returned."""
        memories, self._loaded_until = snapshot["elements"], float(snapshot["loaded_until"])
        self.loads.restore(snapshot["loads"])
        self.meter.restore(snapshot["work"])
        for acting, memory in zip(self.acting, memories, strict=True):
            acting.restore(memory)

    def take_over(self, other: "ForceField") -> None:
        """Copy the loads, and the memories of elements that are in both."""
        self.loads.restore(other.loads.snapshot())
        self._loaded_until = other._loaded_until
        self.meter.restore(other.meter.snapshot())
        for force, acting in self._acting.items():
            if force in other._acting:
                acting.restore(other._acting[force].snapshot())
