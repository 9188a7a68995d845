"""Engine settings of a scene, registered under the engine's name.

The engines themselves live in `rigida.precise` and `rigida.realtime`; each settings class knows how to make its engine.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from rigida.fields import Rule, check_fields
from rigida.registry import Registry
from rigida.shown import FieldTable

if TYPE_CHECKING:
    from rigida.scene.scene import Scene


@dataclass(frozen=True)
class EngineSettings(FieldTable, ABC):
    """Base of the settings of an engine."""

    kind: ClassVar[str] = "engine"
    dt: Annotated[float, Rule("s", above=0.0, text="Time that one `sim.step()` advances.")] = 1.0 / 60.0

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def structure(self) -> tuple[str, ...]:
        """Identification of engine and layout of snapshots; equal ones are compatible."""
        return (self.kind,)

    @abstractmethod
    def make_engine(self, scene: "Scene") -> Any:
        """Compile `scene` and return an engine that runs it."""


ENGINES: Registry[EngineSettings] = Registry("engine", "rigida.precise.settings", "rigida.realtime.settings")
