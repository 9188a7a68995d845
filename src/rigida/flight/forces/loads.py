"""The forces of an aircraft's parts, each at its point of application, as recordings keep and pictures draw them."""

from collections.abc import Iterator

import numpy as np

from rigida.arrays import FloatArray
from rigida.flight.airplane import Airplane
from rigida.jit.decorators import inlined


@inlined
def note_load(
    load: FloatArray,
    part: int,
    fx: float,
    fy: float,
    fz: float,
    rx: float,
    ry: float,
    rz: float,
    weight: float,
) -> None:
    """Add a force at a place to those of a part; the part's point is the mean of the places by weight."""
    load[part, 0] += fx
    load[part, 1] += fy
    load[part, 2] += fz
    load[part, 3] += weight * rx
    load[part, 4] += weight * ry
    load[part, 5] += weight * rz
    load[part, 6] += weight


def part_names(airplane: Airplane) -> list[str]:
    """Return the names of everything that has a force of its own, in the order of the rows of `load`."""
    return list(_told_apart([*(side for side, *_ in airplane.sides()), *_engines(airplane), *_wheels(airplane)]))


def points(load: FloatArray) -> FloatArray:
    """Return where the forces of `load` act (n, 3), the centre of mass for parts without any."""
    weight = load[:, 6:7]
    return np.asarray(load[:, 3:6] / np.where(weight > 0.0, weight, 1.0))


def _engines(airplane: Airplane) -> list[str]:
    return ["propeller"] * len(airplane.propellers) + ["jet"] * len(airplane.jets)


def _wheels(airplane: Airplane) -> list[str]:
    return [wheel.part for wheel in airplane.wheels]


def _told_apart(names: list[str]) -> Iterator[str]:
    """Yield names with a number where there are several."""
    for i, name in enumerate(names):
        yield f"{name} {names[: i + 1].count(name)}" if names.count(name) > 1 else name
