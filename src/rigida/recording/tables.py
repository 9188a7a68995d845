"""Recordings as CSV tables; every number is written with all its digits, every head carries its unit."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rigida.atomic_file import replaced, with_ending
from rigida.errors import UsageError
from rigida.recording.recording import Recording
from rigida.shown import text_cell

MOTION_HEADS = [
    "time [s]",
    "body",
    *(f"{axis} [m]" for axis in "xyz"),
    *("qw", "qx", "qy", "qz"),
    *(f"v{axis} [m/s]" for axis in "xyz"),
    *(f"w{axis} [rad/s]" for axis in "xyz"),
]
ENERGY_HEADS = [
    "time [s]",
    *(f"{kind} [J]" for kind in ("kinetic", "potential", "total")),
    *(f"p{axis} [kg m/s]" for axis in "xyz"),
    *(f"L{axis} [kg m²/s]" for axis in "xyz"),
]


def to_csv(recording: Recording, path: str | Path) -> Path:
    """Write pose and velocity of every body, one row per frame and body, and return the path."""
    motion = np.concatenate(
        [recording.position, recording.orientation, recording.velocity, recording.angular_velocity], axis=2
    )
    return _write(
        path,
        MOTION_HEADS,
        (
            [time, name, *numbers]
            for time, bodies in zip(recording.times.tolist(), motion, strict=True)
            for name, numbers in zip(recording.names, bodies.tolist(), strict=True)
        ),
    )


def motion_columns(recording: Recording) -> dict[str, Any]:
    """Return the motion as columns under the heads of the CSV file, one row per frame and body."""
    frames, bodies = recording.frame_count, len(recording.names)
    motion = np.concatenate(
        [recording.position, recording.orientation, recording.velocity, recording.angular_velocity], axis=2
    ).reshape(frames * bodies, 13)
    columns: dict[str, Any] = {"time [s]": np.repeat(recording.times, bodies), "body": recording.names * frames}
    return columns | dict(zip(MOTION_HEADS[2:], motion.T, strict=True))


def to_dataframe(recording: Recording) -> Any:
    """Return the motion as a pandas DataFrame, one row per frame and body."""
    try:
        import pandas
    except ImportError:
        raise UsageError("Data frames need pandas. Install it with `pip install pandas`, or use to_csv.") from None
    return pandas.DataFrame(motion_columns(recording))


def to_parquet(recording: Recording, path: str | Path) -> Path:
    """Write the motion as Parquet, one row per frame and body, and return the path."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError("Parquet files need pyarrow. Install it with `pip install pyarrow`, or use to_csv.") from None
    path = with_ending(path, ".parquet")
    with replaced(path) as temporary:
        pyarrow.parquet.write_table(pyarrow.table(motion_columns(recording)), temporary)
    return path


def energy_to_csv(recording: Recording, path: str | Path) -> Path:
    """Write energies and momenta (angular about the origin), one row per frame, and return the path."""
    energy = recording.energy
    columns = [recording.times, energy.kinetic, energy.potential, energy.total]
    table = np.column_stack([*columns, recording.linear_momentum, recording.angular_momentum])
    return _write(path, ENERGY_HEADS, (row.tolist() for row in table))


def channels_to_csv(recording: Recording, path: str | Path) -> Path:
    """Write all channels, one row per frame and one column per number, and return the path."""
    heads, columns = ["time [s]"], [recording.times]
    for name, values in recording.channels.items():
        unit = recording.channel_units.get(name, "")
        table = values.reshape(len(values), -1)
        for k in range(table.shape[1]):
            place = f"[{k}]" if values.ndim > 1 else ""
            heads.append(f"{name}{place} [{unit}]" if unit else f"{name}{place}")
            columns.append(table[:, k])
    return _write(path, heads, (row.tolist() for row in np.column_stack(columns)))


def _write(path: str | Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    path = with_ending(path, ".csv")
    with replaced(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([text_cell(head) for head in heads])
        writer.writerows([text_cell(cell) for cell in row] for row in rows)
    return path
