"""Plots of momentum, of one body's motion, of contacts, and phase portraits."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.recording.figure import AXIS_COLORS, new_figure, written_or_shown
from rigida.recording.recording import Recording

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_contacts", "draw_joint", "draw_momentum", "draw_motion", "plot_phase", "written_or_shown"]


def draw_momentum(recording: Recording) -> "Figure":
    """Return linear and angular momentum (about the origin) over time."""
    figure, (linear, angular) = new_figure(2, sharex=True)
    _components(linear, recording.times, recording.linear_momentum, "p", "momentum [kg m/s]")
    _components(angular, recording.times, recording.angular_momentum, "L", "angular momentum [kg m²/s]")
    linear.set_title(recording.title or "Momentum", parse_math=False)
    angular.set_xlabel("time [s]")
    return figure


def draw_motion(recording: Recording, body: str) -> "Figure":
    """Return position, velocity and angular velocity of one body over time."""
    motion = recording.body(body)
    figure, axes = new_figure(3, sharex=True)
    _components(axes[0], motion.times, motion.position, "", "position [m]")
    _components(axes[1], motion.times, motion.velocity, "v", "velocity [m/s]")
    _components(axes[2], motion.times, motion.angular_velocity, "ω", "angular velocity [rad/s]")
    axes[0].set_title(f"{recording.title}: {body}" if recording.title else body, parse_math=False)
    axes[2].set_xlabel("time [s]")
    return figure


def draw_contacts(recording: Recording) -> "Figure":
    """Return the number of contacts and the sum of their impulses at each frame."""
    history = recording.contacts
    if not history.kept:
        raise UsageError("The recording keeps no contacts to plot. Record the run with sim.run(..., contacts=True).")
    frames = np.repeat(np.arange(len(history.offset) - 1), np.diff(history.offset))
    size = np.linalg.norm(history.contact["impulse"], axis=1)
    figure, (count, impulse) = new_figure(2, sharex=True)
    count.plot(recording.times, np.diff(history.offset), color="tab:gray", drawstyle="steps-post")
    count.set_ylabel("contacts")
    count.set_title(recording.title or "Contacts", parse_math=False)
    impulse.plot(recording.times, np.bincount(frames, size, recording.frame_count), color="tab:red")
    impulse.set_ylabel("sum of impulses [N s]")
    impulse.set_xlabel("time [s]")
    return figure


def draw_joint(recording: Recording, joint: str) -> "Figure":
    """Return coordinates, rates and motor efforts of one joint over time."""
    history = recording.joint(joint)
    if not history.position.size:
        raise UsageError(f"Joint '{joint}' has no coordinates to draw. See run.joint('{joint}').force.")
    figure, axes = new_figure(3, sharex=True)
    rows = (history.position, history.velocity, history.motor_effort)
    heads = _joint_heads(recording, joint, 1 if history.position.ndim == 1 else history.position.shape[1])
    for row, values, head in zip(axes, rows, heads, strict=True):
        row.plot(history.times, values)
        row.set_ylabel(head)
    axes[0].set_title(f"{recording.title}: {joint}" if recording.title else joint, parse_math=False)
    axes[2].set_xlabel("time [s]")
    return figure


#: Unit of the coordinate of joint kinds that have a single one.
_COORDINATE = {
    "revolute": ("angle", "rad", "N m"),
    "prismatic": ("displacement", "m", "N"),
    "distance": ("length", "m", "N"),
}


def _joint_heads(recording: Recording, joint: str, count: int) -> tuple[str, str, str]:
    """Return the labels of coordinate, rate and motor effort of a joint, with its units where its kind is known."""
    kind = recording.scene.get("joint", {}).get(joint, {}).get("kind", "")
    if kind not in _COORDINATE or count != 1:
        return "coordinate [m or rad]", "rate [m/s or rad/s]", "motor effort [N or N m]"
    quantity, unit, effort = _COORDINATE[kind]
    return f"{quantity} [{unit}]", f"rate [{unit}/s]", f"motor {'torque' if unit == 'rad' else 'force'} [{effort}]"


def plot_phase(
    position: Any, velocity: Any, path: str | Path | None = None, name: str = "q", unit: str = "rad"
) -> "Path | Figure":
    """Draw the phase portrait of one coordinate, velocity (f,) over position (f,), to `path`, or return the figure."""
    q, rate = np.asarray(position, dtype=np.float64), np.asarray(velocity, dtype=np.float64)
    if q.ndim != 1 or q.shape != rate.shape or not len(q):
        raise UsageError(
            f"A phase portrait needs position and velocity (f,) of equal length, got {q.shape}, {rate.shape}."
        )
    figure, axes = new_figure()
    axes.plot(q, rate, color="tab:blue", linewidth=1.2)
    axes.plot(q[:1], rate[:1], "o", color="black", label="start")
    axes.set_xlabel(f"{name} [{unit}]")
    axes.set_ylabel(f"rate of {name} [{unit}/s]")
    axes.legend(loc="best")
    return written_or_shown(figure, path)


def _components(axes: Any, times: FloatArray, values: FloatArray, letter: str, label: str) -> None:
    for k, axis in enumerate("xyz"):
        axes.plot(times, values[:, k], label=f"{letter}{axis}", color=AXIS_COLORS[k])
    axes.set_ylabel(label)
    axes.legend(loc="best", ncols=3)
