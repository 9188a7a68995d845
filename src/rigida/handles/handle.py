"""Handles on parts of a running simulation: what they do not have they refuse, with the nearest that they have."""

from typing import Any

from rigida.errors import UsageError
from rigida.registry import nearest


class Handle:
    """Base of handles; a misspelt attribute is an error and never a new attribute."""

    def __setattr__(self, name: str, value: Any) -> None:
        known = self._settable()
        if name not in known:
            listed = ", ".join(known)
            hint = nearest(name, known) or f" It can set: {listed}."
            raise UsageError(f"{self._label()}: there is no '{name}' that could be set.{hint}")
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        # Only called for what is not there.
        kind = type(self)
        known = [key for key in dir(kind) if not key.startswith("_")]
        raise AttributeError(f"{kind.__name__} has no '{name}'.{nearest(name, known)}")

    @classmethod
    def _settable(cls) -> list[str]:
        owned = ((name, getattr(cls, name)) for name in dir(cls))
        return [name for name, own in owned if isinstance(own, property) and own.fset is not None]

    def _label(self) -> str:
        return type(self).__name__
