"""One backward pass of the iterative linear-quadratic regulator with limits of the controls.

Along a trajectory with x'_k = A x + B u, costs ½ zᵀ H z + gᵀ z of z = (x, u), and the value ½ xᵀ V x + vᵀ x after it,

    Q = H + [A B]ᵀ V [A B],    q = g + [A B]ᵀ v,
    d = argmin ½ dᵀ Q_uu d + q_uᵀ d   with   lower ≤ u + d ≤ upper,
    K = −Q_uu⁻¹ Q_ux  in the controls that are free, 0 in those at a limit.

Li and Todorov 2004; limits by projected Newton steps as Tassa, Mansard and Todorov 2014, III; Bertsekas 1982.
"""

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from rigida.arrays import FloatArray

#: Projected Newton steps of one control; each fixes at least one limit, and there are few controls.
_PASSES = 100
#: A step must bring this part of what the gradient promises (Armijo).
_PROMISE = 0.1


def limited_minimum(
    hessian: FloatArray, gradient: FloatArray, lower: FloatArray, upper: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the least point (m,) of ½ dᵀ H d + gᵀ d within limits, and which entries are free of them (m,).

    Raises LinAlgError where H is not positive definite.
    """
    cho_factor(hessian)
    d = np.clip(np.zeros(len(gradient)), lower, upper)
    free = np.ones(len(d), dtype=bool)
    for _ in range(_PASSES):
        slope = gradient + hessian @ d
        free = ~(((d <= lower) & (slope > 0.0)) | ((d >= upper) & (slope < 0.0)))
        if not free.any():
            break
        step = np.zeros(len(d))
        step[free] = -cho_solve(cho_factor(hessian[np.ix_(free, free)]), slope[free])
        if -slope @ step <= np.finfo(float).eps * abs(gradient @ d):
            break
        d, part = _descend(hessian, gradient, lower, upper, d, step)
        if part == 0.0:
            break
    return d, free


def _descend(
    hessian: FloatArray, gradient: FloatArray, lower: FloatArray, upper: FloatArray, d: FloatArray, step: FloatArray
) -> tuple[FloatArray, float]:
    """Return a lower point along a step projected onto the limits, and the part of the step taken, 0 if none."""
    slope, value = gradient + hessian @ d, float(d @ (0.5 * hessian @ d + gradient))
    part = 1.0
    while part > np.finfo(float).eps:
        tried = np.clip(d + part * step, lower, upper)
        if float(tried @ (0.5 * hessian @ tried + gradient)) <= value + _PROMISE * float(slope @ (tried - d)):
            return tried, part
        part *= 0.5
    return d, 0.0


def backward_pass(
    steps: FloatArray,
    hessians: FloatArray,
    gradients: FloatArray,
    final: tuple[FloatArray, FloatArray],
    room: tuple[FloatArray, FloatArray],
    damping: float,
) -> tuple[FloatArray, FloatArray, float] | None:
    """Return changes of the controls (N, m), gains (N, m, n) and the fall of the cost that they promise.

    None where a Hessian of the controls is not positive definite.

    Args:
        steps: Derivatives [A B] (N, n, n + m).
        hessians: H (N, n + m, n + m) of the costs.
        gradients: g (N, n + m).
        final: V (n, n) and v (n,) of the cost at the end.
        room: Lower and upper limits of the changes (N, m).
        damping: Part of the diagonal of Q_uu that is added to it (Levenberg and Marquardt).
    """
    count, n, m = len(steps), steps.shape[1], steps.shape[2] - steps.shape[1]
    V, v = final
    changes, gains, promised = np.zeros((count, m)), np.zeros((count, m, n)), 0.0
    for k in reversed(range(count)):
        Q = hessians[k] + steps[k].T @ V @ steps[k]
        q = gradients[k] + steps[k].T @ v
        Quu, Qux, qu = Q[n:, n:], Q[n:, :n], q[n:]
        damped = Quu + damping * np.diag(np.diag(Quu))
        try:
            d, free = limited_minimum(damped, qu, room[0][k], room[1][k])
        except LinAlgError:
            return None
        K = gains[k]
        if free.any():
            K[free] = -cho_solve(cho_factor(damped[np.ix_(free, free)]), Qux[free])
        changes[k] = d
        promised -= float(d @ (0.5 * Quu @ d + qu))
        V = Q[:n, :n] + K.T @ Quu @ K + K.T @ Qux + Qux.T @ K
        v = q[:n] + K.T @ (Quu @ d + qu) + Qux.T @ d
        V = 0.5 * (V + V.T)
    return changes, gains, promised
