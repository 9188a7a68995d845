"""Slide part: a point of a keeps its coordinates along up to three directions n fixed in b.

    s    = x_a + r_a − x_b − r_b
    C_k  = n_k · s
    Ċ_k  = n · (v_a + ω_a × r_a − v_b − ω_b × r_b) + (ω_b × n) · s
           so J_a = [n, r_a × n],  J_b = −[n, (r_b + s) × n]
    C̈_k  = J u̇ + n · (ω_a × (ω_a × r_a) − ω_b × (ω_b × r_b)) + 2 (ω_b × n) · ṡ + (ω_b × (ω_b × n)) · s

where ṡ is the relative velocity of the two points. One direction: a point on a plane; two: on a line; its value along
the remaining direction is the coordinate of a slider. Bacin 1999, 4.3.1; Popovski 2008, 9.1.
Numbers: l_a 0–2, l_b 3–5, n_k at 6 + 3k.
"""

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.constraints.frame import arm_of, set_row
from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.math.vec3 import cross, dot


@routine
def slide_rows(p: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill C, J and the acceleration term of part p."""
    frame, j = parts.frame[p], jacobian[p]
    a, b = frame[0], frame[1]
    pose_a, pose_b, twist_a, twist_b = frames.pose[a], frames.pose[b], frames.twist[a], frames.twist[b]
    arm_a, arm_b = arm_of(p, 0, a, parts, frames), arm_of(p, 1, b, parts, frames)
    spin_a, spin_b = twist_a.angular, twist_b.angular
    s = pose_a.origin + arm_a - pose_b.origin - arm_b
    turn_a, turn_b = cross(spin_a, arm_a), cross(spin_b, arm_b)
    rate = twist_a.linear + turn_a - twist_b.linear - turn_b
    centripetal = cross(spin_a, turn_a) - cross(spin_b, turn_b)
    for k in range(parts.equations[p]):
        n = arm_of(p, 2 + k, b, parts, frames)
        parts.error[p].all[k] = dot(n, s)
        set_row(j, 0, k, n, cross(arm_a, n))
        set_row(j, 1, k, -n, -cross(arm_b + s, n))
        turn = cross(spin_b, n)
        parts.bias[p].all[k] = dot(n, centripetal) + 2.0 * dot(turn, rate) + dot(cross(spin_b, turn), s)
