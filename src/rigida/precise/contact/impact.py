"""Impacts: impulses at contacts and limits together with those of all joints (Bacin 1999, ch. 8).

Contacts of one pair of bodies are solved together; different pairs one after another, the fastest approach first and
equal ones together, until nothing approaches: so an impulse runs through a row of balls to the last one, which a
simultaneous solution would share out among all. Each impulse lies between κ_inf (no separation) and κ_sup (no energy
lost): where friction or unequal restitutions would add energy, the restitution is taken back until none is added.
"""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FlagArray, FloatArray, IndexArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.energy import kinetic_energy
from rigida.dynamics.state import State
from rigida.math.dense import product
from rigida.precise.contact.holding import change_motion
from rigida.precise.contact.one_sided import OneSided
from rigida.precise.contact.responses import products, respond
from rigida.precise.contact.rigid_rows import solve_one_sided
from rigida.precise.contact.yielding_rows import make_problem, response_factor, solve_by_multipliers

#: Approaches below this part of `rest_speed` are rounding.
APPROACHING = 1e-4
#: Impacts whose approach speeds differ by less than this part are solved together.
_EQUAL = 1e-9
#: Rounds of an impact, and rounds times rows: an impact among hundreds of rows takes fewer.
_MOST_ROUNDS, _MOST_ROWS = 1_000, 100_000
#: A round removes the approach at its contacts. If this part is left, joints and paths block the bodies.
_STUCK = 0.999


@dataclass(frozen=True)
class Impact:
    """Result of an impact: rounds, kinetic energy lost [J], the fastest row and its approach speed [m/s or rad/s]."""

    rounds: int
    lost: float
    fastest: int
    speed: float


def apply_impacts(state: State, joints: JointSet, one: OneSided, rest_speed: float) -> tuple[Impact, FloatArray]:
    """Change the velocities until no unilateral row closes; approaches slower than `rest_speed` do not bounce.

    Returns the impact and the total impulse (k,) of every row.
    """
    rows = one.evaluate(state)
    response = respond(joints, rows.matrix)
    matrix = products(rows.matrix, response)
    rate, total = rows.rate.copy(), np.zeros(one.rows)
    before = kinetic_energy(state.model, state)
    group = _groups(one)
    stuck = np.zeros(int(group.max()) + 1, dtype=bool)
    fastest, rounds, most = int(np.argmin(rate[: one.unilateral])), 0, min(_MOST_ROUNDS, _MOST_ROWS // one.rows)
    speed = -float(rate[fastest])
    while rounds < most:
        approach = np.where(stuck, 0.0, _approaches(rate, group, len(stuck)))
        if approach.max() <= APPROACHING * rest_speed:
            break
        rounds += 1
        if approach.max() <= rest_speed or rounds == most:
            total += _closing_impulse(one, joints, rows.matrix, rate, APPROACHING * rest_speed)
            break
        selected = approach >= approach.max() * (1.0 - _EQUAL)
        elastic = np.where(rate[: one.unilateral] < -rest_speed, one.restitution, 0.0)
        impulse = _impulse(one, matrix, rate, selected[group], elastic)
        rate += product(matrix, impulse)
        total += impulse
        stuck |= selected & (_approaches(rate, group, len(stuck)) > _STUCK * approach)
    change_motion(state, np.einsum("k,kij->ij", total, response))
    return Impact(rounds, before - kinetic_energy(state.model, state), fastest, speed), total


def _impulse(one: OneSided, matrix: FloatArray, rate: FloatArray, chosen: FlagArray, elastic: FloatArray) -> FloatArray:
    """Return the impulse (k,) of one impact at the chosen unilateral rows; its friction is kinetic."""
    pressed = np.where(one.block_normal >= 0, np.append(chosen, False)[one.block_normal], False)
    none = np.zeros(len(one.block_row), dtype=bool)
    aim = np.zeros((len(one.block_row), 2))
    target = rate.copy()
    target[: one.unilateral] += elastic * np.minimum(rate[: one.unilateral], 0.0)
    full = solve_one_sided(one, matrix, target, chosen, pressed, none, aim, slips=~none)
    if not elastic[chosen].any():
        return full
    # ΔT = z·(v + ½ W z) for an impulse z. Along plastic + s (full − plastic) it is a parabola in s.
    gain = product(full, rate + product(0.5 * matrix, full))
    if gain <= 0.0:
        return full
    plastic = solve_one_sided(one, matrix, rate, chosen, pressed, none, aim, slips=~none)
    step = full - plastic
    c0 = product(plastic, rate + product(0.5 * matrix, plastic))
    c1 = product(step, rate + product(matrix, plastic))
    c2 = product(product(0.5 * step, matrix), step)
    s = 1.0
    if c2 > 0.0 and c0 <= 0.0:
        s = min(1.0, (-c1 + np.sqrt(max(float(c1 * c1 - 4.0 * c2 * c0), 0.0))) / (2.0 * c2))
    return np.asarray(plastic + max(s, 0.0) * step)


def _closing_impulse(
    one: OneSided, joints: JointSet, matrix: FloatArray, rate: FloatArray, allowed: float
) -> FloatArray:
    """Return the impulse (k,), of all rows together, after which none approaches: what no longer bounces, and endless
    exchanges of ever smaller impulses. Rates are found to `allowed` [m/s or rad/s]."""
    factor, blocks = response_factor(joints, joints.model, matrix), len(one.block_row)
    every, none = np.ones(blocks, dtype=bool), np.zeros(blocks, dtype=bool)
    problem = make_problem(
        one,
        factor,
        rate,
        np.ones(one.unilateral, dtype=bool),
        one.block_normal >= 0,
        none,
        np.zeros((blocks, 2)),
        every,
    )
    impulse = np.zeros(one.rows)
    solve_by_multipliers(problem, impulse, allowed / max(np.sqrt(problem.compliance), np.finfo(float).tiny))
    return impulse


def _approaches(rate: FloatArray, group: IndexArray, count: int) -> FloatArray:
    """Return how fast the unilateral rows of each group close at most [m/s or rad/s], negative where all open."""
    approach = np.full(count, -np.inf)
    np.maximum.at(approach, group, -rate[: len(group)])
    return approach


def _groups(one: OneSided) -> IndexArray:
    """Return the group of each unilateral row (s,): one for each pair of bodies, and one for each joint limit."""
    pairs: dict[object, int] = {}
    owners: list[object] = [(feature.a, feature.b) for feature in one.features.features]
    owners += [("limit", k) for k in range(len(one.limits))]
    return np.array([pairs.setdefault(owner, len(pairs)) for owner in owners], dtype=np.intp)
