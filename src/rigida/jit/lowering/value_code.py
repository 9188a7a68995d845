"""Values and formulas (`values`) as numba compiles them: a formula is run once with numbers that note what is done."""

import operator
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import models, register_model, typeof_impl
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr

from rigida.jit.extend import compile_as
from rigida.jit.lowering.lanes_type import LanesType, intrinsic_code, splat
from rigida.jit.patches.operator_types import remember_operators_on
from rigida.jit.values import VALUES, component_names

#: What an operator with a value may have on its other side.
_NUMBERS = (types.Float, types.Integer, LanesType)
_BINARY = (operator.add, operator.sub, operator.mul, operator.truediv, operator.matmul)
_IN_PLACE = (operator.iadd, operator.isub, operator.imul, operator.itruediv)


class ValueType(types.Type):
    """The numba type of a value of floats or of lanes."""

    def __init__(self, cls: type, real: Any) -> None:
        self.cls, self.real, self.names = cls, real, component_names(cls)
        super().__init__(name=f"{cls.__module__}.{cls.__name__}({real.name})")


remember_operators_on(ValueType, LanesType)


class Traced:
    """A number of a formula that is being compiled; without a builder only its type is asked for."""

    __slots__ = ("builder", "code")

    def __init__(self, builder: Any, code: Any) -> None:
        self.builder, self.code = builder, code

    def _with(self, instruction: str, other: Any, other_first: bool = False) -> Any:
        if not isinstance(other, (Traced, int, float)):
            return NotImplemented
        if self.builder is None:
            return self
        mine, its = self.code, other.code if isinstance(other, Traced) else constant(self.code.type, other)
        make = getattr(self.builder, instruction)
        return Traced(self.builder, make(its, mine) if other_first else make(mine, its))

    def __add__(self, other: Any) -> Any:
        return self._with("fadd", other)

    def __radd__(self, other: Any) -> Any:
        return self._with("fadd", other, other_first=True)

    def __sub__(self, other: Any) -> Any:
        return self._with("fsub", other)

    def __rsub__(self, other: Any) -> Any:
        return self._with("fsub", other, other_first=True)

    def __mul__(self, other: Any) -> Any:
        return self._with("fmul", other)

    def __rmul__(self, other: Any) -> Any:
        return self._with("fmul", other, other_first=True)

    def __truediv__(self, other: Any) -> Any:
        return self._with("fdiv", other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with("fdiv", other, other_first=True)

    def __neg__(self) -> "Traced":
        return self if self.builder is None else Traced(self.builder, self.builder.fneg(self.code))

    def square_root(self) -> "Traced":
        """Return the square root."""
        return self if self.builder is None else Traced(self.builder, intrinsic_code(self.builder, "sqrt", self.code))

    def __bool__(self) -> bool:
        raise TypeError("A formula must not branch: its numbers are not known when it is compiled.")


def constant(kind: Any, number: float) -> Any:
    """Return the code of a number as an LLVM type of one or eight."""
    return ir.Constant(kind, [float(number)] * kind.count if isinstance(kind, ir.VectorType) else float(number))


def register_value(made: Any) -> None:
    """Tell numba of a value class."""
    typeof_impl.register(made)(lambda *_: ValueType(made, types.float64))
    register_formula(made)


def register_formula(function: Any) -> None:
    """Tell numba of a formula."""
    _register(function, (types.VarArg(types.Any),))


def pack(context: Any, builder: Any, kind: Any, parts: list[Any]) -> Any:
    """Return the code of a struct of these parts."""
    made = context.get_value_type(kind)(ir.Undefined)
    for k, part in enumerate(parts):
        made = builder.insert_value(made, part, k)
    return made


def unpack(builder: Any, kind: ValueType, code: Any) -> list[Any]:
    """Return the codes of the components of a value."""
    return [builder.extract_value(code, k) for k in range(len(kind.names))]


def _real_of(kinds: tuple[Any, ...]) -> Any:
    """Return the type of a formula's numbers: lanes if there are any among its arguments."""
    lanes = {real for kind in kinds if isinstance(real := getattr(kind, "real", kind), LanesType)}
    return types.float64 if not lanes else lanes.pop() if len(lanes) == 1 else None


@cache
def _result_of(function: Any, kinds: tuple[Any, ...]) -> Any:
    """Return the type of what a formula gives for arguments of these types, None if it does not take them."""
    if not all(isinstance(kind, (ValueType, *_NUMBERS)) for kind in kinds) or _real_of(kinds) is None:
        return None
    silent = Traced(None, None)
    given = [kind.cls(*[silent] * len(kind.names)) if isinstance(kind, ValueType) else silent for kind in kinds]
    try:
        found = function(*given)
    except (AttributeError, TypeError):
        return None
    return _type_of(found, _real_of(kinds))


def _type_of(found: Any, real: Any) -> Any:
    if isinstance(found, tuple):
        return types.Tuple([_type_of(part, real) for part in found])
    return ValueType(type(found), real) if type(found) in VALUES else real


def _lower(function: Any, context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the code of a formula by running it."""
    real = _real_of(sig.args)

    def traced(kind: Any, code: Any) -> Traced:
        if isinstance(real, LanesType) and kind != real:
            code = splat(builder, real, context.cast(builder, code, kind, types.float64))
        return Traced(builder, code if isinstance(real, LanesType) else context.cast(builder, code, kind, real))

    def argument(kind: Any, code: Any) -> Any:
        if not isinstance(kind, ValueType):
            return traced(kind, code)
        return kind.cls(*(traced(kind.real, part) for part in unpack(builder, kind, code)))

    def code_of(kind: Any, found: Any) -> Any:
        if isinstance(found, tuple):
            return context.make_tuple(builder, kind, [code_of(*pair) for pair in zip(kind, found, strict=True)])
        if isinstance(kind, ValueType):
            parts = [code_of(kind.real, getattr(found, name)) for name in kind.names]
            return pack(context, builder, kind, parts)
        return found.code if isinstance(found, Traced) else constant(context.get_value_type(kind), found)

    return code_of(sig.return_type, function(*(argument(*pair) for pair in zip(sig.args, args, strict=True))))


def _register(function: Any, *accepted: tuple[Any, ...]) -> None:
    """Tell numba the types and the code of a formula or an operator."""

    def types_of(args: tuple[Any, ...]) -> Any:
        # Other rules know the operators between numbers and between lanes.
        if function in _OPERATORS and not any(isinstance(arg, ValueType) for arg in args):
            return None
        found = _result_of(function, args)
        return None if found is None else (found, *args)

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _lower(function, context, builder, sig, args)

    compile_as(function, types_of, code, *accepted)


_OPERATORS = (*_BINARY, *_IN_PLACE, operator.neg)
for _operator in (*_BINARY, *_IN_PLACE):
    _beside = [kinds for number in _NUMBERS for kinds in ((ValueType, number), (number, ValueType))]
    _register(_operator, (ValueType, ValueType), *_beside)
_register(operator.neg, (ValueType,))


@register_model(ValueType)
class _ValueModel(models.StructModel):
    def __init__(self, manager: Any, front: ValueType) -> None:
        super().__init__(manager, front, [(name, front.real) for name in front.names])


@infer_getattr
class _Components(AttributeTemplate):
    key = ValueType

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        return kind.real if name in kind.names else None


@lower_getattr_generic(ValueType)  # type: ignore[untyped-decorator]
def _component(context: Any, builder: Any, kind: Any, code: Any, name: str) -> Any:
    return builder.extract_value(code, kind.names.index(name))


@lower_constant(ValueType)  # type: ignore[untyped-decorator]
def _constant(context: Any, builder: Any, kind: Any, found: Any) -> Any:
    number = context.get_value_type(kind.real)
    return pack(context, builder, kind, [constant(number, getattr(found, name)) for name in kind.names])
