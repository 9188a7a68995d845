"""Constraint parts, the equations of which joints consist, and their table."""
