"""Jams: contacts that contradict each other, as of a body between two that do not give way.

No velocities satisfy them, so impulses that hold each other's balance grow with every solve, and would throw the body
out as soon as one of them ends. Impulses beyond all that the motion of an island can call for are therefore let go.
"""

from rigida.jit.decorators import routine
from rigida.jit.records import Int32, Rows
from rigida.realtime.arrays import POINTS, Bodies
from rigida.realtime.direct.constraint import MULTIPLIERS
from rigida.realtime.direct.sweep import apply_multipliers
from rigida.realtime.direct.work import Work
from rigida.realtime.islands.choose import largest_component

#: Impulses above this many times the momentum that an island can have lost or gained are a jam: wedges multiply forces,
#: but by less.
_JAM = 100.0


@routine
def momentum_scale(member: Rows[Int32], speed: float, bodies: Bodies) -> float:
    """Return what the momenta of an island, with and without the forces of the step, add up to at most [kg m/s].

    speed: added to that of every body [m/s].
    """
    total = 0.0
    for p in range(len(member)):
        i = member[p]
        most = max(largest_component(bodies.twist[i]), largest_component(bodies.before[i]))
        total += bodies.mass[i] * (most + speed)
    return total


@routine
def is_jammed(count: int, momentum: float, work: Work) -> bool:
    """Tell whether a normal impulse of the first `count` constraints is one of a jam."""
    most = 0.0
    for q in range(count):
        for k in range(POINTS):
            most = max(most, work.constraint[q].impulse.normal[k])
    return most > _JAM * momentum


@routine
def drop_impulses(count: int, work: Work) -> None:
    """Forget all impulses of the first `count` constraints."""
    for q in range(count):
        for n in range(MULTIPLIERS):
            work.constraint[q].impulse.all[n] = 0.0


@routine
def release_jam(count: int, bodies: Bodies, work: Work) -> None:
    """Take all impulses of the first `count` constraints back from the twists and forget them."""
    for q in range(count):
        for n in range(MULTIPLIERS):
            work.change[q].all[n] = -work.constraint[q].impulse.all[n]
    drop_impulses(count, work)
    for q in range(count):
        apply_multipliers(work.constraint[q], work.change[q], bodies, bodies.twist)
