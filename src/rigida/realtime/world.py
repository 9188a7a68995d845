"""Everything that a step of the realtime engine reads and writes, each thing made from those above it."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import IntArray
from rigida.dynamics.model import DYNAMIC, VACANT, Model
from rigida.dynamics.state import State
from rigida.forces.evaluate import ForceField
from rigida.geometry.shape import Shape
from rigida.jit.bind import bind
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.integrator import Integrator
from rigida.realtime.bodies.kinematic import Paths
from rigida.realtime.bodies.sleepers import Sleepers
from rigida.realtime.collisions import Collisions
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.overlaps import Overlaps
from rigida.realtime.contacts.shape_slots import ShapeSlots
from rigida.realtime.corrector import Corrector
from rigida.realtime.direct.joint_rows import JointRowSet
from rigida.realtime.direct.solver import DirectSolver
from rigida.realtime.islands.island_set import NO_ISLANDS, IslandSet
from rigida.realtime.islands.rebounds import Rebounds
from rigida.realtime.quarantine import Quarantine
from rigida.realtime.settings import Realtime
from rigida.realtime.stiff_forces import StiffForces
from rigida.realtime.sub_intervals import fastest_spin, hardest_hit
from rigida.realtime.substeps.solver import SubstepSolver
from rigida.realtime.tuning import FRESH, MOST_PARTS, SMALL_ISLAND
from rigida.realtime.wrenches import Wrenches

if TYPE_CHECKING:
    from rigida.realtime.articulated.articulated import Articulated
    from rigida.realtime.document.solver import DocumentSolver

#: Parts of a step that add up to one but for this are the whole of it.
_SAME_TIME = 1e-9
#: Vacant rows, the last first, among which one that held the same shape is looked for.
_LOOKED_AT = 32


class Clock:
    """origin: time at which steps are counted from [s]; steps: whole ones since then."""

    def __init__(self, dt: float) -> None:
        self._dt = dt
        self.origin, self.steps = 0.0, 0
        self._part, self._done = 1.0, 0.0

    @property
    def step_end(self) -> float:
        """When the step that comes, or is being taken, ends [s]."""
        return self.origin + (self.steps + 1) * self._dt

    def take(self, h: float) -> None:
        """Let h [s] of the step pass at the next tick."""
        self._part = h / self._dt

    def tick(self) -> float:
        """Let the part of the step that was taken pass; return the time at its end [s]."""
        self._done += self._part
        if self._done > 1.0 - _SAME_TIME:
            self.steps, self._done = self.steps + 1, 0.0
        return self.origin + (self.steps + self._done) * self._dt

    def restart(self, time: float) -> None:
        """Count steps from `time` on [s]."""
        self.origin, self.steps, self._done = time, 0, 0.0

    def snapshot(self) -> tuple[float, int]:
        """Return what decides the times of the coming steps."""
        return self.origin, self.steps

    def restore(self, kept: tuple[float, int]) -> None:
        """Go back to a snapshot."""
        (self.origin, self.steps), self._done = kept, 0.0


class World:
    """A compiled scene in motion: articulated is None without joints, document but for that method.

    layout: stands for the rows, places of shapes, joints and paths it was made with, None if they are those of the
    scene; revision: of the assignment of rows, None while no body was added or removed (see `population`). vacant: rows
    without a body, of which the last is taken first. as_described: whether masses and surfaces are those of the
    descriptions. known: shapes, besides those of bodies, that bodies may come to have. holds: whether joints or stiff
    forces may hold bodies together. accurate: whether errors are controlled in this step; parts: in how many more parts
    it may be taken for that; corrected: whether something was solved for a second time.
    """

    def __init__(
        self,
        model: Model,
        state: State,
        settings: Realtime,
        layout: object | None = None,
        known: Sequence[Shape] = (),
    ) -> None:
        self.settings, self.clock = settings, Clock(settings.dt)
        self.clock.restart(state.time)
        self.model, self.state = model, state
        self.layout, self.revision = layout, layout
        self.kept_population: Any = None
        self.as_described = True
        #: Rows to which others have come, and whether these are of another kind.
        self._changed: dict[int, bool] = {}
        self.vacant = [row for row in reversed(range(model.body_count)) if model.names[row] == VACANT]
        self.field = ForceField(model)
        bodies = self.bodies = BodyRows(model, state)
        contacts = self.contacts = ContactSet(
            model, state, bodies, settings.margin, settings.field == "exact", settings.threads, known
        )
        self.paths = Paths(model, state, bodies)
        self.slots = ShapeSlots(model, contacts)
        self.overlaps = Overlaps(model, contacts)
        islands = self.islands = IslandSet(model, bodies, contacts)
        self.integrator = Integrator(bodies.table, islands.table, contacts.workers)
        self.hardest_hit = bind(hardest_hit, bodies.table, contacts.table)
        self.fastest_spin = bind(fastest_spin, bodies.table, contacts.table)
        self.stiff = StiffForces(model, state, islands, settings.dt)
        self.articulated: Articulated | None = None
        if model.joints:
            from rigida.realtime.articulated import articulated  # only where there are joints

            all_rows = settings.method == "document"
            self.articulated = articulated.Articulated(
                model, state, bodies, islands, self.stiff, settings.threads, all_rows
            )
        self._rows = JointRowSet(model.body_count, islands.table, self.stiff.most)
        contains, joints = settings.on_divergence == "quarantine", None
        if self.articulated is not None:
            joints = self.articulated.joints
        self.quarantine = Quarantine(model, state, bodies, contains, self.field, joints, self.potential_energy)
        self.wrenches = Wrenches(model, state, bodies, self.field, self.articulated, self.stiff, self.quarantine)
        self.sleepers = Sleepers(model, bodies, contacts, islands, self.articulated)
        self.rebounds = Rebounds(model, bodies, contacts, islands, settings.collision_passes)
        self.collisions = Collisions(self)
        self.corrector: Corrector | None = None
        self.holds = bool(model.joints) or self.stiff.most > 0
        self.direct = DirectSolver(model, bodies, contacts, islands, settings)
        self.substeps = SubstepSolver(model, bodies, contacts, islands, settings)
        if settings.accuracy > 0.0 and settings.direct_limit > 0 and settings.method == "islands":
            self.corrector = Corrector(self)
        self.accurate, self.corrected, self.parts = False, False, 0
        self.document: DocumentSolver | None = None
        if settings.method == "document":
            from rigida.realtime.document import solver

            self.document = solver.DocumentSolver(model, state, bodies, contacts, islands, settings, self.articulated)

    def begin_step(self) -> None:
        """Detect contacts afresh where so few bodies are awake that errors may be controlled."""
        self.accurate = self.corrector is not None
        few = self.accurate and self.bodies.count_active() <= self.settings.accuracy_limit
        self.contacts.table.recycled = FRESH if few else 1.0

    def allow_parts(self) -> None:
        """Find in how many more parts the step, whose contacts are known, may be taken: each part costs all of it.

        Patches of concave bodies are not detected a second time, so that their errors are not known, and would be
        pushed through thin walls in short parts.
        """
        if self.accurate:
            cost = self.bodies.count_active() + self.contacts.count
            if self.articulated is not None:
                cost += len(self.articulated.joints.coordinates.value)
            few = cost <= SMALL_ISLAND and not self.contacts.has_patches
            self.parts = MOST_PARTS * SMALL_ISLAND // (cost + 1) if few else 0
            self.contacts.table.all_impacts = int(self.parts > 0)

    def control_errors(self) -> bool:
        """Let the direct solver control errors of small islands unless they are too many; return whether it does."""
        most = self.settings.accuracy_limit
        controls = self.accurate and 0 < self.islands.total_of_small <= most
        self.direct.control_errors(SMALL_ISLAND if controls else 0)
        return controls

    def write_joint_rows(self, h: float, mean: float = 0.0, ahead: bool = False) -> None:
        """Write the rows of joints and stiff forces for a step of h [s].

        mean: part of the velocity at the start in the one by which bodies will move; ahead: bodies are at the predicted
        end of the step.
        """
        if self.articulated is not None:
            self.articulated.write_rows(h, mean, ahead)
        if self.stiff.most:
            self.stiff.write(self.joint_rows, h)
            self.joint_rows.sort(self.islands.count)

    def potential_energy(self, state: State) -> float:
        """Return the potential energy of all forces and joint springs that have one [J]."""
        energy = self.field.potential_energy(state.time, state)
        return energy if self.articulated is None else energy + self.articulated.efforts.potential_energy(state)

    def claim(self, shape: Shape | None) -> int | None:
        """Return the vacant row that takes a body of this shape, no longer vacant then; None if there is none."""
        if self.contacts.concave is not None:
            return None
        vacant = self.vacant
        for place in range(len(vacant) - 1, max(len(vacant) - _LOOKED_AT, 0) - 1, -1):
            if self.model.slots[vacant[place]] is shape:  # nothing but the motion of who was there may have to change
                return vacant.pop(place)
        places = self.slots.places_needed(shape)
        for place in reversed(range(len(vacant))):
            if self.slots.count[vacant[place]] == places:
                return vacant.pop(place)
        return None

    def note(self, rows: IntArray, alike: Collection[int] = ()) -> None:
        """Record that rows of model and state have new bodies, or none; `renew` then updates the stages.

        alike: those of the rows whose new bodies are what the former ones were.
        """
        self.bodies.active[rows] = self.bodies.awake[rows] = self.model.motion[rows] == DYNAMIC
        self.sleepers.renew(rows)
        self._changed |= {row: row not in alike or self._changed.get(row, False) for row in rows.tolist()}

    def renew(self) -> None:
        """Clear what stages keep of former bodies in rows that have changed; called before a step."""
        if not self._changed:
            return
        rows = np.array(list(self._changed))
        others = [row for row, other in self._changed.items() if other]
        self._changed.clear()
        if others:
            self.slots.renew(others)
            self.sleepers.measure(others)
            self._refresh_views()
        self.direct.back_off[rows] = 0
        self.quarantine.renew(rows)
        self.overlaps.mark_new(rows)

    def measure(self) -> None:
        """Update the stages to the bodies' present masses, shapes and surfaces, after a change from outside."""
        self._changed.clear()
        self.sleepers.measure()
        self.stiff.measure()
        self._refresh_views()
        self.quarantine.forget()

    def _refresh_views(self) -> None:
        """Take over what matters of all bodies together, of which some are of another kind now."""
        self.rebounds.refresh_views()
        self.collisions.refresh_views()
        self.quarantine.measure_energy_scale()
        self.overlaps.measure()

    @property
    def joint_rows(self) -> JointRowSet:
        """The rows of joints that are solved with the contacts of this step."""
        return self._rows if self.articulated is None else self.articulated.rows

    def moved_smoothly(self) -> NDArray[np.bool_]:
        """Return which bodies (n,) moved in this step by forces alone, or by the mean of old and new velocities.

        Contacts let the others move by the new ones: these change at the start of the step.
        """
        bodies, islands, n = self.bodies, self.islands, self.model.body_count
        before, after, moving = (array[:n, :3] for array in (bodies.before, bodies.twist, bodies.moving))
        by_mean = np.square(moving - 0.5 * (before + after)).sum(axis=1) <= np.square(moving - after).sum(axis=1)
        solved = (islands.island >= 0) & (islands.method[islands.island] == 1)
        return self.wrenches.ballistic(islands) | (solved & by_mean)

    def left_by_document(self) -> IntArray:
        """Return the islands (k,) that the document's method leaves to the direct solver.

        Those that Python functions or, without joints, stiff forces hold together.
        """
        if self.articulated is None:
            return self.islands.holding(self.stiff.pairs) if self.stiff.most else NO_ISLANDS
        return self.islands.holding(self.articulated.user_members())

    @property
    def coupled_pairs(self) -> IntArray:
        """Pairs of bodies (m, 2) that joints and stiff forces hold together."""
        if self.articulated is None:
            return self.stiff.pairs
        if not len(self.stiff.pairs) and not len(self.articulated.links):
            return self.articulated.pairs
        return np.concatenate([self.articulated.pairs, self.articulated.links, self.stiff.pairs])
