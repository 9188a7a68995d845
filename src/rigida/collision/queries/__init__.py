"""What answers questions about convex shapes and triangles (`rigida.queries`): rays, advancement, containment."""
