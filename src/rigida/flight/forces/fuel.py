"""Mass change by burnt fuel: mass and moments of inertia decrease, velocities are unchanged.

The center of mass and the principal axes are kept where the full tank puts them, because anchors and shapes are stored
in that frame; the moments are those about that center.
"""

import numpy as np

from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.flight.airplane import Airplane
from rigida.flight.pack import Frame
from rigida.math.dense import product

#: The body's mass follows the fuel in steps of this part of it.
_STEP = 1e-5


class FuelWeight:
    """Keeps the mass of body `row` in step with its fuel."""

    def __init__(self, airplane: Airplane, model: Model, row: int) -> None:
        self.model, self.row = model, row
        self.full = 0.0 if airplane.tank is None else airplane.tank.fuel
        axes = Frame.of(model.center_B[row], model.principal_B[row]).axes
        self._per_kilogram = np.diag(product(product(axes, airplane.fuel_inertia), axes.T))
        self._dry_mass = float(model.mass[row]) - self.full
        self._dry_moments = model.inertia[row] - self.full * self._per_kilogram
        #: The fuel that the model's mass holds now [kg].
        self.weighed = self.full

    def follow(self, fuel: float, state: State) -> bool:
        """Update the body's mass if enough fuel has been burnt since the last update; return whether it was updated."""
        if self.weighed - fuel <= _STEP * (self._dry_mass + fuel):
            return False
        self.weighed = fuel
        state.change_mass(self.row, self._dry_mass + fuel, self._dry_moments + fuel * self._per_kilogram)
        return True

    def restore(self, weighed: float) -> None:
        """Restore the mass with `weighed` kilograms of fuel; momenta are part of the restored state."""
        self.weighed = weighed
        self.model.set_mass(self.row, self._dry_mass + weighed, self._dry_moments + weighed * self._per_kilogram)
