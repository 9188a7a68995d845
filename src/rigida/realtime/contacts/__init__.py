"""Contacts of a step: pairs, manifolds, their cache, events."""
