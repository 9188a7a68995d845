"""Compiled scenes: the constant Model, the moving State, energy and momentum."""
