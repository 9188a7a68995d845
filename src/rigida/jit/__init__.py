"""Kernels: translation to C, compilation, lookup and calls."""
