"""Signatures that people read: `anchor: VectorLike | None = None` in place of the annotation with its rule.

Descriptions are dataclasses whose fields are annotated with units, ranges and texts for checks and schemas. What
`help()`, notebooks and editors at run time show of them is made here from the plain types.
"""

import inspect
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
    """Give a declared dataclass, and its `__init__`, a signature of plain types; return the class."""
    if not (inspect.isclass(cls) and is_dataclass(cls)) or "__signature__" in vars(cls):
        return cls
    try:
        made = inspect.signature(cls.__init__)
    except (TypeError, ValueError):
        return cls
    owner: Any = cls
    self, *parameters = made.parameters.values()
    plain = [parameter.replace(annotation=plain_annotation(parameter.annotation)) for parameter in parameters]
    owner.__signature__ = inspect.Signature(plain)
    if "__init__" in vars(cls):
        owner.__init__.__signature__ = inspect.Signature([self, *plain], return_annotation=None)
    return cls
