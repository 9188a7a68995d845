"""The formats of scene files that can be read or written, by extension."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from rigida.errors import Problem, RigidaError, UsageError
from rigida.fields import file_path, shown
from rigida.scene.scene import Scene


@dataclass(frozen=True)
class SceneFormat:
    """A format: its name, and the functions that read and write it as "module:function" (imported when used)."""

    name: str
    reader: str
    writer: str = ""
    #: Whether its meshes are hulls unless their true surfaces are asked for.
    robots: bool = False


#: By ending, in the order in which help texts list them.
FORMATS: dict[str, SceneFormat] = {
    ".toml": SceneFormat("rigida's own", "rigida.importers.own:read_own", "rigida.importers.own:write_own"),
    ".json": SceneFormat("the same as JSON", "rigida.importers.own:read_own", "rigida.importers.own:write_own"),
    ".mod": SceneFormat("CLIC's models", "rigida.importers.clic:read_clic", "rigida.importers.clic_writer:write_clic"),
    ".urdf": SceneFormat(
        "URDF robots", "rigida.importers.urdf:read_urdf", "rigida.importers.urdf_writer:write_urdf", True
    ),
    ".xacro": SceneFormat("URDF robots written in xacro", "rigida.importers.urdf:read_urdf", robots=True),
    ".xml": SceneFormat("MuJoCo's MJCF", "rigida.importers.mjcf.reader:read_mjcf", robots=True),
    ".sdf": SceneFormat("SDFormat models and worlds", "rigida.importers.sdf.reader:read_sdf", robots=True),
    ".cfg": SceneFormat(
        "LAG's set of files", "rigida.importers.lag.reader:read_lag", "rigida.importers.lag.writer:write_lag"
    ),
}


def load_scene(path: str | Path, search: Sequence[str | Path] = (), *, true_surface: bool = False) -> Scene:
    """Return the scene in a file of any known format.

    Args:
        path: The file; its ending names the format.
        search: Further folders in which files that it names may lie.
        true_surface: Let collision meshes of robot files be touched where they are, not on their convex hulls; they
            must then be closed.

    Raises:
        SceneError: With every problem of the file: place, line, what was required and what was given.
    """
    from rigida.scene.files.load import sound_scene  # imports the schema, which listing the formats does not need

    path = file_path("load", path)
    return sound_scene(path, *_read(path, search, true_surface))


def validate_scene(path: str | Path, search: Sequence[str | Path] = (), *, start: bool = False) -> list[Problem]:
    """Return the problems of a scene file of any known format, none when it is good.

    Args:
        path: The file.
        search: Further folders in which files that it names may lie.
        start: Also report what a simulation of the scene would refuse, such as joints that are open.
    """
    from rigida.scene.files.load import limited

    scene, problems = _read(file_path("validate_scene", path), search)
    return limited(problems) if problems or scene is None or not start else _refused(scene)


def _refused(scene: Scene) -> list[Problem]:
    """Return the reason why a valid scene cannot be simulated by its engine, if any."""
    from rigida.simulation import Simulation

    try:
        Simulation(scene)
    except RigidaError as error:
        return [Problem("", str(error))]
    return []


def convert(scene: Scene, path: str | Path) -> list[Path]:
    """Write the scene in the format that the ending of `path` names, and return the files.

    What the format cannot hold is left out with a warning for each kind.
    """
    path = Path(path)
    form = FORMATS.get(path.suffix.lower())
    if form is None or not form.writer:
        known = ", ".join(f"{ending} ({item.name})" for ending, item in FORMATS.items() if item.writer)
        raise UsageError(f"Cannot write a scene to '{path}': unknown ending. Known are {known}.")
    files: list[Path] = _function(form.writer)(scene, path)
    return files


def _read(path: Path, search: Sequence[str | Path], true_surface: bool = False) -> tuple[Scene | None, list[Problem]]:
    form = FORMATS.get(path.suffix.lower())
    if form is None:
        given = f"the ending '{path.suffix}'" if path.suffix else "no ending"
        message = f"a scene file must end in {', '.join(FORMATS)}, but this one has {given}."
        return None, [Problem("", message)]
    if not isinstance(search, Sequence) or isinstance(search, str | bytes):
        raise UsageError(f"search must be a list of folders, got {shown(search)}.")
    options = {"true_surface": true_surface} if form.robots else {}
    folders = [file_path("search", folder) for folder in search]
    result: tuple[Scene | None, list[Problem]] = _function(form.reader)(path, folders, **options)
    return result


def _function(place: str) -> Any:
    module, name = place.split(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function
