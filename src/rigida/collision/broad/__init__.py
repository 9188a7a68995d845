"""Broad phase: which pairs of shapes are near each other."""
