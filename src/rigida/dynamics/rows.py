"""Rows that kernels keep of bodies and frames: poses, twists, inverse masses. World coordinates."""

from typing import Annotated

from rigida.jit.records import At, Items, Record
from rigida.math.quat import Quat
from rigida.math.vec3 import Sym3, Vec3


class Pose(Record):
    """Position [m] and orientation."""

    origin: Vec3
    attitude: Quat
    all: Annotated[Items[float], 7, At("origin")]


class Twist(Record):
    """Velocity and angular velocity of a body [m/s, rad/s], or a displacement and rotation vector [m, rad]."""

    linear: Vec3
    angular: Vec3
    all: Annotated[Items[float], 6, At("linear")]  # the same six numbers


class Wrench(Record):
    """Force and torque about the center of mass [N, N m], or an impulse [N s, N m s]."""

    force: Vec3
    torque: Vec3


class InverseMass(Record):
    """1/m [1/kg] and the inverse inertia [1/(kg m²)] of a body; zero for one that impulses do not move."""

    mass: float
    inertia: Sym3
    all: Annotated[Items[float], 7, At("mass")]
