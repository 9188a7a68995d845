"""Joints in as many coordinates as they leave free: mass matrix, bias, Jacobians, and the forces for a given motion."""
