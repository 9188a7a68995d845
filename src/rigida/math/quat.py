"""Quaternions as values: attitudes in the records of kernels. Functions of their components are in `quaternion`."""

from rigida.jit.values import value


@value
class Quat:
    """A quaternion w + x i + y j + z k; of length one it is a rotation."""

    w: float
    x: float
    y: float
    z: float
