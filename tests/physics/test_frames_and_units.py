"""The same scene in another frame, mirrored, or in other units moves in the same way."""

import pytest
from company_trials import invariance
from known_misses import judge

import rigida as rg

#: Largest difference, by the distance covered.
MARK = 1e-6
#: Families in views where it is larger.
MISSES: dict[str, float] = {
    "box_tipping_off_table, length × 10": 0.00043,
    "box_tipping_off_table, length ÷ 10": 2.9e-05,
    "ladder_with_friction, turned about the vertical": 1.3e-06,
    "ladder_with_friction, turned with gravity": 1.4e-06,
    "ladder_with_friction, mirrored": 1.3e-06,
    "ladder_with_friction, length × 10": 0.00015,
    "disk_on_rim_on_plate, length × 10": 0.001,
    "feather_on_egg, length × 10": 4.1e-06,
    "tablecloth, length × 10": 2.4e-05,
    "tablecloth, time ÷ 10": 2.2e-05,
    "cylinder_on_free_wedge, length × 10": 1.7e-05,
    "block_on_free_plank, length × 10": 6.2e-05,
    "stack_toppling, length × 10": 5.9e-05,
    "stack_toppling, length ÷ 10": 4.1e-05,
    "block_toppling_on_cart, length × 10": 5.2e-05,
    "block_toppling_on_cart, length ÷ 10": 2.6e-05,
    "roller_with_pendulum, length × 10": 0.00023,
    "roller_with_pendulum, length ÷ 10": 1.8e-06,
    "axle_of_two_wheels, length × 10": 1.8e-06,
    "dumbbell_struck, length × 10": 2.7e-06,
    "dumbbell_struck, length ÷ 10": 2.1e-06,
    "pendulum_with_armature, length ÷ 10": 2.5e-06,
}


@pytest.mark.parametrize("name", invariance.SMOOTH)
def test_motion_depends_on_neither_frame_nor_units(name):
    for view, difference in invariance.differences(name, rg.Realtime(), 0, 0).items():
        judge(f"{name}, {view}", difference, MARK, MISSES)
