"""The energy plot: how the energies change, and below, on its own scale, how far the total strays from its start."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rigida.recording.figure import new_figure, write_figure
from rigida.recording.recording import Recording

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_energy(recording: Recording, path: str | Path) -> Path:
    """Draw the energies of `recording` over time to `path` and return it (.png is added when it has no ending)."""
    return write_figure(draw_energy(recording), path)


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
