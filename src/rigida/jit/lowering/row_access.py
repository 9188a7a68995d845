"""How kernels reach records: rows of a table, items of a record, fields, slices of rows."""

import operator
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import models, register_model
from numba.core.imputils import lower_builtin, lower_getattr, lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature

from rigida.jit.layout import layout
from rigida.jit.lowering.kind_code import BYTE, BYTES, WORD, ItemsType, RecordType, load, offset, store, type_of
from rigida.jit.patches.operator_types import remember_operators_on


class RowsType(types.Type):
    """The numba type of rows of a kind: where the first begins, and how many; `where`: for error messages."""

    def __init__(self, kind: Any, where: str = "") -> None:
        self.kind, self.where = kind, where
        super().__init__(name=f"Rows({kind}){where}")


remember_operators_on(RecordType, ItemsType, RowsType)


def where(cls: type, name: str) -> str:
    """Return what an error message says of a field; types carry it only where bounds are checked."""
    return f"{cls.__name__}.{name}" if numba.config.BOUNDSCHECK else ""  # type: ignore[attr-defined]


@register_model(RecordType)
@register_model(ItemsType)
class _PlaceModel(models.PrimitiveModel):
    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front, BYTES)


@register_model(RowsType)
class _RowsModel(models.StructModel):
    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front, [("data", types.CPointer(types.uint8)), ("length", types.intp)])


# Fields of records.


@infer_getattr
class _FieldTypes(AttributeTemplate):
    key = RecordType

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        found = layout(kind.cls).fields.get(name)
        if found is None:
            return None
        field = type_of(found[1])
        return ItemsType(field.kind, field.count, where(kind.cls, name)) if isinstance(field, ItemsType) else field


@lower_getattr_generic(RecordType)  # type: ignore[untyped-decorator]
def _read_field(context: Any, builder: Any, kind: Any, place: Any, name: str) -> Any:
    at, field = layout(kind.cls).fields[name]
    return load(field, context, builder, offset(builder, place, at))


@lower_setattr_generic(RecordType)  # type: ignore[untyped-decorator]
def _write_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    at, field = layout(sig.args[0].cls).fields[name]
    found = context.cast(builder, args[1], sig.args[1], type_of(field))
    store(field, context, builder, offset(builder, args[0], at), found)


# Rows of tables and items of records.


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not isinstance(args[0], (ItemsType, RowsType)):
            return None
        if isinstance(args[1], types.Integer):
            return signature(type_of(args[0].kind), args[0], types.intp)
        if args[1] == types.slice2_type and isinstance(args[0], RowsType):
            return signature(args[0], *args)
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], (ItemsType, RowsType)) and isinstance(args[1], types.Integer):
            return signature(types.void, args[0], types.intp, type_of(args[0].kind))
        return None


def row_place(builder: Any, kind: Any, first: Any, index: Any) -> Any:
    """Return where item `index` of a kind begins."""
    items = builder.bitcast(first, ir.ArrayType(BYTE, kind.size).as_pointer())
    return builder.bitcast(builder.gep(items, [index], inbounds=True), BYTES)


def check(context: Any, builder: Any, wrong: Any, message: str) -> None:
    """Raise an IndexError where bounds are checked and the condition that `wrong` makes is fulfilled."""
    if context.enable_boundscheck:
        with builder.if_then(wrong(), likely=False):
            context.call_conv.return_user_exc(builder, IndexError, (message,))


def checked_place(context: Any, builder: Any, kind: Any, value: Any, index: Any) -> Any:
    """Return the place of a row or item, which is checked where bounds are."""
    if isinstance(kind, RowsType):
        value, count, what = builder.extract_value(value, 0), builder.extract_value(value, 1), "row"
    else:
        count, what = WORD(kind.count), "item"
    message = f"{kind.where or kind.name}: {what} out of bounds."
    check(context, builder, lambda: builder.icmp_unsigned(">=", index, count), message)
    return row_place(builder, kind.kind, value, index)


def _read_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return load(sig.args[0].kind, context, builder, checked_place(context, builder, sig.args[0], *args))


def _write_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    place = checked_place(context, builder, sig.args[0], *args[:2])
    store(sig.args[0].kind, context, builder, place, args[2])
    return context.get_dummy_value()


for _kind in (ItemsType, RowsType):
    lower_builtin(operator.getitem, _kind, types.intp)(_read_row)
    lower_builtin(operator.setitem, _kind, types.intp, types.Any)(_write_row)


@lower_builtin(operator.getitem, RowsType, types.SliceType)  # type: ignore[untyped-decorator]
def _read_range(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, cut = sig.args[0], context.make_helper(builder, sig.args[1], args[1])
    first, length = builder.extract_value(args[0], 0), builder.extract_value(args[0], 1)
    stop = builder.select(builder.icmp_signed(">", cut.stop, length), length, cut.stop)  # rows[k:] stops far beyond
    check(context, builder, lambda: builder.icmp_unsigned(">", cut.start, stop), f"{kind.where}: rows out of bounds.")
    rows = builder.insert_value(args[0], row_place(builder, kind.kind, first, cut.start), 0)
    return builder.insert_value(rows, builder.sub(stop, cut.start), 1)


@infer_getattr
class _RowsAttributes(AttributeTemplate):
    key = RowsType

    def resolve_shape(self, kind: Any) -> Any:
        return types.UniTuple(types.intp, 1)


@lower_getattr(RowsType, "shape")  # type: ignore[untyped-decorator]
def _shape(context: Any, builder: Any, kind: Any, rows: Any) -> Any:
    return cgutils.pack_array(builder, [builder.extract_value(rows, 1)])


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.intp, *args) if isinstance(args[0], RowsType) else None


@lower_builtin(len, RowsType)  # type: ignore[untyped-decorator]
def _length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.extract_value(args[0], 1)
