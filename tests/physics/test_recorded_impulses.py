"""Recorded impulses of contacts and joints, and the forces, give m Δv of every body in every step."""

import pytest
from company_trials import forces
from known_misses import judge

import rigida as rg

#: Largest error, by the impulses on the body in the step, in double and in single precision (of sub-steps); packaged
#: scenes run for this many steps.
MARK, SINGLE, STEPS = 1e-9, 1e-5, 40
#: Scenes that miss it; those of many bodies are left to `python benchmarks/company_laws.py forces`.
MISSES: dict[str, float] = {"bowl_of_marbles": 1.02e-5}
LARGE = {"pit_of_1000", "pit_of_5000", "pit_of_boxes", "hull_rain", "skull_rings", "skulls", "jacks", "rings_on_poles"}


@pytest.mark.parametrize("name", sorted(set(forces.balanced_scenes()) - LARGE))
def test_recorded_impulses_give_the_change_of_momentum(name):
    found = forces.balance(name, STEPS, rg.Realtime())
    mark = SINGLE if found.in_sub_steps else MARK
    judge(name, float(found.errors.max()) if found.errors.size else 0.0, mark, MISSES)
