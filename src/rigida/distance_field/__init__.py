"""Signed distance to triangle surfaces: exact, through a hierarchy of boxes, and sampled on grids."""
