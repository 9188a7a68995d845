"""Whether recorded impulses are those that acted: contacts, joints and forces give m Δv of every body in every step."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import rigida as rg
from rigida import scenes
from rigida.realtime import step

_FORCES = re.compile(r"^\[+(force|aircraft)\b", re.MULTILINE)


@dataclass
class Balance:
    """Errors of all bodies and steps of a scene, as parts of the largest impulse on the body in the step.

    in_sub_steps: whether sub-steps, which are in single precision, acted in one of the steps.
    """

    name: str
    errors: np.ndarray
    in_sub_steps: bool

    def beyond(self, mark: float) -> float:
        """Return the part of the steps in which a body is further off than a mark."""
        return float((self.errors.max(axis=1) > mark).mean()) if self.errors.size else 0.0


def contact_impulses(sim: rg.Simulation) -> np.ndarray:
    """Return the sums of the recorded contact impulses on each body (n, 3) [N s], and of their sizes (n,)."""
    found, sizes = np.zeros((sim.model.body_count, 3)), np.zeros(sim.model.body_count)
    rows = sim.contacts()
    impulse = rows["impulse"][:, None] * rows["normal"] + rows["friction"]
    np.add.at(found, rows["body_b"], impulse)
    np.add.at(found, rows["body_a"], -impulse)
    for side in ("body_a", "body_b"):
        np.add.at(sizes, rows[side], np.linalg.norm(impulse, axis=1))
    return np.column_stack([found, sizes])


def joint_impulses(sim: rg.Simulation) -> np.ndarray:
    """Return the same of joints (n, 4)."""
    found = np.zeros((sim.model.body_count, 4))
    dt = sim.settings.dt
    for joint, rows in zip(sim.model.joints, sim.model.joint_rows, strict=True):
        push = dt * np.asarray(sim.joint(joint.name).force)
        for row, way in zip(rows.rows, (1, -1), strict=True):
            if row >= 0:
                found[row, :3] += way * push
                found[row, 3] += np.linalg.norm(push)
    return found


def forces_now(sim: rg.Simulation) -> np.ndarray:
    """Return what gravity and force elements do now (n, 3) [N]."""
    return np.asarray(sim.engine.forces.wrenches(sim.time, sim.state))[:, :3].copy()


class SubSteps:
    """Records whether sub-steps acted while it is entered."""

    def __init__(self) -> None:
        self.acted, self._plain = False, step.solve_in_substeps

    def __enter__(self) -> None:
        def recorded(*given: Any) -> None:
            self.acted = True
            self._plain(*given)

        step.solve_in_substeps = recorded

    def __exit__(self, *_: object) -> None:
        step.solve_in_substeps = self._plain


def balance(name: str, steps: int, engine: rg.Realtime | None = None) -> Balance:
    """Run a packaged scene for some steps; forces that vary count with the mean of both ends."""
    sim = rg.Simulation(rg.load(name), engine or "realtime")
    mass, h = sim.model.mass, sim.settings.dt
    moves = sim.model.inv_mass > 0
    errors, sub_steps = [], SubSteps()
    for _ in range(steps):
        before, force = sim.state.velocity.copy(), forces_now(sim)
        with sub_steps:
            sim.step()
        acted = 0.5 * h * (force + forces_now(sim))
        contacts, joints = contact_impulses(sim), joint_impulses(sim)
        change = mass[:, None] * (sim.state.velocity - before)
        missing = np.linalg.norm(change - acted - contacts[:, :3] - joints[:, :3], axis=1)
        size = np.linalg.norm(change, axis=1) + np.linalg.norm(acted, axis=1) + contacts[:, 3] + joints[:, 3]
        errors.append((missing / np.maximum(size, 1e-300))[moves])
    return Balance(name, np.array(errors), sub_steps.acted)


def balanced_scenes() -> list[str]:
    """Return the packaged scenes in which gravity is the only force beside contacts and joints."""
    files = {name: Path(scenes.path(name)) for name in scenes.names()}  # searched: to load them all takes long
    return [name for name, file in files.items() if not _FORCES.search(file.read_text(encoding="utf-8"))]
