"""Every file that a recording can become, by its ending."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rigida.errors import UsageError
from rigida.export.documents import write_clic_tables, write_lag_frames
from rigida.recording import Recording
from rigida.recording.files import CONTAINERS, SAVED_ENDINGS

FORMATS: dict[str, tuple[str, Callable[..., Path]]] = {
    ".glb": ("glTF animation in one file", Recording.to_gltf),
    ".gltf": ("glTF animation as text", Recording.to_gltf),
    ".usdc": ("USD, binary", Recording.to_usd),
    ".usda": ("USD, text", Recording.to_usd),
    ".usd": ("USD", Recording.to_usd),
    ".usdz": ("USD with its textures in one file", Recording.to_usd),
    ".rrd": ("Rerun recording", Recording.to_rerun),
    ".mcap": ("MCAP log", Recording.to_mcap),
    ".html": ("page that plays the motion", Recording.to_html),
    **{ending: (CONTAINERS[ending].text, Recording.save) for ending in SAVED_ENDINGS},
    ".csv": ("table of the motion", Recording.to_csv),
    ".parquet": ("table of the motion", Recording.to_parquet),
    ".sur": ("LAG's faces, with a file per frame", write_lag_frames),
    ".out": ("CLIC's tables of motion", write_clic_tables),
    ".obj": ("folder with a mesh per frame", lambda run, path: run.to_meshes(Path(path).with_suffix(""), "obj")),
    ".ply": ("folder with a mesh per frame", lambda run, path: run.to_meshes(Path(path).with_suffix(""), "ply")),
}


def export(recording: Recording, path: str | Path, **options: Any) -> Path:
    """Write the recording in the format that the ending of `path` names and return the path; "folder/" takes meshes."""
    if str(path).endswith("/"):
        return recording.to_meshes(path, **options)
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        known = ", ".join(f"{name} ({text})" for name, (text, _) in FORMATS.items())
        raise UsageError(f"Cannot export to '{path}': unknown ending. Known are {known}.")
    return FORMATS[ending][1](recording, path, **options)
