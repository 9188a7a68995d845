"""Recorded impulses of contacts and joints, and the forces, give m Δv of every body in every step."""

import pytest
from company_trials import forces
from known_misses import judge

import rigida as rg

#: Largest error, by the impulses on the body in the step; packaged scenes run for this many steps.
MARK, STEPS = 1e-9, 40
#: Scenes that miss it; those of many bodies are left to `python benchmarks/company_laws.py forces`.
MISSES: dict[str, float] = {
    "bowl_of_marbles": 0.97,
    "chain": 0.059,
    "domino_ring": 0.11,
    "dominoes": 0.38,
    "double_four_bar": 0.17,
    "double_pendulum": 0.026,
    "four_bar": 0.066,
    "gear_pair": 0.0089,
    "gyroscope": 0.052,
    "hinge_and_slider": 1,
    "locked_cubes": 0.014,
    "marble_run": 0.02,
    "newtons_cradle": 0.0064,
    "pendulum": 0.018,
    "pendulum_of_cubes": 0.016,
    "plank_stack": 0.00077,
    "seesaw": 0.13,
    "slider_crank": 0.19,
    "sphere_on_sphere": 0.019,
    "two_bars": 0.0021,
    "wrecking_ball": 0.083,
}
LARGE = {"pit_of_1000", "pit_of_5000", "pit_of_boxes", "hull_rain", "skull_rings", "skulls", "jacks", "rings_on_poles"}


@pytest.mark.parametrize("name", sorted(set(forces.balanced_scenes()) - LARGE))
def test_recorded_impulses_give_the_change_of_momentum(name):
    errors = forces.balance(name, STEPS, rg.Realtime()).errors
    judge(name, float(errors.max()) if errors.size else 0.0, MARK, MISSES)
