"""From a scene file's bytes to a document of plain tables, with every way a text can be wrong named.

The first stage of loading: nothing here knows what a scene is. A file is measured before it is read, so that a wrong
path does not fill the memory.
"""

import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rigida.errors import Problem
from rigida.scene.files.forms import KeyPath, key_path
from rigida.scene.files.lines import KeyLines, key_lines

ENDINGS = (".toml", ".json")
MAX_BYTES = 32 * 1024 * 1024
#: TOML is read at a second per megabyte.
MAX_TOML_BYTES = 4 * 1024 * 1024
#: Python refuses to read longer integers (sys.get_int_max_str_digits); no quantity of mechanics needs 20.
_ABSURD_DIGITS = re.compile(r"\d[\d_]{4000,}")

#: Parts of a dotted TOML key, which is read in time with their square; and one that has more.
_MAX_PARTS = 64
_PART = r"(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*"
_LONG_KEY = re.compile(rf"(?:{_PART}\.[ \t]*){{{_MAX_PARTS}}}")


class SourceError(Exception):
    """A file or text that gives no document at all."""

    def __init__(self, message: str, line: int = 0, file: str = "") -> None:
        self.problem = Problem("", message, line, file)
        super().__init__(message)


@dataclass
class Source:
    """Scene file: its text, and the document parsed from it."""

    text: str
    ending: str
    document: dict[str, Any]
    problems: list[Problem]

    def key_lines(self, searched: Iterable[KeyPath] | None = None) -> KeyLines:
        """Return the lines of these keys, or of all keys; scanned only if there is something to report."""
        return key_lines(self.text, self.ending, searched)


def read_source(path: Path) -> Source:
    """Return the text and document of a scene file, or raise `SourceError`."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        given = f"the ending '{path.suffix}'" if path.suffix else "no ending"
        raise SourceError(f"a scene file must end in {' or '.join(ENDINGS)}, but this one has {given}.")
    text = text_of(path)
    if ending == ".toml" and len(text) > MAX_TOML_BYTES:
        raise SourceError(
            f"a scene in TOML must have at most {MAX_TOML_BYTES // 2**20} MB, got {len(text) / 2**20:.1f} MB. "
            "JSON is read faster: write it as .json."
        )
    return parsed(text, ending)


def text_of(path: Path, fallback: str = "") -> str:
    """Return the text of a file of bounded size, or raise `SourceError`.

    A text that is not UTF-8 is read in the encoding `fallback`, or refused where there is none.
    """
    try:
        if path.is_dir():
            raise SourceError("this is a folder. Give the path of a scene file in it.")
        if not path.exists():
            raise SourceError(f"there is no such file in {path.absolute().parent}. Check the path.")
        if not path.is_file():
            raise SourceError("this is not a regular file. Give the path of a scene file.")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise SourceError(
                f"a scene file must have at most {MAX_BYTES // 2**20} MB, got {size / 2**20:.1f} MB. "
                'Keep large meshes in files of their own: shape = { kind = "mesh", file = "..." }.'
            )
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(f"the file cannot be read: {error.strerror or error}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if fallback:
            return data.decode(fallback)
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError(
            f"the text must be UTF-8, but byte {error.start} is 0x{data[error.start]:02x}. Save the file as UTF-8.",
            line,
        ) from None


def parsed(text: str, ending: str) -> Source:
    """Return the document in a TOML or JSON text, or raise `SourceError`."""
    try:
        if ending == ".toml" and (key := _LONG_KEY.search(text)):
            line = text.count("\n", 0, key.start()) + 1
            raise SourceError(f"a key has more than {_MAX_PARTS} parts. Scene files need fewer than ten.", line)
        source = _json(text) if ending == ".json" else Source(text, ending, tomllib.loads(text), [])
    except json.JSONDecodeError as error:
        raise SourceError(f"the text is not valid JSON: {error.msg}, column {error.colno}.", error.lineno) from None
    except tomllib.TOMLDecodeError as error:
        raise SourceError(f"the text is not valid TOML: {error}.", _toml_line(str(error), text)) from None
    except RecursionError:
        raise SourceError("the brackets are nested too deeply. Scene files need fewer than ten levels.") from None
    except ValueError:
        number = _ABSURD_DIGITS.search(text)
        line = text.count("\n", 0, number.start()) + 1 if number else 0
        raise SourceError("a number has thousands of digits. Write it with an exponent, e.g. 1e30.", line) from None
    if not isinstance(source.document, dict):
        raise SourceError('a scene must be a table of keys, { "body": { ... }, ... }, at its outermost level.', 1)
    return source


def _json(text: str) -> Source:
    repeated = False

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        result = dict(pairs)
        repeated = repeated or len(result) < len(pairs)
        return result

    source = Source(text, ".json", json.loads(text, object_pairs_hook=table), [])
    if repeated:
        source.problems += [
            Problem(key_path(path), f"the key '{path[-1]}' is given twice. Give each name once.", line)
            for path, line in source.key_lines().repeated
        ] or [Problem("", "a key is given twice in one table. Give each name once.")]
    return source


def _toml_line(message: str, text: str) -> int:
    place = re.search(r"\(at line (\d+), column \d+\)", message)
    return int(place.group(1)) if place else text.count("\n") + 1
