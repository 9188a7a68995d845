"""Where the energy of a run went: put in by forces and motors, dissipated, or numerical drift.

The total energy of kinetic and potential parts stays where nothing but gravity, springs and ideal joints acts. Then
any change of it is an error of the method. Where something can dissipate (contacts, dampers, drag) a loss is physical
and only a gain is drift; where something can do work (motors, forces without a potential, paths) a gain is physical
too. What a scene can do is read from its document and from the events of the run.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from rigida.recording.recording import Recording

#: Energies below this count as none when a drift is given relative to them [J].
TINY_ENERGY = 1e-300
#: Kinds of force whose work is the change of their potential, but for damping.
_CONSERVATIVE = ("gravity", "spring", "attraction", "constant_force")
#: Keys of joints and springs that dissipate.
_DAMPING = ("damping", "motor_damping")


@dataclass(frozen=True)
class EnergyAccount:
    """Changes of the total energy from the first to the last frame.

    Args:
        change: Of the total energy [J]; put_in − dissipated, and drift where nothing else may change it.
        put_in: What forces and motors added, net between frames [J]; 0 where none can.
        dissipated: What contacts, friction and dampers took, net between frames [J]; 0 where nothing can.
        drift: Largest change that nothing in the scene explains [J]; None where gains and losses are both physical.
        relative_drift: The same relative to the energies at play.
    """

    change: float
    put_in: float
    dissipated: float
    drift: float | None
    relative_drift: float | None

    def text(self) -> str:
        """Return the account in one line for people."""
        parts = []
        if self.put_in > 0.0:
            parts.append(f"{self.put_in:.3g} J put in by forces and motors")
        if self.dissipated > 0.0:
            parts.append(f"{self.dissipated:.3g} J dissipated")
        if self.relative_drift is not None:
            parts.append(f"numerical drift {self.relative_drift:.1e} (relative)")
        return ", ".join(parts) or "no change"


def energy_account(recording: "Recording") -> EnergyAccount:
    """Return where the energy of a recording went."""
    if not recording.frame_count:
        return EnergyAccount(0.0, 0.0, 0.0, 0.0, 0.0)
    total = recording.energy.total
    change = float(total[-1] - total[0])
    scale = max(abs(float(total[0])), float(recording.kinetic.max()), TINY_ENERGY)
    steps = np.diff(total)
    gained, lost = float(steps[steps > 0.0].sum()), float(-steps[steps < 0.0].sum())
    works, dissipates = can_work(recording.scene), _can_dissipate(recording)
    if works:
        return EnergyAccount(change, gained, lost, None, None)
    if dissipates:
        # Only what rises above the lowest energy so far came from nowhere.
        drift = float((total - np.minimum.accumulate(total)).max())
        return EnergyAccount(change, 0.0, max(-change, 0.0), drift, drift / scale)
    drift = float(np.abs(total - total[0]).max())
    return EnergyAccount(change, 0.0, 0.0, drift, drift / scale)


def can_work(scene: dict[str, Any]) -> bool:
    """Tell whether something in a scene document can put energy in: motors, paths, forces without a potential."""
    forces = _tables(scene, "force")
    return (
        any(_does_work(force) for force in forces)
        or any(joint.get("motor", "none") != "none" or "course" in joint or "path" in joint for joint in _joints(scene))
        or any("path" in body for body in _tables(scene, "body"))
        or "aircraft" in scene
    )


def _does_work(force: dict[str, Any]) -> bool:
    kind = force.get("kind")
    if kind == "drag":
        return "medium_velocity" in force
    return kind not in _CONSERVATIVE or force.get("frame") == "body"


def _can_dissipate(recording: "Recording") -> bool:
    """Tell whether bodies touched, or dampers or drag act."""
    if recording.events or len(recording.contacts.contact):
        return True
    elements = [*_tables(recording.scene, "force"), *_joints(recording.scene)]
    return any(element.get("kind") == "drag" or any(element.get(key) for key in _DAMPING) for element in elements)


def _joints(scene: dict[str, Any]) -> list[dict[str, Any]]:
    return _tables(scene, "joint")


def _tables(scene: dict[str, Any], family: str) -> list[dict[str, Any]]:
    found = scene.get(family, {})
    return [table for table in found.values() if isinstance(table, dict)] if isinstance(found, dict) else []
