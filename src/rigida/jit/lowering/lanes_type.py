"""Eight numbers in a vector register: their numba type, and the instructions that move and arrange them.

What kernels write with them is in `math.lanes`; records hold them as fields (`kind_code`).
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import models, register_model

from rigida.jit.layout import LANES

_INT = ir.IntType(32)


class LanesType(types.Type):
    """The numba type of eight numbers of one precision."""

    def __init__(self, name: str, real: Any) -> None:
        super().__init__(name=name)
        self.vector = ir.VectorType(real, LANES)


SINGLE, DOUBLE = LanesType("Lanes", ir.FloatType()), LanesType("DoubleLanes", ir.DoubleType())


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front, front.vector)


def read_lanes(builder: Any, pointer: Any) -> Any:
    """Return the code of the eight numbers at a pointer, which need only lie as single numbers do."""
    value = builder.load(pointer)
    value.align = 4
    return value


def write_lanes(builder: Any, pointer: Any, value: Any) -> None:
    """Write eight numbers to a pointer, which need only point where single numbers may lie."""
    builder.store(value, pointer).align = 4


def splat(builder: Any, kind: LanesType, value: Any) -> Any:
    """Return the code of a double-precision number in all lanes."""
    if kind == SINGLE:
        value = builder.fptrunc(value, ir.FloatType())
    empty = ir.Constant(kind.vector, ir.Undefined)
    one = builder.insert_element(empty, value, ir.Constant(_INT, 0))
    return _shuffle(builder, one, empty, [0] * LANES)


def intrinsic_code(builder: Any, operation: str, value: Any) -> Any:
    """Return the code of an LLVM operation, such as "sqrt", on one number or on eight."""
    real = value.type.element if isinstance(value.type, ir.VectorType) else value.type
    name = f"{f'v{LANES}' if real is not value.type else ''}{'f32' if isinstance(real, ir.FloatType) else 'f64'}"
    kind = ir.FunctionType(value.type, [value.type])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.{operation}.{name}"), [value])


def transposed(builder: Any, rows: list[Any]) -> list[Any]:
    """Return the transpose of eight vectors of eight, in three stages of pairwise shuffles."""
    pairs = []
    for i in range(0, 8, 2):
        pairs.append(_shuffle(builder, rows[i], rows[i + 1], [0, 8, 1, 9, 4, 12, 5, 13]))
        pairs.append(_shuffle(builder, rows[i], rows[i + 1], [2, 10, 3, 11, 6, 14, 7, 15]))
    quads = []
    for i in (0, 4):
        for k in (0, 1):
            quads.append(_shuffle(builder, pairs[i + k], pairs[i + 2 + k], [0, 1, 8, 9, 4, 5, 12, 13]))
            quads.append(_shuffle(builder, pairs[i + k], pairs[i + 2 + k], [2, 3, 10, 11, 6, 7, 14, 15]))
    low = [_shuffle(builder, quads[i], quads[i + 4], [0, 1, 2, 3, 8, 9, 10, 11]) for i in range(4)]
    return low + [_shuffle(builder, quads[i], quads[i + 4], [4, 5, 6, 7, 12, 13, 14, 15]) for i in range(4)]


def _shuffle(builder: Any, x: Any, y: Any, mask: list[int]) -> Any:
    return builder.shuffle_vector(x, y, ir.Constant(ir.VectorType(_INT, LANES), mask))
