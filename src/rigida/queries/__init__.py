"""Questions that users ask of shapes: distances, rays, casts, times of contact."""
