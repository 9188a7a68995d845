"""Unchanged triangles of mesh files, without welding, closing or reorientation, for drawing.

Solids are checked by `Mesh`; a collision shape that only needs the corners of a file takes `read_points`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError, UsageError
from rigida.fields import rows

#: Where COLLADA says how long its unit is [m].
_UNIT = re.compile(rb'<unit\b[^>]*\bmeter\s*=\s*"([0-9.eE+-]+)"')
#: Files that are kept in memory, because the parts of a robot share them.
_KEPT = 64
#: Of the parts without a colour in a file that has some.
_GRAY = 200
#: Endings that are read, as they are and as zip archives; and endings of archives, which none may hold.
_PLAIN, _GLTF = frozenset({".stl", ".obj", ".ply", ".off", ".dae"}), frozenset({".glb", ".gltf"})
_ARCHIVES = frozenset({".zip", ".zae", ".3mf"})
_PACKED = _ARCHIVES | {".gz", ".bz2", ".xz", ".tar", ".tgz", ".7z"}
_FORMATS = "Use STL, OBJ, PLY, OFF, DAE or GLB."


@dataclass(frozen=True, eq=False)
class FileTriangles:
    """Vertices (v, 3) in the file's units, triangles (t, 3), and their colors (t, 3) if any."""

    vertices: FloatArray
    triangles: IntArray
    colors: NDArray[np.uint8] | None = None


def read_triangles(who: str, file: str) -> FileTriangles:
    """Return the triangles of a mesh file; several objects in it become one."""
    path = Path(file)
    if not path.is_file():
        raise UsageError(f"{who}: there is no such file. Check the path (searched in {Path.cwd()}).")
    return _read(who, str(path), path.stat().st_mtime_ns)


def read_points(who: str, file: str) -> FloatArray:
    """Return the corners (v, 3) of a mesh file; of a large OBJ file ten times as fast as its triangles."""
    path = Path(file)
    if path.suffix.lower() != ".obj" or not path.is_file():
        return read_triangles(who, file).vertices
    try:
        lines = [line.split()[1:4] for line in path.read_bytes().splitlines() if line[:2] == b"v "]
        return rows(who, "vertices", np.array(lines, dtype=np.float64), 3)
    except ValueError:
        raise ModelError(f"{who}: a line 'v ...' of the file is not three numbers.") from None


@lru_cache(maxsize=_KEPT)
def _read(who: str, file: str, changed: int) -> FileTriangles:
    if file.lower().endswith(".msh"):
        return _mujoco(who, Path(file).read_bytes())
    import logging

    import trimesh

    _check_container(who, Path(file))
    # Without it, what goes wrong inside is printed as well where a program has not set up logging.
    logger = logging.getLogger("trimesh")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    try:
        # Unprocessed: rigida welds and checks by itself, so that nothing is changed unseen.
        loaded = trimesh.load(file, process=False, resolver=_folder_of(file))
        parts = loaded.dump() if isinstance(loaded, trimesh.Scene) else [loaded]
    except Exception as error:  # a broken file can raise anything inside a parser
        reason = next(iter(str(error).splitlines()), "") or type(error).__name__
        raise ModelError(f"{who}: the file cannot be read as a mesh: {reason}. {_FORMATS}") from None
    found: list[Any] = [part for part in parts if isinstance(part, trimesh.Trimesh) and len(part.faces)]
    if not found:
        raise ModelError(f"{who}: the file holds no triangles. Export the surface as a triangle mesh.")
    starts = np.cumsum([0, *(len(part.vertices) for part in found[:-1])])
    vertices = np.concatenate([part.vertices for part in found])
    faces = np.concatenate([part.faces + start for part, start in zip(found, starts, strict=True)])
    colors = [_colors(part) for part in found]
    plain = all(color is None for color in colors)
    gray = [np.full((len(part.faces), 3), _GRAY, dtype=np.uint8) for part in found]
    own = None if plain else np.concatenate([g if c is None else c for c, g in zip(colors, gray, strict=True)])
    unit = _collada_unit(file)
    return FileTriangles(rows(who, "vertices", vertices, 3) * unit, rows(who, "triangles", faces, 3, np.int32), own)


def _check_container(who: str, path: Path) -> None:
    """Refuse endings that are no meshes, archives that grow beyond bounds, and arrays that no file holds."""
    ending = path.suffix.lower()
    if ending in _ARCHIVES:
        import zipfile
        import zlib

        from rigida.archive_limits import check_archive

        try:
            with zipfile.ZipFile(path) as archive:
                check_archive(who, path, archive)
                inner = {Path(name).suffix.lower() for name in archive.namelist()}
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise ModelError(f"{who}: the file is no whole zip archive: {error}. Copy it again.") from None
        if inner & _PACKED:
            raise ModelError(f"{who}: the archive holds archives. Unpack them first.")
    elif ending in _GLTF:
        _check_accessors(who, path)
    elif ending not in _PLAIN:
        raise ModelError(f"{who}: files ending in '{ending}' are not read. {_FORMATS}")


def _check_accessors(who: str, path: Path) -> None:
    """Refuse a glTF file whose arrays claim more numbers than it may hold."""
    import json

    from rigida.archive_limits import max_expanded

    data = path.read_bytes()
    if data[:4] == b"glTF":
        data = data[20 : 20 + int.from_bytes(data[12:16], "little")]
    try:
        accessors = json.loads(data).get("accessors", [])
        claimed = sum(int(accessor.get("count", 0)) for accessor in accessors)
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return  # the reader says what is wrong with it
    if claimed > max_expanded(path.stat().st_size):
        raise ModelError(f"{who}: the file claims {claimed} elements, more than a file of its size may hold.")


def _folder_of(file: str) -> Any:
    """Return a resolver of files that a mesh file names, such as materials, limited to its own folder."""
    from trimesh.resolvers import FilePathResolver

    class Folder(FilePathResolver):
        def get(self, name: str) -> bytes:
            folder = Path(file).resolve().parent
            named = (folder / name.strip()).resolve()
            if not named.is_relative_to(folder):
                raise ValueError(f"'{name}' lies outside its folder")
            return named.read_bytes()

    return Folder(file)


def _collada_unit(file: str) -> float:
    """Return the length of a COLLADA file's unit [m]; 1 for other files, whose units are unknown."""
    if not file.lower().endswith(".dae"):
        return 1.0
    found = _UNIT.search(Path(file).read_bytes()[:100_000])
    return float(found.group(1)) if found else 1.0


def _colors(part: Any) -> NDArray[np.uint8] | None:
    """Return the colors (t, 3) of a part that has some."""
    visual = part.visual
    material = getattr(visual, "material", None)
    if material is not None:
        return np.tile(np.asarray(material.main_color[:3], dtype=np.uint8), (len(part.faces), 1))
    return np.asarray(visual.face_colors[:, :3], dtype=np.uint8) if getattr(visual, "kind", None) else None


def _mujoco(who: str, data: bytes) -> FileTriangles:
    """Return the content of a file in MuJoCo's format: four counts, vertices, normals, texture places, triangles."""
    counts = np.frombuffer(data[:16].ljust(16, b"\xff"), dtype="<i4")
    if (counts < 0).any() or len(data) != 16 + 4 * int(counts @ [3, 3, 2, 3]):
        raise ModelError(f"{who}: the file is not a mesh of MuJoCo's format, or it is cut short.")
    vertices, _, _, faces = counts.tolist()
    points = np.frombuffer(data, dtype="<f4", count=3 * vertices, offset=16).reshape(-1, 3)
    corners = np.frombuffer(data, dtype="<i4", count=3 * faces, offset=len(data) - 12 * faces).reshape(-1, 3)
    return FileTriangles(rows(who, "vertices", points, 3), rows(who, "triangles", corners, 3, np.int32))
