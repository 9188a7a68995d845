"""All forces of a model at once: wrenches on every body, and the potential energy.

The two kernels are the table of force kinds: one line per kind, the arithmetic is in the element's own file. A new
kind adds its file, its code and its line here.
"""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.forces.acting import Acting, Channels
from rigida.forces.attraction import attraction_potential, attraction_wrench
from rigida.forces.codes import ATTRACTION, CONSTANT, DRAG, GRAVITY, INTERPOLATED, SPRING, TORQUE
from rigida.forces.constant import constant_potential, constant_wrench, torque_wrench
from rigida.forces.drag import drag_wrench
from rigida.forces.gravity import gravity_potential, gravity_wrench
from rigida.forces.interpolated import interpolated_wrench
from rigida.forces.spring import spring_potential, spring_wrench
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel


@kernel
def start_wrenches(gravity: FloatArray, mass: FloatArray, wrench: FloatArray) -> None:
    """Fill the wrenches (n, 6) with the weight of every body."""
    for i in range(mass.shape[0]):
        for k in range(3):
            wrench[i, k] = mass[i] * gravity[k]
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
    for i in range(code.shape[0]):
        kind, a, b, row = code[i], body[i, 0], body[i, 1], number[i]
        if kind == GRAVITY:
            gravity_wrench(a, row[0], row[1], row[2], mass, wrench)
        elif kind == CONSTANT:
            constant_wrench(a, row, attitude, wrench)
        elif kind == TORQUE:
            torque_wrench(a, row, attitude, wrench)
        elif kind == SPRING:
            spring_wrench(a, b, row, center, attitude, velocity, spin, wrench)
        elif kind == INTERPOLATED:
            samples = sample[sample_range[i, 0] : sample_range[i, 1]]
            interpolated_wrench(a, row, samples, time, attitude, wrench)
        elif kind == ATTRACTION:
            attraction_wrench(a, b, row, center, wrench)
        elif kind == DRAG:
            drag_wrench(a, row, velocity, spin, wrench)


@kernel
def table_potential(
    gravity: FloatArray,
    code: IntArray,
    body: IntArray,
    number: FloatArray,
    mass: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
) -> float:
    """Return the potential energy [J] of the scene's gravity and of every row of the force table that has one."""
    total = 0.0
    for i in range(mass.shape[0]):
        total += gravity_potential(i, gravity[0], gravity[1], gravity[2], mass, center)
    for i in range(code.shape[0]):
        kind, a, b, row = code[i], body[i, 0], body[i, 1], number[i]
        if kind == GRAVITY:
            total += gravity_potential(a, row[0], row[1], row[2], mass, center)
        elif kind == CONSTANT:
            total += constant_potential(a, row, center, attitude)
        elif kind == SPRING:
            total += spring_potential(a, b, row, center, attitude)
        elif kind == ATTRACTION:
            total += attraction_potential(a, b, row, center)
    return total


class ForceField:
    """Everything that pulls on the bodies of a model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        found = [force.acting(model) for force in model.forces]
        self.acting: list[Acting] = [acting for acting in found if acting is not None]
        self.max_step = min((acting.max_step for acting in self.acting), default=math.inf)
        self.wrench = np.zeros((model.body_count, 6))
        self._start_wrenches = bind(start_wrenches, model.gravity, model.mass, self.wrench)

    def wrenches(self, time: float, state: State) -> FloatArray:
        """Return force and torque about the centre of mass (n, 6), world frame; the array is reused."""
        model, table = self.model, self.model.force_table
        self._start_wrenches()
        if table.code.size:
            add_wrenches(
                time,
                table.code,
                table.body,
                table.number,
                table.sample_range,
                table.sample,
                model.mass,
                state.center,
                state.attitude,
                state.velocity,
                state.angular_velocity,
                self.wrench,
            )
        for acting in self.acting:
            acting.add_wrenches(time, state, self.wrench)
        return self.wrench

    def potential_energy(self, time: float, state: State) -> float:
        """Return the potential energy of all forces that have one [J]."""
        model, table = self.model, self.model.force_table
        total = table_potential(
            model.gravity, table.code, table.body, table.number, model.mass, state.center, state.attitude
        )
        return total + sum(acting.potential_energy(time, state) for acting in self.acting)

    def finish_step(self, state: State) -> bool:
        """Bring the memories of elements to the end of a step; tell whether one has changed the state itself."""
        changed = False
        for acting in self.acting:
            changed |= acting.finish_step(state)
        return changed

    def channels(self, time: float, state: State) -> Channels:
        """Return what the elements want recorded, by name, with units."""
        found: Channels = {}
        for acting in self.acting:
            found.update(acting.channels(time, state))
        return found

    def snapshot(self) -> list[Any]:
        """Return the memories of all elements."""
        return [acting.snapshot() for acting in self.acting]

    def restore(self, snapshot: list[Any]) -> None:
        """Take back what `snapshot` returned."""
        for acting, memory in zip(self.acting, snapshot, strict=True):
            acting.restore(memory)
