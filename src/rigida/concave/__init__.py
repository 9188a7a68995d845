"""Contacts of concave bodies: samples of each body in the distance of the other, reduced to a few good points."""
