"""Settings of the realtime engine."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from rigida.fields import Rule
from rigida.scene.engine import ENGINES, EngineSettings
from rigida.scene.files.renamed import Renamed, renamed

if TYPE_CHECKING:
    from rigida.realtime.engine import RealtimeEngine
    from rigida.scene.scene import Scene


@ENGINES.register
@renamed(
    mend=Renamed("start_tolerance"),
    time_step=Renamed("restitution", {"new": "before_forces", "old": "after_forces"}),
)
@dataclass(frozen=True)
class Realtime(EngineSettings):
    """Fixed steps of `dt` with contacts and friction, for one body or thousands.

    Raising `substeps` makes large piles stiffer and slower; raising `direct_limit` solves larger groups exactly.
    """

    substeps: Annotated[
        int, Rule(at_least=1, at_most=64, text="Sub-steps of groups too large to be solved directly.")
    ] = 8
    direct_limit: Annotated[
        int,
        Rule(
            at_least=0,
            text="Groups of touching bodies are solved directly up to this many 6×6 block products.",
        ),
    ] = 60_000
    direct_limit_in_motion: Annotated[
        int, Rule(at_least=0, text="The same for groups in motion, which have nothing to hold up.")
    ] = 4
    accuracy: Annotated[
        float,
        Rule(
            at_least=0.0,
            text="Error that a step may make in the pose of a body, relative to its size; 0 for no error control.",
        ),
    ] = 1e-3
    accuracy_limit: Annotated[
        int,
        Rule(
            at_least=0,
            text="Errors are controlled while small groups have at most so many bodies and contacts together.",
        ),
    ] = 64
    collision_passes: Annotated[int, Rule(at_least=0, text="Maximum impact-propagation passes per step.")] = 5
    method: Annotated[
        Literal["islands", "document"],
        Rule(text="How contacts and joints are solved: by islands, or one after another as in Popovski 2008, 8 to 10."),
    ] = "islands"
    contact_iterations: Annotated[int, Rule(at_least=1, text="Iterations of contacts, for method 'document'.")] = 10
    joint_iterations: Annotated[int, Rule(at_least=1, text="Iterations of joints, for method 'document'.")] = 10
    shock_propagation: Annotated[bool, Rule(text="Freeze the contact graph level by level, for method 'document'.")] = (
        True
    )
    restitution: Annotated[
        Literal["before_forces", "after_forces"],
        Rule(text="Whether bodies rebound with the velocities from before or after the forces of the step."),
    ] = "before_forces"
    margin: Annotated[float, Rule("m", above=0.0, text="Bodies this near are watched for contact.")] = 0.01
    field: Annotated[
        Literal["exact", "grid"],
        Rule(text="Distances to concave meshes: exact, or interpolated on a grid as in Popovski 2008, 2."),
    ] = "exact"
    sleeping: Annotated[bool, Rule(text="Groups at rest are left alone until something touches them.")] = False
    start_tolerance: Annotated[
        float, Rule("m, rad, m/s, rad/s", at_least=0.0, text="How far a start may miss a joint and be put right.")
    ] = 1e-3
    threads: Annotated[
        int,
        Rule(at_least=0, at_most=64, text="Threads that share a step, 0: one a core; the same result to the bit."),
    ] = 1
    on_divergence: Annotated[
        Literal["quarantine", "raise"],
        Rule(text="What to do with a body that diverges: stop it where it was, or end the run."),
    ] = "raise"

    def make_engine(self, scene: "Scene") -> "RealtimeEngine":
        from rigida.realtime.engine import RealtimeEngine
        from rigida.realtime.threads import thread_count

        settings = self if self.threads else replace(self, threads=thread_count(0))
        return RealtimeEngine(scene, settings)
