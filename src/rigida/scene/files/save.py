"""Scenes as documents and files: exact values of all quantities that differ from their defaults.

A saved scene reads back as the same scene with its bodies in the same order. The file is written whole or not at all.
"""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced
from rigida.errors import Problem, SceneError
from rigida.geometry import HalfSpace
from rigida.registry import Registry
from rigida.scene.body import Body
from rigida.scene.engine import ENGINES
from rigida.scene.files.forms import KeyPath, key_path
from rigida.scene.files.source import ENDINGS
from rigida.scene.files.toml_text import toml_text
from rigida.scene.files.written import NoFormError, kind_table, same, table_of, written
from rigida.scene.force import FORCES
from rigida.scene.joint import JOINTS
from rigida.scene.path import PathFunction
from rigida.scene.scene import Scene

#: Keys of a ground body's own table that [ground] either implies or can hold.
_GROUND_IMPLIES = {"shape", "fixed"}
_GROUND_KEYS = {
    *("friction", "static_friction", "restitution", "rolling_friction", "spinning_friction"),
    *("combine", "priority", "position"),
}


def scene_document(scene: Scene, folder: FilePath | None = None, partial: bool = False) -> dict[str, Any]:
    """Return the scene as plain tables, lists, numbers and texts that `scene_from_document` reads back.

    Args:
        scene: What to write down.
        folder: Where the document will lie; mesh files inside it are named relative to it.
        partial: Leave out what has no form in a file; a body on a path of Python functions is written as a fixed one.

    Raises:
        SceneError: When an element has no form in a file (Python functions), naming every such element.
    """
    return _Writer(folder, partial).document(scene)


def save_scene(scene: Scene, path: str | FilePath) -> None:
    """Write the scene to a TOML or, by its ending, JSON file."""
    path = FilePath(path)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise SceneError(f"{path.name}: a scene file must end in {' or '.join(ENDINGS)}. Change the ending.")
    document = scene_document(scene, path.absolute().parent)
    text = json.dumps(document, indent=1, ensure_ascii=False) if ending == ".json" else toml_text(document)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        bad = error.object[error.start : error.end]
        raise SceneError(f"{path.name}: the scene's texts must be Unicode, but one holds {bad!r}. Rename it.") from None
    with replaced(path) as temporary:
        temporary.write_bytes(data)


class _Writer:
    def __init__(self, folder: FilePath | None, partial: bool) -> None:
        self._folder, self._partial = folder, partial
        self._problems: list[Problem] = []

    def document(self, scene: Scene) -> dict[str, Any]:
        """Return the whole document, or raise with all elements that have no form."""
        blank = Scene()
        document: dict[str, Any] = {}
        for key in ("title", "description", "gravity"):
            value = getattr(scene, key)
            if not same(written(value), written(getattr(blank, key))):
                document[key] = written(value)
        if plan := table_of(scene.plan):
            document["run"] = plan
        if scene.camera is not None:
            document["camera"] = table_of(scene.camera)
        if scene.engine is not None:
            document["engine"] = self._element(("engine",), ENGINES, scene.engine)
        bodies = {body.name: self._body(body) for body in scene.bodies}
        # Only as the first body, which is what [ground] makes.
        if "ground" in list(bodies)[:1] and (ground := _as_ground(scene.bodies[0], bodies["ground"])) is not None:
            document["ground"] = ground
            del bodies["ground"]
        forces = {str(force.name): self._element(("force", str(force.name)), FORCES, force) for force in scene.forces}
        joints = {str(joint.name): self._element(("joint", str(joint.name)), JOINTS, joint) for joint in scene.joints}
        for family, tables in (("body", bodies), ("force", forces), ("joint", joints)):
            if tables := {name: table for name, table in tables.items() if table or not self._partial}:
                document[family] = tables
        document |= self._robot(scene)
        if self._problems and not self._partial:
            count = len(self._problems)
            raise SceneError(
                f"The scene cannot be saved: {count} of its elements cannot stand in a file.", self._problems
            )
        return document

    def _robot(self, scene: Scene) -> dict[str, Any]:
        """Return actuators, couplings, poses, sites, sensors and excluded pairs."""
        found: dict[str, Any] = {
            "actuator": {str(actuator.name): table_of(actuator) for actuator in scene.actuators},
            "coupling": {str(coupling.name): table_of(coupling) for coupling in scene.couplings},
            "apart": [[a.name, b.name] for a, b in scene.apart],
            "pose": {name: pose.table() for name, pose in scene.poses.items()},
            "start": {} if scene.start is None else scene.start.table(),
            "site": {name: table_of(site) for name, site in scene.sites.items()},
            "body_camera": {name: table_of(camera) for name, camera in scene.cameras.items()},
            "sensor": {
                name: {"measures": sensor.measures, "of": dict(sensor.of)} for name, sensor in scene.sensors.items()
            },
        }
        return {key: value for key, value in found.items() if value}

    def _element(self, path: KeyPath, registry: Registry[Any], element: object) -> dict[str, Any]:
        table: dict[str, Any] = {}
        with self._noting(path):
            table = kind_table(registry, element, self._folder)
        return table

    def _body(self, body: Body) -> dict[str, Any]:
        table: dict[str, Any] = {}
        with self._noting(("body", body.name)):
            formless_path = self._partial and isinstance(body.path, PathFunction)
            leave_out = ("inertia", "material", "path") if formless_path else ("inertia", "material")
            table = table_of(body, self._folder, leave_out) | ({"fixed": True} if formless_path else {})
            if body.inertia is not None:
                table["inertia"] = _inertia(body.inertia)
            table |= table_of(body.material)
        return table

    @contextlib.contextmanager
    def _noting(self, path: KeyPath) -> Iterator[None]:
        try:
            yield
        except NoFormError as error:
            self._problems.append(Problem(key_path(path), str(error)))


def _inertia(matrix: FloatArray) -> Any:
    """Return three moments for a matrix that is diagonal to the bit, else three rows."""
    rows, moments = written(matrix), [matrix[i][i] for i in range(3)]
    zeros = [rows[i][j] for i in range(3) for j in range(3) if i != j]
    return written(tuple(moments)) if all(same(value, 0.0) for value in zeros) else rows


def _as_ground(body: Body, table: dict[str, Any]) -> dict[str, Any] | None:
    """Return the table [ground] for a body that `Scene.add_ground` would make, else None."""
    if not isinstance(body.shape, HalfSpace) or not body.fixed or not set(table) <= _GROUND_IMPLIES | _GROUND_KEYS:
        return None
    surface = {key: value for key, value in table.items() if key not in _GROUND_IMPLIES}
    return table_of(body.shape) | surface
