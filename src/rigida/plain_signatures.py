"""Signatures that people read: `anchor: VectorLike | None = None` in place of the annotation with its rule.

Descriptions are dataclasses whose fields are annotated with units, ranges and texts for checks and schemas. What
`help()`, notebooks and editors at run time show of them is made here from the plain types.
"""

from dataclasses import is_dataclass
from typing import Any, Literal, get_args, get_origin

from rigida.arrays import FloatArray, IntArray
from rigida.fields import Columns, Quat, Vec3, split_annotation

#: How types that take more than they say are shown.
_SHOWN: dict[Any, str] = {Vec3: "VectorLike", Quat: "VectorLike", FloatArray: "ArrayLike", IntArray: "ArrayLike"}


class Plain:
    """An annotation that is shown as its text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def plain_annotation(annotation: Any) -> Any:
    """Return how an annotation is shown, without markers; itself where it has none and is no vector."""
    base, markers, optional = split_annotation(annotation)
    if not markers and base not in _SHOWN:
        return annotation
    if any(isinstance(marker, Columns) for marker in markers):
        text = "ArrayLike"
    elif get_origin(base) is Literal:
        text = " | ".join(repr(choice) for choice in get_args(base))
    else:
        text = _SHOWN.get(base) or str(getattr(base, "__name__", base))
    return Plain(f"{text} | None" if optional else text)


def show_plainly(cls: Any) -> Any:
    """Give the `__init__` of a declared dataclass annotations of plain types, from which its signature is shown."""
    made: Any = cls.__init__ if isinstance(cls, type) and is_dataclass(cls) else None
    while made is not None:
        made.__annotations__ = {name: plain_annotation(kind) for name, kind in made.__annotations__.items()}
        made = getattr(made, "__wrapped__", None)  # signatures are read from the innermost
    return cls
