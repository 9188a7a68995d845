"""Pieces: geometry drawn in addition to the bodies, with its poses over time.

Rods, pins, sockets, rails, coils, motors, propellers, control surfaces. A piece is a surface carried by a body (or by
the world). It may reach to a point of another body, and then stretches; or turn about its own z axis as a channel
of the recording, or the time, says. Videos, the viewer, pages, glTF and USD all place the same pieces.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing.geometry import Geometry
from rigida.fields import Quat, Vec3
from rigida.math.quaternion import multiply_array, rotate_array
from rigida.scene.body import Finish

#: Groups of pieces, each of which can be hidden.
GROUPS = ("joints", "springs", "motors", "aircraft", "terrain")
#: The carrier that never moves.
WORLD_ROW = -1
#: A stretched piece is never shorter than this part of its width: a mesh must not collapse.
_SHORTEST = 1e-3
_UPRIGHT: Quat = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Turn:
    """A turn about the piece's own z axis by `gain` × the value of a channel, or, without a channel, × the time [s].

    `backward` is the gain of negative values, where it is another one. With `only_if`, the name of a channel, the piece
    turns with time only while that one is positive.
    """

    gain: float
    channel: str = ""
    backward: float | None = None
    only_if: str = ""

    def angle(self, time: float, channels: Mapping[str, Any]) -> float:
        """Return the angle [rad] at `time` [s] with the channels' values at that moment."""
        if self.only_if and not float(channels.get(self.only_if, 1.0)) > 0.0:
            return 0.0
        value = float(channels.get(self.channel, 0.0)) if self.channel else time
        return value * (self.gain if value >= 0.0 or self.backward is None else self.backward)


@dataclass(frozen=True, eq=False)
class Piece:
    """A surface drawn besides the bodies.

    Args:
        name: Such as "hinge1.pin": the element it stands for, and what it is.
        group: One of `GROUPS`.
        geometry: Its surface; pieces that look the same share one object. A stretched piece runs from z = 0 to z = 1.
        color: As "#rrggbb".
        body: Row of the body that carries it, `WORLD_ROW` for the world.
        position: Of the surface's origin in the carrier's body frame [m].
        orientation: Quaternion from the surface's to the carrier's body frame.
        scale: Along the surface's axes; the third one of a stretched piece is not used.
        finish: Of the surface, one of `rigida.drawing.finish.FINISHES`.
        reaches: Row of a second body and a point of it in its body frame [m]: the piece stretches up to there.
        turn: How it turns about its own z axis.
    """

    name: str
    group: str
    geometry: Geometry
    color: str
    body: int
    position: Vec3 = (0.0, 0.0, 0.0)
    orientation: Quat = _UPRIGHT
    scale: Vec3 = (1.0, 1.0, 1.0)
    finish: Finish = "matte"
    reaches: tuple[int, Vec3] | None = None
    turn: Turn | None = None


@dataclass(frozen=True, eq=False)
class PiecePoses:
    """Poses of m pieces: position (m, 3) [m], orientation (m, 4) and scale (m, 3) of their surfaces, world.

    A vertex v of a piece's surface is drawn at position + rotated(orientation, scale · v).
    """

    position: FloatArray
    orientation: FloatArray
    scale: FloatArray


@dataclass(frozen=True, eq=False)
class Pieces:
    """All pieces of a drawing."""

    items: tuple[Piece, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.items)

    def without(self, groups: Collection[str]) -> "Pieces":
        """Return the pieces without the given groups."""
        return Pieces(tuple(piece for piece in self.items if piece.group not in groups))

    def poses(
        self,
        position: FloatArray,
        orientation: FloatArray,
        time: float = 0.0,
        channels: Mapping[str, Any] | None = None,
    ) -> PiecePoses:
        """Return the poses of the pieces for bodies at position (n, 3) [m] and orientation (n, 4).

        Args:
            position: Of the body frames' origins, world.
            orientation: Of the body frames.
            time: [s]; turns what spins.
            channels: Values of the recording's channels at that moment, by name (`drawing.channels_at`).
        """
        table = self._table
        # Row −1, the world, is a body of its own at the end.
        placed = np.concatenate([position, np.zeros((1, 3))])
        turned = np.concatenate([orientation, [_UPRIGHT]])
        q = turned[table.body]
        start = placed[table.body] + rotate_array(q, table.position) if len(self) else np.zeros((0, 3))
        q = multiply_array(q, table.orientation) if len(self) else np.zeros((0, 4))
        scale = table.scale.copy()
        rows = table.stretched
        if len(rows):
            end = placed[table.far_body] + rotate_array(turned[table.far_body], table.far_point)
            along = end - start[rows]
            length = np.sqrt(np.sum(along * along, axis=1))
            scale[rows, 2] = np.maximum(length, _SHORTEST * scale[rows, 0])
            q[rows] = _aimed(q[rows], along, length)
        for k in table.turning:
            turn = self.items[k].turn
            assert turn is not None
            angle = 0.5 * turn.angle(time, channels or {})
            q[k] = multiply_array(q[k], np.array([np.cos(angle), 0.0, 0.0, np.sin(angle)]))
        return PiecePoses(start, q, scale)

    def moving(self, moving: np.ndarray[Any, np.dtype[np.bool_]]) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which pieces move (m,), given which bodies move (n,)."""
        table, static = self._table, np.append(moving, False)
        answer = np.array(static[table.body])
        answer[table.stretched] |= static[table.far_body]
        answer[table.turning] = True
        return answer

    @cached_property
    def _table(self) -> "_Table":
        return _Table(self.items)


class _Table:
    """The pieces' constants as arrays."""

    def __init__(self, items: tuple[Piece, ...]) -> None:
        self.body: IntArray = np.array([piece.body for piece in items], dtype=np.int32)
        self.position = np.array([piece.position for piece in items]).reshape(-1, 3)
        self.orientation = np.array([piece.orientation for piece in items]).reshape(-1, 4)
        self.scale = np.array([piece.scale for piece in items]).reshape(-1, 3)
        reaching = [(k, *piece.reaches) for k, piece in enumerate(items) if piece.reaches is not None]
        self.stretched = np.array([k for k, _, _ in reaching], dtype=np.int64)
        self.far_body = np.array([row for _, row, _ in reaching], dtype=np.int64)
        self.far_point = np.array([point for _, _, point in reaching]).reshape(-1, 3)
        self.turning = np.array([k for k, piece in enumerate(items) if piece.turn is not None], dtype=np.int64)


def _aimed(q: FloatArray, along: FloatArray, length: FloatArray) -> FloatArray:
    """Return turns (k, 4) nearest to `q` that take z to `along` (k, 3); of no length, `q` itself."""
    z = rotate_array(q, np.array([[0.0, 0.0, 1.0]]))
    d = np.where(length[:, None] > 0.0, along / np.where(length > 0.0, length, 1.0)[:, None], z)
    # The shortest turn from z to d is (1 + z·d, z × d); straight back, any axis across z serves.
    w = 1.0 + np.sum(z * d, axis=1)
    back = w < 1e-9
    x = rotate_array(q, np.array([[1.0, 0.0, 0.0]]))
    axis = np.where(back[:, None], x, np.cross(z, d))
    turn = np.concatenate([np.where(back, 0.0, w)[:, None], axis], axis=1)
    return multiply_array(turn / np.linalg.norm(turn, axis=1, keepdims=True), q)
