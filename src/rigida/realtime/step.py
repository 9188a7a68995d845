"""The realtime engine's step, as one page.

The time step of Popovski 2008, 5.4, with one detection per step: collisions on the old velocities, new velocities from
forces, contacts, new positions. Comments beside a stage say what it reads → writes.
"""

from rigida.arrays import FloatArray
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.realtime import diagnostics
from rigida.realtime.tuning import WRONG
from rigida.realtime.world import World


def find_contacts(w: World, h: float, report: StepReport) -> None:
    """Find what touches, or will within h [s]."""
    w.wrenches.evaluate(h, report)  # state → wrenches
    detect_contacts(w, h)
    if w.settings.sleeping and w.sleepers.wake_disturbed(w.state, w.wrenches.now, h):  # contacts, wrenches → active
        detect_contacts(w, h)


def detect_contacts(w: World, h: float) -> None:
    """Look at bodies that are awake, and at what is near them."""
    w.bodies.refresh()  # state → rotation, inverse mass, twist
    if w.model.paths:
        w.paths.carry(h)  # paths → twist
    w.contacts.find(h)  # shapes, twist, cache → contacts
    if w.overlaps.resolving_overlap:
        w.overlaps.limit(h, w.state.time)  # contacts → separations of what overlapped at the start


def try_step(w: World, h: float) -> float:
    """Move everything by h [s]; return the estimated error of poses, as a part of the size of bodies.

    With error control: a first solution with the geometry of the start, and where bodies turned a second one with that
    of the midpoint.
    """
    build_islands(w, h)  # contacts, joints → islands
    w.write_joint_rows(h)  # → joint rows
    w.corrected = False
    acts = w.control_errors() and (w.contacts.count or w.joint_rows.count)
    corrector = w.corrector if acts else None
    if corrector is not None:
        corrector.keep()
    solve_and_move(w, h, w.wrenches.now)
    if corrector is None or not corrector.needed(h):
        return 0.0
    w.corrected = True
    corrector.predict(h)  # state → contacts, joint rows and wrenches at the midpoint
    solve_and_move(w, h, corrector.wrench, again=True)
    return corrector.finish(h)


def solve_and_move(w: World, h: float, wrench: FloatArray, again: bool = False) -> None:
    """Solve contacts and joints under wrenches (n, 6) and move all bodies by h [s]; again: for the second time."""
    # velocity solve
    if w.rebounds.elastic and w.settings.restitution == "before_forces":
        w.rebounds.apply(h)  # contacts → twist, impact impulses
    if again and w.corrector is not None:
        w.corrector.turn_inertia()  # → rotation, inverse mass at the end
    w.integrator.velocities(h, wrench)  # wrenches → twist
    if w.model.paths:
        w.paths.accelerate(h)  # paths → twist
    if w.rebounds.elastic and w.settings.restitution == "after_forces":
        w.rebounds.apply(h)
    solve(w, h, again)  # contacts, joint rows, cached impulses → impulses, twist, displacement

    # position update
    w.integrator.positions(h, wrench)  # twist, displacement → state
    if w.articulated is not None:
        move = None if w.document is None or w.document.joints is None else w.document.joints.move
        w.articulated.integrate(wrench, h, move)  # wrenches, twist → state of jointed bodies


def finish_step(w: World, h: float, before: State | None, report: StepReport) -> float:
    """Let the time pass, and store what the next step starts with; return the error of what flies (see `Wrenches`).

    before: the state at the start of the step, where forces do work that must be measured.
    """
    w.state.time, error = w.clock.tick(), 0.0
    if w.model.paths:
        place_kinematic(w.model, w.state, w.state.time)  # paths → state
    if not w.corrected:
        error = w.wrenches.correct(h, w.islands, w.contacts.body_radius)  # forces at the end → velocities of what flies
    if before is not None:
        work = w.field.meter.add_motion(before, w.state, w.wrenches.change, w.moved_smoothly())  # states → work
        w.quarantine.add_work(work)
    w.field.finish_step(w.state)

    # store
    if w.rebounds.elastic:
        w.rebounds.store_impulses()  # impact impulses → cache
    w.contacts.collect_events()  # impulses → events, deepest overlap
    if w.settings.sleeping:
        w.sleepers.keep_awake(w.stiff.implicit_pairs)
        w.sleepers.fall_asleep(h)  # velocities → active
    if w.stiff.most:
        by_forces = w.wrenches.ballistic(w.islands) | (w.bodies.active == 0)
        w.stiff.remember(w.joint_rows, by_forces)  # impulses, islands → stiff forces
    diagnostics.check(w, h, report)  # everything → notes
    return error


def build_islands(w: World, h: float) -> None:
    """Sort bodies, contacts and joints into islands."""
    if w.holds:
        w.islands.join(w.coupled_pairs)
    w.islands.build(h)


def solve(w: World, h: float, again: bool = False) -> None:
    """Find the impulses of contacts and joints: small, resting islands directly, the others in sub-steps.

    again: Only those that the corrector has chosen.
    The document's scheme leaves what Python functions hold together, or stiff forces without joints, to these.
    """
    if again:
        w.direct.solve(h, w.joint_rows)
        return
    left = None
    if w.document is not None:
        left = w.left_by_document()
        w.document.solve(h, left)
    w.direct.solve(h, w.joint_rows, left)
    if w.direct.left:
        solve_in_substeps(w, h)
    if w.overlaps.resolving_overlap and w.document is None:
        w.substeps.restrain(h, w.direct.unsolved > WRONG, w.overlaps)


def solve_in_substeps(w: World, h: float) -> None:
    """Find the impulses of islands that are large, in motion, or left by the direct solution."""
    w.direct.sweep_forces(w.joint_rows)
    w.substeps.prepare()
    groups = None if w.articulated is None else w.articulated.in_large_islands()
    if groups is None:
        w.substeps.run(h)
    else:
        groups.run(h, w.substeps)
    w.substeps.finish(h, w.wrenches.now, None if groups is None else groups.in_large_islands)
