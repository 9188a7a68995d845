"""Shapes as tables, and the poses of their instances."""
