"""The precise engine's step, as one page.

From the present time to `until`: impulses that are due change velocities, then the equations of motion are integrated
up to the next instant at which a force jumps or a contact changes, which is resolved, and so on.
"""

import math
from typing import TYPE_CHECKING

from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, first_non_finite
from rigida.errors import DivergedError
from rigida.precise.budget import Budget, SpentError
from rigida.precise.chattering import Chattering
from rigida.precise.integrators import Snapshot, StepSizeError
from rigida.precise.joint_watch import JumpsNamed, watch_joints

if TYPE_CHECKING:
    from rigida.precise.engine import PreciseEngine

#: A step's beginning: the state, and what else decides how it goes.
Mark = tuple[State, Snapshot] | None


def advance(engine: "PreciseEngine", until: float, land: bool) -> StepReport:
    """Move the engine's state to `until` (or, if it need not land there, past it) and return what it took."""
    state, report = engine.state, engine.settle()
    budget = Budget(engine.settings.budget, state.time, until, engine.settings.dt)
    while not reached(state.time, until):
        if engine.chattering is not None and engine.chattering.acts:
            advance_chattering(engine, engine.chattering, budget, report)
            continue
        # what acts at once
        apply_due_impulses(engine, until)
        # what moves, up to the next change of contact
        begin, start, rows = mark(engine), state.time, closed_row_count(engine)
        try:
            move_on(engine, until if land else math.inf, budget, report)
            change = first_contact_change(engine, begin)
            if change is not None:
                repeat_step(engine, begin, change, budget, report)
                while state.time < change:  # in more than one internal step, each with its own account
                    account(engine, begin)
                    begin = mark(engine)
                    integrate(engine, change, budget, report, cut=True)
        except (StepSizeError, SpentError) as why:
            restore_before_collapse(engine, begin, why, budget, report)
            continue
        account(engine, begin)
        if change is not None:
            resolve_contacts(engine)
        # velocity solve
        check_finite(state)
        watch_joints(engine, start, report)
        # store
        if engine.forces.finish_step(state):
            engine.constants_changed()
        # what it took
        record_work(engine, budget, change is not None, report, rows)
        engine.report_progress(state.time)
        if chatters(engine, budget):
            engine.begin_chattering()
            budget.watch_again(state.time)
        elif budget.exhausted():
            raise budget.refuse(engine, report)
    report.time = state.time
    return report


def reached(time: float, until: float) -> bool:
    """Return whether a step that goes to `until` has come there."""
    return time >= until or math.isclose(time, until, rel_tol=1e-12)


def move_on(engine: "PreciseEngine", until: float, budget: Budget, report: StepReport, cut: bool = False) -> None:
    """Integrate the equations of motion for one internal step."""
    with JumpsNamed(engine.joints, engine.state.time):
        integrate(engine, next_break(engine, until), budget, report, cut)


def integrate(engine: "PreciseEngine", until: float, budget: Budget, report: StepReport, cut: bool) -> None:
    """Take one internal step, as long as there is budget for it."""
    system = engine.system
    system.most_evaluations = system.evaluations + budget.left(closed_row_count(engine))
    try:
        engine.integrator.advance(engine.state, until, report, cut)
    finally:
        system.most_evaluations = math.inf


def apply_due_impulses(engine: "PreciseEngine", until: float) -> None:
    """Apply the impulses that are due (for a fixed step: within the step)."""
    state, impulses = engine.state, engine.model.impulses
    horizon = min(state.time + engine.settings.dt * (1.0 - 1e-9), until) if engine.integrator.fixed_step else state.time
    while engine.impulses_done < len(impulses) and impulses[engine.impulses_done].time <= horizon:
        engine.apply_impulse(impulses[engine.impulses_done])
        engine.impulses_done += 1


def next_break(engine: "PreciseEngine", until: float) -> float:
    """Return the end of the smooth stretch that starts now; forces that jump now are taken from after the jump."""
    breaks = engine.model.break_times
    if engine.state.time in breaks:
        engine.integrator.restart()
    until = next((time for time in breaks if engine.state.time < time < until), until)
    loads = engine.forces.loads
    if len(loads):
        if engine.integrator.fixed_step:
            if loads.set_fractions(engine.settings.dt):
                engine.integrator.restart()
        else:
            until = min(until, engine.state.time + loads.shortest)
    return until if engine.contacts is None else engine.contacts.horizon(engine.state.time, until)


def mark(engine: "PreciseEngine") -> Mark:
    """Return what is needed to take the coming step again."""
    if engine.contacts is None and engine.audit is None and not engine.forces.meter.acts:
        return None
    return engine.state.copy(), engine.integrator.snapshot()


def first_contact_change(engine: "PreciseEngine", begin: Mark) -> float | None:
    """Return when, within the step just taken, a contact or limit closes, opens, sticks or slips; None if none does."""
    if engine.contacts is None or begin is None:
        return None
    return engine.contacts.first_event(begin[0], engine.state, engine.integrator.sample, engine.system.wrenches)


def repeat_step(engine: "PreciseEngine", begin: Mark, end: float, budget: Budget, report: StepReport) -> None:
    """Take the last step again, up to an earlier end or for one internal step that does not reach it."""
    if begin is None:
        return
    engine.state.assign(begin[0])
    engine.integrator.restore(begin[1])
    if engine.state.time < end:
        integrate(engine, end, budget, report, cut=True)


def record_work(engine: "PreciseEngine", budget: Budget, changed: bool, report: StepReport, rows: int) -> None:
    """Note what a turn of the loop took, and where contacts are possible what may be a stall of theirs."""
    if engine.contacts is None:
        budget.take(report)
    else:
        budget.note(engine.state.time, changed, report, rows)


def closed_row_count(engine: "PreciseEngine") -> int:
    """Return the number of rows of closed contacts, active limits and motors."""
    holding = engine.system.holding
    return 0 if holding is None else holding.rows.rows


def chatters(engine: "PreciseEngine", budget: Budget) -> bool:
    """Return whether contacts change too often to be located one by one."""
    if engine.contacts is None or (engine.system.holding is None and not budget.events):
        return False
    return engine.contacts.unresolved or budget.stalled() or budget.exhausted()


def restore_before_collapse(
    engine: "PreciseEngine", begin: Mark, why: StepSizeError | SpentError, budget: Budget, report: StepReport
) -> None:
    """Go back to where no step was small enough, or one took too much work, and go on by time stepping from there."""
    if begin is None or engine.chattering is None or engine.system.holding is None:
        raise budget.refuse(engine, report) if isinstance(why, SpentError) else why
    engine.state.assign(begin[0])
    engine.integrator.restore(begin[1])
    engine.begin_chattering()
    budget.watch_again(engine.state.time)


def advance_chattering(engine: "PreciseEngine", chattering: Chattering, budget: Budget, report: StepReport) -> None:
    """Advance by time stepping, to the end of the step or until contacts have stopped changing."""
    state = engine.state
    while chattering.acts and not reached(state.time, budget.until):
        apply_due_impulses(engine, state.time)
        before = state.copy()
        chattering.advance(state, next_break(engine, budget.until), report)
        if engine.forces.meter.acts:
            engine.forces.meter.add_displacement(before, state)
        if engine.audit is not None:
            engine.audit.add_displacement(before, state, engine.forces, chattering.lost)
        check_finite(state)
        watch_joints(engine, before.time, report)
        if engine.forces.finish_step(state):
            engine.constants_changed()
        budget.take_solutions(chattering.take_solutions(), chattering.stepping.freedoms)
        engine.report_progress(state.time)
        if budget.stalled():
            if not chattering.loosen():
                raise budget.refuse(engine, report)
            budget.watch_again(state.time)
    if not chattering.acts and not (budget.affords(chattering.stepping.rows) or chattering.stepping.at_rest(state)):
        chattering.go_on()
    if not chattering.acts:
        engine.resolve_contacts()
        engine.integrator.set_out(budget.until - budget.start)
        budget.watch_again(state.time)
    engine.warn_of_chattering(chattering, report)


def account(engine: "PreciseEngine", begin: Mark) -> None:
    """Add the works of the step just taken to the audit, and to those of forces without a potential."""
    meter, state = engine.forces.meter, engine.state
    if meter.acts and begin is not None:
        meter.add_step(begin[0].time, state.time, lambda time: engine.integrator.sample(state, time))
    if engine.audit is not None and begin is not None:
        engine.audit.add_step(begin[0], engine.state, engine.integrator, engine.system)


def resolve_contacts(engine: "PreciseEngine") -> None:
    """Apply impacts, and determine which contacts stay closed, stick and slide."""
    # Frames may be read from the step just taken: its dense output is made while the old contacts are still held.
    engine.integrator.sample(engine.state, engine.state.time)
    engine.resolve_contacts()
    engine.integrator.restart()


def check_finite(state: State) -> None:
    """Raise if a body's motion is no longer finite, naming the body."""
    row = first_non_finite(state.center, state.attitude, state.angular_momentum)
    if row >= 0:
        raise DivergedError(
            f"Body '{state.model.names[row]}' turned non-finite at t = {state.time:.6g} s. "
            "Use a smaller dt or an adaptive integrator, and check its forces."
        )
