"""Quantities of the links of a model about its center of mass, as MuJoCo's cinert, cvel and cfrc_ext.

Links that are welded to the one that carries them have their own mass, inertia and motion. What contacts do to a body
counts for the link that gives it its name.
"""

from collections.abc import Sequence

import numpy as np

from rigida.arrays import FloatArray
from rigida.geometry.mass_properties import MassProperties, combined
from rigida.gym.worlds import turned
from rigida.importers.robot import Link
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.simulation import Simulation


class LinkQuantities:
    """Of the links of one tree in a simulation; all in world axes, about the tree's center of mass."""

    def __init__(self, simulation: Simulation, links: Sequence[Link]) -> None:
        self._simulation = simulation
        model = simulation.model
        masses, carriers = [], []
        for link in links:
            place = link.carrier.pose.inverse() @ link.pose
            own = [mass for mass in link.masses if mass.mass > 0.0]
            mass = combined(own) if own else MassProperties(0.0, np.zeros(3), np.zeros((3, 3)))
            masses.append(mass.placed(place.position, place.orientation))
            carriers.append(link.carrier.name)
        self._rows = np.array([model.index(name) for name in carriers])
        self._named = np.array([link.name == name for link, name in zip(links, carriers, strict=True)])
        self._mass = np.array([mass.mass for mass in masses])
        self._center = np.array([mass.center for mass in masses])
        self._inertia = np.array([mass.inertia for mass in masses])

    def _centers(self) -> FloatArray:
        state, rows = self._simulation.state, self._rows
        return np.asarray(state.position[..., rows, :] + turned(state.orientation[..., rows, :], self._center))

    def center(self) -> FloatArray:
        """Return the center of mass (..., 3) [m]."""
        return np.asarray((self._mass[:, None] * self._centers()).sum(axis=-2) / self._mass.sum())

    def inertias(self) -> FloatArray:
        """Return of each link xx, yy, zz, xy, xz, yz of its inertia, mass times place, and mass (..., k, 10)."""
        arm = self._centers() - self.center()[..., None, :]
        turn = matrix_from_quaternion_array(self._simulation.state.orientation[..., self._rows, :])
        square = np.square(arm).sum(axis=-1)[..., None, None] * np.eye(3) - arm[..., :, None] * arm[..., None, :]
        inertia = turn @ self._inertia @ turn.swapaxes(-1, -2) + self._mass[:, None, None] * square
        six = inertia[..., [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        mass = np.broadcast_to(self._mass[:, None], (*arm.shape[:-1], 1))
        return np.concatenate([six, mass * arm, mass], axis=-1)

    def velocities(self) -> FloatArray:
        """Return of each link angular velocity, and the velocity of its point at the center of mass (..., k, 6)."""
        state, rows = self._simulation.state, self._rows
        spin, arm = state.angular_velocity[..., rows, :], self.center()[..., None, :] - state.center[..., rows, :]
        return np.concatenate([spin, state.velocity[..., rows, :] + np.cross(spin, arm)], axis=-1)

    def contact_wrenches(self) -> FloatArray:
        """Return the contact wrench on each link: torque about the center of mass, and force (..., k, 6)."""
        found = self._simulation.contact_forces()[..., self._rows, :] * self._named[:, None]
        arm = self._simulation.state.center[..., self._rows, :] - self.center()[..., None, :]
        force, torque = found[..., :3], found[..., 3:]
        return np.concatenate([torque + np.cross(arm, force), force], axis=-1)


def flat(quantities: FloatArray) -> FloatArray:
    """Return quantities of links (..., k, m) as one row (..., k m)."""
    return quantities.reshape(*quantities.shape[:-2], -1)
