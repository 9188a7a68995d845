"""All that is changed in numba."""
