"""Cameras, and the automatic choice of their position."""
