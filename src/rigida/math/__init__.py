"""Vectors, quaternions and rotations as small kernels: scalars in, tuples out; array versions beside them."""
