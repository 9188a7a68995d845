"""Distance and penetration of two convex shapes."""
