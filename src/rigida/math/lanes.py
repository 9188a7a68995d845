"""Eight numbers handled as one: kernels written for `Lanes` work on eight single-precision numbers per instruction.

From arrays of double precision `load` takes eight double-precision numbers, two instructions' worth. A plain number
stands for eight of them, so that functions of scalars (`math.quaternion`, …) serve for lanes as they are.

A compiler vectorises a plain loop over eight rows only where it can prove that no operands overlap, which it cannot
once bodies are gathered by number. A `Lanes` value is a vector register instead: `+ − × ÷` work on it, and the
functions below move it from and to memory. Every operation rounds on its own.
Without compilation (RIGIDA_PLAIN=1) a value is an array of eight numbers and the same kernels run.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.jit.decorators import c_function
from rigida.jit.layout import LANES as LANES

SingleArray = NDArray[np.float32]
RealArray = NDArray[np.floating[Any]]
Lanes = Any


@c_function("load")
def load(array: RealArray, index: int) -> Lanes:
    """Return the eight numbers of an array from `index` on, counted through its rows."""
    return array.reshape(-1)[index : index + LANES].copy()


@c_function("store")
def store(array: RealArray, index: int, value: Lanes) -> None:
    """Write eight numbers into an array from `index` on, counted through its rows."""
    array.reshape(-1)[index : index + LANES] = value


@c_function("splat")
def spread(value: float) -> Lanes:
    """Return one number in all eight lanes, of single precision."""
    return np.full(LANES, value, dtype=np.float32)


@c_function("greater")
def greater(x: Lanes, y: Lanes) -> Lanes:
    """Return the greater number of each lane; y where x is not a number."""
    return np.where(x > y, x, y)


@c_function("lesser")
def lesser(x: Lanes, y: Lanes) -> Lanes:
    """Return the lesser number of each lane; y where x is not a number."""
    return np.where(x < y, x, y)


@c_function("sign_of")
def sign_of(x: Lanes) -> Lanes:
    """Return 1 in lanes that are not negative, −1 in the others."""
    return np.where(x >= 0.0, np.float32(1.0), np.float32(-1.0))


@c_function("magnitude")
def magnitude(x: Lanes) -> Lanes:
    """Return the magnitude of each lane."""
    return np.abs(x)


@c_function("where_greater")
def where_greater(x: Lanes, y: Lanes, chosen: Lanes, other: Lanes) -> Lanes:
    """Return `chosen` in lanes where x > y, `other` in the others and where one of both is not a number."""
    return np.where(x > y, chosen, other)


@c_function("any_greater")
def any_greater(x: Lanes, y: Lanes) -> bool:
    """Return whether x > y in any lane."""
    return bool((x > y).any())


@c_function("sqrt")
def root(x: Lanes) -> Lanes:
    """Return the square root of each lane."""
    return np.sqrt(x)
