"""Sensors of the surroundings of a frame (rangefinder, magnetometer) and of subtrees."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.handles.sensor_frames import SensorFrame
from rigida.queries.ray import raycast_many

#: What a rangefinder reads where its ray meets nothing.
NOTHING = -1.0
OF_SURROUNDINGS, OF_SUBTREES = ("rangefinder", "magnetometer"), ("subtreecom", "subtreelinvel")


def surroundings_reader(
    kind: str, engine: Any, frame: SensorFrame, of: Mapping[str, str]
) -> Callable[[], FloatArray] | None:
    """Return the function that reads the distance along the z axis of a frame, or a magnetic field in its axes.

    A rangefinder does not see its own body. The field is `of["field"]`, three numbers, world; without it there is none.
    """
    if kind == "rangefinder":
        return lambda: np.array([_range(engine, frame)])
    field = np.array([float(word) for word in of.get("field", "").split()])
    return None if field.shape != (3,) else lambda: frame.seen(field)


def _range(engine: Any, frame: SensorFrame) -> float:
    shapes = engine.model.shapes
    rows = [i for i, shape in enumerate(shapes) if shape is not None and i != frame.row]
    if not rows:
        return NOTHING
    state, axis = engine.state, frame.axis(2)
    places, turns = state.position[rows], state.orientation[rows]
    hits = raycast_many([shapes[i] for i in rows], places, turns, [frame.position()], [axis], np.inf)
    return float(hits.distance[0]) if hits.index[0] >= 0 else NOTHING


def subtree_reader(kind: str, engine: Any, of: Mapping[str, str]) -> Callable[[], FloatArray] | None:
    """Return the function that reads the center of mass of bodies (`of["bodies"]`, their names), or its velocity."""
    names = of.get("bodies", "").split()
    if not names or not set(names) <= set(engine.model.names):
        return None
    rows = [engine.model.index(name) for name in names]

    def mean() -> FloatArray:
        mass = engine.model.mass[rows]
        values = engine.state.center if kind == "subtreecom" else engine.state.velocity
        return np.asarray(mass @ values[rows] / mass.sum())

    return mean if engine.model.mass[rows].sum() > 0.0 else None
