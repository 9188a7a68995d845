"""Energy account of a run: work of forces and motors, dissipation, and numerical drift.

The total energy of kinetic and potential parts stays where nothing but gravity, springs and ideal joints acts. Then
any change of it is an error of the method. Where something can dissipate (contacts, dampers, drag) a loss is physical
and only a gain is drift. Where something can do work (motors, forces without a potential, paths) and nothing
dissipates, the change is its work, of either sign. Where both can happen, the work of forces is what the run has
integrated (channel `work`) and the rest is dissipated; of motors, paths and aircraft, whose work is not integrated,
gains between frames count as work and losses as dissipated. What a scene can do is read from its document and events.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray

if TYPE_CHECKING:
    from rigida.recording.recording import Recording

#: Energies below this count as none when a drift is given relative to them [J].
TINY_ENERGY = 1e-300
#: Channel with the work of forces that have no potential energy [J].
WORK = "work"
#: Channel with the energy that drag has dissipated [J].
DRAG_LOSS = "drag loss"
#: Losses below this part of the energies at play are errors of integration.
_EXACT = 1e-9
#: Kinds of force whose work is the change of their potential, but for damping.
_CONSERVATIVE = ("gravity", "spring", "attraction", "constant_force")
#: Keys of joints and springs that dissipate.
_DAMPING = ("damping", "motor_damping", "dry_friction")
#: Keys of joints with a prescribed motion; the last is that of recordings of earlier versions.
_PRESCRIBED = ("path", "trajectory", "course")


@dataclass(frozen=True)
class EnergyAccount:
    """Changes of the total energy from the first to the last frame.

    Args:
        change: Of the total energy [J]; put_in − dissipated, and drift where nothing else may change it.
        put_in: Work of forces and motors [J], negative where they took energy out; 0 if none can.
        dissipated: What contacts, friction and dampers took [J]; 0 if nothing can.
        drift: Largest change that nothing in the scene explains [J]; None if gains and losses are both physical.
        relative_drift: The same relative to the energies at play.
    """

    change: float
    put_in: float
    dissipated: float
    drift: float | None
    relative_drift: float | None

    def text(self) -> str:
        """Return the account as one line of text."""
        parts = []
        if self.put_in != 0.0:
            done = "put in" if self.put_in > 0.0 else "taken out"
            parts.append(f"{abs(self.put_in):.3g} J {done} by forces and motors")
        if self.dissipated > 0.0:
            parts.append(f"{self.dissipated:.3g} J dissipated")
        if self.relative_drift is not None:
            parts.append(f"numerical drift {self.relative_drift:.1e} (relative)")
        return ", ".join(parts) or "no change"


def energy_account(recording: "Recording") -> EnergyAccount:
    """Return the energy account of a recording."""
    if not recording.frame_count:
        return EnergyAccount(0.0, 0.0, 0.0, 0.0, 0.0)
    total = recording.energy.total
    change = float(total[-1] - total[0])
    scale = max(abs(float(total[0])), float(recording.kinetic.max()), TINY_ENERGY)
    works, dissipates = can_work(recording.scene) or WORK in recording.channels, _can_dissipate(recording)
    if WORK in recording.channels and not _is_driven(recording.scene):
        work, metered = recording.channels[WORK], recording.channels.get(DRAG_LOSS)
        dissipates = _can_dissipate(recording, drag=metered is None)
        by_drag = np.zeros_like(total) if metered is None else np.asarray(metered - metered[0])
        return _with_work(np.asarray(work - work[0]), by_drag, total, scale, dissipates)
    if works and not dissipates:
        return EnergyAccount(change, change, 0.0, None, None)
    if works:
        steps = np.diff(total)
        gained, lost = float(steps[steps > 0.0].sum()), float(-steps[steps < 0.0].sum())
        return EnergyAccount(change, gained, lost, None, None)
    if dissipates:
        # Only what rises above the lowest energy so far came from nowhere.
        drift = float((total - np.minimum.accumulate(total)).max())
        return EnergyAccount(change, 0.0, max(-change, 0.0), drift, drift / scale)
    drift = float(np.abs(total - total[0]).max())
    return EnergyAccount(change, 0.0, 0.0, drift, drift / scale)


def can_work(scene: dict[str, Any]) -> bool:
    """Return whether a scene document has a source of energy: motors, paths, forces without a potential."""
    forces = _tables(scene, "force")
    return any(_does_work(force) for force in forces) or _is_driven(scene)


def _is_driven(scene: dict[str, Any]) -> bool:
    """Return whether motors, prescribed motions or aircraft can do work, which is not integrated."""
    return (
        any(
            joint.get("motor", "none") != "none" or any(key in joint for key in _PRESCRIBED) for joint in _joints(scene)
        )
        or any("path" in body for body in _tables(scene, "body"))
        or bool(scene.get("actuator"))
        or "aircraft" in scene
    )


def _with_work(
    work: FloatArray, by_drag: FloatArray, total: FloatArray, scale: float, dissipates: bool
) -> EnergyAccount:
    """Return the account of a run whose forces have done the work (f,) up to each frame [J], and drag dissipated some.

    dissipates: whether contacts or dampers can have taken what is left; else it is drift.
    """
    left = work - by_drag - (total - total[0])
    drift = np.maximum.accumulate(left) - left if dissipates else np.abs(left)
    change, taken = float(total[-1] - total[0]), float(by_drag[-1] + (left[-1] if dissipates else 0.0))
    largest = float(drift.max())
    return EnergyAccount(
        change, float(work[-1]), taken if taken > _EXACT * scale else 0.0, largest, largest / max(scale, abs(change))
    )


def _does_work(force: dict[str, Any]) -> bool:
    kind = force.get("kind")
    if kind == "drag":
        return "medium_velocity" in force
    return kind not in _CONSERVATIVE or force.get("frame") == "body"


def _can_dissipate(recording: "Recording", drag: bool = True) -> bool:
    """Return whether bodies touched, or dampers or drag act; drag: whether that counts."""
    if recording.events or len(recording.contacts.contact):
        return True
    elements = [*_tables(recording.scene, "force"), *_joints(recording.scene)]
    still = (drag and element.get("kind") == "drag" and not _does_work(element) for element in elements)
    return any(still) or any(element.get(key) for key in _DAMPING for element in elements)


def _joints(scene: dict[str, Any]) -> list[dict[str, Any]]:
    return _tables(scene, "joint")


def _tables(scene: dict[str, Any], family: str) -> list[dict[str, Any]]:
    found = scene.get(family, {})
    return [table for table in found.values() if isinstance(table, dict)] if isinstance(found, dict) else []
