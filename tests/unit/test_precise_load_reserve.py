"""Load reserve of redundant contacts, against statics."""

import numpy as np
import pytest

from rigida.precise.contact.closed_system import ClosedSystem
from rigida.precise.contact.load_reserve import load_reserve, make_limits, without_pulling

#: Corners of a table of 2 m × 2 m, on which a weight of 4 N stands.
CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def table(load, pull, friction):
    """Return limits, least forces and free forces of four corners under 4 N at `load` (2,) and a pull (2,) there."""
    rows = np.zeros((6, 12))  # forces x, y, z and torques about x, y, z of the corners' (normals, frictions)
    for k, (x, y) in enumerate(CORNERS):
        rows[[2, 3, 4], k] = 1.0, y, -x
        rows[[0, 5], 4 + 2 * k] = 1.0, -y
        rows[[1, 5], 5 + 2 * k] = 1.0, x
    wanted = np.array([-pull[0], -pull[1], 4.0, 4.0 * load[1], -4.0 * load[0], load[1] * pull[0] - load[0] * pull[1]])
    still = np.ascontiguousarray(rows.T)
    z = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    blocks = [(np.array([4 + 2 * k, 5 + 2 * k]), k, friction, 0.0) for k in range(4)]
    return make_limits(np.arange(4), blocks, np.ones(12), 12), z, ClosedSystem(still, still).free_forces()


@pytest.mark.parametrize("part", [0.9, 0.999, 1.001, 1.1])
@pytest.mark.parametrize("load", [(0.0, 0.0), (0.5, 0.2), (0.0, -0.9)])
def test_a_pull_through_the_load_is_held_up_to_the_friction_of_the_whole_weight(part, load):
    limits, z, free = table(load, (0.3 * 4.0 * part, 0.0), 0.3)
    reserve, best = load_reserve(limits, z, free)
    assert limits.least(best) == pytest.approx(reserve, abs=1e-9)
    assert (reserve > 0.0) == (part < 1.0)
    # A share of 1 − part of the friction is left for four corners alike at most.
    assert reserve <= 0.3 * (1.0 - part) + 1e-9


def test_a_load_beyond_the_corners_is_not_held():
    limits, z, free = table((1.01, 0.0), (0.0, 0.0), 0.3)
    assert load_reserve(limits, z, free)[0] < 0.0


def test_a_corner_that_need_not_pull_does_not():
    _, z, free = table((0.6, 0.6), (0.0, 0.0), 0.3)
    assert z[:4].min() < 0.0
    pushing = without_pulling(z, free, 4)
    assert pushing[:4].min() >= -1e-12
    np.testing.assert_allclose(pushing[:4] @ CORNERS, 4.0 * np.array([0.6, 0.6]), atol=1e-12)
