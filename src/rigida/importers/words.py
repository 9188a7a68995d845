"""The words of a text file in sequence, each with its line, for the documents' own formats.

Line ends, tabs and blank lines are spaces, angle brackets around numbers too; `#` begins a comment. The first comment
lines, before any word, are the scene's title and description.
"""

import io
import math
from collections.abc import Iterator
from pathlib import Path

from rigida.fields import Vec3, shown
from rigida.scene.files.source import SourceError, text_of

_SPACES = str.maketrans({"<": " ", ">": " ", "=": " = "})


class Words:
    """Reads a file word by word; everything that is not as wanted raises `SourceError` with file and line."""

    def __init__(self, path: Path) -> None:
        self.file = path.name
        self.line = 0
        self.comments: list[str] = []
        self._ahead: str | None = None
        try:
            # Files of the nineties are often Latin-1.
            self._words = self._split(text_of(path, fallback="latin-1"))
        except SourceError as error:
            raise SourceError(error.problem.message, error.problem.line, self.file) from None

    def _split(self, text: str) -> Iterator[tuple[str, int]]:
        begun = False
        for number, line in enumerate(io.StringIO(text, newline=None), 1):
            content, _, comment = line.partition("#")
            words = content.translate(_SPACES).split()
            begun = begun or bool(words)
            if comment.strip() and not begun:
                self.comments.append(comment.strip())
            for word in words:
                yield word, number

    def peek(self) -> str:
        """Return the next word without taking it; empty at the end of the file."""
        if self._ahead is None:
            self._ahead, self.line = next(self._words, ("", self.line))
        return self._ahead

    def word(self, what: str) -> str:
        """Return the next word; `what` describes it in messages."""
        word = self.peek()
        if not word:
            raise self.error(f"the file ends where {what} should follow. Is it cut short?")
        self._ahead = None
        return word

    def expect(self, *expected: str) -> None:
        """Consume these words, in any case."""
        for word in expected:
            given = self.word(f"'{word}'")
            if given.lower() != word.lower():
                raise self.error(f"'{word}' must stand here, got {shown(given)}.")

    def number(self, what: str) -> float:
        """Return the next word as a finite number."""
        word = self.word(what)
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or "_" in word:
            raise self.error(f"{what} must be a finite number, got {shown(word)}.")
        return value

    def numbers(self, count: int, what: str) -> list[float]:
        """Return the next `count` numbers."""
        return [self.number(f"{what} ({i + 1} of {count})") for i in range(count)]

    def vector(self, what: str) -> Vec3:
        """Return the next three numbers."""
        x, y, z = self.numbers(3, what)
        return x, y, z

    def whole(self, what: str, at_least: int = 0) -> int:
        """Return the next word as a whole number."""
        value = self.number(what)
        if value != int(value) or value < at_least:
            raise self.error(f"{what} must be a whole number of at least {at_least}, got {value:g}.")
        return int(value)

    def error(self, message: str) -> SourceError:
        """Return an error at the line of the last word."""
        return SourceError(message, self.line, self.file)


def title_and_description(comments: list[str]) -> tuple[str, str]:
    """Return the first comment line, and the others as one text."""
    return (comments[0] if comments else ""), " ".join(comments[1:])
