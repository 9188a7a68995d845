"""Test settings: hypothesis without a deadline (the first call of a kernel compiles it) and with fixed examples."""

from hypothesis import HealthCheck, settings

settings.register_profile("rigida", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("rigida")
