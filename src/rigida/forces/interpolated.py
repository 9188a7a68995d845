"""Forces and torques given by samples in time, joined by a Bézier curve, zero outside their interval.

The samples (t_i, f_i, τ_i) are the control points of one curve in time, force and torque. It passes through the first
and the last sample only and stays within the convex hull of all of them (Bacin 1999, A.1.6). At a time t the curve
parameter u solves Σ t_i B_i(u) = t, which has one solution because the times increase.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Numbers, Points, Rule, Vec3, label
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.forces.wrench import add_force, add_torque, arm_of
from rigida.jit.decorators import inlined, kernel
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow


@FORCES.register
@dataclass(frozen=True, eq=False)
class InterpolatedForce(Force):
    """A force and torque (world frame) that follow a Bézier curve through time."""

    body: Annotated[Body, Rule(text="What is pushed and turned.")]
    times: Annotated[Numbers, Rule("s", text="Of the samples, rising.")]
    forces: Annotated[Points, Rule("N", text="One row per time.")] | None = None
    torques: Annotated[Points, Rule("N m", text="One row per time.")] | None = None
    anchor: Annotated[Vec3, Rule("m", text="World point at the start; default the centre of mass.")] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        who = label(self)
        if len(self.times) < 2 or not (np.diff(self.times) > 0.0).all():
            raise ModelError(f"{who}: times must be at least 2 increasing instants, got {self.times.tolist()}.")
        for name in ("forces", "torques"):
            samples = getattr(self, name)
            if samples is not None and len(samples) != len(self.times):
                raise ModelError(f"{who}: {name} must have one row per time ({len(self.times)}), got {len(samples)}.")
        if self.forces is None and self.torques is None:
            raise ModelError(f"{who}: give forces, torques or both.")

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def break_times(self) -> list[float]:
        return [float(self.times[0]), float(self.times[-1])]

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        nothing = np.zeros((len(self.times), 3))
        forces = nothing if self.forces is None else self.forces
        torques = nothing if self.torques is None else self.torques
        point = (0.0, 0.0, 0.0) if self.anchor is None else tuple(places.point(self.body, self.anchor))
        samples = np.column_stack([self.times, forces, torques])
        yield ForceRow(INTERPOLATED, (places.row(self.body), -1), point, samples)


@kernel
def bezier(points: FloatArray, m: int, u: float, work: FloatArray) -> None:
    """Fill work[0] with the first m numbers of a point of the curve with control points (n, …) (de Casteljau)."""
    n = points.shape[0]
    for i in range(n):
        for k in range(m):
            work[i, k] = points[i, k]
    for level in range(1, n):
        for i in range(n - level):
            for k in range(m):
                work[i, k] = (1.0 - u) * work[i, k] + u * work[i + 1, k]


@kernel
def bezier_at_time(samples: FloatArray, time: float, work: FloatArray) -> None:
    """Fill work[0] with the sample (time, force, torque) of the curve at `time`, which lies in the interval."""
    low, high = 0.0, 1.0
    # Bisection is certain and its 52 halvings cost less than guarding Newton's method.
    for _ in range(52):
        middle = 0.5 * (low + high)
        bezier(samples, 1, middle, work)
        if work[0, 0] < time:
            low = middle
        else:
            high = middle
    bezier(samples, samples.shape[1], 0.5 * (low + high), work)


@inlined
def interpolated_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the force and torque of one row (point 0–2) at the time."""
    a, number, samples, time = element.a, element.number, element.samples, element.time
    if time < samples[0, 0] or time > samples[-1, 0]:
        return
    work = np.empty(samples.shape)
    bezier_at_time(samples, time, work)
    rx, ry, rz = arm_of(bodies.attitude, a, number[0], number[1], number[2])
    add_force(wrench, a, rx, ry, rz, work[0, 1], work[0, 2], work[0, 3])
    add_torque(wrench, a, work[0, 4], work[0, 5], work[0, 6])


INTERPOLATED = force_kind(interpolated_wrench)
