"""Settings of the precise engine."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from rigida.errors import ModelError
from rigida.fields import Rule
from rigida.scene.engine import ENGINES, EngineSettings
from rigida.scene.files.renamed import Renamed, renamed

if TYPE_CHECKING:
    from rigida.precise.engine import PreciseEngine
    from rigida.scene.scene import Scene

IntegratorName = Literal[
    "dop853", "radau", "rkf45", "rk5", "rk4", "midpoint", "semi_implicit_euler", "explicit_euler", "moser_veselov"
]


@ENGINES.register
@renamed(mend=Renamed("start_tolerance"))
@dataclass(frozen=True)
class Precise(EngineSettings):
    """Adaptive integration to a tolerance, or a chosen fixed-step method with steps of `dt`.

    Raising `tolerance` makes runs shorter and less exact; 1e-9 suits most, 1e-12 is near rounding.
    """

    integrator: Annotated[
        IntegratorName, Rule(text="dop853, radau (stiff), rkf45 and rk5 adapt their steps, the others take `dt`.")
    ] = "dop853"
    formulation: Annotated[
        Literal["newton_euler", "lagrange"], Rule(text="Momenta, or Euler parameters with multipliers.")
    ] = "newton_euler"
    tolerance: Annotated[
        float, Rule(above=0.0, at_most=1.0, text="Relative error to stay below; a step may spend a tenth of it.")
    ] = 1e-9
    min_step: Annotated[float, Rule("s", at_least=0.0, text="Smaller steps end the run with an error.")] = 0.0
    max_step: Annotated[float, Rule("s", above=0.0, text="Larger steps are not taken.")] = 1e9
    switch_when_stiff: Annotated[
        bool, Rule(text="Let dop853 hand over to radau while stiff springs or dampers hold its steps back.")
    ] = True
    start_tolerance: Annotated[
        float, Rule("m, rad, m/s or rad/s", at_least=0.0, text="How far a state may miss a joint and be put right.")
    ] = 1e-3
    stabilization: Annotated[
        bool, Rule(text="Bring bodies back onto their joints after every step; off lets the drift be seen.")
    ] = True
    dense_frames: Annotated[
        bool, Rule(text="Read frames from the dense output instead of ending a step at each frame.")
    ] = False

    contact: Annotated[
        Literal["events", "penalty", "none"],
        Rule(text="Contacts located in time and solved exactly, as stiff springs for comparison, or none at all."),
    ] = "events"
    penalty_stiffness: Annotated[
        float, Rule("N/m; N m if inverse", above=0.0, text="k of the springs of contact = 'penalty'.")
    ] = 1e5
    penalty_law: Annotated[
        Literal["linear", "inverse"],
        Rule(text="Their force: k d at a depth d, or k/d at a distance d, which acts before bodies touch."),
    ] = "linear"
    penalty_range: Annotated[
        float, Rule("m", above=0.0, text="Distance from which on inverse springs act; they push with k/d − k/range.")
    ] = 0.01
    audit: Annotated[bool, Rule(text="Integrate the work of every force, for `sim.audit()`.")] = False
    rest_speed: Annotated[
        float, Rule("m/s", above=0.0, text="Bodies that meet more slowly do not bounce but come to rest.")
    ] = 1e-5

    budget: Annotated[
        int,
        Rule(
            at_least=100,
            text="Internal steps of one `dt`; with contacts held every evaluation of forces counts as one, a change of "
            "contact as 20. Beyond a quarter of it contacts chatter: time stepping of second order goes on, with a "
            "warning. Beyond all of it the run ends with an error.",
        ),
    ] = 10_000

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.min_step >= self.max_step:
            raise ModelError(
                f"Precise: min_step must be below max_step, got {self.min_step:g} s and {self.max_step:g} s."
            )
        if self.integrator == "moser_veselov" and self.contact != "none":
            # A splitting of free motion knows neither joints nor contacts.
            object.__setattr__(self, "contact", "none")
        if self.integrator == "moser_veselov" and self.formulation == "lagrange":
            raise ModelError("Precise: integrator 'moser_veselov' works on momenta. Set formulation='newton_euler'.")

    @property
    def structure(self) -> tuple[str, ...]:
        stiff = "switches" if self.switch_when_stiff else "stays"
        return self.kind, self.integrator, self.formulation, self.contact, stiff

    def make_engine(self, scene: "Scene") -> "PreciseEngine":
        from rigida.precise.engine import PreciseEngine

        return PreciseEngine(scene, self)
