"""Triangles that fill a flat polygon."""

import numpy as np

from rigida.arrays import FloatArray, IntArray


def cut_ears(corners: FloatArray) -> IntArray:
    """Return the triangles (n − 2, 3) of an anticlockwise simple polygon: ears are cut off one after another."""
    left, triangles = list(range(len(corners))), []

    def turn(i: int, j: int, k: int) -> float:
        u, v = corners[j] - corners[i], corners[k] - corners[i]
        return float(u[0] * v[1] - u[1] * v[0])

    while len(left) > 3:
        for at in range(len(left)):
            i, j, k = left[at - 1], left[at], left[(at + 1) % len(left)]
            others = (p for p in left if p not in (i, j, k))
            if turn(i, j, k) > 0.0 and not any(
                turn(i, j, p) >= 0.0 and turn(j, k, p) >= 0.0 and turn(k, i, p) >= 0.0 for p in others
            ):
                triangles.append((i, j, k))
                del left[at]
                break
        else:
            # Only corners in one line are left over: any of them is an ear without area.
            triangles.append((left[-1], left[0], left[1]))
            del left[0]
    return np.array([*triangles, left], dtype=np.int32)
