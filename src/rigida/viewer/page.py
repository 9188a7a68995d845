"""The page: one HTML text with its script, for the viewer, for files that play by themselves, and for notebooks.

Nothing in it comes from outside, and a file may not even ask: its own policy forbids every connection. What comes from
scenes (names, titles) is data to the script, which writes it as text.
"""

import base64
import html
import json
from functools import cache
from pathlib import Path
from typing import Any

from rigida.atomic_file import replaced, with_ending
from rigida.recording import Recording
from rigida.viewer.recorded import labels, recording_message

_WEB = Path(__file__).parent / "web"
_NOTEBOOK_HEIGHT = 520
#: What a page in a file may do: run its own script, and nothing over a network.
_FILE_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"


def served_page(boot: dict[str, Any], nonce: str) -> str:
    """Return the page of the viewer, whose script may run by this nonce."""
    return _page(boot, "", f' nonce="{nonce}"', "")


def page(recording: Recording, beside: Recording | None = None) -> str:
    """Return a page that plays a recording, or two side by side, by itself."""
    runs = [run for run in (recording, beside) if run is not None]
    names = [f"data{k}" for k in range(len(runs))]
    data = "".join(
        f'<script type="text/plain" id="{name}">{base64.b64encode(recording_message(run, label)).decode()}</script>\n'
        for name, run, label in zip(names, runs, labels(runs), strict=True)
    )
    return _page({"data": names}, data, "", f'<meta http-equiv="Content-Security-Policy" content="{_FILE_POLICY}">')


def write_page(recording: Recording, path: str | Path, beside: Recording | None = None) -> Path:
    """Write the page to an .html file and return its path."""
    path = with_ending(path, ".html")
    text = page(recording, beside)
    with replaced(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return path


def notebook_frame(recording: Recording) -> str:
    """Return the page within a frame, as notebooks show it."""
    return (
        f'<iframe srcdoc="{html.escape(page(recording))}" width="100%" height="{_NOTEBOOK_HEIGHT}" '
        'style="border: 0"></iframe>'
    )


def _page(boot: dict[str, Any], data: str, nonce: str, meta: str) -> str:
    # "<" within JSON could end the script element that holds it.
    parts = {
        "BOOT": json.dumps(boot).replace("<", "\\u003c"),
        "STYLE": _file("page.css"),
        "META": meta,
        "DATA": data,
        "NONCE": nonce,
        "SCRIPT": _file("page.js"),
    }
    text = _file("page.html")
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part, 1)
    return text


@cache
def _file(name: str) -> str:
    return (_WEB / name).read_text(encoding="utf-8")
