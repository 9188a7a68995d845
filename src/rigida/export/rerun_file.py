"""Rerun: bodies as meshes that move in time, with signals as plots. Needs the optional package rerun-sdk.

Every body is an entity `world/NAME` with its surface as a mesh and a transform at each recorded frame on the timeline
`time`; channels and readings of joints are scalars under `signals/` (rerun.io, archetypes).
"""

from pathlib import Path
from typing import Any

import numpy as np

from rigida.atomic_file import replaced, with_ending
from rigida.drawing import Drawing
from rigida.drawing.absence import filled
from rigida.drawing.palette import rgb
from rigida.errors import UsageError
from rigida.export.signals import signals
from rigida.recording import Recording

#: Timeline on which all is logged [s].
_TIMELINE = "time"


def write_rerun(recording: Recording, path: str | Path) -> Path:
    """Write the recording as .rrd and return the path; half-spaces are left out."""
    try:
        import rerun as rr
    except ImportError:
        raise UsageError("Rerun files need rerun-sdk. Install it with `pip install 'rigida[rerun]'`.") from None
    path, drawing, recording = with_ending(Path(path), ".rrd"), Drawing.of_recording(recording), filled(recording)
    stream: Any = rr.RecordingStream("rigida", recording_id=path.stem)
    with replaced(path) as temporary:
        stream.save(temporary)
        up = rr.ViewCoordinates.RIGHT_HAND_Y_UP if drawing.up[1] > 0.9 else rr.ViewCoordinates.RIGHT_HAND_Z_UP
        stream.log("world", up, static=True)
        times = [rr.TimeColumn(_TIMELINE, duration=recording.times)]
        for row in np.flatnonzero(drawing.geometry_of >= 0):
            entity = rr.new_entity_path(["world", drawing.names[row]])
            geometry = drawing.geometries[drawing.geometry_of[row]]
            color = [round(255 * part) for part in rgb(drawing.colors[row])]
            stream.log(
                f"{entity}/surface",
                rr.Mesh3D(vertex_positions=geometry.vertices, triangle_indices=geometry.triangles, albedo_factor=color),
                static=True,
            )
            turns = np.roll(recording.orientation[:, row], -1, axis=1)  # rerun has w last
            moved = rr.Transform3D.columns(translation=recording.position[:, row], quaternion=turns)
            stream.send_columns(entity, indexes=times, columns=moved)
        for name, values in signals(recording).items():
            entity, scalars = rr.new_entity_path(["signals", *name.split("/")]), rr.Scalars.columns(scalars=values)
            stream.send_columns(entity, indexes=times, columns=scalars)
        stream.flush()
        stream.disconnect()
    return path
