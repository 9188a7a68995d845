"""Energy of scenes in company that keep it, and of joints with brakes, which never gain any."""

import pytest
from company_trials import energy
from known_misses import judge

import rigida as rg

#: Scenes whose energy drifts or rises further than it may, by the kinetic energy.
MISSES: dict[str, float] = {
    "armature": 0.00062,
}
MARKS = {name: mark for name, (_, mark) in energy.KEPT.items()} | energy.NEVER_RISES


@pytest.mark.parametrize("name", MARKS)
def test_energy_is_kept(name):
    judge(name, energy.kept_by(name, rg.Realtime(), 0, 0), MARKS[name], MISSES)
