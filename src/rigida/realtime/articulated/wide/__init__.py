"""Articulated groups of equal structure, eight at a time."""
