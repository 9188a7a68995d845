"""Operators and functions of lanes (`lanes`) as numba compiles them."""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from rigida.jit.extend import compile_as
from rigida.jit.layout import LANES
from rigida.jit.lowering.lanes_type import (
    DOUBLE,
    SINGLE,
    LanesType,
    intrinsic_code,
    read_lanes,
    splat,
    transposed,
    write_lanes,
)
from rigida.math import lanes

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


def _load(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return read_lanes(builder, _pointer(context, builder, sig.args[0], args[0], args[1]))


def _store(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    write_lanes(builder, _pointer(context, builder, sig.args[0], args[0], args[1]), args[2])
    return context.get_dummy_value()


def _gather(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    rows = [read_lanes(builder, pointer) for pointer in _rows(context, builder, sig, args)]
    return context.make_tuple(builder, sig.return_type, transposed(builder, rows))


def _scatter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    rows = transposed(builder, cgutils.unpack_tuple(builder, args[3]))
    for pointer, row in zip(_rows(context, builder, sig, args), rows, strict=True):
        write_lanes(builder, pointer, row)
    return context.get_dummy_value()


def _spread(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return splat(builder, SINGLE, args[0])


def _chosen(comparison: str) -> Callable[..., Any]:
    """Return the code of the number of two that is greater or lesser."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(comparison, args[0], args[1]), args[0], args[1])

    return code


def _sign_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    one, zero, minus = (ir.Constant(sig.args[0].vector, [value] * LANES) for value in (1.0, 0.0, -1.0))
    return builder.select(builder.fcmp_ordered(">=", args[0], zero), one, minus)


def _magnitude(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return intrinsic_code(builder, "fabs", args[0])


def _where_greater(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[2], args[3])


def _any_greater(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    bits = builder.bitcast(builder.fcmp_ordered(">", args[0], args[1]), ir.IntType(LANES))
    return builder.icmp_unsigned("!=", bits, ir.Constant(ir.IntType(LANES), 0))


def _root(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return intrinsic_code(builder, "sqrt", args[0])


# Of each function the types of result and arguments, by those that it is called with, and its code.
_INT = types.int64
for _named, _types, _code in (
    (lanes.load, lambda args: (_kind(args[0]), args[0], _INT), _load),
    (lanes.store, lambda args: (types.void, args[0], _INT, _kind(args[0])), _store),
    (lanes.gather, lambda args: (types.UniTuple(_kind(args[0]), LANES), *args[:2], _INT), _gather),
    (lanes.scatter, lambda args: (types.void, *args[:2], _INT, args[3]), _scatter),
    (lanes.spread, lambda args: (SINGLE, types.float64), _spread),
    (lanes.greater, lambda args: (args[0], *args), _chosen(">")),
    (lanes.lesser, lambda args: (args[0], *args), _chosen("<")),
    (lanes.sign_of, lambda args: (args[0], *args), _sign_of),
    (lanes.magnitude, lambda args: (args[0], *args), _magnitude),
    (lanes.where_greater, lambda args: (args[0], *args), _where_greater),
    (lanes.any_greater, lambda args: (types.boolean, *args), _any_greater),
    (lanes.root, lambda args: (args[0], *args), _root),
):
    compile_as(_named, _types, _code, (types.VarArg(types.Any),))
