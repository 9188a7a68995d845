"""Errors and warnings of rigida; messages state the object, the requirement, the value and a remedy.

Everything a user can cause derives from `RigidaError`; anything else that escapes is a defect of rigida.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rigida.shown import FieldTable


class RigidaError(Exception):
    """Base of every error that rigida raises on purpose."""


class UsageError(RigidaError):
    """An invalid call or command."""


class DivergedError(RigidaError):
    """A motion that turned non-finite or whose step size collapsed; `recording` holds the frames before it."""

    recording: Any = None


class BudgetError(DivergedError):
    """A step that needed more work than its budget allows; the message names bodies and settings."""


class ModelError(RigidaError, ValueError):
    """A shape, body, joint or force with physically impossible values."""


@dataclass(frozen=True)
class Problem(FieldTable):
    """One defect of a scene file: key path, line (0 if unknown), and message with a remedy.

    `file` names the file where a scene has several of them.

    Args:
        path: Key path, such as "body.ball.mass".
        message: Requirement, value given and remedy.
        line: Line in the file, 0 when unknown.
    """

    path: str
    message: str
    line: int = 0
    file: str = ""

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        where = ", ".join(part for part in (self.file, line) if part)
        return ": ".join(part for part in (where, self.path, self.message) if part)


class SceneError(RigidaError, ValueError):
    """A scene that cannot be used; a file's problems are reported all at once."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        self.problems = list(problems)
        lines = [message, *(f"  {problem}" for problem in self.problems)]
        super().__init__("\n".join(lines))


class RigidaWarning(UserWarning):
    """Something that was corrected or ignored."""
