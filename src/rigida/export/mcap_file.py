"""MCAP: frames of all bodies as messages of time, for Foxglove and its kin. Needs the optional package mcap.

Three channels of JSON messages: `/tf` with the pose of every body in the frame `world` at each recorded frame
(foxglove.FrameTransforms), `/scene` with the surface of every body in its own frame, once (foxglove.SceneUpdate), and
`/signals` with channels and readings of joints by name (docs.foxglove.dev, schemas).
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced, with_ending
from rigida.drawing import Drawing
from rigida.drawing.absence import filled
from rigida.drawing.palette import rgb
from rigida.errors import UsageError
from rigida.export.signals import signals
from rigida.recording import Recording

_WORLD = "world"
_UNTURNED = {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}


def write_mcap(recording: Recording, path: str | Path) -> Path:
    """Write the recording as .mcap and return the path; half-spaces are left out."""
    try:
        from mcap.writer import CompressionType, Writer
    except ImportError:
        raise UsageError("MCAP files need mcap. Install it with `pip install 'rigida[mcap]'`.") from None
    path, drawing, recording = with_ending(path, ".mcap"), Drawing.of_recording(recording), filled(recording)
    nanoseconds = np.rint((recording.times - min(recording.times[0], 0.0)) * 1e9).astype(np.int64).tolist()
    with replaced(path) as temporary, temporary.open("wb") as file:
        writer = Writer(file, compression=CompressionType.NONE)
        writer.start(library="rigida")

        def channel(topic: str, schema: str) -> int:
            content = json.dumps({"type": "object", "title": schema}).encode()
            number = writer.register_schema(schema, "jsonschema", content)
            return int(writer.register_channel(topic, "json", number))

        def add(channel: int, time: int, message: dict[str, Any]) -> None:
            writer.add_message(channel, time, json.dumps(message).encode(), time)

        shown = np.flatnonzero(drawing.geometry_of >= 0).tolist()
        entities = [_entity(drawing, row, _stamp(nanoseconds[0])) for row in shown]
        add(channel("/scene", "foxglove.SceneUpdate"), nanoseconds[0], {"deletions": [], "entities": entities})
        poses, values = channel("/tf", "foxglove.FrameTransforms"), channel("/signals", "rigida.Signals")
        channels = signals(recording)
        for frame, time in enumerate(nanoseconds):
            transforms = [
                {
                    "timestamp": _stamp(time),
                    "parent_frame_id": _WORLD,
                    "child_frame_id": drawing.names[row],
                    "translation": _vector(recording.position[frame, row]),
                    "rotation": dict(zip("wxyz", recording.orientation[frame, row].tolist(), strict=True)),
                }
                for row in shown
            ]
            add(poses, time, {"transforms": transforms})
            if channels:
                add(values, time, {name: column[frame].tolist() for name, column in channels.items()})
        writer.finish()  # type: ignore[no-untyped-call]
    return path


def _entity(drawing: Drawing, row: int, stamp: dict[str, int]) -> dict[str, Any]:
    """Return the surface of a body in its own frame."""
    geometry = drawing.geometries[drawing.geometry_of[row]]
    triangles = {
        "pose": {"position": _vector(np.zeros(3)), "orientation": _UNTURNED},
        "points": [_vector(point) for point in geometry.vertices],
        "indices": geometry.triangles.ravel().tolist(),
        "color": dict(zip("rgba", (*map(float, rgb(drawing.colors[row])), 1.0), strict=True)),
        "colors": [],
    }
    return {
        "timestamp": stamp,
        "frame_id": drawing.names[row],
        "id": drawing.names[row],
        "lifetime": {"sec": 0, "nsec": 0},
        "frame_locked": True,
        "metadata": [],
        "triangles": [triangles],
    }


def _stamp(nanoseconds: int) -> dict[str, int]:
    return {"sec": nanoseconds // 10**9, "nsec": nanoseconds % 10**9}


def _vector(values: FloatArray) -> dict[str, float]:
    return dict(zip("xyz", values.tolist(), strict=True))
