"""Test settings: hypothesis without a deadline (the first call of a kernel compiles it) and with fixed examples."""

import pytest
from hypothesis import HealthCheck, settings
from long_form import examples

settings.register_profile(
    "rigida",
    max_examples=examples(100),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rigida")

#: Files whose tests take longest; they are begun first, so that no process ends long after the others.
_FIRST = (
    "test_packaged_kernels.py",
    "test_kernels_plain_and_checked.py",
    "test_flight.py",
    "test_extensions.py",
    "test_pages.py",
    "test_browser.py",
    "test_precise_contact.py",
    "test_gym.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest."""
    items.sort(key=lambda item: item.path.name not in _FIRST)
