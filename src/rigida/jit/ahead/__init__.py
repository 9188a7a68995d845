"""Kernels compiled ahead of time, when rigida is installed: how they are built, found and called."""
