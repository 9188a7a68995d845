"""Narrow phase: contact manifolds of pairs."""
