"""Constraints: parts with their Jacobians, joints made of them, and the multipliers that keep them."""
