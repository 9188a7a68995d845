"""The energy plot: how the energies change, and below, on its own scale, how far the total strays from its start.

Drawn without a display through matplotlib's Figure; pyplot and its global state are never touched.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rigida.atomic_file import replaced
from rigida.errors import UsageError
from rigida.recording.recording import Recording

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_energy(recording: Recording, path: str | Path) -> Path:
    """Draw the energies of `recording` over time to `path` and return it (.png is added when it has no ending)."""
    path = Path(path)
    if not path.suffix:
        path = path.with_name(path.name + ".png")
    figure = draw_energy(recording)
    picture_format = path.suffix[1:].lower()
    known = figure.canvas.get_supported_filetypes()
    if picture_format not in known:
        raise UsageError(f"Cannot draw '{path}': unknown picture ending. Use one of: {', '.join(sorted(known))}.")
    with replaced(path) as temporary:
        figure.savefig(temporary, format=picture_format)
    return path


def draw_energy(recording: Recording) -> "Figure":
    """Return the energy plot of `recording` as a matplotlib figure."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("Plots need matplotlib. Install it with `pip install matplotlib`.") from None

    figure = Figure(figsize=(8.0, 6.0), dpi=120, layout="tight")
    FigureCanvasAgg(figure)
    energies, deviation = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    energy = recording.energy
    energies.plot(recording.times, energy.kinetic, label="kinetic", color="tab:orange")
    energies.plot(recording.times, energy.potential, label="potential", color="tab:green")
    energies.plot(recording.times, energy.total, label="total", color="black", linestyle="--")
    energies.set_ylabel("energy [J]")
    # A "$" in a title is a dollar, not a formula.
    energies.set_title(recording.title or "Energy", parse_math=False)
    energies.legend(loc="best")
    energies.grid(alpha=0.3)

    start = energy.total[0] if recording.frame_count else 0.0
    deviation.plot(recording.times, np.asarray(energy.total - start), color="tab:red")
    deviation.set_ylabel("total - start [J]")
    deviation.set_xlabel("time [s]")
    deviation.grid(alpha=0.3)
    return figure
