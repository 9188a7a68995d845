"""Collision detection: broad phase, distances, penetration, contact manifolds, queries, time of contact."""
