"""Forces and torques given by samples in time, joined by a curve, zero outside their interval.

bezier: the samples (t_i, f_i, τ_i) are the control points of one curve in time, force and torque. It passes through
the first and the last sample only and stays within the convex hull of all of them (Bacin 1999, A.1.6). At a time t the
curve parameter u solves Σ t_i B_i(u) = t, which has one solution because the times increase.
linear: straight lines between samples. cubic: the natural cubic spline through them,

    f = A f_i + B f_i+1 + ((A³ − A) f″_i + (B³ − B) f″_i+1) h²/6,   A = (t_i+1 − t)/h,   B = 1 − A,   h = t_i+1 − t_i.

lagrange: the polynomial of lowest degree through all samples, by Neville's scheme; it swings where there are many.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Numbers, Points, Rule, Vec3, label
from rigida.forces.kinds import Bodies, Element, force_kind
from rigida.forces.wrench import add_force, add_torque, arm_of
from rigida.jit.decorators import inlined, kernel
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, BodyPlaces, Force, ForceRow

Interpolation = Literal["bezier", "linear", "cubic", "lagrange"]
INTERPOLATIONS: tuple[Interpolation, ...] = get_args(Interpolation)
BEZIER, LINEAR, CUBIC, LAGRANGE = range(4)


@FORCES.register
@dataclass(frozen=True, eq=False)
class InterpolatedForce(Force):
    """A force and torque (world frame) that follow a curve through time."""

    body: Annotated[Body, Rule(text="What is pushed and turned.")]
    times: Annotated[Numbers, Rule("s", text="Of the samples, rising.")]
    forces: Annotated[Points, Rule("N", text="One row per time.")] | None = None
    torques: Annotated[Points, Rule("N m", text="One row per time.")] | None = None
    anchor: Annotated[Vec3, Rule("m", text="World point at the start; default the center of mass.")] | None = None
    interpolation: Annotated[
        Interpolation, Rule(text="Between samples: a Bézier curve, straight lines, a natural spline, one polynomial.")
    ] = "bezier"

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
        # Straight lines bend at every sample, a spline in its third derivative.
        return self.times.tolist() if self.interpolation in ("linear", "cubic") else [*self.times[[0, -1]].tolist()]

    def rows(self, places: BodyPlaces) -> Iterator[ForceRow]:
        nothing = np.zeros((len(self.times), 3))
        forces = nothing if self.forces is None else self.forces
        torques = nothing if self.torques is None else self.torques
        point = (0.0, 0.0, 0.0) if self.anchor is None else tuple(places.point(self.body, self.anchor))
        samples = np.column_stack([self.times, forces, torques])
        how = INTERPOLATIONS.index(self.interpolation)
        if how == CUBIC:
            from scipy.interpolate import CubicSpline  # only where a spline is asked for

            curvature = CubicSpline(self.times, samples, bc_type="natural")(self.times, 2)
            samples = np.vstack([samples, curvature])
        yield ForceRow(INTERPOLATED, (places.row(self.body), -1), (*point, float(how), float(len(self.times))), samples)


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
    """Fill work[0] with the sample (time, force, torque) of the curve at `time`, which is in the interval."""
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


@kernel
def piece_at_time(samples: FloatArray, count: int, time: float, is_cubic: bool, work: FloatArray) -> None:
    """Fill work[0] with the sample at `time` between two of the first `count`; their bends follow them for a spline."""
    i = 0
    while i < count - 2 and samples[i + 1, 0] < time:
        i += 1
    h = samples[i + 1, 0] - samples[i, 0]
    a = (samples[i + 1, 0] - time) / h
    b = 1.0 - a
    for k in range(7):
        work[0, k] = a * samples[i, k] + b * samples[i + 1, k]
        if is_cubic:
            bend = (a * a * a - a) * samples[count + i, k] + (b * b * b - b) * samples[count + i + 1, k]
            work[0, k] += bend * h * h / 6.0


@kernel
def polynomial_at_time(samples: FloatArray, count: int, time: float, work: FloatArray) -> None:
    """Fill work[0] with the sample at `time` of the polynomial through all samples (Neville)."""
    for i in range(count):
        for k in range(7):
            work[i, k] = samples[i, k]
    for level in range(1, count):
        for i in range(count - level):
            u = (time - samples[i, 0]) / (samples[i + level, 0] - samples[i, 0])
            for k in range(7):
                work[i, k] = (1.0 - u) * work[i, k] + u * work[i + 1, k]


@inlined
def interpolated_wrench(element: Element, bodies: Bodies, wrench: FloatArray) -> None:
    """Add the force and torque of one row (point 0–2, interpolation 3, samples 4) at the time."""
    a, number, samples, time = element.a, element.number, element.samples, element.time
    how, count = int(number[3]), int(number[4])
    if time < samples[0, 0] or time > samples[count - 1, 0]:
        return
    work = np.empty(samples.shape)
    if how == BEZIER:
        bezier_at_time(samples, time, work)
    elif how == LAGRANGE:
        polynomial_at_time(samples, count, time, work)
    else:
        piece_at_time(samples, count, time, how == CUBIC, work)
    rx, ry, rz = arm_of(bodies.attitude, a, number[0], number[1], number[2])
    add_force(wrench, a, rx, ry, rz, work[0, 1], work[0, 2], work[0, 3])
    add_torque(wrench, a, work[0, 4], work[0, 5], work[0, 6])


INTERPOLATED = force_kind(interpolated_wrench)
