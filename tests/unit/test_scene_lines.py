"""Lines of keys: every way TOML and JSON can place a key, and texts that try to mislead the scanner."""

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigida.scene.files.lines import key_lines
from rigida.scene.files.toml_text import toml_text

TOML = '''\
title = "a [body.fake] # not a comment"
# [comment.table] "unclosed
gravity = [0, 0, -9.81]

[run]            # a header with a comment
duration = 1.0

[body.bar]
shape.kind = "box"
shape.size = [
  1, # one ]
  2,

  3,
]
note = """
[body.inside]
x = 1
"""
other = \'\'\'
[body.also_inside]\'\'\'
path = { times = [0, 1], positions = [
  [0, 0, 0],
  [1, 0, 0],
] }
[body."my [odd] name"]
mass = 1
'single.quoted' = 2
"tab\\tkey" = 3
[[list]]
a = 1
[[list]]
a = 2
[list.inner]
b = 1979-05-27T07:32:00Z
after = 5
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 1),
        (("gravity",), 3),
        (("gravity", 2), 3),
        (("run",), 5),
        (("run", "duration"), 6),
        (("body",), 8),
        (("body", "bar"), 8),
        (("body", "bar", "shape"), 9),
        (("body", "bar", "shape", "kind"), 9),
        (("body", "bar", "shape", "size"), 10),
        (("body", "bar", "shape", "size", 0), 11),
        (("body", "bar", "shape", "size", 2), 14),
        (("body", "bar", "note"), 16),
        (("body", "bar", "other"), 20),
        (("body", "bar", "path", "times", 1), 22),
        (("body", "bar", "path", "positions", 1, 2), 24),
        (("body", "my [odd] name"), 26),
        (("body", "my [odd] name", "mass"), 27),
        (("body", "my [odd] name", "single.quoted"), 28),
        (("body", "my [odd] name", "tab\tkey"), 29),
        (("list", 0, "a"), 31),
        (("list", 1), 32),
        (("list", 1, "a"), 33),
        (("list", 1, "inner", "b"), 35),
        (("list", 1, "inner", "after"), 36),
    ],
)
def test_a_toml_key_is_found_on_its_line(path: tuple[Any, ...], line: int) -> None:
    tomllib.loads(TOML)
    assert key_lines(TOML, ".toml").line(path) == line


def test_an_unknown_key_gets_the_line_of_the_nearest_table_around_it() -> None:
    lines = key_lines(TOML, ".toml")
    assert lines.line(("body", "bar", "shape", "radius", 3)) == 9
    assert lines.line(("nowhere",)) == 0


def test_texts_in_strings_and_comments_are_no_keys() -> None:
    found = key_lines(TOML, ".toml").lines
    names = {key for path in found for key in path}
    assert names.isdisjoint({"fake", "comment", "inside", "also_inside", "x"})


def test_windows_line_ends_count_once() -> None:
    lines = key_lines("a = 1\r\n# b\r\n[c]\r\nd = [\r\n 1,\r\n 2]\r\n", ".toml")
    assert (lines.line(("c",)), lines.line(("c", "d", 1))) == (3, 6)


def test_json_keys_are_found_and_repeated_ones_named_with_the_second_line() -> None:
    text = '{\n "body": {\n  "a": {"mass": 1,\n   "position": [0,\n    1]},\n  "a": {}\n }\n}'
    lines = key_lines(text, ".json")
    assert lines.line(("body", "a", "position", 1)) == 5
    assert lines.repeated == [(("body", "a"), 6)]


scalars = st.one_of(st.integers(-9, 9), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.text())
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=12
)
documents = st.fixed_dictionaries(
    {"title": st.text()},
    optional={
        "body": st.dictionaries(st.text(), st.dictionaries(st.text(), values, max_size=4), max_size=4),
        "run": st.dictionaries(st.text(), values, max_size=3),
    },
)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [p for key, inner in items for p in [(*path, key), *_paths(inner, (*path, key))]]


@given(documents)
def test_every_key_of_a_written_document_is_known_exactly(document: dict[str, Any]) -> None:
    for text, ending in ((toml_text(document), ".toml"), (json.dumps(document, indent=1), ".json")):
        found = key_lines(text, ending).lines
        rows = text.split("\n")
        empty_families = {("body",)} if document.get("body") == {} and ending == ".toml" else set()
        assert set(_paths(document)) - empty_families == set(found)
        for path, line in found.items():
            if isinstance(path[-1], str) and path[-1].isalnum() and path[-1].isascii():
                assert path[-1] in rows[line - 1]


@given(st.text(alphabet="[]{}=:,.\"'#\\ab1 \n\r\t", max_size=60))
def test_no_text_makes_the_scanner_fail(text: str) -> None:
    for ending in (".toml", ".json"):
        assert all(0 < line <= text.count("\n") + 1 for line in key_lines(text, ending).lines.values())


def test_deep_nesting_keeps_what_was_found() -> None:
    assert key_lines("a = 1\nb = " + "[" * 100_000, ".toml").line(("b",)) == 2
