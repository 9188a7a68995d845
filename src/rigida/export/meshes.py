"""One mesh file per frame: OBJ with a named object for each body, or PLY with colors and velocities of vertices."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.atomic_file import replaced
from rigida.drawing import Drawing
from rigida.drawing.palette import rgb
from rigida.errors import UsageError
from rigida.math.quaternion import rotate_array
from rigida.recording import Recording

#: Row, vertices (v, 3) [m], their velocities (v, 3) [m/s] and triangles (t, 3) of a body.
PlacedBody = tuple[int, FloatArray, FloatArray, IntArray]


def write_meshes(recording: Recording, folder: str | Path, kind: str = "obj") -> Path:
    """Write frame_00000.obj (or .ply), … into `folder` and return it; half-spaces are left out."""
    if kind not in WRITERS:
        raise UsageError(f"There are no mesh files of kind '{kind}'. Use one of: {', '.join(WRITERS)}.")
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"Cannot create the folder '{folder}': {error.strerror}. Give another one.") from None
    drawing = Drawing.of_recording(recording)
    for frame in range(recording.frame_count):
        with replaced(folder / f"frame_{frame:05d}.{kind}") as temporary:
            WRITERS[kind](drawing, list(placed_bodies(recording, drawing, frame)), temporary)
    return folder


def placed_bodies(recording: Recording, drawing: Drawing, frame: int) -> Iterator[PlacedBody]:
    """Yield the bodies that have a surface, as they are at a frame."""
    for row in np.flatnonzero(drawing.geometry_of >= 0):
        geometry = drawing.geometries[drawing.geometry_of[row]]
        turn = recording.orientation[frame, row]
        arm = rotate_array(turn, geometry.vertices - drawing.centers[row])
        velocity = recording.velocity[frame, row] + np.cross(recording.angular_velocity[frame, row], arm)
        yield (
            int(row),
            recording.position[frame, row] + rotate_array(turn, geometry.vertices),
            velocity,
            geometry.triangles,
        )


def _write_obj(drawing: Drawing, bodies: list[PlacedBody], path: Path) -> None:
    lines, first = ["# rigida, meters"], 1
    for row, vertices, _, triangles in bodies:
        lines.append(f"o {drawing.names[row]}")
        lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in vertices.tolist()]
        lines += [f"f {a} {b} {c}" for a, b, c in (triangles + first).tolist()]
        first += len(vertices)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_ply(drawing: Drawing, bodies: list[PlacedBody], path: Path) -> None:
    vertex: Any = np.dtype(
        [*((name, "<f8") for name in ("x", "y", "z", "vx", "vy", "vz")), *((c, "u1") for c in ("red", "green", "blue"))]
    )
    face: Any = np.dtype([("count", "u1"), ("corner", "<i4", (3,))])
    blocks, faces, first = [], [], 0
    for row, vertices, velocity, triangles in bodies:
        block = np.zeros(len(vertices), dtype=vertex)
        for k, axis in enumerate("xyz"):
            block[axis], block[f"v{axis}"] = vertices[:, k], velocity[:, k]
        for name, part in zip(("red", "green", "blue"), rgb(drawing.colors[row]), strict=True):
            block[name] = round(255 * part)
        rows = np.zeros(len(triangles), dtype=face)
        rows["count"], rows["corner"] = 3, triangles + first
        blocks.append(block)
        faces.append(rows)
        first += len(vertices)
    properties = [f"property {'uchar' if vertex[n] == np.uint8 else 'double'} {n}" for n in vertex.names]
    head = [
        "ply",
        "format binary_little_endian 1.0",
        "comment rigida, meters and meters per second",
        f"element vertex {first}",
        *properties,
        f"element face {sum(len(rows) for rows in faces)}",
        "property list uchar int vertex_indices",
        "end_header",
    ]
    with path.open("wb") as file:
        file.write(("\n".join(head) + "\n").encode())
        for block in (*blocks, *faces):
            file.write(block.tobytes())


WRITERS: dict[str, Callable[[Drawing, list[PlacedBody], Path], None]] = {"obj": _write_obj, "ply": _write_ply}
