"""Plots of recordings: energies, with the total's deviation on its own scale, and the channels of force elements."""

from typing import TYPE_CHECKING

import numpy as np

from rigida.errors import UsageError
from rigida.recording.figure import new_figure, written_or_shown
from rigida.recording.recording import Recording

__all__ = ["draw_channels", "draw_energy", "written_or_shown"]

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_channels(recording: Recording, names: list[str] | None = None) -> "Figure":
    """Return the channels of `recording` as a matplotlib figure, one row each; vectors show all components."""
    if names is None:
        names = [name for name, values in recording.channels.items() if values.ndim == 1]
    if not names:
        raise UsageError("The recording has no channels to draw. Only scenes with aircraft have any.")
    values = [recording.channel(name) for name in names]
    figure, rows = new_figure(len(names), 1.0 + 1.3 * len(names), sharex=True, squeeze=False)
    rows = rows[:, 0]
    for axes, name, column in zip(rows, names, values, strict=True):
        axes.plot(recording.times, column)
        unit = recording.channel_units.get(name, "")
        axes.set_ylabel(f"{name}\n[{unit}]" if unit else name, parse_math=False, fontsize="small")
        axes.grid(alpha=0.3)
    rows[0].set_title(recording.title or "Channels", parse_math=False)
    rows[-1].set_xlabel("time [s]")
    return figure


def draw_energy(recording: Recording) -> "Figure":
    """Return the energy plot of `recording` as a matplotlib figure."""
    figure, (energies, deviation) = new_figure(2, sharex=True, height_ratios=(2, 1))
    energy = recording.energy
    energies.plot(recording.times, energy.kinetic, label="kinetic", color="tab:orange")
    energies.plot(recording.times, energy.potential, label="potential", color="tab:green")
    energies.plot(recording.times, energy.total, label="total", color="black", linestyle="--")
    energies.set_ylabel("energy [J]")
    # A "$" in a title is a dollar, not a formula.
    energies.set_title(recording.title or "Energy", parse_math=False)
    energies.legend(loc="best")

    start = energy.total[0] if recording.frame_count else 0.0
    deviation.plot(recording.times, np.asarray(energy.total - start), color="tab:red")
    deviation.set_ylabel("total - start [J]")
    deviation.set_xlabel("time [s]")
    return figure
