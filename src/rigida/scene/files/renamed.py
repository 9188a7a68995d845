"""Parameters and classes that have been renamed: their former names work for one version, with a warning.

@renamed(mend=Renamed("start_tolerance"))
@dataclass(frozen=True)
class Precise(EngineSettings): ...
"""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, TypeVar

from rigida.errors import RigidaWarning, UsageError

C = TypeVar("C", bound=type)


@dataclass(frozen=True)
class Renamed:
    """New name of a former setting, with its former values."""

    name: str
    values: Mapping[Any, Any] = field(default_factory=dict)


def renamed(**former: Renamed) -> Callable[[C], C]:
    """Accept former names of the fields of a dataclass, and let them be read (class decorator)."""

    def decorate(cls: C) -> C:
        make: Any = cls.__init__  # type: ignore[misc]

        @wraps(make)
        def init(self: Any, *args: Any, **kwargs: Any) -> None:
            make(self, *args, **_current(cls, former, kwargs))

        cls.__init__ = init  # type: ignore[misc]
        for name, now in former.items():
            setattr(cls, name, property(partial(_read_former, name=name, now=now.name)))
        cls.former_names = former  # type: ignore[attr-defined]
        return cls

    return decorate


def warn_renamed(owner: str, former: str, name: str, advice: str = "", stacklevel: int = 4) -> None:
    """Warn that a name of a class or module has been replaced."""
    text = f"{owner}: `{former}` is now called `{name}`.{advice} The former name goes with the next version."
    warnings.warn(text, RigidaWarning, stacklevel=stacklevel)


def current_table(cls: type, table: dict[str, Any]) -> dict[str, Any]:
    """Return the table of a scene file that describes a `cls`, with present names."""
    return _current(cls, getattr(cls, "former_names", {}), table)


def _read_former(owner: object, name: str, now: str) -> Any:
    """Return an attribute that is read by its former name."""
    warn_renamed(type(owner).__name__, name, now, stacklevel=3)
    return getattr(owner, now)


def _current(cls: type, former: Mapping[str, Renamed], given: dict[str, Any]) -> dict[str, Any]:
    if former.keys().isdisjoint(given):
        return given
    found = dict(given)
    for name in former.keys() & given.keys():
        now, value = former[name], found.pop(name)
        if now.name in given:
            raise UsageError(f"{cls.__name__}: `{name}` is now called `{now.name}`; give only the latter.")
        value = now.values.get(value, value) if isinstance(value, str) else value
        given_as = f" Write {now.name}={value!r}." if isinstance(value, str | float) else ""
        warn_renamed(cls.__name__, name, now.name, given_as, stacklevel=4)
        found[now.name] = value
    return found
