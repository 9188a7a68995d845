"""Scene files: read, checked and built in one call, with all faults of a file reported together.

Text → document (`source`) → types and keys (`schema`) → objects (`build`). Each stage goes on past a fault as far as
it can, so that a file is mended in one go.
"""

from pathlib import Path
from typing import Any

from rigida.errors import Problem, SceneError
from rigida.registry import Registry
from rigida.scene.engine import ENGINES
from rigida.scene.files.build import build_scene
from rigida.scene.files.forms import MAX_WORDED, Fault, KeyPath, key_path
from rigida.scene.files.lines import KeyLines
from rigida.scene.files.renamed import current_table
from rigida.scene.files.schema import document_faults
from rigida.scene.files.source import Source, SourceError, read_source
from rigida.scene.joint import JOINTS
from rigida.scene.scene import Scene

#: A broken mesh can have a fault in every number; more than this are not listed.
MAX_PROBLEMS = 100
#: A problem that is counted only.
_UNTOLD = Problem("", "")


def load_scene(path: str | Path) -> Scene:
    """Return the scene in a TOML or JSON file.

    Raises:
        SceneError: With every problem of the file: key path, line, what was required and what was given.
    """
    path = Path(path)
    return sound_scene(path, *examine(path))


def sound_scene(path: Path, scene: Scene | None, problems: list[Problem]) -> Scene:
    """Return the scene that was read from `path`, or raise with all problems that were found."""
    if scene is None or problems:
        raise _scene_error(path.name or str(path), limited(problems))
    return scene


def scene_from_document(document: dict[str, Any], folder: Path | None = None) -> Scene:
    """Return the scene that a document describes; mesh files are searched in `folder`."""
    if not isinstance(document, dict):
        raise SceneError(f"A scene document must be a dict of tables, got a {type(document).__name__}.")
    scene, faults = _built(document, folder)
    if faults:
        raise _scene_error("The scene document", limited(_problems(faults, KeyLines())))
    return scene


def examine(path: Path) -> tuple[Scene | None, list[Problem]]:
    """Return the content of a TOML or JSON file without its faulty elements, and its problems."""
    try:
        source: Source = read_source(path)
    except SourceError as error:
        return None, [error.problem]
    scene, faults = _built(source.document, path.absolute().parent)
    problems = [
        *source.problems,
        *(_problems(faults, source.key_lines(_places(faults, source.document))) if faults else ()),
    ]
    return scene, sorted(problems, key=lambda problem: (not problem.message, problem.line))


def _built(document: dict[str, Any], folder: Path | None) -> tuple[Scene, list[Fault]]:
    document = with_current_names(document)
    faults = document_faults(document)
    if len(faults) > MAX_WORDED:
        return Scene(), faults  # more than can be reported
    scene, more = build_scene(document, folder, faults)
    return scene, faults + more


def with_current_names(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with the present names of keys of its engine and joints that have been renamed."""
    found = dict(document)
    if "engine" in document:
        found["engine"] = _with_current_keys(document["engine"], ENGINES)
    if isinstance(joints := document.get("joint"), dict):
        found["joint"] = {name: _with_current_keys(table, JOINTS) for name, table in joints.items()}
    return found


def _with_current_keys(table: Any, kinds: Registry[Any]) -> Any:
    """Return the table of an object of one of `kinds` with its present keys; a faulty one as it is."""
    kind = table.get("kind") if isinstance(table, dict) else None
    return current_table(kinds[kind], table) if isinstance(kind, str) and kind in kinds else table


def _places(faults: list[Fault], document: Any) -> list[KeyPath]:
    """Return the key paths of problems; a missing key is located at its table."""
    return [_existing(path, document) for path, message in faults if message]


def _existing(path: KeyPath, document: Any) -> KeyPath:
    """Return the longest beginning of `path` that the document has."""
    at = document
    for depth, key in enumerate(path):
        try:
            at = at[key]
        except (KeyError, IndexError, TypeError):
            return path[:depth]
    return path


def _problems(faults: list[Fault], lines: KeyLines) -> list[Problem]:
    return [Problem(key_path(path), message, lines.line(path)) if message else _UNTOLD for path, message in faults]


def limited(problems: list[Problem]) -> list[Problem]:
    """Return as many problems as someone may read."""
    reported = [problem for problem in problems[:MAX_PROBLEMS] if problem is not _UNTOLD]
    if len(reported) == len(problems):
        return problems
    return [*reported, Problem("", "and further problems, which are not listed.")]


def _scene_error(name: str, problems: list[Problem]) -> SceneError:
    count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
    return SceneError(f"{name} has {count}:", problems)
