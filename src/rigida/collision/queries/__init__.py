"""Kernels of `rigida.queries` for convex shapes and triangles: rays, conservative advancement, containment."""
