"""SDFormat models and worlds."""
