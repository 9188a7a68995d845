"""A scene document as TOML text that people can read: a table per element, short lists on one line.

Longer lists have a row per line. Numbers are written with the shortest digits that give the same bits back.
"""

import json
import re
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_FAMILIES = ("material", "body", "force", "joint", "actuator", "coupling", "pose", "site", "body_camera", "sensor")
_LINE_WIDTH = 100


def toml_text(document: dict[str, Any]) -> str:
    """Return the TOML text of a scene document."""
    plain = {key: value for key, value in document.items() if not isinstance(value, dict)}
    blocks = [_assignments(plain)] if plain else []
    for key, table in document.items():
        if key in _FAMILIES:
            blocks += [f"[{key}.{_key(name)}]\n{_assignments(element)}" for name, element in table.items()]
        elif isinstance(table, dict):
            blocks.append(f"[{key}]\n{_assignments(table)}")
    return "\n".join(blocks)


def _assignments(table: dict[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # JSON's escapes are TOML's, but TOML also wants DEL escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    items = [_value(item) for item in value]
    one_line = "[" + ", ".join(items) + "]"
    rows = any(isinstance(item, list | dict) for item in value)
    return "[\n" + "".join(f"  {item},\n" for item in items) + "]" if rows and len(one_line) > _LINE_WIDTH else one_line
