"""The energy audit: what each kind of force has done, step by step, against the change of kinetic energy.

    ΔT = work of forces + of joints (motors, springs, prescribed motion) + of contacts (friction) − losses in impacts

The works are integrals of power over the dense output of every step, by Gauss's rule with five points; what is left
over measures the error of the whole computation.
"""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.energy import kinetic_energy
from rigida.dynamics.state import State
from rigida.forces.evaluate import ForceField
from rigida.precise.integrators import Integrator
from rigida.precise.system import System

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(5)


@dataclass
class Audit:
    """Works since the start [J]; `residual` is what they leave unexplained."""

    start: float
    now: float
    forces: float = 0.0
    joints: float = 0.0
    contacts: float = 0.0
    impacts: float = 0.0

    @property
    def residual(self) -> float:
        """Change of kinetic energy that no work accounts for [J]."""
        return self.now - self.start - self.forces - self.joints - self.contacts - self.impacts

    def add_step(self, before: State, after: State, integrator: Integrator, system: System) -> None:
        """Add the works of a step just taken."""
        half, middle = 0.5 * (after.time - before.time), 0.5 * (after.time + before.time)
        for node, weight in zip(_NODES, _WEIGHTS, strict=True):
            powers = _powers(integrator.sample(after, middle + half * float(node)), system)
            self.forces += half * weight * powers[0]
            self.joints += half * weight * powers[1]
            self.contacts += half * weight * powers[2]
        self.now = kinetic_energy(after.model, after)

    def add_displacement(self, before: State, after: State, forces: ForceField, lost: float) -> None:
        """Add the works of a step with known ends: what forces do not explain is that of contacts and joints."""
        power = [_power(forces.wrenches(state.time, state), state) for state in (before, after)]
        work = 0.5 * (after.time - before.time) * sum(power)
        change, self.now = kinetic_energy(after.model, after) - self.now, kinetic_energy(after.model, after)
        self.forces += work
        self.impacts -= lost
        self.contacts += change - work + lost

    def add_impulse(self, work: float) -> None:
        """Add the work of a force at an instant."""
        self.forces += work
        self.now += work

    def add_impact(self, lost: float) -> None:
        """Add a loss of kinetic energy at an instant."""
        self.impacts -= lost


def _powers(state: State, system: System) -> tuple[float, float, float]:
    """Return the power of forces, joints and contacts at a state [W]."""
    forces = system.forces.wrenches(state.time, state).copy()
    total = system.wrenches(state.time, state)
    contact: FloatArray = np.zeros_like(total)
    if system.holding is not None:
        contact = np.einsum("k,kij->ij", system.holding.force, system.holding.rows.evaluate(state).matrix)
    if system.penalty is not None:
        system.penalty.add_forces(state, contact)
    return _power(forces, state), _power(total - forces - contact, state), _power(contact, state)


def _power(wrench: FloatArray, state: State) -> float:
    """Return the power of wrenches (n, 6) on the bodies that move [W]."""
    motion = np.hstack([state.velocity, state.angular_velocity])
    return float((wrench * motion)[state.model.inv_mass > 0.0].sum())
