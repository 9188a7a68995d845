"""Force elements: each adds wrenches to bodies and returns its potential energy, if any."""

from rigida.forces.attraction import Attraction
from rigida.forces.constant import ConstantForce, Torque
from rigida.forces.drag import Drag
from rigida.forces.fluid import Fluid
from rigida.forces.gravity import Gravity
from rigida.forces.impulse import Impulse
from rigida.forces.interpolated import InterpolatedForce
from rigida.forces.spring import Spring
from rigida.forces.thrust import Thrust
from rigida.forces.user import UserForce

__all__ = [
    "Attraction",
    "ConstantForce",
    "Drag",
    "Fluid",
    "Gravity",
    "Impulse",
    "InterpolatedForce",
    "Spring",
    "Thrust",
    "Torque",
    "UserForce",
]
