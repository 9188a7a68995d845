"""Numbers over time that logs hold beside the poses of bodies."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.recording import Recording

#: Readings of joints, and what their arrays in a recording are called.
_READINGS = {"position": "joint_position", "velocity": "joint_velocity", "effort": "motor_effort"}


def signals(recording: Recording) -> dict[str, FloatArray]:
    """Return channels, and coordinates, rates and motor efforts of joints as "NAME/position" and its like, (f, k)."""
    found = {name: values.reshape(len(values), -1) for name, values in recording.channels.items()}
    for j, name in enumerate(recording.joint_names):
        for reading, array in _READINGS.items():
            values = getattr(recording, array)[:, j]
            kept = values[:, ~np.isnan(recording.joint_position[:, j]).all(axis=0)]
            if kept.size:
                found[f"{name}/{reading}"] = kept
    return found
