"""Snapshots of a running scene with one value of their content exchanged, lost or of another form."""

import pickle
import random
from typing import Any

import numpy as np
from trial_calls import World

import rigida as rg

ODD: list[Any] = [
    None,
    -1,
    5,
    10**9,
    2.5,
    float("nan"),
    "text",
    (),
    {},
    [],
    np.zeros(3),
    np.full((2, 3), np.nan),
    object(),
]


def resting_world(engine: str) -> World:
    """Return a world some time after its start: a box on the ground, an arm whose motor turns it."""
    world = World(engine)
    for _ in range(30):
        world.simulation.step()
    return world


def damaged_snapshot(sim: rg.Simulation, seed: int) -> Any:
    """Return a snapshot of a simulation, as if read from a file, with damage number `seed`."""
    rng = random.Random(seed)
    snapshot = pickle.loads(pickle.dumps(sim.snapshot()))
    _damage(snapshot.content, rng, depth=rng.randrange(3))
    return snapshot


def _damage(content: dict[str, Any], rng: random.Random, depth: int) -> None:
    key = rng.choice(list(content))
    content[key] = _changed(content[key], rng, depth)


def _changed(value: Any, rng: random.Random, depth: int) -> Any:
    """Return a value with one of its parts, so far down at most, exchanged."""
    if depth > 0 and isinstance(value, dict) and value:
        _damage(value, rng, depth - 1)
        return value
    if depth > 0 and isinstance(value, tuple | list) and value:
        parts = list(value)
        at = rng.randrange(len(parts))
        parts[at : at + 1] = [] if rng.random() < 0.2 else [_changed(parts[at], rng, depth - 1)]
        return type(value)(parts)
    if isinstance(value, np.ndarray) and value.ndim and rng.random() < 0.5:
        return rng.choice([value[:-1], np.concatenate([value, value]), value[..., None], np.full(value.shape, "abc")])
    return rng.choice(ODD)
