"""Handles on members of a running simulation; unknown attributes are refused with a suggestion."""

from typing import Any

from rigida.attributes import KnownAttributes
from rigida.registry import nearest


class Handle(KnownAttributes):
    """Base of handles; a misspelt attribute is an error and never a new attribute."""

    def __getattr__(self, name: str) -> Any:
        # Only called for what is not there.
        kind = type(self)
        known = [key for key in dir(kind) if not key.startswith("_")]
        raise AttributeError(f"{kind.__name__} has no '{name}'.{kind.elsewhere.get(name) or nearest(name, known)}")

    def __repr__(self) -> str:
        return f"<handle of {self._label()}>"
