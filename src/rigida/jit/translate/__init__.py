"""Translates kernels, as they are written in Python, to C: the subset is described in CONTRIBUTING."""
