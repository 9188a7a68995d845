"""Objects that refuse attributes that they do not have: a misspelt name is an error, not a new attribute."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from rigida.errors import UsageError
from rigida.registry import nearest
from rigida.shown import FieldTable


class KnownAttributes(FieldTable):
    """Base of classes whose settable attributes are their properties with a setter, and `own`.

    own: Further names that may be set; private ones always may.
    elsewhere: What does the work of an attribute that others may look for here, by its name.
    """

    own: ClassVar[tuple[str, ...]] = ()
    elsewhere: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and name not in (known := self._settable()):
            hint = self.elsewhere.get(name) or nearest(name, known) or f" It can set: {', '.join(known)}."
            raise UsageError(f"{self._label()}: there is no '{name}' that could be set.{hint}")
        super().__setattr__(name, value)

    @classmethod
    @cache
    def _settable(cls) -> tuple[str, ...]:
        owned = ((name, getattr(cls, name)) for name in dir(cls))
        return *cls.own, *(name for name, found in owned if isinstance(found, property) and found.fset is not None)

    def _label(self) -> str:
        return type(self).__name__
