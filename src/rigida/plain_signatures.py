"""Signatures and parameter lists that `help()` shows, made from declared fields.

Descriptions are dataclasses whose fields are annotated with units, ranges and texts for checks and schemas. From the
same declarations a signature gets plain types (`anchor: VectorLike | None = None`) and a docstring its `Args:` section:
meaning, unit, range and default of every field. `help()`, notebooks, editors and the site show them.
"""

import re
import textwrap
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Literal, get_args, get_origin

from rigida.arrays import FloatArray, IntArray
from rigida.fields import Columns, Quat, Rule, Vec3, rule_of, shown, split_annotation

_WIDTH = 108

#: How types that take more than they say are shown.
_SHOWN: dict[Any, str] = {Vec3: "VectorLike", Quat: "VectorLike", FloatArray: "ArrayLike", IntArray: "ArrayLike"}


class Plain:
    """An annotation that is shown as its text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def plain_annotation(annotation: Any) -> Any:
    """Return an annotation without markers, for display; unchanged if it has none and is not a vector."""
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


def described(field: "Field[Any]") -> str:
    """Return the meaning, unit, range and default of a declared field as one line; empty without a rule."""
    base, markers, optional = split_annotation(field.type)
    rule = rule_of(markers)
    if rule == Rule():
        return ""
    choices = ", ".join(repr(choice) for choice in get_args(base)) if get_origin(base) is Literal else ""
    remarks = [rule.requirement(), f"one of {choices}" if choices else ""]
    if field.default is not MISSING and not (optional and field.default is None) and "default" not in rule.text:
        remarks.append(f"default {shown(field.default)}")
    elif optional and "default" not in rule.text:
        remarks.append("optional")
    remark = ", ".join(each for each in remarks if each)
    unit = f"[{rule.unit}] " if rule.unit else ""
    return f"{unit}{rule.text.rstrip('.')}{f'; {remark}' if remark and rule.text else remark}."


def parameter_list(cls: type, document: str) -> str:
    """Return the lines of an `Args:` section for declared fields that a docstring does not list itself."""
    found = ((field.name, described(field)) for field in fields(cls) if field.init)
    missing = [(name, text) for name, text in found if text and not re.search(rf"^\s+{name}: ", document, re.MULTILINE)]
    return "\n".join(
        textwrap.fill(f"{name}: {text}", _WIDTH, initial_indent="    ", subsequent_indent=" " * 8)
        for name, text in missing
    )


def documented(cls: type) -> str:
    """Return the docstring of a declared dataclass with all its parameters."""
    document = textwrap.dedent("    " + (cls.__doc__ or "")).strip()
    parameters = parameter_list(cls, document)
    if not parameters:
        return document
    section = "" if re.search(r"^Args:$", document, re.MULTILINE) else "\nArgs:"
    return f"{document}\n{section}\n{parameters}" if section else f"{document}\n{parameters}"


def show_plainly(cls: Any) -> Any:
    """Add plain annotations to the signature of a declared dataclass, and its parameters to its docstring."""
    made: Any = cls.__init__ if isinstance(cls, type) and is_dataclass(cls) else None
    if made is not None:
        cls.__doc__ = documented(cls)
    while made is not None:
        made.__annotations__ = {name: plain_annotation(kind) for name, kind in made.__annotations__.items()}
        made = getattr(made, "__wrapped__", None)  # signatures are read from the innermost
    return cls
