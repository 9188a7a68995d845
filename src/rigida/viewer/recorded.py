"""A recording as one message to the page, which then plays it by itself.

Places are single precision from an origin near the bodies, turns whole numbers of 1/32767: a hundredth of a pixel.
"""

import gzip
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rigida.drawing import Drawing, channels_at, poses_at
from rigida.drawing.motion import frame_times, mass_centers
from rigida.errors import UsageError
from rigida.recording import Recording
from rigida.recording.recording import COORDINATE_SHAPES, JOINT_SHAPES
from rigida.scene.files.load import scene_from_document
from rigida.viewer.facts import piece_rows, scene_facts
from rigida.viewer.packing import packed, single

#: Pictures a second that are kept; the page moves bodies straight between them.
_FPS = 60.0
#: More bodies × pictures than this make a page that loads slowly: fewer pictures are kept then.
_MOST_POSES = 600_000
#: Velocities are sent too up to this number.
_WITH_VELOCITIES = 200_000
_MOST_CONTACTS = 200_000
_CAMERA_FRAMES = 200


def labels(recordings: Sequence[Recording]) -> list[str]:
    """Return labels that distinguish recordings shown together: title, engine, its settings, or a letter."""
    if len({str(run.scene.get("title", "")) for run in recordings}) == len(recordings):
        return ["" for _ in recordings]
    settings = [run.engine for run in recordings]
    differ = [key for key in settings[0] if len({repr(given.get(key)) for given in settings}) > 1]
    if not differ:
        return [f"run {chr(ord('A') + k)}" for k in range(len(recordings))]
    keys = ["kind"] if "kind" in differ else differ[:2]
    return [
        ", ".join(f"{given.get(key)}" if key == "kind" else f"{key} {given.get(key)}" for key in keys)
        for given in settings
    ]


def recording_message(recording: Recording, label: str = "") -> bytes:
    """Return the message of a recording, compressed; `label` distinguishes it in a comparison."""
    if not recording.frame_count:
        raise UsageError("The recording has no frames, so there is nothing to show. Record the run again.")
    drawing = Drawing.of_recording(recording)
    scene = scene_from_document(recording.scene)
    times = _kept_times(recording)
    rows = np.clip(np.searchsorted(recording.times, times + 1e-9, side="right") - 1, 0, recording.frame_count - 1)
    position, orientation = _poses(recording, times)
    seen = np.unique(np.linspace(0, len(times) - 1, _CAMERA_FRAMES).astype(np.int64))
    facts = scene_facts(scene, drawing, times[seen], position[seen], orientation[seen])
    arrays = facts.arrays | {
        "times": single(times),
        "place": single(position - facts.origin),
        "turn": np.round(np.nan_to_num(orientation) * 32767.0).astype(np.int16),
        "kinetic": single(recording.kinetic[rows]),
        "potential": single(recording.potential[rows]),
    }
    if len(times) * len(recording.names) <= _WITH_VELOCITIES:
        arrays["velocity"], arrays["spin"] = single(recording.velocity[rows]), single(recording.angular_velocity[rows])
        arrays["center"] = single(mass_centers(drawing, position, orientation) - facts.origin)
    if recording.joint_names:
        arrays |= {name: single(getattr(recording, name)[rows]) for name in (*JOINT_SHAPES, *COORDINATE_SHAPES)}
    if len(drawing.pieces):
        arrays["piece"] = _pieces(recording, drawing, times, facts.origin)
    if 0 < len(recording.contacts.contact) <= _MOST_CONTACTS:
        arrays |= _contacts(recording, rows, facts.origin)
    return gzip.compress(packed(facts.header | {"label": label}, arrays), compresslevel=6, mtime=0)


def _kept_times(recording: Recording) -> NDArray[np.float64]:
    """Return the times (k,) [s] of the recording's frames, or of a subset if there are too many."""
    spare = _MOST_POSES / max(len(recording.names), 1)
    fps = min(_FPS, spare / max(recording.duration, 1e-9))
    own = (recording.frame_count - 1) / max(recording.duration, 1e-9)
    if own <= fps * (1.0 + 1e-9) or recording.frame_count < 3:
        return recording.times
    return frame_times(recording, fps, 1.0)


def _poses(recording: Recording, times: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if times is recording.times:
        return recording.position, recording.orientation
    poses = [poses_at(recording, float(time)) for time in times]
    return np.array([place for place, _ in poses]), np.array([turn for _, turn in poses])


def _pieces(
    recording: Recording, drawing: Drawing, times: NDArray[np.float64], origin: NDArray[np.float64]
) -> NDArray[np.float32]:
    rows: list[NDArray[np.float64]] = []
    for time in times:
        row = piece_rows(drawing, *poses_at(recording, float(time)), float(time), channels_at(recording, float(time)))
        row[:, :3] -= origin
        if rows:  # the shorter way from the turn before
            against = np.sum(row[:, 3:7] * rows[-1][:, 3:7], axis=1) < 0.0
            row[against, 3:7] *= -1.0
        rows.append(row)
    return single(rows)


def _contacts(
    recording: Recording, rows: NDArray[np.int64], origin: NDArray[np.float64]
) -> dict[str, NDArray[np.generic]]:
    blocks = [recording.contacts.at(int(row)) for row in rows]
    offset = np.cumsum([0, *(len(block) for block in blocks)]).astype(np.uint32)
    contact = np.concatenate(blocks)
    return {
        "contact": single(np.concatenate([contact["point"] - origin, contact["impulse"]], axis=1)),
        "contact_offset": offset,
    }
