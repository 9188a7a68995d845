"""Contacts of moving pairs, found near the direction of the step before, against the exact separation."""

import numpy as np
import pytest
from convex_pairs import exact_separation
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.collision.narrow.narrow_phase import find_manifolds
from rigida.collision.shapes.convex import convex_table

SHAPES = {
    "box": rg.Box((0.4, 0.35, 0.3)),
    "cylinder": rg.Cylinder(0.2, 0.4),
    "coin": rg.Cylinder(0.2, 0.02),
    "cone": rg.Cone(0.2, 0.4),
    "hull": rg.ConvexHull(np.random.default_rng(5).normal(size=(16, 3)) * 0.15),
    "ellipsoid": rg.Ellipsoid((0.2, 0.3, 0.4)),
}
NAMES = list(SHAPES)
TABLE = convex_table(SHAPES.values())
PAIRS = [("cylinder", "cylinder"), ("box", "cylinder"), ("coin", "hull"), ("cone", "cone"), ("hull", "hull")]
PAIRS += [("ellipsoid", "ellipsoid"), ("box", "ellipsoid")]
MARGIN = 0.02
#: Part of the size by which another way out than the one that is followed may be better before it is taken: that of a
#: manifold at first sight (see tests/contract/test_manifolds.py) several times over.
EXACT = 1e-3
#: Overlap, as a part of the size, from which on a pair is looked at anew.
LOST = 0.01


def wxyz(rotation):
    return np.roll(rotation.as_quat(), 1)


def exact(a, b, ra, pb, rb):
    return exact_separation(TABLE, NAMES.index(a), NAMES.index(b), (np.zeros(3), ra), (pb, rb))


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_pairs_that_roll_over_each_other_keep_the_exact_separation(a, b):
    """From apart to 3 mm of overlap while the second turns about the first: features change all the time."""
    rng = np.random.default_rng([NAMES.index(a), NAMES.index(b)])
    geometry, pairs = np.array([NAMES.index(a), NAMES.index(b)], dtype=np.int32), np.array([[0, 1]], dtype=np.int32)
    tolerance = EXACT * TABLE.core["scale"][geometry].min()
    for _ in range(6):
        ra, rb = Rotation.random(rng=rng), Rotation.random(rng=rng)
        direction = rng.normal(size=3)
        position = direction / np.linalg.norm(direction)
        spin, known = rng.normal(size=3) * 0.03, None
        for k in range(40):
            rb = Rotation.from_rotvec(spin) * rb
            position = Rotation.from_rotvec(0.5 * spin[[1, 2, 0]]).apply(position)
            # Brought back along the normal to where it should be.
            wanted = 0.01 - 0.013 * min(k / 20, 1.0)
            for _ in range(3):
                s, normal = exact(a, b, ra, position, rb)
                position = position + (wanted - s) * normal
            s, normal = exact(a, b, ra, position, rb)
            attitude = np.array([wxyz(ra), wxyz(rb)])
            known = find_manifolds(
                TABLE, geometry, np.array([np.zeros(3), position]), attitude, pairs, MARGIN, out=known
            )
            assert (known.count[0] > 0) == (s <= MARGIN)
            if known.count[0]:
                assert known.separation[0, : known.count[0]].min() == pytest.approx(s, abs=tolerance)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_what_is_remembered_never_hides_a_contact(a, b):
    """Memory from somewhere else entirely: apart stays apart, overlap stays overlap."""
    rng = np.random.default_rng([7, NAMES.index(a), NAMES.index(b)])
    geometry, pairs = np.array([NAMES.index(a), NAMES.index(b)], dtype=np.int32), np.array([[0, 1]], dtype=np.int32)
    known = None
    for _ in range(60):
        ra, rb, position = Rotation.random(rng=rng), Rotation.random(rng=rng), rng.normal(size=3) * 0.25
        s, _ = exact(a, b, ra, position, rb)
        attitude = np.array([wxyz(ra), wxyz(rb)])
        known = find_manifolds(TABLE, geometry, np.array([np.zeros(3), position]), attitude, pairs, 0.0, out=known)
        if abs(s) > LOST * TABLE.core["scale"][geometry].min():
            assert (known.count[0] > 0) == (s < 0.0)
