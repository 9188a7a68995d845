"""The standard tasks of Gymnasium (its version 5), simulated by rigida: observations and rewards are Gymnasium's own.

The models are those that Gymnasium brings along. What differs from MuJoCo: contacts are rigid, and forces of contacts
count for the link that a body is named after.
"""

from pathlib import Path

import gymnasium

#: Number of steps after which episodes are cut off, by the names of tasks; the modules that hold them.
TASKS: dict[str, tuple[str, int]] = {
    "Ant": ("ant", 1000),
    "HalfCheetah": ("runners", 1000),
    "Hopper": ("runners", 1000),
    "Walker2d": ("runners", 1000),
    "Swimmer": ("runners", 1000),
    "Humanoid": ("humanoids", 1000),
    "HumanoidStandup": ("humanoids", 1000),
    "Reacher": ("arms", 50),
    "Pusher": ("arms", 100),
    "InvertedPendulum": ("pendulums", 1000),
    "InvertedDoublePendulum": ("pendulums", 1000),
}


def model_file(name: str) -> Path:
    """Return a model that Gymnasium brings along."""
    return Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / name
