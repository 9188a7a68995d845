"""Frames of an animation file: the frame rate, and the recording at the times of whole frames."""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing import poses_at
from rigida.fields import Rule, real_number
from rigida.recording import Recording
from rigida.recording.recording import FRAME_SHAPES

#: Frames a second of films, and of a new scene in Blender.
FPS = 24.0


def frame_rate(owner: str, fps: float) -> float:
    """Return a rate that is finite and positive [1/s]; `owner` is named in the error."""
    return real_number(owner, "fps", fps, Rule("1/s", above=0.0))


def last_frame(recording: Recording, fps: float) -> int:
    """Return the number of the frame, counted from 0, at which the motion has ended."""
    # The rounding keeps a last frame that is a whole one but for its last digits.
    return math.ceil(recording.duration * fps - 1e-6)


def at_rate(recording: Recording, fps: float) -> Recording:
    """Return the recording with `fps` frames a second, interpolated between its own and held at its end.

    Contacts, events and readings of joints are left out.
    """
    times = recording.times[0] + np.arange(last_frame(recording, fps) + 1) / fps
    after = np.clip(np.searchsorted(recording.times, times), 1, max(recording.frame_count - 1, 1))
    before = after - 1
    after = np.minimum(after, recording.frame_count - 1)
    span = np.maximum(recording.times[after] - recording.times[before], 1e-300)
    part = np.clip((times - recording.times[before]) / span, 0.0, 1.0)

    def between(values: FloatArray) -> FloatArray:
        weight = part.reshape(-1, *(1,) * (values.ndim - 1))
        return np.asarray((1.0 - weight) * values[before] + weight * values[after])

    poses = [poses_at(recording, float(time)) for time in times]
    arrays: dict[str, Any] = {name: between(getattr(recording, name)) for name in FRAME_SHAPES}
    arrays["times"] = times
    arrays["position"], arrays["orientation"] = (np.array(values) for values in zip(*poses, strict=True))
    return Recording(
        names=recording.names,
        scene=recording.scene,
        channels={name: between(values) for name, values in recording.channels.items()},
        **arrays,
    )
