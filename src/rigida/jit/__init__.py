"""How kernels are compiled: decorators, cache, binding, linking, and all that is changed in numba."""
