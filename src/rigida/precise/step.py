"""The precise engine's step, as one page.

From the present time to `until`: blows that are due change velocities, then the equations of motion are integrated up
to the next instant at which a force jumps or a contact changes, which is resolved, and so on.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, first_non_finite
from rigida.errors import DivergedError
from rigida.precise.budget import Budget, SpentError
from rigida.precise.contact.coarse import interval, press
from rigida.precise.contact.contacts import Contacts
from rigida.precise.integrators import Snapshot, StepSizeError
from rigida.precise.joint_watch import JumpsNamed, watch_joints

if TYPE_CHECKING:
    from rigida.precise.engine import PreciseEngine

#: A step that is finished by blows takes so many, more if bodies are fast; beyond the second number it is refused.
_INTERVALS, _MOST_INTERVALS = 64, 1000

#: A step's beginning: the state, and what else decides how it goes.
Mark = tuple[State, Snapshot] | None


def advance(engine: "PreciseEngine", until: float, land: bool) -> StepReport:
    """Move the engine's state to `until` (or, if it need not land there, past it) and return what it took."""
    state, report = engine.state, engine.settle()
    budget = Budget(engine.settings.budget, state.time, until)
    while not reached(state.time, until):
        # what acts at once
        apply_due_blows(engine, until)
        # what moves, up to the next change of contact
        begin, start, rows = mark(engine), state.time, rows_held(engine)
        try:
            move_on(engine, until if land else math.inf, budget, report)
            change = first_contact_change(engine, begin)
            if change is not None:
                repeat_step(engine, begin, change, budget, report)
        except (StepSizeError, SpentError) as why:
            hold_past_collapse(engine, begin, why, budget, report)
            continue
        account(engine, begin)
        if change is not None:
            resolve_contacts(engine)
        # what must hold
        check_finite(state)
        watch_joints(engine, start, report)
        # what is remembered
        if engine.forces.finish_step(state):
            engine.constants_changed()
        # what it took
        note_work(engine, budget, change is not None, report, rows)
        engine.tell(state.time)
        if budget.exhausted() or (engine.contacts is not None and budget.stalled(jammed(engine))):
            hold_by_blows(engine, budget, report)
    report.time = state.time
    return report


def reached(time: float, until: float) -> bool:
    """Tell whether a step that goes to `until` has come there."""
    return time >= until or math.isclose(time, until, rel_tol=1e-12)


def move_on(engine: "PreciseEngine", until: float, budget: Budget, report: StepReport, cut: bool = False) -> None:
    """Integrate the equations of motion for one internal step."""
    with JumpsNamed(engine.joints, engine.state.time):
        integrate(engine, next_break(engine, until), budget, report, cut)


def integrate(engine: "PreciseEngine", until: float, budget: Budget, report: StepReport, cut: bool) -> None:
    """Take one internal step, as long as there is budget for it."""
    system = engine.system
    system.most_evaluations = system.evaluations + budget.left(rows_held(engine))
    try:
        engine.integrator.advance(engine.state, until, report, cut)
    finally:
        system.most_evaluations = math.inf


def apply_due_blows(engine: "PreciseEngine", until: float) -> None:
    """Apply the blows whose time has come (for a fixed step: comes within the step)."""
    state, blows = engine.state, engine.model.blows
    horizon = min(state.time + engine.settings.dt * (1.0 - 1e-9), until) if engine.integrator.fixed_step else state.time
    while engine.blows_done < len(blows) and blows[engine.blows_done].time <= horizon:
        engine.strike(blows[engine.blows_done])
        engine.blows_done += 1


def next_break(engine: "PreciseEngine", until: float) -> float:
    """Return the end of the smooth stretch that starts now; forces that jump now are taken from after the jump."""
    breaks = engine.model.break_times
    if engine.state.time in breaks:
        engine.integrator.restart()
    until = next((time for time in breaks if engine.state.time < time < until), until)
    loads = engine.forces.loads
    if len(loads):
        if engine.integrator.fixed_step:
            if loads.weigh(engine.settings.dt):
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
    """Return when, within the step just taken, a contact or stop closes, opens, sticks or slips; None if none does."""
    if engine.contacts is None or begin is None:
        return None
    return engine.contacts.first_event(begin[0], engine.state, engine.integrator.sample, engine.system.wrenches)


def repeat_step(engine: "PreciseEngine", begin: Mark, end: float, budget: Budget, report: StepReport) -> None:
    """Take the last step again, up to an earlier end."""
    if begin is None:
        return
    engine.state.assign(begin[0])
    engine.integrator.restore(begin[1])
    while engine.state.time < end:
        integrate(engine, end, budget, report, cut=True)


def note_work(engine: "PreciseEngine", budget: Budget, changed: bool, report: StepReport, rows: int) -> None:
    """Note what a turn of the loop took, and where contacts are possible what may be a stall of theirs."""
    if engine.contacts is None:
        budget.take(report)
    else:
        budget.note(engine.state.time, changed, report, rows)


def rows_held(engine: "PreciseEngine") -> int:
    """Return how many rows of contacts, stops and motors are held at present."""
    holding = engine.system.holding
    return 0 if holding is None else holding.rows.rows


def jammed(engine: "PreciseEngine") -> bool:
    """Tell whether contacts are held in modes that end where they begin, and no others are to be had."""
    return engine.contacts is not None and engine.contacts.jammed


def hold_past_collapse(
    engine: "PreciseEngine", begin: Mark, why: StepSizeError | SpentError, budget: Budget, report: StepReport
) -> None:
    """Go on by blows where held contacts leave no way on for the integration, or take too much work for it."""
    spent = isinstance(why, SpentError)
    if spent:
        budget.give_up()
    if begin is None or engine.contacts is None or engine.contacts.holding is None:
        raise budget.refuse(engine, report) if spent else why
    engine.state.assign(begin[0])
    engine.integrator.restore(begin[1])
    hold_by_blows(engine, budget, report)


def hold_by_blows(engine: "PreciseEngine", budget: Budget, report: StepReport) -> None:
    """Hold contacts by blows at equal intervals: for some past a stall, to the step's end once its budget is spent."""
    state, contacts = engine.state, engine.contacts
    spent = budget.exhausted()
    if reached(state.time, budget.until) or (contacts is None and not spent):
        return
    h = 0.0 if contacts is None else interval(contacts, state, (budget.until - budget.start) / _INTERVALS)
    # Stalls that come again are passed in strides twice as long each time.
    end = budget.until if spent else min(state.time + h * 2.0**budget.stalls, budget.until)
    if contacts is None or end - state.time > _MOST_INTERVALS * h:
        raise budget.refuse(engine, report)
    engine.warn_of_blows(end, h, report)
    count = max(1, math.ceil((end - state.time) / h - 1e-9))
    budget.begin_blows(count)
    for time in np.linspace(state.time, end, count + 1)[1:]:
        fly(engine, contacts, float(time), budget, report)
        lost = press(contacts, state, h)
        if engine.audit is not None:
            engine.audit.add_impact(lost)
    check_finite(state)
    engine.resolve_contacts()
    engine.integrator.restart()
    budget.leave_stall(state.time)


def fly(engine: "PreciseEngine", contacts: Contacts, until: float, budget: Budget, report: StepReport) -> None:
    """Move the bodies as if nothing touched."""
    contacts.release()
    engine.system.holding = None
    engine.integrator.set_out(until - engine.state.time)
    while not reached(engine.state.time, until):
        apply_due_blows(engine, until)
        contacts.release()
        engine.system.holding = None
        begin, start = mark(engine), engine.state.time
        try:
            move_on(engine, until, budget, report, cut=True)
        except SpentError:
            raise budget.refuse(engine, report) from None
        account(engine, begin)
        check_finite(engine.state)
        watch_joints(engine, start, report)
        if engine.forces.finish_step(engine.state):
            engine.integrator.restart()
        budget.take(report)
        engine.tell(engine.state.time)
        if budget.overdrawn():
            raise budget.refuse(engine, report)


def account(engine: "PreciseEngine", begin: Mark) -> None:
    """Add the works of the step just taken to the audit, and to those of forces without a potential."""
    meter, state = engine.forces.meter, engine.state
    if meter.acts and begin is not None:
        meter.add_step(begin[0].time, state.time, lambda time: engine.integrator.sample(state, time))
    if engine.audit is not None and begin is not None:
        engine.audit.add_step(begin[0], engine.state, engine.integrator, engine.system)


def resolve_contacts(engine: "PreciseEngine") -> None:
    """Strike what approaches and decide anew which contacts hold, stick and slide."""
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
