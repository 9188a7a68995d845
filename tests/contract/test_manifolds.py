"""Every pair of convex shapes: manifolds near touching at random poses, checked against the shapes' own equations."""

import functools
import itertools
import math

import convex_pairs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull as Qhull
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.collision.narrow.narrow_phase import find_manifolds
from rigida.collision.shapes.convex import convex_table

SHAPES = {
    "half_space": rg.HalfSpace((0.0, 0.6, 0.8)),
    "box": rg.Box((1.0, 0.6, 0.4)),
    "sphere": rg.Sphere(0.4),
    "capsule": rg.Capsule(0.2, 0.9),
    "cylinder": rg.Cylinder(0.4, 0.7),
    "cone": rg.Cone(0.5, 0.8),
    "pyramid": rg.Pyramid((1.0, 0.7), 0.6),
    "hull": rg.ConvexHull(np.random.default_rng(5).normal(size=(20, 3)) * (0.5, 0.4, 0.3)),
    "ellipsoid": rg.Ellipsoid((0.5, 0.4, 0.3)),
}
NAMES = list(SHAPES)
TABLE = convex_table(SHAPES.values())
PAIRS = [(a, b) for a, b in itertools.combinations_with_replacement(NAMES, 2) if (a, b) != ("half_space", "half_space")]
MARGIN = 0.03
#: Fraction of the smaller size by which a manifold may differ from the exact closest pair: corners that far outside a
#: side are kept (FLUSH), a face that separates less well by that much lends its normal (SLACK), and depths that differ
#: by that much are equal (EQUAL_DEPTH), each 1e-4.
EXACT = 3e-4


def scale_of(a, b):
    rows = [NAMES.index(name) for name in (a, b) if name != "half_space"]
    return TABLE.core["scale"][rows].min()


def outside(name, x):
    """Return a function that is zero on the surface, negative inside and at least the distance outside (own frame)."""
    shape = SHAPES[name]
    rho = math.hypot(x[0], x[1])
    if name == "half_space":
        return float(np.dot(shape.normal, x))
    if name == "sphere":
        return float(np.linalg.norm(x)) - shape.radius
    if name == "capsule":
        half = 0.5 * shape.height
        return math.hypot(rho, x[2] - min(max(x[2], -half), half)) - shape.radius
    if name == "cylinder":
        return max(rho - shape.radius, abs(x[2]) - 0.5 * shape.height)
    if name == "cone":
        slant = math.hypot(shape.radius, shape.height)
        mantle = (shape.height * rho + shape.radius * (x[2] - 0.5 * shape.height)) / slant
        return max(mantle, -0.5 * shape.height - x[2])
    if name == "ellipsoid":
        stretched = x / np.array(shape.radii)
        far = np.linalg.norm(stretched)
        return float(far * (far - 1.0) / np.linalg.norm(stretched / shape.radii))  # to first order
    planes = face_planes(name)
    return float((planes[:, :3] @ x + planes[:, 3]).max())


@functools.cache
def face_planes(name):
    """Return the planes of the faces of a polyhedron (n, 4)."""
    return Qhull(SHAPES[name].surface()[0]).equations


def wxyz(rotation):
    return np.roll(rotation.as_quat(), 1)


def exact_separation(a, b, pose_a, pose_b):
    """Return separation and world normal of a pair with the half-space, if any, first."""
    return convex_pairs.exact_separation(TABLE, NAMES.index(a), NAMES.index(b), pose_a, pose_b)


def manifold(a, b, pose_a, pose_b, margin=MARGIN, limit=4):
    (pa, ra), (pb, rb) = pose_a, pose_b
    found = find_manifolds(
        TABLE,
        np.array([NAMES.index(a), NAMES.index(b)], dtype=np.int32),
        np.array([pa, pb]),
        np.array([wxyz(ra), wxyz(rb)]),
        np.array([[0, 1]], dtype=np.int32),
        margin,
        limit,
    )
    n = found.count[0]
    return found.normal[0], found.point[0, :n], found.separation[0, :n], found.feature[0, :n]


def poses_near_touching(a, b, count=25, seed=0):
    """Yield two poses, their exact separation between −0.05 and 0.04, and the normal."""
    rng = np.random.default_rng([seed, NAMES.index(a), NAMES.index(b)])
    for _ in range(count):
        pose_a = (rng.normal(size=3), Rotation.random(random_state=rng))
        rotation_b = Rotation.random(random_state=rng)
        # Sometimes nearly parallel, as bodies at rest are.
        if rng.random() < 0.5:
            quarter = Rotation.from_rotvec(0.5 * math.pi * np.eye(3)[rng.integers(3)])
            rotation_b = pose_a[1] * quarter * Rotation.from_rotvec(rng.normal(size=3) * 0.03)
        direction = rng.normal(size=3)
        position_b = pose_a[0] + 5.0 * direction / np.linalg.norm(direction)
        wanted = rng.uniform(-0.05, 0.04)
        s, normal = exact_separation(a, b, pose_a, (position_b, rotation_b))
        for _ in range(20):
            # Not to the end: between two surfaces that would end where two normals are equally good.
            if abs(s - wanted) < 0.003:
                break
            position_b = position_b + (wanted - s) * normal
            s, normal = exact_separation(a, b, pose_a, (position_b, rotation_b))
        yield pose_a, (position_b, rotation_b), s, normal


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_points_lie_between_both_surfaces_by_their_separation(a, b):
    scale = scale_of(a, b)
    for pose_a, pose_b, s, _ in poses_near_touching(a, b):
        if (a, b) == ("box", "box") and s > 0.0:
            continue  # Between corners it measures along its axes, not the distance; see box_box.
        # The box–box routine prefers faces by 1e-3 of the size and 1e-2 of the separation.
        exact = (2e-3 + 2e-2 * abs(s)) if (a, b) == ("box", "box") else EXACT * scale
        normal, points, separations, features = manifold(a, b, pose_a, pose_b)
        assert (len(points) > 0) == (s <= MARGIN)
        if not len(points):
            continue
        assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)
        assert separations.min() == pytest.approx(s, abs=exact)
        assert separations.max() <= MARGIN
        assert len(set(features)) == len(features)
        for point, gap in zip(points, separations, strict=True):
            # A point between the ends of a leaning capsule is taken a radius along the normal, which for a lean of
            # 11.5° is 2 % of the radius below the surface; where it is deepest there is no lean.
            round_error = 0.02 * 0.2 if "capsule" in (a, b) and gap > separations.min() else 0.0
            for name, (position, rotation), side in ((a, pose_a, -0.5), (b, pose_b, 0.5)):
                on_surface = rotation.inv().apply(point + side * gap * normal - position)
                assert outside(name, on_surface) == pytest.approx(0.0, abs=exact + round_error)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_exchanged_shapes_mirror_the_contact(a, b):
    for pose_a, pose_b, _, _ in poses_near_touching(a, b, seed=1):
        normal, points, separations, _ = manifold(a, b, pose_a, pose_b)
        back_normal, back_points, back_separations, _ = manifold(b, a, pose_b, pose_a)
        assert (len(points) > 0) == (len(back_points) > 0)
        if not len(points):
            continue
        # Different geometries are put in one order, so only the last digits can differ; of one geometry against itself
        # the depth is compared, because which of several equally good axes and corners are kept depends on the order.
        if a == b:
            box_slack = 2e-3 + 2e-2 * abs(separations.min()) if a == "box" else 0.0
            assert back_separations.min() == pytest.approx(separations.min(), abs=EXACT * scale_of(a, b) + box_slack)
        else:
            np.testing.assert_allclose(back_normal, -normal, atol=1e-9)
            np.testing.assert_allclose(back_points, points, atol=1e-9)
            np.testing.assert_allclose(back_separations, separations, atol=1e-9)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_moving_both_shapes_together_moves_the_contact(a, b):
    turn, shift = Rotation.from_rotvec((0.3, -1.1, 0.7)), np.array([3.0, -2.0, 1.0])
    for pose_a, pose_b, _, _ in poses_near_touching(a, b, count=8, seed=2):
        normal, points, separations, features = manifold(a, b, pose_a, pose_b)
        moved = [(turn.apply(position) + shift, turn * rotation) for position, rotation in (pose_a, pose_b)]
        new_normal, new_points, new_separations, new_features = manifold(a, b, *moved)
        # EPA stops at a relative gap of 1e-11, which leaves the direction on a curved surface its square root.
        np.testing.assert_allclose(new_normal, turn.apply(normal), atol=1e-5)
        assert len(new_points) == len(points)
        if len(points):
            assert new_separations.min() == pytest.approx(separations.min(), abs=1e-5)
            if set(features) == set(new_features):
                order, new_order = np.argsort(features), np.argsort(new_features)
                np.testing.assert_allclose(new_points[new_order], turn.apply(points[order]) + shift, atol=1e-4)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_eight_points_hold_the_deepest_of_four(a, b):
    for pose_a, pose_b, _, _ in poses_near_touching(a, b, count=8, seed=3):
        _, _, few, _ = manifold(a, b, pose_a, pose_b, limit=4)
        _, _, many, features = manifold(a, b, pose_a, pose_b, limit=8)
        assert len(few) <= 4
        assert len(few) <= len(many) <= 8
        assert len(set(features)) == len(features)
        if len(few):
            assert many.min() == pytest.approx(few.min(), abs=EXACT * scale_of(a, b))


def coordinates(limit):
    special = st.sampled_from([0.0, 1e-300, 1e-15, 1e-9, -1e-6, 0.5, -0.5, limit, -limit])
    return st.one_of(special, st.floats(-limit, limit))


turns = st.one_of(
    st.sampled_from([(0.0, 0.0, 0.0), (math.pi, 0.0, 0.0), (0.5 * math.pi, 0.0, 0.0), (0.0, 0.25 * math.pi, 0.0)]),
    st.tuples(*[coordinates(math.pi)] * 3),
)


@pytest.mark.parametrize(("a", "b"), PAIRS)
@given(shift=st.tuples(*[coordinates(1.0)] * 3), turn_a=turns, turn_b=turns)
def test_degenerate_poses_give_finite_points_and_overlap_always_some(a, b, shift, turn_a, turn_b):
    pose_a = (np.zeros(3), Rotation.from_rotvec(turn_a))
    pose_b = (np.array(shift), Rotation.from_rotvec(turn_b))
    normal, points, separations, features = manifold(a, b, pose_a, pose_b, margin=0.0)
    s, _ = exact_separation(a, b, pose_a, pose_b)
    # Touching within rounding may count as either.
    if s < -1e-9:
        assert len(points) > 0
    if s > 1e-9:
        assert len(points) == 0
    assert np.isfinite(normal).all()
    assert np.isfinite(points).all()
    assert np.isfinite(separations).all()
    assert len(set(features)) == len(features)
    if len(points):
        assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-9)
