"""Point part: a point of a and a point of b coincide. Three equations, world axes.

    C  = x_a + r_a − x_b − r_b,                r = R l
    Ċ  = v_a + ω_a × r_a − v_b − ω_b × r_b     so J_a = [1, −r̂_a], row i: (e_i, r_a × e_i)
    C̈  = J u̇ + ω_a × (ω_a × r_a) − ω_b × (ω_b × r_b)

Bacin 1999, 4.3 (its "universal" joint); Popovski 2008, 9.1. Numbers: l_a 0–2, l_b 3–5.
"""

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.constraints.frame import arm_of, set_row
from rigida.jit.decorators import inlined
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross


@inlined
def point_rows(p: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill C, J and the acceleration term of part p."""
    frame, j = parts.frame[p], jacobian[p]
    a, b = frame[0], frame[1]
    pose_a, pose_b, twist_a, twist_b = frames.pose[a], frames.pose[b], frames.twist[a], frames.twist[b]
    arm_a, arm_b = arm_of(p, 0, a, parts, frames), arm_of(p, 1, b, parts, frames)
    parts.error[p].vector = pose_a.origin + arm_a - pose_b.origin - arm_b
    set_row(j, 0, 0, Vec3(1.0, 0.0, 0.0), Vec3(0.0, arm_a.z, -arm_a.y))
    set_row(j, 0, 1, Vec3(0.0, 1.0, 0.0), Vec3(-arm_a.z, 0.0, arm_a.x))
    set_row(j, 0, 2, Vec3(0.0, 0.0, 1.0), Vec3(arm_a.y, -arm_a.x, 0.0))
    set_row(j, 1, 0, Vec3(-1.0, 0.0, 0.0), Vec3(0.0, -arm_b.z, arm_b.y))
    set_row(j, 1, 1, Vec3(0.0, -1.0, 0.0), Vec3(arm_b.z, 0.0, -arm_b.x))
    set_row(j, 1, 2, Vec3(0.0, 0.0, -1.0), Vec3(-arm_b.y, arm_b.x, 0.0))
    spin_a, spin_b = twist_a.angular, twist_b.angular
    parts.bias[p].vector = cross(spin_a, cross(spin_a, arm_a)) - cross(spin_b, cross(spin_b, arm_b))
