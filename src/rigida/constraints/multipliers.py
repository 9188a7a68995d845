"""Lagrange multipliers of a set of parts, and the two projections that keep parts satisfied.

    [M  Jᵀ] [u̇]   [f]            A = J M⁻¹ Jᵀ,  A λ = −(J u̇_free + bias),  reactions Jᵀ λ
    [J  0 ] [−λ] = [−bias]

Bacin 1999, 6.5 with its sign of λ reversed: here Jᵀ λ is what acts on the bodies. Positions are projected by
M⁻¹ Jᵀ A⁻¹ C and velocities by M⁻¹ Jᵀ A⁻¹ J u (its 6.4.1, in the metric of the masses, so that projecting does no work).

A rotor of inertia i that a coordinate turns adds Jᵀ i J to the masses, which would couple bodies. It is a soft row
instead: its effort λ = −i (J u̇ + bias) is the multiplier of an equation with 1/i, its softness, added to A.
"""

from rigida.arrays import FloatArray
from rigida.constraints.arrays import Equations, Frames, Joints, Parts
from rigida.constraints.block_factor import assemble, factor_blocks, soften, solve
from rigida.constraints.parts.evaluate import part_rates
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.rows import Twist, Wrench
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Rows
from rigida.math.quat import Quat, rotation_matrix
from rigida.math.quaternion import from_rotation_vector, multiply, normalize
from rigida.math.vec3 import Sym3, Vec3, cross, norm


@routine
def inverse_mass(f: int, frames: Frames) -> None:
    """Fill 1/m and R I⁻¹ Rᵀ of body f at its pose."""
    q, m = frames.pose[f].attitude, frames.inv_inertia[f]
    r = rotation_matrix(q)
    frames.inverse[f].mass = frames.inv_mass[f]
    frames.inverse[f].inertia = Sym3(
        r.xx * m.x * r.xx + r.xy * m.y * r.xy + r.xz * m.z * r.xz,
        r.xx * m.x * r.yx + r.xy * m.y * r.yy + r.xz * m.z * r.yz,
        r.xx * m.x * r.zx + r.xy * m.y * r.zy + r.xz * m.z * r.zz,
        r.yx * m.x * r.yx + r.yy * m.y * r.yy + r.yz * m.z * r.yz,
        r.yx * m.x * r.zx + r.yy * m.y * r.zy + r.yz * m.z * r.zz,
        r.zx * m.x * r.zx + r.zy * m.y * r.zy + r.zz * m.z * r.zz,
    )


@routine
def inverse_masses(frames: Frames) -> None:
    """Fill the inverse masses of all frames; zero for frames that forces do not move."""
    for f in range(len(frames.inverse)):
        if f < len(frames.motion) and frames.motion[f] == DYNAMIC:
            inverse_mass(f, frames)
        else:
            frames.inverse[f].mass = 0.0
            frames.inverse[f].inertia = Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@inlined
def turn_response(inverse: FloatArray, f: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return R I⁻¹ Rᵀ applied to an angular impulse (or torque) on frame f; inverse (frames, 7)."""
    return (
        inverse[f, 1] * x + inverse[f, 2] * y + inverse[f, 3] * z,
        inverse[f, 2] * x + inverse[f, 4] * y + inverse[f, 5] * z,
        inverse[f, 3] * x + inverse[f, 5] * y + inverse[f, 6] * z,
    )


@routine
def fill_weighted_rows(first: int, last: int, parts: Parts, frames: Frames) -> None:
    """Fill the rows of J M⁻¹ of the parts first … last − 1."""
    for p in range(first, last):
        for side in range(2):
            inverse = frames.inverse[parts.frame[p][side]]
            j, weighted = parts.jacobian[p].side[side], parts.weighted[p].side[side]
            for r in range(3):
                weighted.row[r].linear = inverse.mass * j.row[r].linear
                weighted.row[r].angular = inverse.inertia @ j.row[r].angular


@routine
def free_accelerations(joints: Joints) -> None:
    """Fill u̇ of all frames without reactions: f/m and I⁻¹(τ − ω × L); prescribed frames have their own."""
    frames, response = joints.frames, joints.response
    for f in range(len(response)):
        inverse = frames.inverse[f]
        if f >= len(joints.wrench) or inverse.mass == 0.0:
            response[f] = frames.acceleration[f]
            continue
        response[f].linear = inverse.mass * joints.wrench[f].force
        gyroscopic = cross(frames.twist[f].angular, frames.angular_momentum[f])
        response[f].angular = inverse.inertia @ (joints.wrench[f].torque - gyroscopic)


@routine
def add_part_wrenches(first: int, last: int, parts: Parts, multiplier: Rows[Equations], wrench: Rows[Wrench]) -> None:
    """Add Jᵀ λ of the parts first … last − 1 to the wrenches (or impulses) of the bodies; other frames take none."""
    for p in range(first, last):
        of, none = multiplier[p].vector, Vec3(0.0, 0.0, 0.0)
        for side in range(2):
            f = parts.frame[p][side]
            if f >= len(wrench):
                continue
            j, on = parts.jacobian[p].side[side], wrench[f]
            x, y, z = j.row[0], j.row[1], j.row[2]
            on.force += none + x.linear * of.x + y.linear * of.y + z.linear * of.z
            on.torque += none + x.angular * of.x + y.angular * of.y + z.angular * of.z


@routine
def factor_group(g: int, joints: Joints) -> None:
    """Assemble and factor A = J M⁻¹ Jᵀ of group g, and the softness of its parts."""
    start = joints.factor.start
    fill_weighted_rows(start[g].part, start[g + 1].part, joints.parts, joints.frames)
    assemble(g, joints.parts, joints.factor)
    soften(g, joints.parts, joints.factor)
    factor_blocks(g, joints.factor)


@kernel
def factor_parts(joints: Joints) -> None:
    """Assemble and factor A = J M⁻¹ Jᵀ."""
    factor_group(0, joints)


@kernel
def solve_parts(joints: Joints) -> None:
    """Fill the solution with A⁻¹ right."""
    solve(0, joints.factor, joints.right, joints.solution)


@routine
def negate(first: int, last: int, joints: Joints) -> None:
    """Change the sign of the right sides of the parts first … last − 1."""
    for p in range(first, last):
        joints.right[p].vector = -joints.right[p].vector


@kernel
def add_reactions(joints: Joints) -> None:
    """Fill the multipliers under the wrenches, and add their reactions to the wrenches."""
    count = len(joints.parts.code)
    free_accelerations(joints)
    part_rates(0, count, joints.parts, joints.response, joints.parts.bias, joints.right)
    negate(0, count, joints)
    solve(0, joints.factor, joints.right, joints.multiplier)
    add_part_wrenches(0, count, joints.parts, joints.multiplier, joints.wrench)


@kernel
def accelerate(joints: Joints) -> None:
    """Fill the response u̇ of all frames to wrenches that hold everything that acts."""
    free_accelerations(joints)


@kernel
def respond_columns(columns: FloatArray, out: FloatArray, joints: Joints) -> None:
    """Fill out (k, n, 6) = (M⁻¹ − M⁻¹ Jᵀ A⁻¹ J M⁻¹) column for each column (n, 6)."""
    count, n = len(joints.parts.code), columns.shape[1]
    motion, total = joints.response, joints.change
    for f in range(n, len(motion)):
        set_twist(motion[f], Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))
    for k in range(columns.shape[0]):
        for i in range(n):
            total[i].force = Vec3(columns[k, i, 0], columns[k, i, 1], columns[k, i, 2])
            total[i].torque = Vec3(columns[k, i, 3], columns[k, i, 4], columns[k, i, 5])
            respond(i, joints)
        for p in range(count):
            joints.right[p].vector = Vec3(0.0, 0.0, 0.0)
        part_rates(0, count, joints.parts, motion, joints.right, joints.right)
        negate(0, count, joints)
        solve(0, joints.factor, joints.right, joints.right)
        add_part_wrenches(0, count, joints.parts, joints.right, total)
        for i in range(n):
            respond(i, joints)
            for c in range(6):
                out[k, i, c] = motion[i].all[c]


@routine
def set_twist(twist: Twist, linear: Vec3, angular: Vec3) -> None:
    """Write both parts of a twist."""
    twist.linear = linear
    twist.angular = angular


@routine
def respond(i: int, joints: Joints) -> None:
    """Fill the response of the free body i to the impulse in `change`."""
    inverse, push = joints.frames.inverse[i], joints.change[i]
    set_twist(joints.response[i], inverse.mass * push.force, inverse.inertia @ push.torque)


@routine
def clear(wrench: Rows[Wrench]) -> None:
    """Set all wrenches to zero."""
    for i in range(len(wrench)):
        wrench[i].force = Vec3(0.0, 0.0, 0.0)
        wrench[i].torque = Vec3(0.0, 0.0, 0.0)


@kernel
def add_impulses(joints: Joints) -> None:
    """Change velocities and angular momenta of the bodies by the impulses Jᵀ λ of the solution λ."""
    frames, change = joints.frames, joints.change
    clear(change)
    add_part_wrenches(0, len(joints.parts.code), joints.parts, joints.solution, change)
    for i in range(len(change)):
        inverse = frames.inverse[i].mass
        frames.velocity[i] += inverse * change[i].force
        if inverse > 0.0:
            frames.angular_momentum[i] += change[i].torque


@kernel
def displace(joints: Joints) -> float:
    """Move the bodies by M⁻¹ Jᵀ λ of the solution λ; return the largest displacement [m] or turn [rad]."""
    frames, change, worst = joints.frames, joints.change, 0.0
    clear(change)
    add_part_wrenches(0, len(joints.parts.code), joints.parts, joints.solution, change)
    for i in range(len(change)):
        inverse = frames.inverse[i]
        if inverse.mass == 0.0:
            continue
        moved = inverse.mass * change[i].force
        frames.center[i] += moved
        worst = max(max(worst, abs(moved.x)), max(abs(moved.y), abs(moved.z)))
        turn = inverse.inertia @ change[i].torque
        worst = max(worst, norm(turn))
        w, x, y, z = from_rotation_vector(turn.x, turn.y, turn.z)
        q = frames.attitude[i]
        w, x, y, z = multiply(w, x, y, z, q.w, q.x, q.y, q.z)
        w, x, y, z = normalize(w, x, y, z)
        frames.attitude[i] = Quat(w, x, y, z)
    return worst
