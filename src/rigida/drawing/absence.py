"""Poses of bodies while they are absent from a recording, before they are added and after they are removed.

Cameras, grounds and exported files need places at all times; what draws a picture leaves out what has none.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.recording import Recording


def present(recording: Recording) -> NDArray[np.bool_]:
    """Return which bodies are there (f, n) in every frame."""
    return np.asarray(np.isfinite(recording.position).all(axis=2))


def filled_poses(position: FloatArray, orientation: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return positions (f, n, 3) and orientations (f, n, 4) with absent bodies at their next, or else last, pose."""
    there: NDArray[np.bool_] = np.asarray(np.isfinite(position).all(axis=2))
    if there.all():
        return position, orientation
    frame = np.where(there, np.arange(len(there))[:, None], -1)
    last = np.maximum.accumulate(frame, axis=0)
    source, every = np.where(last >= 0, last, np.argmax(there, axis=0)), np.arange(there.shape[1])
    return position[source, every], orientation[source, every]


def filled(recording: Recording) -> Recording:
    """Return the recording with absent bodies at rest at their next, or else last, pose."""
    position, orientation = filled_poses(recording.position, recording.orientation)
    if position is recording.position:
        return recording
    there = present(recording)[:, :, None]
    return replace(
        recording,
        position=position,
        orientation=orientation,
        velocity=np.where(there, recording.velocity, 0.0),
        angular_velocity=np.where(there, recording.angular_velocity, 0.0),
    )


def shown_poses(position: FloatArray, orientation: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return positions (n, 3), orientations (n, 4) and scales (n, 3) at one time; absent bodies have scale 0."""
    there: NDArray[np.bool_] = np.asarray(np.isfinite(position).all(axis=1))
    size = np.ones((len(position), 3))
    if there.all():
        return position, orientation, size
    size[~there] = 0.0
    somewhere = position[there].mean(axis=0) if there.any() else np.zeros(3)
    turn = np.array([1.0, 0.0, 0.0, 0.0])
    return np.where(there[:, None], position, somewhere), np.where(there[:, None], orientation, turn), size
