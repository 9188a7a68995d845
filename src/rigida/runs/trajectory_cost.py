"""Costs of a trajectory as weighted squares of outputs: ½ Σ w (y − target)².

Outputs are states, controls, sensors, or functions of a batch. Squares make the Hessians of Gauss and Newton, which
need first derivatives of the outputs only and have no negative eigenvalue.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.batch import Batch
from rigida.errors import UsageError
from rigida.fields import shown
from rigida.registry import nearest

#: Name of a state, actuator or sensor, or a function of a batch that returns (worlds,) or (worlds, k).
Output = str | Callable[[Batch], Any]
Weights = Mapping[Output, Any]
Targets = Mapping[Output, Any]


class TrajectoryCost:
    """Weighted squares of outputs; size: of the residuals (k,)."""

    def __init__(self, what: str, batch: Batch, states: tuple[str, ...], weights: Weights, targets: Targets) -> None:
        self._batch, self._states = batch, states
        self._actuators = tuple(str(actuator.name) for actuator in batch.single.model.actuators)
        if not isinstance(weights, Mapping):
            raise UsageError(f"optimize_trajectory: {what} is a mapping of outputs to weights, got {shown(weights)}.")
        self._sensors: dict[str, slice] = {}
        start = 0
        for name in batch.single.sensors.names if batch.single.scene.sensors else ():
            size = len(batch.single.sensors[name])
            self._sensors[name] = slice(start, start + size)
            start += size
        self._terms = [self._column(output) for output in weights]
        sizes = [term(np.zeros((batch.count, len(states)))).shape[1] for term in self._terms]
        self._weight = np.concatenate(
            [np.zeros(0), *(_numbers(what, each, weights[each], k) for each, k in zip(weights, sizes, strict=True))]
        )
        if (self._weight < 0.0).any():
            raise UsageError(f"optimize_trajectory: the weights of {what} must not be negative.")
        self._root = np.sqrt(self._weight)
        self._targets = [(targets.get(each, 0.0), each, k) for each, k in zip(weights, sizes, strict=True)]
        self.size = len(self._weight)

    def _column(self, output: Output) -> Callable[[FloatArray], FloatArray]:
        """Return the function that evaluates an output (worlds, k) from the state vectors of the worlds."""
        batch = self._batch
        if not isinstance(output, str):
            if not callable(output):
                raise UsageError(f"optimize_trajectory: an output is a name or a function, got {shown(output)}.")
            return lambda x: np.asarray(output(batch), dtype=np.float64).reshape(batch.count, -1)
        if output in self._states:
            column = self._states.index(output)
            return lambda x: x[:, [column]]
        if output in self._actuators:
            row = self._actuators.index(output)
            return lambda x: batch.controls[:, [row]]
        if output in self._sensors:
            return lambda x: batch.sensors()[:, self._sensors[output]]
        known = (*self._states, *self._actuators, *self._sensors)
        raise UsageError(
            f"optimize_trajectory: there is no state, actuator or sensor '{output}'.{nearest(output, known)}"
        )

    def read(self, batch: Batch, x: FloatArray) -> FloatArray:
        """Return the outputs of all worlds (worlds, k), each times the root of its weight."""
        seen = [term(x) for term in self._terms]
        return np.hstack([np.zeros((batch.count, 0)), *seen]) * self._root

    def target(self, time: float) -> FloatArray:
        """Return the targets of the outputs at a time (k,), each times the root of its weight."""
        given = [
            _numbers("target", output, value(time) if callable(value) else value, size)
            for value, output, size in self._targets
        ]
        return np.concatenate([np.zeros(0), *given]) * self._root


def _numbers(what: str, output: Output, given: Any, size: int) -> FloatArray:
    """Return numbers (size,), one for each entry of an output."""
    try:
        numbers = np.broadcast_to(np.asarray(given, dtype=np.float64), (size,))
    except (TypeError, ValueError):
        numbers = np.array([np.nan])
    if not np.isfinite(numbers).all():
        raise UsageError(
            f"optimize_trajectory: {what} of {shown(output)} must be finite, one number or {size}, got {shown(given)}."
        )
    return numbers
