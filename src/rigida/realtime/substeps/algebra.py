"""Vectors and 3×3 blocks in fields of eight lanes (see `math.lanes`): each number is a field, one after another."""

from rigida.jit.decorators import inlined
from rigida.math.lanes import LANES, Lanes, RealArray, load, store


@inlined
def load_three(at: int, lane: RealArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return the three fields from `at` on."""
    return load(lane, at), load(lane, at + LANES), load(lane, at + 2 * LANES)


@inlined
def load_four(at: int, lane: RealArray) -> tuple[Lanes, Lanes, Lanes, Lanes]:
    """Return the four fields from `at` on."""
    return load(lane, at), load(lane, at + LANES), load(lane, at + 2 * LANES), load(lane, at + 3 * LANES)


@inlined
def store_three(at: int, x: Lanes, y: Lanes, z: Lanes, lane: RealArray) -> None:
    """Write the three fields from `at` on."""
    store(lane, at, x)
    store(lane, at + LANES, y)
    store(lane, at + 2 * LANES, z)


@inlined
def turned_of(at: int, x: Lanes, y: Lanes, z: Lanes, lane: RealArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return the product of the 3×3 block at `at` and (x, y, z)."""
    return (
        load(lane, at) * x + load(lane, at + LANES) * y + load(lane, at + 2 * LANES) * z,
        load(lane, at + 3 * LANES) * x + load(lane, at + 4 * LANES) * y + load(lane, at + 5 * LANES) * z,
        load(lane, at + 6 * LANES) * x + load(lane, at + 7 * LANES) * y + load(lane, at + 8 * LANES) * z,
    )


@inlined
def turned_back(at: int, x: Lanes, y: Lanes, z: Lanes, lane: RealArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return the product of the transpose of the 3×3 block at `at` and (x, y, z)."""
    return (
        load(lane, at) * x + load(lane, at + 3 * LANES) * y + load(lane, at + 6 * LANES) * z,
        load(lane, at + LANES) * x + load(lane, at + 4 * LANES) * y + load(lane, at + 7 * LANES) * z,
        load(lane, at + 2 * LANES) * x + load(lane, at + 5 * LANES) * y + load(lane, at + 8 * LANES) * z,
    )


@inlined
def turned_rows(at: int, x: Lanes, y: Lanes, z: Lanes, lane: RealArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return three columns of a Jacobian's three rows of six, times (x, y, z)."""
    a, b, c = load_three(at, lane)
    d, e, f = load_three(at + 6 * LANES, lane)
    g, h, i = load_three(at + 12 * LANES, lane)
    return a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z


@inlined
def row_of(at: int, m: int, lane: RealArray) -> Lanes:
    """Return the product of the six fields of a Jacobian's row at `at` and of the twist at m."""
    s = load(lane, at) * load(lane, m)
    for c in range(1, 6):
        s = s + load(lane, at + LANES * c) * load(lane, m + LANES * c)
    return s
