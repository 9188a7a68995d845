"""The version of rigida."""

__version__ = "0.1.0"
