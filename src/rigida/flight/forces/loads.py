"""The forces of an aircraft's parts, each at its point of application, as recordings keep and pictures draw them."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.flight.airplane import Airplane
from rigida.flight.arrays import Load
from rigida.jit.decorators import inlined
from rigida.math.vec3 import Vec3


@inlined
def record_load(load: Load, force: Vec3, place: Vec3, weight: float) -> None:
    """Add a force at a place to those of a part; the part's point is the mean of the places by weight."""
    load.force += force
    load.place += weight * place
    load.weight += weight


def part_names(airplane: Airplane) -> list[str]:
    """Return the names of everything that has a force of its own, in the order of a craft's loads."""
    return list(_numbered([*(side for side, *_ in airplane.sides()), *_engines(airplane), *_wheels(airplane)]))


def points(load: NDArray[np.void]) -> FloatArray:
    """Return the points of application of the forces of `load` (n, 3); the center of mass for parts without force."""
    weight = load["weight"][:, np.newaxis]
    return np.asarray(load["place"] / np.where(weight > 0.0, weight, 1.0))


def _engines(airplane: Airplane) -> list[str]:
    return ["propeller"] * len(airplane.propellers) + ["jet"] * len(airplane.jets)


def _wheels(airplane: Airplane) -> list[str]:
    return [wheel.part for wheel in airplane.wheels]


def _numbered(names: list[str]) -> Iterator[str]:
    """Yield names, numbered if there are several."""
    for i, name in enumerate(names):
        yield f"{name} {names[: i + 1].count(name)}" if names.count(name) > 1 else name
