"""Report of an engine about the time it has just advanced."""

from dataclasses import dataclass, field


@dataclass
class StepReport:
    """Outcome of one `sim.step()`.

    time: where the simulation is now [s]; steps: internal steps taken; rejected: attempts thrown away by the error
    control; evaluations: derivative evaluations; accuracy_missed: largest estimated error of a pose, relative to the
    size of its body, where it exceeds five times `accuracy`, else zero; notes: what the user should know, naming the
    setting to change.
    """

    time: float
    steps: int = 0
    rejected: int = 0
    evaluations: int = 0
    accuracy_missed: float = 0.0
    notes: list[str] = field(default_factory=list)
