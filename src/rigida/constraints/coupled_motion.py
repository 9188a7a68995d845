"""Equations between coordinates, held exactly on top of the joints.

A coupling's row involves all bodies whose joints it couples, so it is no part among those that the block factor of the
joints takes. With R what wrenches do to bodies whose joints hold (`JointSet.respond`), and G the rows of the couplings,

    (G R Gᵀ) μ = −(G u̇ + bias)

and Gᵀ μ acts on the bodies as any other force: a Schur complement on the joints' system, as small as couplings are few.
"""

from collections.abc import Callable

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.coordinates import CoordinateSet
from rigida.constraints.couplings import EQUATION, CouplingSet
from rigida.constraints.frames import FrameSet
from rigida.dynamics.state import State
from rigida.math.dense import product, pseudo_inverse

#: Singular values below this part of the largest belong to couplings that the others imply.
_REDUNDANT = 1e-12


class CoupledMotion:
    """The equations among the couplings of a set of joints, at the instant of the last `evaluate`.

    respond: what each of k sets of wrenches (k, n, 6) does to the bodies, joints included and couplings not.
    """

    def __init__(
        self,
        couplings: CouplingSet,
        coordinates: CoordinateSet,
        frames: FrameSet,
        respond: Callable[[FloatArray], FloatArray],
    ) -> None:
        self._couplings, self._coordinates, self._frames, self._respond = couplings, coordinates, frames, respond
        self._equation = np.flatnonzero(couplings.kind == EQUATION)

    def __len__(self) -> int:
        return len(self._equation)

    def first_coordinate(self, equation: int) -> int:
        """Return the row of the first coordinate of an equation."""
        return self._couplings.specs[self._equation[equation]].terms[0][0]

    def evaluate(self) -> tuple[FloatArray, FloatArray]:
        """Evaluate the couplings at the present frames; return C and Ċ of the equations."""
        self._coordinates.evaluate(self._frames)
        self._couplings.evaluate()
        return self._couplings.length[self._equation], self._couplings.rate[self._equation]

    def factor(self, bodies: int) -> None:
        """Find G, and the inverse of G R Gᵀ; the joints must be factored."""
        self.evaluate()
        parts = self._coordinates.parts
        rows = np.zeros((len(parts), len(self._frames.pose), 6))
        for side in range(2):
            np.add.at(rows, (np.arange(len(parts)), parts.frame[:, side]), parts.jacobian[:, side, 0])
        factors = self._couplings.factors()[self._equation]
        self._rows = np.einsum("km,mfc->kfc", factors, rows)
        self._bias = self._couplings.bias[self._equation] + product(factors, parts.bias[:, 0])
        self._own = np.ascontiguousarray(self._rows[:, :bodies])
        self._response = self._respond(self._own)
        self._inverse = pseudo_inverse(np.einsum("kfc,lfc->kl", self._own, self._response), _REDUNDANT)

    def wrenches(self, acceleration: FloatArray) -> FloatArray:
        """Return Gᵀ μ (n, 6) for the accelerations (frames, 6) under the joints without couplings."""
        missed = np.einsum("kfc,fc->k", self._rows, acceleration) + self._bias
        return np.einsum("k,kfc->fc", product(-self._inverse, missed), self._own)

    def reduce(self, responses: FloatArray) -> None:
        """Subtract from responses (k, n, 6) of the joints the parts that couplings prevent."""
        along = product(np.einsum("kfc,lfc->lk", self._own, responses), self._inverse)
        responses -= np.einsum("lk,kfc->lfc", along, self._response)

    def displace(self, state: State) -> None:
        """Move the bodies along admissible motions of the joints until the equations hold to first order."""
        state.displace(
            np.einsum("k,kfc->fc", product(-self._inverse, self._couplings.length[self._equation]), self._response)
        )

    def push(self, state: State) -> None:
        """Change the velocities along admissible motions of the joints until the equations hold."""
        state.push(
            np.einsum("k,kfc->fc", product(-self._inverse, self._couplings.rate[self._equation]), self._response)
        )
