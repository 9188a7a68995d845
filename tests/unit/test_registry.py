import pytest

from rigida.errors import UsageError
from rigida.registry import Registry, nearest, snake_case


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Box", "box"), ("HalfSpace", "half_space"), ("ConvexHull", "convex_hull"), ("RK4Step", "rk4_step")],
)
def test_kind_is_the_class_name_in_snake_case(name, kind):
    assert snake_case(name) == kind


def test_unknown_kind_offers_the_nearest_and_lists_all():
    registry = Registry("shape")

    @registry.register
    class Sphere:
        pass

    assert registry["sphere"] is Sphere
    with pytest.raises(UsageError, match="Did you mean 'sphere'"):
        registry["shpere"]


def test_two_classes_of_one_kind_are_refused():
    registry = Registry("shape")
    registry.register(type("Thing", (), {}))
    with pytest.raises(UsageError, match="two shapes of kind 'thing'"):
        registry.register(type("Thing", (), {}))


def test_nothing_near_gives_no_hint():
    assert nearest("zzz", ["box"]) == ""
