"""Bodies in company move as theory says, and nearer to it with smaller steps, over randomly drawn scenes.

`python benchmarks/company.py --seed N` draws fresh ones.
"""

import pytest
from company_trials import FAMILIES, errors, excess_at_quarter_step
from known_misses import judge
from long_form import LONG, cases

#: Error at dt 1/60, by the distance covered.
MARK = 0.01
#: Families whose first trial is beyond it, with its error.
MISSES: dict[str, float] = {
    "pendulum_with_dry_friction": 0.0123,
    "feather_on_top": 0.0116,
}
#: Families whose first trial has too large an error at dt 1/240, by what an order of 1.6 allows there, or 1e-4.
LOW_ORDER: dict[str, float] = {
    "box_tipping_off_table": 1.4,
    "rope_pendulum": 1.7,
    "pendulum_with_dry_friction": 1.3,
    "pendulum_on_slider_at_limit": 2.4,
    "pair_of_pendulums": 1.3,
    "roller_with_pendulum": 4.0,
    "pair_sliding_and_spinning": 2.0,
    "disk_sliding_on_free_plate": 9.2,
    "feather_on_disk_on_rim": 3.5,
    "disk_on_rim_on_plate": 4.3,
    "feather_on_top": 7.5,
    "gyroscope_on_base": 5.2,
    "dominoes": 10.5,
    "three_rollers_part": 1.81,
}
#: Families of which another trial is beyond one of both.
ALSO_MISS: set[str] = {
    "ball_on_pulled_plank",
    "feather_on_spinning_box",
    "feather_on_toppling_block",
    "pendulum_with_speed_motor",
    "pin_struck",
    "spring_tied_box_on_ice",
}


@pytest.mark.parametrize("name", FAMILIES)
def test_bodies_in_company_move_as_theory_says(name):
    judge(name, errors(name, 0)[0], MARK, MISSES)


@pytest.mark.parametrize("name", FAMILIES)
def test_errors_in_company_shrink_with_the_step(name):
    judge(name, excess_at_quarter_step(name, 0), 1.0, LOW_ORDER)


@pytest.mark.skipif(not LONG, reason="a hundred trials of each family take an hour; RIGIDA_TESTS=long runs them")
@pytest.mark.parametrize("name", FAMILIES)
def test_a_hundred_trials_of_each_family(name):
    trials = cases(1, 100)
    worst = max(errors(name, k)[0] for k in trials)
    order = max(excess_at_quarter_step(name, k) for k in trials)
    known = name in ALSO_MISS or name in MISSES or name in LOW_ORDER
    assert (worst > MARK or order > 1.0) == known, f"{name}: worst {worst:.3g}, {order:.3g} of the order's allowance"
