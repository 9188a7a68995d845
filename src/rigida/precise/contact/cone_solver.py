"""Complementarity with friction on round cones, by Gauss–Seidel to convergence on a small dense system.

    w = W z + q:   z_n ≥ 0, w_n ≥ 0, z_n w_n = 0 for unilateral rows (contact normals, joint limits)
                   |z_t| ≤ c z_n + d, and w_t = 0 inside, w_t ∥ −z_t on the rim, for friction blocks of 1 or 2 rows

The same problem stands for accelerations and forces (rest, sliding) and for velocities and impulses (impacts). A block
that slides already has its direction given: z_t = −(c z_n + d) t̂. Popovski 2008, 7.1 and 7.2.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import kernel


@kernel
def solve_cones(
    w_matrix: FloatArray,
    q: FloatArray,
    unilateral_row: IntArray,
    block_row: IntArray,
    block_size: IntArray,
    block_normal: IntArray,
    coefficient: FloatArray,
    bound: FloatArray,
    sliding: IntArray,
    direction: FloatArray,
    z: FloatArray,
    sweeps: int,
    tolerance: float,
) -> float:
    """Improve z (k,) until w moves by no more than `tolerance` in a sweep; return the last movement.

    unilateral_row (s,); block_row (b,) first row, block_size (b,), block_normal (b,) its unilateral row or −1;
    coefficient, bound (b,); sliding (b,) 1 if the direction (b, 2) is given.
    """
    k = q.shape[0]
    moved = 0.0
    for _ in range(sweeps):
        moved = 0.0
        for s in range(unilateral_row.shape[0]):
            i = unilateral_row[s]
            if w_matrix[i, i] <= 0.0:
                continue
            w = q[i]
            for j in range(k):
                w += w_matrix[i, j] * z[j]
            new = max(0.0, z[i] - w / w_matrix[i, i])
            moved = max(moved, abs(new - z[i]) * w_matrix[i, i])
            z[i] = new
        for b in range(block_row.shape[0]):
            i, two = block_row[b], block_size[b] == 2
            limit = bound[b]
            if block_normal[b] >= 0:
                limit += coefficient[b] * z[unilateral_row[block_normal[b]]]
            stiffness = w_matrix[i, i]
            if two:
                # The largest eigenvalue of the 2×2 block, so that both rows take one step that cannot overshoot.
                d, e, f = w_matrix[i, i], w_matrix[i, i + 1], w_matrix[i + 1, i + 1]
                stiffness = 0.5 * (d + f) + math.sqrt(0.25 * (d - f) * (d - f) + e * e)
            if stiffness <= 0.0:
                continue
            if sliding[b] == 1:
                x, y = -limit * direction[b, 0], -limit * direction[b, 1]
            else:
                w0, w1 = q[i], q[i + 1] if two else 0.0
                for j in range(k):
                    w0 += w_matrix[i, j] * z[j]
                    if two:
                        w1 += w_matrix[i + 1, j] * z[j]
                x = z[i] - w0 / stiffness
                y = z[i + 1] - w1 / stiffness if two else 0.0
                length = math.sqrt(x * x + y * y)
                if length > limit:
                    x, y = x * limit / length, y * limit / length
            moved = max(moved, abs(x - z[i]) * stiffness)
            z[i] = x
            if two:
                moved = max(moved, abs(y - z[i + 1]) * stiffness)
                z[i + 1] = y
        if moved <= tolerance:
            break
    return moved
