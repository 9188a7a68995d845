"""The Blender add-on (`blender_addon.py`) as a file for Blender; rigida itself never imports it."""

from pathlib import Path

from rigida.atomic_file import replaced, with_ending


def write_addon(path: str | Path) -> Path:
    """Write the Blender add-on to `path` (.py) and return the path.

    Args:
        path: File to write; the ending .py is added where it is missing.
    """
    path = with_ending(path, ".py")
    with replaced(path) as temporary:
        temporary.write_bytes(Path(__file__).with_name("blender_addon.py").read_bytes())
    return path
