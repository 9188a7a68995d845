"""Tests of the viewer, some of them in a real browser."""
