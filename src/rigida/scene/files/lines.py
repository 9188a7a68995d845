"""Line numbers of the keys of a TOML or JSON text, for the messages about it.

The parsers of the standard library give values without places, so this scanner walks the text once more, only when
there is something to report. It trusts that the text has been parsed; on anything strange it keeps what it has.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator

from rigida.scene.files.forms import KeyPath

_TOKEN = re.compile(
    r'(?P<string>"""(?:\\.|[^\\])*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<mark>[\[\]{}=:,.\n])"
    r"|(?P<bare>[^\s\[\]{}=:,.\"'#]+)"
    r"|(?P<blank>[^\S\n]+|#[^\n]*)"
    r"|(?P<stray>.)",
    re.DOTALL,
)
_END = ""
#: Characters that are walked [at a megabyte per second or two]; keys beyond get the line of what is around them.
MAX_WALKED = 1_000_000


class KeyLines:
    """The line of every key path of a text, and the keys that a JSON object gives twice."""

    def __init__(self) -> None:
        self.lines: dict[KeyPath, int] = {}
        self.repeated: list[tuple[KeyPath, int]] = []

    def line(self, path: KeyPath) -> int:
        """Return the line of `path` or of its nearest enclosing key; 0 if unknown."""
        return next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), 0)


class _AllFoundError(Exception):
    """Ends the search: all keys are found."""


def key_lines(text: str, ending: str, searched: Iterable[KeyPath] | None = None) -> KeyLines:
    """Return the lines of the keys of a text of the kind `ending` (".toml" or ".json"). Never raises.

    searched: the walk ends where these have been found, else at the end of the text or of `MAX_WALKED` characters.
    """
    scanner = _Scanner(text[:MAX_WALKED], None if searched is None else set(searched))
    try:
        if ending == ".json":
            scanner.value(())
        else:
            scanner.toml()
    except (RecursionError, _AllFoundError):
        pass  # brackets nested too deeply: what was found so far still serves
    return scanner.found


class _Scanner:
    def __init__(self, text: str, searched: set[KeyPath] | None) -> None:
        self.found, self._searched = KeyLines(), searched
        self._tokens = self._split(text)
        self._array_lengths: dict[KeyPath, int] = {}
        self.token, self.line = next(self._tokens, (_END, 1))

    def _split(self, text: str) -> Iterator[tuple[str, int]]:
        line = 1
        for match in _TOKEN.finditer(text):
            if match.lastgroup != "blank":
                yield match.group(), line
            line += match.group().count("\n")

    def _next(self) -> str:
        """Step to the next token and return the one that was current."""
        passed = self.token
        self.token, self.line = next(self._tokens, (_END, self.line))
        return passed

    def _skip_newlines(self) -> None:
        while self.token == "\n":
            self._next()

    def toml(self) -> None:
        """Walk the statements of a TOML text."""
        table: KeyPath = ()
        while self.token != _END:
            if self.token == "\n":
                self._next()
            elif self.token == "[":
                table = self._header()
            else:
                path = self._noted_key(table)
                if self.token == "=":
                    self._next()
                self.value(path)

    def _header(self) -> KeyPath:
        """Walk `[table]` or `[[array of tables]]` and return its path, with the index of the newest element."""
        self._next()
        repeated = self.token == "["
        if repeated:
            self._next()
        line, keys = self.line, self._key()
        path: KeyPath = ()
        for key in keys:
            if path in self._array_lengths:
                path = (*path, self._array_lengths[path] - 1)
            path = (*path, key)
            self._record_line(path, line)
        if repeated:
            self._array_lengths[path] = self._array_lengths.get(path, 0) + 1
            path = (*path, self._array_lengths[path] - 1)
            self._record_line(path, line)
        elif path in self._array_lengths:
            path = (*path, self._array_lengths[path] - 1)
        while self.token not in ("\n", _END):
            self._next()
        return path

    def _key(self) -> list[str]:
        """Walk a dotted key; at least one token is passed."""
        keys = [_key_text(self._next())]
        while self.token == ".":
            self._next()
            keys.append(_key_text(self._next()))
        return keys

    def _noted_key(self, table: KeyPath) -> KeyPath:
        line = self.line
        for key in self._key():
            table = (*table, key)
            self._record_line(table, line)
        return table

    def _record_line(self, path: KeyPath, line: int) -> None:
        self.found.lines.setdefault(path, line)
        if self._searched is not None:
            self._searched.discard(path)
            if not self._searched:
                raise _AllFoundError

    def value(self, path: KeyPath) -> None:
        """Walk one value; at least one token is passed."""
        self._skip_newlines()
        opening = self._next()
        if opening == "[":
            self._array(path)
        elif opening == "{":
            self._table(path)
        else:
            while self.token not in (",", "]", "}", "\n", _END):
                self._next()

    def _array(self, path: KeyPath) -> None:
        index = 0
        self._skip_newlines()
        while self.token not in ("]", _END):
            if self.token == ",":
                self._next()
            else:
                self._record_line((*path, index), self.line)
                self.value((*path, index))
                index += 1
            self._skip_newlines()
        self._next()

    def _table(self, path: KeyPath) -> None:
        given: set[KeyPath] = set()
        self._skip_newlines()
        while self.token not in ("}", _END):
            if self.token == ",":
                self._next()
            else:
                line = self.line
                inner = self._noted_key(path)
                if inner in given:
                    self.found.repeated.append((inner, line))
                given.add(inner)
                self._skip_newlines()
                if self.token in ("=", ":"):
                    self._next()
                self.value(inner)
            self._skip_newlines()
        self._next()


def _key_text(token: str) -> str:
    """Return the name of a key's token."""
    if token[:1] == "'":
        return token[1:-1]
    if token[:1] != '"':
        return token
    try:
        return str(json.loads(token))
    except ValueError:
        pass
    try:
        return str(tomllib.loads(f"key = {token}")["key"])  # TOML has escapes that JSON lacks
    except ValueError:
        return token[1:-1]
