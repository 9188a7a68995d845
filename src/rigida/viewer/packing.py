"""Messages to the page: a JSON header followed by little-endian arrays at the offsets of the header."""

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Kinds of numbers that the page knows.
_KINDS = {"f4", "i2", "u4", "u1"}


def packed(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return one message; arrays must be of float32, int16, uint32 or uint8."""
    places: dict[str, dict[str, Any]] = {}
    blocks: list[bytes] = []
    at = 0
    for name, array in arrays.items():
        kind = array.dtype.str[1:]
        assert kind in _KINDS, f"{name} has numbers of kind {kind}"
        data = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
        places[name] = {"kind": kind, "count": int(array.size), "at": at}
        blocks.append(data + bytes(-len(data) % 4))
        at += len(blocks[-1])
    text = json.dumps({**header, "arrays": places}, ensure_ascii=False, allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    return b"".join([struct.pack("<I", len(text)), text, *blocks])


def single(values: Any) -> NDArray[np.float32]:
    """Return numbers in the precision of the page."""
    return np.asarray(values, dtype=np.float32)
