"""Problems that a reader finds, and features of a file that it cannot use.

A reader goes on past a problem as far as it can, so that one reading names them all. What a format can say and rigida
cannot do is a warning, one for each kind with the line of its first case and how many there are.
"""

import contextlib
import warnings
from collections.abc import Iterator

import numpy as np

from rigida.errors import Problem, RigidaError, RigidaWarning
from rigida.importers.xml_tree import Element
from rigida.scene.files.source import SourceError


class Findings:
    """Problems and omissions of reading or writing `subject`, a file's name."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.problems: list[Problem] = []
        self._left_out: dict[str, tuple[str, int]] = {}
        self._attributes: dict[str, tuple[str, dict[str, int]]] = {}

    @contextlib.contextmanager
    def noting(self, line: int = 0, file: str = "") -> Iterator[None]:
        """Turn errors into problems at this line of this file."""
        try:
            # Numbers that are valid one by one can still overflow together.
            with np.errstate(over="raise", invalid="raise", divide="raise"):
                yield
        except SourceError as error:
            found = error.problem
            self.problems.append(Problem(found.path, found.message, found.line or line, found.file or file))
        except ArithmeticError as error:
            message = f"the numbers are too extreme to compute with ({error}). Check their units."
            self.problems.append(Problem("", message, line, file))
        except (RigidaError, ValueError) as error:
            self.problems.append(Problem("", str(error), line, file))

    def leave_out(self, what: str, where: Element | int = 0) -> None:
        """Record an unsupported feature; equal texts are counted together."""
        first, count = self._left_out.get(what, (_place(where), 0))
        self._left_out[what] = first, count + 1

    def leave_attribute(self, element: Element, name: str) -> None:
        """Record an attribute that is not supported; those of one kind of element are reported together."""
        _, counts = self._attributes.setdefault(element.tag, (_place(element), {}))
        counts[name] = counts.get(name, 0) + 1

    def warn(self) -> None:
        """Issue one warning for each kind of element that was left out."""
        for what, (place, count) in self._left_out.items():
            more = f" ({count} times)" if count > 1 else ""
            warnings.warn(f"{self.subject}: {place}{what}{more}.", RigidaWarning, stacklevel=3)
        for tag, (place, counts) in self._attributes.items():
            names = ", ".join(
                f"'{name}' ({count} times)" if count > 1 else f"'{name}'" for name, count in counts.items()
            )
            warnings.warn(f"{self.subject}: {place}{names} of <{tag}> not honoured.", RigidaWarning, stacklevel=3)


def _place(where: Element | int) -> str:
    line, file = (where, "") if isinstance(where, int) else (where.line, where.file)
    return f"{f'{file}, ' if file else ''}line {line}: " if line else ""
