"""Many shapes at one place: each is tested against its nearest neighbors only, which bounds the cost of a step.

Of n shapes in one place every two are a pair, n²/2 in all. No solid bodies meet like that; they are a mistake, or a
start whose overlaps are resolved slowly, for which some neighbors of each suffice (see `overlaps`).
"""

import warnings
from typing import Final

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.errors import RigidaWarning
from rigida.jit.decorators import kernel

#: Pairs per shape from which on shapes may be crowded; in piles there are about ten.
CROWDED: Final = 16
#: A shape that has the middles of more than so many others inside it is crowded.
_INSIDE: Final = 4
#: Crowded neighbors that a crowded shape is tested against: sufficient to separate it, as in a pile.
_NEIGHBOURS: Final = 8


@kernel
def thin_pairs(pairs: IntArray, order: IntArray, crowded: IntArray, taken: IntArray, kept: IntArray) -> None:
    """Mark the pairs (m, 2) that are kept, in `order`: of two crowded shapes only while neither has enough of them."""
    for k in range(pairs.shape[0]):
        p = order[k]
        i, j = pairs[p, 0], pairs[p, 1]
        kept[p] = 1
        if crowded[i] and crowded[j]:
            if taken[i] >= _NEIGHBOURS or taken[j] >= _NEIGHBOURS:
                kept[p] = 0
            else:
                taken[i] += 1
                taken[j] += 1


class Crowd:
    """Thins the pairs of shapes at one place, and warns of them once."""

    def __init__(self, body: IntArray, model: Model) -> None:
        self._body, self._model, self._warned = body, model, False

    def thinned(self, pairs: IntArray, low: FloatArray, high: FloatArray) -> IntArray:
        """Return the pairs (m, 2) of shapes, whose boxes are given (s, 3), without most of those in one place."""
        i, j = pairs.T
        with np.errstate(invalid="ignore"):  # half-spaces have no middle, and are inside no shape
            middle, half = 0.5 * (low + high), 0.5 * (high - low).min(axis=1)
            away = np.linalg.norm(middle[j] - middle[i], axis=1)
            inside = away < np.minimum(half[i], half[j])
        count = np.bincount(i[inside], minlength=len(low)) + np.bincount(j[inside], minlength=len(low))
        crowded = (count > _INSIDE).astype(np.int32)
        if not crowded.any():
            return pairs
        self._warn(crowded)
        kept, taken = np.zeros(len(pairs), dtype=np.int32), np.zeros(len(low), dtype=np.int32)
        thin_pairs(pairs, np.argsort(away, kind="stable").astype(np.int32), crowded, taken, kept)
        return np.ascontiguousarray(pairs[kept != 0])

    def _warn(self, crowded: IntArray) -> None:
        """Warn once that shapes lie in one place."""
        if self._warned:
            return
        self._warned = True
        first, count = int(np.argmax(crowded)), int(crowded.sum())
        name = self._model.names[self._body[first]]
        warnings.warn(
            f"Body '{name}' and {count - 1} others lie in one place: of each, contacts with "
            f"the {_NEIGHBOURS} nearest of them are detected until they have separated. Place them apart.",
            RigidaWarning,
            stacklevel=2,
        )
