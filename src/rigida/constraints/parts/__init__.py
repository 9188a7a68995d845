"""Constraint parts: what joints are made of, each with its mathematics, and the table of them."""
