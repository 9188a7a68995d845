"""Tables of recordings: bodies, joints, contacts, channels, energies; every head carries its unit."""

import csv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rigida.atomic_file import replaced, with_ending
from rigida.errors import UsageError
from rigida.recording.recording import Recording
from rigida.registry import nearest
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


JOINT_HEADS = [
    "time [s]",
    "joint",
    *(f"q{k} [m or rad]" for k in range(3)),
    *(f"rate{k} [m/s or rad/s]" for k in range(3)),
    *(f"motor{k} [N or N m]" for k in range(3)),
    *(f"f{axis} [N]" for axis in "xyz"),
    *(f"m{axis} [N m]" for axis in "xyz"),
]
CONTACT_HEADS = [
    *("time [s]", "body_a", "body_b"),
    *(f"{axis} [m]" for axis in "xyz"),
    *(f"n{axis}" for axis in "xyz"),
    "separation [m]",
    *(f"impulse {axis} [N s]" for axis in "xyz"),
]

Table = dict[str, Any]


def body_table(recording: Recording) -> Table:
    """Return pose and velocities of the bodies as columns, one row per frame and body."""
    frames, bodies = recording.frame_count, len(recording.names)
    motion = np.concatenate(
        [recording.position, recording.orientation, recording.velocity, recording.angular_velocity], axis=2
    ).reshape(frames * bodies, 13)
    columns: Table = {"time [s]": np.repeat(recording.times, bodies), "body": recording.names * frames}
    return columns | dict(zip(MOTION_HEADS[2:], motion.T, strict=True))


def joint_table(recording: Recording) -> Table:
    """Return coordinates, rates, motor efforts and reactions on body a as columns, one row per frame and joint."""
    frames, joints = recording.frame_count, len(recording.joint_names)
    if not joints:
        raise UsageError("The recording has no joints. Use table='bodies'.")
    readings = [
        *(recording.joint_position, recording.joint_velocity, recording.motor_effort),
        *(recording.joint_force, recording.joint_torque),
    ]
    values = np.concatenate(readings, axis=2).reshape(frames * joints, 15)
    columns: Table = {"time [s]": np.repeat(recording.times, joints), "joint": recording.joint_names * frames}
    numbers = dict(zip(JOINT_HEADS[2:], values.T, strict=True))
    # Coordinates that no joint has are left out.
    return columns | {head: column for head, column in numbers.items() if not np.isnan(column).all()}


def contact_table(recording: Recording) -> Table:
    """Return the contacts as columns, one row per contact; the impulse acts on body b."""
    history = recording.contacts
    if not history.kept:
        raise UsageError("The recording keeps no contacts. Record the run with sim.run(..., contacts=True).")
    contact, names = history.contact, np.array(recording.names, dtype=object)
    columns: Table = {"time [s]": np.repeat(recording.times, np.diff(history.offset))}
    columns |= {side: names[contact[side]].tolist() for side in ("body_a", "body_b")}
    numbers = np.column_stack([contact["point"], contact["normal"], contact["separation"], contact["impulse"]])
    return columns | dict(zip(CONTACT_HEADS[3:], numbers.T, strict=True))


def energy_table(recording: Recording) -> Table:
    """Return energies and momenta (angular about the origin) as columns, one row per frame."""
    energy = recording.energy
    columns = [recording.times, energy.kinetic, energy.potential, energy.total]
    numbers = np.column_stack([*columns, recording.linear_momentum, recording.angular_momentum])
    return dict(zip(ENERGY_HEADS, numbers.T, strict=True))


def channel_table(recording: Recording) -> Table:
    """Return all channels as columns, one row per frame and one column per number."""
    columns: Table = {"time [s]": recording.times}
    for name, values in recording.channels.items():
        unit = recording.channel_units.get(name, "")
        numbers = values.reshape(len(values), -1)
        for k in range(numbers.shape[1]):
            place = f"[{k}]" if values.ndim > 1 else ""
            columns[f"{name}{place} [{unit}]" if unit else f"{name}{place}"] = numbers[:, k]
    return columns


#: Tables of a recording by name.
TABLES: dict[str, Callable[[Recording], Table]] = {
    "bodies": body_table,
    "joints": joint_table,
    "contacts": contact_table,
    "channels": channel_table,
    "energy": energy_table,
}


def table_of(recording: Recording, name: str) -> Table:
    """Return a table of a recording by name, or raise."""
    if name not in TABLES:
        raise UsageError(f"A recording has no table '{name}'.{nearest(name, TABLES)} It has: {', '.join(TABLES)}.")
    return TABLES[name](recording)


def to_csv(recording: Recording, path: str | Path, table: str = "bodies") -> Path:
    """Write a table of a recording with all digits and return the path."""
    columns = table_of(recording, table)
    cells = (column.tolist() if isinstance(column, np.ndarray) else column for column in columns.values())
    return _write(path, list(columns), zip(*cells, strict=True))


def to_dataframe(recording: Recording, table: str = "bodies") -> Any:
    """Return a table of a recording as a pandas DataFrame."""
    try:
        import pandas
    except ImportError:
        raise UsageError("Data frames need pandas. Install it with `pip install pandas`, or use to_csv.") from None
    return pandas.DataFrame(table_of(recording, table))


def to_parquet(recording: Recording, path: str | Path, table: str = "bodies") -> Path:
    """Write a table of a recording as Parquet and return the path."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError("Parquet files need pyarrow. Install it with `pip install pyarrow`, or use to_csv.") from None
    path = with_ending(path, ".parquet")
    with replaced(path) as temporary:
        pyarrow.parquet.write_table(pyarrow.table(table_of(recording, table)), temporary)
    return path


def energy_to_csv(recording: Recording, path: str | Path) -> Path:
    """Write energies and momenta (angular about the origin), one row per frame, and return the path."""
    return to_csv(recording, path, "energy")


def channels_to_csv(recording: Recording, path: str | Path) -> Path:
    """Write all channels, one row per frame and one column per number, and return the path."""
    return to_csv(recording, path, "channels")


def _write(path: str | Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    path = with_ending(path, ".csv")
    with replaced(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([text_cell(head) for head in heads])
        writer.writerows([text_cell(cell) for cell in row] for row in rows)
    return path
