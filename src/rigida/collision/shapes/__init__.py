"""Shapes as tables, and where their instances are."""
