"""The rows of parts as one matrix over the bodies, for quantities that are computed on request."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.parts.part_set import PartSet


def rows_matrix(parts: PartSet, inverse: FloatArray) -> Any:
    """Return J as a sparse matrix (3 parts, 6 frames) over the bodies that forces move.

    inverse (frames, 7): inverse masses of the frames; columns of others, and rows that a part does not have, are zero.
    """
    from scipy.sparse import csr_matrix

    count = len(parts)
    moving = inverse[parts.frame, 0] > 0.0  # (parts, 2)
    part, side = np.nonzero(moving)
    row = np.repeat(3 * part[:, None] + np.arange(3), 6, axis=1)
    column = np.tile(6 * parts.frame[part, side][:, None] + np.arange(6), (1, 3))
    value = parts.jacobian[part, side].reshape(len(part), 18)
    return csr_matrix((value.ravel(), (row.ravel(), column.ravel())), shape=(3 * count, 6 * len(inverse)))
