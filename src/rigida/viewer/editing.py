"""Editing of a scene in the page: initial poses of bodies, and changed numbers, saved as TOML.

An edit is made in the scene's document, from which the scene is then built again: whatever can be saved can be edited.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from rigida.errors import UsageError
from rigida.fields import vector
from rigida.geometry import HalfSpace
from rigida.math.euler import euler_xyz_from_quaternion_array, quaternion_from_euler_xyz_array
from rigida.registry import nearest
from rigida.scene.body import Body
from rigida.scene.files.load import scene_from_document
from rigida.scene.files.save import scene_document
from rigida.scene.files.toml_text import toml_text
from rigida.scene.scene import Scene
from rigida.viewer.tuning import PUSHES, Key, push_name


def start_pose(body: Body) -> list[float] | None:
    """Return position [m] and angles about x, then the new y, then the new z [°] (6,); None if it cannot be moved."""
    if body.path is not None or isinstance(body.shape, HalfSpace):
        return None
    angles = np.degrees(euler_xyz_from_quaternion_array(np.array(body.orientation)))
    return [*map(float, body.position), *(round(float(angle), 9) + 0.0 for angle in angles)]


class Editing:
    """Edits of the scene that is shown, with those before it, newest last."""

    def __init__(self) -> None:
        self._before: list[Scene] = []

    @property
    def count(self) -> int:
        """Number of edits that can be undone."""
        return len(self._before)

    def place(self, scene: Scene, changed: Mapping[Key, float], given: Mapping[str, Any]) -> Scene:
        """Return the scene with a body at the position [m] and angles [°] given, and with the numbers changed."""
        name = str(given.get("body"))
        bodies = {body.name: body for body in scene.bodies if start_pose(body) is not None}
        if name not in bodies:
            raise UsageError(f"There is no body '{name}' to move.{nearest(name, bodies)}")
        position = vector(f"Body '{name}'", "position", given.get("position"))
        angles = np.radians(vector(f"Body '{name}'", "angles", given.get("angles")))
        document = edited_document(scene, changed)
        table = _body_table(document, name)
        table["position"] = list(position)
        if any(angles) or "quat_wxyz" in table:
            table["quat_wxyz"] = quaternion_from_euler_xyz_array(angles).tolist()
        edited = scene_from_document(document)
        self._before.append(scene)
        return edited

    def take_back(self) -> Scene:
        """Return the scene before the last edit, which is forgotten."""
        if not self._before:
            raise UsageError("There is no edit to take back.")
        return self._before.pop()


def edited_document(scene: Scene, changed: Mapping[Key, float]) -> dict[str, Any]:
    """Return the document of a scene with the numbers that were changed while it ran."""
    document = scene_document(scene)
    for (what, name, quantity), value in changed.items():
        if what == "world":
            size = math.hypot(*scene.gravity)
            down = np.array(scene.gravity) / size if size else np.array([0.0, 0.0, -1.0])
            document["gravity"] = (value * down).tolist()
        elif what == "joint":
            document["joint"][name][quantity] = value
        else:
            if quantity in PUSHES:
                force = {"kind": "constant_force", "body": name, "force": [0.0, 0.0, 0.0]}
                push = document.setdefault("force", {}).setdefault(push_name(name), force)
                push["force"] = list(push["force"])
                push["force"][PUSHES.index(quantity)] = value
                continue
            table = _body_table(document, name)
            if quantity == "mass":
                body = next(body for body in scene.bodies if body.name == name)
                ratio = value / body.mass_properties().mass
                if "inertia" in table:
                    table["inertia"] = (ratio * np.array(table["inertia"])).tolist()
                table.pop("density", None)
            table[quantity] = value
    return document


def edited_text(scene: Scene, changed: Mapping[Key, float]) -> str:
    """Return the scene file (TOML) of a scene with the numbers that were changed while it ran."""
    return toml_text(edited_document(scene, changed))


def _body_table(document: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the table of a body; [ground] is that of the body called so."""
    table: dict[str, Any] = document[name] if name == "ground" and name in document else document["body"][name]
    return table
