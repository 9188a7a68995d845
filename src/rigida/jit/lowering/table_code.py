"""Tables (`tables`) as kernels see them: the address of words, of which columns are read."""

from typing import Any

from numba.core import types
from numba.core.extending import models, register_model
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr

from rigida.jit.layout import Number
from rigida.jit.lowering.kind_code import BYTES, WORD, load, type_of
from rigida.jit.lowering.row_access import RowsType, where
from rigida.jit.lowering.value_code import pack
from rigida.jit.tables import Column, columns


class TableType(types.Type):
    """The numba type of a table class: the address of its words."""

    def __init__(self, cls: type) -> None:
        self.cls = cls
        super().__init__(name=f"{cls.__module__}.{cls.__qualname__}")


@register_model(TableType)
class _TableModel(models.PrimitiveModel):
    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front, WORD.as_pointer())


def _column_type(table: type, name: str, column: Column) -> Any:
    """Return the numba type that kernels get."""
    if column.cls is not None:
        return TableType(column.cls)
    return RowsType(column.kind, where(table, name)) if column.rows else type_of(column.kind)


@infer_getattr
class _ColumnTypes(AttributeTemplate):
    key = TableType

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        column = columns(kind.cls).get(name)
        return None if column is None else _column_type(kind.cls, name, column)


def constant_word(builder: Any, base: Any, place: int) -> Any:
    """Return the code of a word that does not change while a kernel runs: LLVM need not read it again."""
    word = builder.load(builder.gep(base, [WORD(place)], inbounds=True))
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


@lower_getattr_generic(TableType)  # type: ignore[untyped-decorator]
def _read_column(context: Any, builder: Any, kind: Any, base: Any, name: str) -> Any:
    column = columns(kind.cls)[name]
    word = constant_word(builder, base, column.place)
    if column.cls is not None:
        return builder.inttoptr(word, WORD.as_pointer())
    if column.rows:
        parts = [builder.inttoptr(word, BYTES), constant_word(builder, base, column.place + 1)]
        return pack(context, builder, _column_type(kind.cls, name, column), parts)
    if not isinstance(column.kind, Number):
        return load(column.kind, context, builder, builder.inttoptr(word, BYTES))
    if column.kind.code[0] == "b":
        return builder.icmp_unsigned("!=", word, WORD(0))
    return builder.bitcast(word, context.get_value_type(type_of(column.kind)))
