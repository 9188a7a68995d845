"""The state vector of bodies and its derivative, as textbooks write the equations of motion.

    S = (x, q, p, L),    S′ = (p/m, ½ ω q, F, τ)

with the center of mass x, the orientation q, the momenta p and L about the center of mass, the angular velocity ω (as a
quaternion without real part) and the force F and torque τ of the scene's forces. Renhe 2006, (3.3); Corrêa 2020, (69).
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.fields import shown
from rigida.math.quaternion import multiply_array
from rigida.simulation import Simulation


def state_derivative(simulation: Simulation) -> tuple[FloatArray, FloatArray]:
    """Return the state vector S (n, 13) of all bodies now and its time derivative S′ (n, 13), world frame.

    A row is center of mass (3) [m], orientation (4, wxyz), momentum (3) [kg m/s] and angular momentum about the center
    of mass (3) [kg m²/s]. The derivative has the forces of the scene and those that are applied by hand, without what
    contacts and joints add. Bodies that forces do not move have momenta and derivatives of them 0.

    Args:
        simulation: Whose state; it is not changed.
    """
    if not isinstance(simulation, Simulation):
        raise UsageError(f"state_derivative expects an rg.Simulation, got {shown(simulation)}.")
    model, state = simulation.model, simulation.state
    moved = (model.inv_mass > 0.0)[:, None]
    wrench = np.where(moved, simulation.engine.forces.wrenches(state.time, state), 0.0)
    spin = np.hstack([np.zeros((model.body_count, 1)), state.angular_velocity])
    momentum = model.mass[:, None] * state.velocity
    now = np.hstack([state.center, state.orientation, momentum, np.where(moved, state.angular_momentum, 0.0)])
    return now, np.hstack([state.velocity, 0.5 * multiply_array(spin, state.orientation), wrench])
