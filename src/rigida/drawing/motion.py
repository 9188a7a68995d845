"""Poses of a recording at any time: straight between frames in position, along the shortest turn in orientation."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.drawing import Drawing
from rigida.drawing.pieces import PiecePoses
from rigida.errors import UsageError
from rigida.math.quaternion import interpolate_array, rotate_array
from rigida.recording import Recording

Poses = tuple[FloatArray, FloatArray]


def poses_at(recording: Recording, time: float) -> Poses:
    """Return position (n, 3) [m] and orientation (n, 4) of all bodies at `time` [s], held at both ends."""
    times = recording.times
    if not len(times):
        raise UsageError("The recording has no frames, so there is nothing to show. Record the run again.")
    after = int(np.searchsorted(times, time, side="left"))
    if after == 0 or after == len(times):
        row = min(after, len(times) - 1)
        return recording.position[row], recording.orientation[row]
    before = after - 1
    fraction = float((time - times[before]) / (times[after] - times[before]))
    # A frame's own time gives that frame to the bit.
    if fraction == 1.0:
        return recording.position[after], recording.orientation[after]
    position = (1.0 - fraction) * recording.position[before] + fraction * recording.position[after]
    return position, interpolate_array(recording.orientation[before], recording.orientation[after], fraction)


def mass_centers(drawing: Drawing, position: FloatArray, orientation: FloatArray) -> FloatArray:
    """Return the centers of mass (…, n, 3) [m] of bodies at position (…, n, 3) and orientation (…, n, 4)."""
    arms = np.broadcast_to(drawing.centers, position.shape).reshape(-1, 3)
    return np.asarray(position + rotate_array(orientation.reshape(-1, 4), arms).reshape(position.shape))


def channels_at(recording: Recording, time: float) -> dict[str, FloatArray]:
    """Return the channels' values at `time` [s], straight between frames, held at both ends."""
    times = recording.times
    after = min(max(int(np.searchsorted(times, time, side="left")), 1), len(times) - 1)
    if after < 1:
        return {name: values[0] for name, values in recording.channels.items()}
    before = after - 1
    fraction = min(max(float((time - times[before]) / (times[after] - times[before])), 0.0), 1.0)
    return {
        name: (1.0 - fraction) * values[before] + fraction * values[after]
        for name, values in recording.channels.items()
    }


def piece_motion(drawing: Drawing, recording: Recording) -> PiecePoses:
    """Return position (f, m, 3) [m], orientation (f, m, 4) and scale (f, m, 3) of the pieces at every frame."""
    found = [
        drawing.pieces.poses(
            recording.position[k],
            recording.orientation[k],
            float(time),
            {name: values[k] for name, values in recording.channels.items()},
        )
        for k, time in enumerate(recording.times)
    ]
    count = (len(found), len(drawing.pieces))
    return PiecePoses(
        np.array([poses.position for poses in found]).reshape(*count, 3),
        np.array([poses.orientation for poses in found]).reshape(*count, 4),
        np.array([poses.scale for poses in found]).reshape(*count, 3),
    )


def part_of(recording: Recording, start: float, end: float) -> Recording:
    """Return the frames of a recording from `start` to `end` [s], all that is drawn of them; contacts are left out."""
    rows = np.flatnonzero((recording.times >= start - 1e-9) & (recording.times <= end + 1e-9))
    return Recording(
        names=recording.names,
        times=recording.times[rows],
        position=recording.position[rows],
        orientation=recording.orientation[rows],
        velocity=recording.velocity[rows],
        angular_velocity=recording.angular_velocity[rows],
        kinetic=recording.kinetic[rows],
        potential=recording.potential[rows],
        linear_momentum=recording.linear_momentum[rows],
        angular_momentum=recording.angular_momentum[rows],
        scene=recording.scene,
        channels={name: values[rows] for name, values in recording.channels.items()},
    )


def frame_times(recording: Recording, fps: float, speed: float) -> FloatArray:
    """Return the times (k,) [s] that a film of `fps` pictures a second shows at `speed` times real time."""
    count = int(np.floor(recording.duration * fps / speed + 1e-9)) + 1
    return np.asarray(recording.times[0] + np.arange(count) * (speed / fps))
