"""The frame of one shape seen from another: frame (12,) holds R_AB by rows, then p_AB."""

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined
from rigida.math.quaternion import multiply, rotate_back
from rigida.math.rotation import matrix_from_quaternion


@inlined
def relative_frame(pa: FloatArray, qa: FloatArray, pb: FloatArray, qb: FloatArray, frame: FloatArray) -> None:
    """Fill frame (12,) with rotation R_AB by rows and position p_AB from two world poses."""
    w, x, y, z = multiply(qa[0], -qa[1], -qa[2], -qa[3], qb[0], qb[1], qb[2], qb[3])
    r = matrix_from_quaternion(w, x, y, z)
    for k in range(9):
        frame[k] = r[k]
    frame[9], frame[10], frame[11] = rotate_back(
        qa[0], qa[1], qa[2], qa[3], pb[0] - pa[0], pb[1] - pa[1], pb[2] - pa[2]
    )


@inlined
def to_a(frame: FloatArray, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return a direction of frame b in frame a."""
    return (
        frame[0] * x + frame[1] * y + frame[2] * z,
        frame[3] * x + frame[4] * y + frame[5] * z,
        frame[6] * x + frame[7] * y + frame[8] * z,
    )


@inlined
def to_b(frame: FloatArray, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return a direction of frame a in frame b."""
    return (
        frame[0] * x + frame[3] * y + frame[6] * z,
        frame[1] * x + frame[4] * y + frame[7] * z,
        frame[2] * x + frame[5] * y + frame[8] * z,
    )
