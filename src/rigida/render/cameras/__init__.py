"""Cameras, and where they find their place."""
