"""The page: one HTML text with its script, for the viewer, for files that play by themselves, and for notebooks.

Nothing in it comes from outside, and a file may not even ask: its own policy forbids every connection. What comes from
scenes (names, titles) is data to the script, which writes it as text.
"""

import base64
import html
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from rigida.atomic_file import replaced, with_ending
from rigida.errors import UsageError
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
    """Return a self-contained page that plays a recording, or two side by side."""
    runs = [run for run in (recording, beside) if run is not None]
    return _file_page(runs, labels(runs), {})


def variations_page(recordings: Sequence[Recording], values: Mapping[str, Sequence[Any]]) -> str:
    """Return a page that plays one of several recordings, picked by a slider for each name in `values`."""
    if not recordings or not values:
        raise UsageError("A page of variations needs recordings and the values that they were made with.")
    for name, column in values.items():
        if len(column) != len(recordings):
            raise UsageError(
                f"values['{name}'] has {len(column)} values for {len(recordings)} recordings. Give one for each."
            )
    columns = [[value.item() if isinstance(value, np.generic) else value for value in one] for one in values.values()]
    return _file_page(recordings, [""] * len(recordings), {"variations": {"names": list(values), "columns": columns}})


def _file_page(runs: Sequence[Recording], names: Sequence[str], boot: dict[str, Any]) -> str:
    """Return a page that holds recordings, each with a label."""
    places = [f"data{k}" for k in range(len(runs))]
    data = "".join(
        f'<script type="text/plain" id="{place}">{base64.b64encode(recording_message(run, name)).decode()}</script>\n'
        for place, run, name in zip(places, runs, names, strict=True)
    )
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_FILE_POLICY}">'
    return _page({"data": places, **boot}, data, "", policy)


def write_page(recording: Recording, path: str | Path, beside: Recording | None = None) -> Path:
    """Write the page to an .html file and return its path."""
    return _written(path, page(recording, beside))


def save_variations(path: str | Path, recordings: Sequence[Recording], values: Mapping[str, Sequence[Any]]) -> Path:
    """Write one page in which sliders pick among recordings, such as the runs of a sweep, and return its path.

    Args:
        path: File to write, .html.
        recordings: Runs of one scene.
        values: For each slider its name and one value per recording.
    """
    return _written(path, variations_page(recordings, values))


def _written(path: str | Path, text: str) -> Path:
    path = with_ending(path, ".html")
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
