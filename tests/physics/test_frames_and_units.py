"""The same scene in another frame, mirrored, or in other units moves in the same way."""

import pytest
from company_trials import invariance
from known_misses import judge

import rigida as rg

#: Largest difference, by the distance covered.
MARK = 1e-6
#: Families in views where it is larger.
MISSES: dict[str, float] = {
    "ladder_with_friction, turned about the vertical": 1.3e-06,
    "ladder_with_friction, turned with gravity": 1.4e-06,
    "ladder_with_friction, mirrored": 1.3e-06,
    "tablecloth, length × 10": 2.2e-05,
    "tablecloth, time ÷ 10": 2.2e-05,
    "axle_of_two_wheels, length × 10": 1.8e-06,
    "roller_with_pendulum, length ÷ 10": 1.8e-06,
    "pendulum_with_armature, length ÷ 10": 2.4e-06,
}


@pytest.mark.parametrize("name", invariance.SMOOTH)
def test_motion_depends_on_neither_frame_nor_units(name):
    for view, difference in invariance.differences(name, rg.Realtime(), 0, 0).items():
        judge(f"{name}, {view}", difference, MARK, MISSES)
