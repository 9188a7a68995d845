"""Diagnostics of a step: what failed, and which setting to change."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rigida.dynamics import free_top
from rigida.dynamics.report import StepReport
from rigida.realtime.tuning import DEEP_OVERLAP, LARGEST_TURN, SHORTEST_PART, WRONG

if TYPE_CHECKING:
    from rigida.realtime.world import World


def check(w: "World", h: float, report: StepReport) -> None:
    """Check the step of h [s] just taken: stop diverging bodies, and add notes of what failed to the report."""
    if w.articulated is not None:
        w.articulated.finish(w.state.time)
        if w.articulated.may_break:
            report.notes.extend(w.articulated.break_joints(w.state.time, w.state))
        if w.articulated.open_steps:
            w.quarantine.check_joints(w.articulated.joints, w.contacts.body_radius, report)
    deep = overlaps_deeply(w)
    spinning = w.quarantine.check(h, deep or w.overlaps.resolving_overlap, report)
    if spinning >= 0:
        report.notes.extend(spin_notes(w, spinning, h))
    if deep or not went_well(w):
        report.notes.extend(step_notes(w))


def overlaps_deeply(w: "World") -> bool:
    """Return whether bodies overlap by a good part of the smallest; overlaps at the start are reported elsewhere."""
    return not w.overlaps.resolving_overlap and w.contacts.deepest < -DEEP_OVERLAP * w.contacts.smallest


def spin_notes(w: "World", row: int, h: float) -> Iterator[str]:
    """Yield what is not resolved of a body that turns by more than π in the step of h [s] just taken."""

    angle = h * float(np.linalg.norm(w.state.angular_velocity[row]))
    near, farthest = w.contacts.shapes.body[w.contacts.pairs], free_top.MOST_PARTS * free_top.LARGEST_TURN
    most = round(1.0 / SHORTEST_PART)
    lost = ""
    if w.bodies.jointed[row] and angle > LARGEST_TURN * most:
        lost = f"Its joints take {most} sub-steps, the maximum, and are resolved coarsely"
    elif angle > farthest:
        lost = f"Its orientation is integrated for {farthest:.0f} rad of them"
    elif (near == row).any():
        lost = "Contacts during that rotation are not detected"
    elif row in w.stiff.turned:
        lost = "Forces that rotate with it are integrated coarsely"
    if lost:
        what = f"Body '{w.model.names[row]}' turns by {angle:.3g} rad in a step at t = {w.state.time:.6g} s."
        yield f"{what} {lost}. Lower `dt` of rg.Realtime, or give it more inertia or less angular velocity."


def went_well(w: "World") -> bool:
    """Return whether all solvers converged in the step just taken."""
    joints_closed = (w.articulated is None or not w.articulated.open_steps) and not leaves_joints_open(w)
    solved = w.direct.unsolved <= WRONG or not left_wrong(w)
    return joints_closed and solved and w.rebounds.unspent <= WRONG and w.collisions.unspent <= WRONG


def leaves_joints_open(w: "World") -> bool:
    """Return whether the iterations of the document's method left a joint open by a part of the smallest shape."""
    if w.document is None or w.document.joints is None:
        return False
    return w.document.joints.open > DEEP_OVERLAP * min(w.contacts.smallest, 1.0)


def left_wrong(w: "World") -> bool:
    """Return whether the direct solution left velocities wrong; not while initial overlaps are resolved."""
    return w.direct.unsolved > WRONG and not w.overlaps.resolving_overlap


def step_notes(w: "World") -> Iterator[str]:
    """Yield what the user should know of the step just taken."""
    settings, at = w.settings, f"at t = {w.state.time:.6g} s"
    if overlaps_deeply(w):
        yield f"{_deepest_pair(w)} overlap by {-w.contacts.deepest:.3g} m {at}. {_remedy(w)}"
    if left_wrong(w):
        yield (
            f"Bodies that were solved together have velocities wrong by about {w.direct.unsolved:.2g} m/s {at}. "
            f"Lower `dt`, or lower `direct_limit` below {settings.direct_limit} to have them solved in sub-steps."
        )
    if _unspent(w) > WRONG:
        yield (
            f"Impact propagation did not end {at}: bodies still approach at {_unspent(w):.2g} m/s. "
            f"Raise `collision_passes` above {settings.collision_passes}."
        )
    if w.articulated is not None and w.articulated.open_steps:
        yield f"Joints did not close in {w.articulated.open_steps} sub-steps {at}. Lower `dt` of rg.Realtime."
    if leaves_joints_open(w) and w.document is not None and w.document.joints is not None:
        yield (
            f"Joints are open by up to {w.document.joints.open:.2g} m or rad {at}. "
            f"Raise `joint_iterations` above {settings.joint_iterations}, or lower `dt` of rg.Realtime."
        )


def _unspent(w: "World") -> float:
    """Return the approach speed left after the last impact pass [m/s]."""
    return max(w.rebounds.unspent, w.collisions.unspent)


def _deepest_bodies(w: "World") -> tuple[int, int]:
    """Return the rows of the bodies with the deepest overlap."""
    pair = w.contacts.pairs_and_manifolds()[0][w.contacts.deepest_contact]
    return int(pair["a"]), int(pair["b"])


def _deepest_pair(w: "World") -> str:
    a, b = _deepest_bodies(w)
    return f"Bodies '{w.model.names[a]}' and '{w.model.names[b]}'"


def _remedy(w: "World") -> str:
    """Return which setting helps the deepest pair: that of the solver it was left to."""
    islands, settings = w.islands, w.settings
    pair = islands.island[list(_deepest_bodies(w))]
    if settings.method == "document":
        return f"Raise `contact_iterations` above {settings.contact_iterations}, or lower `dt` of rg.Realtime."
    if pair.max() >= 0 and not islands.method[pair.max()]:
        return (
            f"Raise `substeps` above {settings.substeps} or `direct_limit` above {settings.direct_limit}, "
            "or lower `dt` of rg.Realtime."
        )
    return "Lower `dt` of rg.Realtime."
