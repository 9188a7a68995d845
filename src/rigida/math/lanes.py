"""Eight numbers handled as one: kernels written for `Lanes` work on eight single-precision numbers per instruction.

From arrays of double precision `load` takes eight double-precision numbers, two instructions' worth. A plain number
stands for eight of them, so that functions of scalars (`math.quaternion`, …) serve for lanes as they are.

LLVM vectorises a plain loop over eight rows only where it can prove that no operands overlap, which it cannot once
bodies are gathered by number. A `Lanes` value is a vector register instead: `+ − × ÷` work on it, and the functions
below move it from and to memory. Every operation rounds on its own.
Without compilation (NUMBA_DISABLE_JIT=1) a value is an array of eight numbers and the same kernels run.
"""

import operator
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numpy.typing import NDArray

from rigida.jit.lanes_type import DOUBLE, SINGLE, LanesType, read_lanes, root_code, splat, transposed, write_lanes
from rigida.jit.lanes_type import LANES as LANES

SingleArray = NDArray[np.float32]
RealArray = NDArray[np.floating[Any]]
Lanes = Any

_LONG = ir.IntType(64)


def _kind(array: Any) -> LanesType:
    """Return the type of eight numbers of an array."""
    return SINGLE if array.dtype == types.float32 else DOUBLE


def _register(function: Any, method: str) -> None:
    """Let an operator work on two `Lanes`, or on one and a number, by an instruction of the builder."""

    @infer_global(function)
    class _Template(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            found = [arg for arg in args if isinstance(arg, LanesType)]
            if len(args) != 2 or not found or any(arg not in (found[0], types.float64) for arg in args):
                return None
            return signature(found[0], *args)

    # No flag to contract products and sums: which ones are would depend on what was compiled in the same process.
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind, both = sig.return_type, zip(sig.args, args, strict=True)
        return getattr(builder, method)(*(arg if of == kind else splat(builder, kind, arg) for of, arg in both))

    for kinds in ((LanesType, LanesType), (LanesType, types.Float), (types.Float, LanesType)):
        lower_builtin(function, *kinds)(_lower)


for _function, _method in (
    (operator.add, "fadd"),
    (operator.iadd, "fadd"),
    (operator.sub, "fsub"),
    (operator.isub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _register(_function, _method)


@infer_global(operator.neg)
class _Negative(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(args[0], args[0]) if isinstance(args[0], LanesType) else None


@lower_builtin(operator.neg, LanesType)  # type: ignore[untyped-decorator]
def _lower_negative(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.fneg(args[0])


def _pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Return where eight numbers lie in an array, counted in single numbers from its begin."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _kind(kind).vector.as_pointer())


def _rows(context: Any, builder: Any, sig: Any, args: Any) -> list[Any]:
    """Return the pointers to the rows of eight numbers whose numbers stand in ids[at …]."""
    ids = context.make_array(sig.args[1])(context, builder, args[1]).data
    found = []
    for lane in range(LANES):
        place = builder.gep(ids, [builder.add(args[2], ir.Constant(_LONG, lane))])
        row = builder.mul(builder.sext(builder.load(place), _LONG), ir.Constant(_LONG, LANES))
        found.append(_pointer(context, builder, sig.args[0], args[0], row))
    return found


def load(array: RealArray, index: int) -> Lanes:
    """Return the eight numbers of an array from `index` on, counted through its rows."""
    return array.reshape(-1)[index : index + LANES].copy()


def store(array: RealArray, index: int, value: Lanes) -> None:
    """Write eight numbers into an array from `index` on, counted through its rows."""
    array.reshape(-1)[index : index + LANES] = value


def gather(array: SingleArray, ids: Any, at: int) -> tuple[Lanes, ...]:
    """Return the eight columns of the rows ids[at] … ids[at + 7] of an array (n, 8)."""
    return tuple(array[ids[at : at + LANES]].T.copy())


def scatter(array: SingleArray, ids: Any, at: int, columns: tuple[Lanes, ...]) -> None:
    """Write eight columns into the rows ids[at] … ids[at + 7] of an array (n, 8)."""
    array[ids[at : at + LANES]] = np.stack(columns, axis=1)


def spread(value: float) -> Lanes:
    """Return one number in all eight lanes, of single precision."""
    return np.full(LANES, value, dtype=np.float32)


def greater(x: Lanes, y: Lanes) -> Lanes:
    """Return the greater number of each lane; y where x is not a number."""
    return np.where(x > y, x, y)


def lesser(x: Lanes, y: Lanes) -> Lanes:
    """Return the lesser number of each lane; y where x is not a number."""
    return np.where(x < y, x, y)


def sign_of(x: Lanes) -> Lanes:
    """Return 1 in lanes that are not negative, −1 in the others."""
    return np.where(x >= 0.0, np.float32(1.0), np.float32(-1.0))


def root(x: Lanes) -> Lanes:
    """Return the square root of each lane."""
    return np.sqrt(x)


@intrinsic
def _load(typing: Any, array: Any, index: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return read_lanes(builder, _pointer(context, builder, sig.args[0], args[0], args[1]))

    return _kind(array)(array, types.int64), code


@intrinsic
def _store(typing: Any, array: Any, index: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        write_lanes(builder, _pointer(context, builder, sig.args[0], args[0], args[1]), args[2])
        return context.get_dummy_value()

    return types.void(array, types.int64, _kind(array)), code


@intrinsic
def _gather(typing: Any, array: Any, ids: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        rows = [read_lanes(builder, pointer) for pointer in _rows(context, builder, sig, args)]
        return context.make_tuple(builder, sig.return_type, transposed(builder, rows))

    return types.UniTuple(_kind(array), LANES)(array, ids, types.int64), code


@intrinsic
def _scatter(typing: Any, array: Any, ids: Any, at: Any, columns: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        rows = transposed(builder, cgutils.unpack_tuple(builder, args[3]))
        for pointer, row in zip(_rows(context, builder, sig, args), rows, strict=True):
            write_lanes(builder, pointer, row)
        return context.get_dummy_value()

    return types.void(array, ids, types.int64, columns), code


@intrinsic
def _spread(typing: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return splat(builder, SINGLE, args[0])

    return SINGLE(types.float64), code


@intrinsic
def _greater(typing: Any, x: Any, y: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[0], args[1])

    return x(x, y), code


@intrinsic
def _lesser(typing: Any, x: Any, y: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered("<", args[0], args[1]), args[0], args[1])

    return x(x, y), code


@intrinsic
def _sign_of(typing: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one, zero, minus = (ir.Constant(x.vector, [value] * LANES) for value in (1.0, 0.0, -1.0))
        return builder.select(builder.fcmp_ordered(">=", args[0], zero), one, minus)

    return x(x), code


@intrinsic
def _root(typing: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return root_code(builder, args[0])

    return x(x), code


if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
    # Compiled kernels see the instructions themselves.
    load = _load  # type: ignore[assignment]
    store = _store  # type: ignore[assignment]
    gather = _gather  # type: ignore[assignment]
    scatter = _scatter  # type: ignore[assignment]
    spread = _spread  # type: ignore[assignment]
    greater = _greater  # type: ignore[assignment]
    lesser = _lesser  # type: ignore[assignment]
    sign_of = _sign_of  # type: ignore[assignment]
    root = _root  # type: ignore[assignment]
