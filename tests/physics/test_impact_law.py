"""Random boxes that strike the floor with a corner: Newton's restitution and Coulomb's friction, at any step."""

import pytest
from company_trials import FAMILIES, run
from long_form import cases

import rigida as rg

#: Boxes of a hundred that may be off by more than 2 % of the speed of the corner.
MARK, ALLOWED = 0.02, 1.5


@pytest.mark.parametrize("steps", [60, 240])
def test_boxes_rebound_by_newton_and_coulomb(steps):
    trials = cases(40, 133)
    beyond = sum(
        run(FAMILIES["tilted_box_struck"].trial(0, k)[0], rg.Realtime(dt=1 / steps)).error > MARK for k in trials
    )
    assert 100 * beyond <= ALLOWED * len(trials)
