"""A recording in the documents' own output formats: LAG's faces and frames, CLIC's tables.

LAG (Bacin 1999, A.2): `name.sur` with all faces, `name<k>.ste` with position and velocity of every vertex at frame k.
CLIC (Lemos 1993, figures 6.7–6.10 and annex): for each body a table of translation and one of orientation, and the bare
positions and angles that the animation systems of its time read.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced, with_ending
from rigida.drawing import Drawing
from rigida.export.meshes import placed_bodies
from rigida.math.euler import euler_xyz_from_quaternion_array
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.recording import Recording


def write_lag_frames(recording: Recording, path: str | Path) -> Path:
    """Write `path`.sur and one .ste file per frame in the same folder, without half-spaces."""
    path = with_ending(path, ".sur")
    drawing = Drawing.of_recording(recording)
    faces, first = [], 0
    for _, vertices, _, triangles in placed_bodies(recording, drawing, 0):
        faces += [f"{a} {b} {c}" for a, b, c in (triangles + first).tolist()]
        first += len(vertices)
    _write(path, ["begin surface (format of 95-09-14)", f"faces = {len(faces)}", *faces])
    for frame in range(recording.frame_count):
        bodies = list(placed_bodies(recording, drawing, frame))
        rows = np.concatenate([np.hstack([vertices, rates]) for _, vertices, rates, _ in bodies] or [np.zeros((0, 6))])
        head = ["begin state (format of 95-06-03)", f"vertices = {len(rows)}", f"t = {recording.times[frame]!s}"]
        lines = [f"{i}: {' '.join(repr(value) for value in row)}" for i, row in enumerate(rows.tolist())]
        _write(path.with_name(f"{path.stem}{frame}.ste"), [*head, *lines])
    return path


def write_clic_tables(recording: Recording, path: str | Path) -> Path:
    """Write name_body_trans.out, _orien.out, _pos.out and _ang.out for every body and return `path`.

    Angles are in degrees and run on over whole turns, as the program that integrates them writes them; angular
    velocities are in degrees per second in the body's frame.
    """
    path = with_ending(path, ".out")
    listing = []
    for row, name in enumerate(recording.names):
        turn = recording.orientation[:, row]
        spin = np.degrees(rotate_array(conjugate_array(turn), recording.angular_velocity[:, row]))
        angles = np.degrees(continuous_angles(euler_xyz_from_quaternion_array(turn)))
        tables = {
            "trans": ("vel_lin", "trans", recording.velocity[:, row], recording.position[:, row]),
            "orien": ("vel_ang", "orien", spin, angles),
        }
        for kind, (rate, place, rates, places) in tables.items():
            heads = ["tempo", *(f"{what} {axis}" for what in (rate, place) for axis in "xyz")]
            table = np.column_stack([recording.times, rates, places])
            listing.append(_write(_beside(path, name, kind), ["\t".join(heads), *_rows(table, "\t")]))
        for kind, table in (("pos", recording.position[:, row]), ("ang", angles)):
            listing.append(_write(_beside(path, name, kind), _rows(table, " ")))
    return _write(path, [file.name for file in listing])


def _beside(path: Path, name: str, kind: str) -> Path:
    return path.with_name(f"{path.stem}_{name}_{kind}.out")


def _rows(table: FloatArray, gap: str) -> list[str]:
    """Return rows with six decimals, as C's %f prints them; zero has no sign."""
    return [gap.join(f"{value:.6f}" for value in row) for row in (np.round(table, 6) + 0.0).tolist()]


def continuous_angles(angles: FloatArray) -> FloatArray:
    """Return angles (n, 3) about x, y and z [rad] of the same orientations, each row as near as it can be to the last.

    (x, y, z) and (x + π, π − y, z + π) are one orientation, and whole turns may be added to each angle.
    """
    out = angles.copy()
    for now, last in zip(out[1:], out, strict=False):
        both = np.array([now, (now[0] + np.pi, np.pi - now[1], now[2] + np.pi)])
        both -= 2.0 * np.pi * np.round((both - last) / (2.0 * np.pi))
        now[:] = both[np.argmin(np.abs(both - last).sum(axis=1))]
    return out


def _write(path: Path, lines: Iterable[str]) -> Path:
    with replaced(path) as temporary:
        temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
