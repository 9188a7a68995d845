"""Distance part: a point of a and a point of b keep their distance. One equation.

    s = x_a + r_a − x_b − r_b,  n = s/|s|
    C = |s| − l
    Ċ = n · ṡ                                   so J_a = [n, r_a × n],  J_b = −[n, r_b × n]
    C̈ = J u̇ + n · (ω_a × (ω_a × r_a) − ω_b × (ω_b × r_b)) + (|ṡ|² − (n · ṡ)²)/|s|

Numbers: l_a 0–2, l_b 3–5, l 6. With coincident points there is no direction: the row is zero.
"""

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.constraints.frame import arm_of, set_row
from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.math.vec3 import cross, dot, norm, square


@routine
def distance_rows(p: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill C, J and the acceleration term of part p."""
    frame, j = parts.frame[p], jacobian[p]
    a, b = frame[0], frame[1]
    pose_a, pose_b, twist_a, twist_b = frames.pose[a], frames.pose[b], frames.twist[a], frames.twist[b]
    arm_a, arm_b = arm_of(p, 0, a, parts, frames), arm_of(p, 1, b, parts, frames)
    spin_a, spin_b = twist_a.angular, twist_b.angular
    s = pose_a.origin + arm_a - pose_b.origin - arm_b
    length = norm(s)
    inverse = 1.0 / length if length > 0.0 else 0.0
    n = s * inverse
    parts.error[p].all[0] = length - parts.number[p].all[6]
    set_row(j, 0, 0, n, cross(arm_a, n))
    set_row(j, 1, 0, -n, -cross(arm_b, n))
    turn_a, turn_b = cross(spin_a, arm_a), cross(spin_b, arm_b)
    rate = twist_a.linear + turn_a - twist_b.linear - turn_b
    along = dot(n, rate)
    centripetal = cross(spin_a, turn_a) - cross(spin_b, turn_b)
    parts.bias[p].all[0] = dot(n, centripetal) + (square(rate) - along * along) * inverse
