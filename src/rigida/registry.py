"""Registries: classes register under their scene-file kind where they are defined.

The loader, the documentation tables and the contract tests read the registry, so a new kind needs no other list.
"""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import Generic, TypeVar

from rigida.errors import UsageError
from rigida.meanings import same_in_meaning

T = TypeVar("T")
C = TypeVar("C", bound=type)


#: Longer names are not compared with others: that takes time with their square. Nor are more than these compared.
_LONGEST_NAME, _MOST_NAMES = 200, 1000


def snake_case(name: str) -> str:
    """Return `CamelCase` as `camel_case`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def nearest(name: object, candidates: Iterable[str]) -> str:
    """Return a hint such as " Did you mean 'sphere'?", by meaning or spelling; empty when nothing is close."""
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        return ""
    candidates = list(islice(candidates, _MOST_NAMES))
    if meant := same_in_meaning(name, candidates):
        return f" Did you mean '{meant}'?"
    import difflib  # only where something is wrong already

    close = difflib.get_close_matches(name, candidates, n=1, cutoff=0.6)
    return f" Did you mean '{close[0]}'?" if close else ""


class Registry(Generic[T]):
    """Map of kinds to their classes, in the order of definition.

    modules: Where rigida's own kinds are defined; they are imported when the registry is first read or added to.
    """

    def __init__(self, subject: str, *modules: str) -> None:
        self.subject = subject
        self._order = self._modules = modules
        self._entered: dict[str, type[T]] = {}

    @property
    def _classes(self) -> dict[str, type[T]]:
        modules, self._modules = self._modules, ()
        for module in modules:
            import_module(module)
        return self._entered

    def register(self, cls: C) -> C:
        """Register `cls` under its name in snake_case and set its `kind` (a class decorator)."""
        kind = snake_case(cls.__name__)
        if kind in self._classes:
            raise UsageError(f"There are two {self.subject}s of kind '{kind}'. Rename one of the classes.")
        cls.kind = kind  # type: ignore[attr-defined]
        self._classes[kind] = cls
        # Whichever module a program imports first, its own kinds stand in the order of the modules.
        self._entered = dict(sorted(self._entered.items(), key=lambda item: self._rank(item[1])))
        return cls

    def _rank(self, cls: type) -> int:
        """Return the rank of the module in which a class is defined; external modules are last."""
        places = (k for k, name in enumerate(self._order) if f"{cls.__module__}.".startswith(f"{name}."))
        return next(places, len(self._order))

    def __getitem__(self, kind: str) -> type[T]:
        try:
            return self._classes[kind]
        except KeyError:
            known = ", ".join(sorted(self._classes))
            raise UsageError(
                f"There is no {self.subject} of kind '{kind}'.{nearest(kind, self._classes)} Known kinds: {known}."
            ) from None

    def __contains__(self, kind: str) -> bool:
        return kind in self._classes

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def items(self) -> Iterable[tuple[str, type[T]]]:
        """Return (kind, class) pairs."""
        return self._classes.items()

    def __len__(self) -> int:
        return len(self._classes)
