"""Static data of a scene for the page: surfaces, colors, names, joints, light, and the viewpoint.

Places are given from an origin near the bodies, because the page counts in single precision.
"""

import math
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.drawing import Drawing
from rigida.drawing.absence import filled_poses
from rigida.drawing.concave_view import is_concave
from rigida.drawing.finish import FINISHES
from rigida.drawing.geometry import Geometry
from rigida.render.cameras.auto_camera import camera_for
from rigida.render.cameras.camera import AnyCamera, Following
from rigida.render.ground_pattern import motion_extent, pattern_cell
from rigida.render.lamps import sunward
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene
from rigida.viewer.editing import start_pose
from rigida.viewer.packing import single
from rigida.viewer.tuning import body_values, joint_values

#: Coordinates of these kinds are lengths.
_LENGTHS = ("prismatic", "planar", "distance")
_ASPECT = 16 / 9


@dataclass(frozen=True, eq=False)
class SceneFacts:
    """Header and arrays of the message that describes a scene, and the origin that places are given from (3,) [m]."""

    header: dict[str, Any]
    origin: FloatArray
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)


def scene_facts(
    scene: Scene, drawing: Drawing, times: FloatArray, position: FloatArray, orientation: FloatArray
) -> SceneFacts:
    """Return the facts of a scene with the motion position (f, n, 3), orientation (f, n, 4) at times (f,)."""
    position, orientation = filled_poses(position, orientation)
    bounded = drawing.geometry_of >= 0
    origin = np.round(position[0][bounded].mean(axis=0)) if bounded.any() else np.zeros(3)
    camera = camera_for(drawing, times, position, _ASPECT, orientation)
    center, radius = motion_extent(drawing, position)
    arrays: dict[str, NDArray[Any]] = {}
    pieces = list(drawing.pieces)
    shapes = {id(geometry): geometry for geometry in drawing.geometries}
    shapes |= {id(piece.geometry): piece.geometry for piece in pieces}
    number = {key: k for k, key in enumerate(shapes)}
    header = {
        "title": drawing.title,
        "up": list(drawing.up),
        "origin": origin.tolist(),
        "geometries": [_surface(geometry, k, arrays) for k, geometry in enumerate(shapes.values())],
        "finishes": {name: asdict(look) for name, look in FINISHES.items()},
        "bodies": [_body(scene, drawing, row, number) for row in range(len(drawing.names))],
        "pieces": [
            {"name": p.name, "group": p.group, "geometry": number[id(p.geometry)], "color": p.color, "finish": p.finish}
            for p in pieces
        ],
        "planes": _planes(drawing),
        "appearance": asdict(drawing.appearance),
        "joints": [joint_facts(joint) for joint in scene.joints],
        "values": {"gravity": float(np.linalg.norm(scene.gravity))},
        "terrain": drawing.terrain,
        "camera": _camera(camera, drawing, times, position, origin),
        "sun": sunward(camera.view(float(times[0])), np.array(drawing.up)).tolist(),
        "extent": {"center": (center - origin).tolist(), "radius": radius},
        "cell": pattern_cell(drawing, camera, float(times[0]), position, orientation),
        "concave": any(is_concave(geometry) for geometry in drawing.geometries),
    }
    return SceneFacts(header, origin, arrays)


def joint_facts(joint: Joint) -> dict[str, Any]:
    """Return name, kind and bodies of a joint, and the range of a slider for its motor."""
    unit = "m" if joint.kind in _LENGTHS else "rad"
    motor, target = getattr(joint, "motor", "none"), float(getattr(joint, "motor_target", 0.0))
    low, high = _motor_range(joint, motor, target, unit)
    bodies = {"a": joint.a.name, "b": joint.b.name}
    return {"name": str(joint.name), "kind": joint.kind, **bodies, "unit": unit} | {
        "motor": motor,
        "target": target,
        "low": low,
        "high": high,
        "values": joint_values(joint),
    }


def piece_rows(
    drawing: Drawing, position: FloatArray, orientation: FloatArray, time: float, channels: Any
) -> FloatArray:
    """Return place from the world's origin, turn and scale (m, 10) of the pieces at one moment."""
    poses = drawing.pieces.poses(position, orientation, time, channels)
    return np.concatenate([poses.position, poses.orientation, poses.scale], axis=1)


def _motor_range(joint: Joint, motor: str, target: float, unit: str) -> tuple[float, float]:
    most = max(2.0 * abs(target), 10.0)
    if motor == "position":
        lower, upper, turn = (
            getattr(joint, "lower", None),
            getattr(joint, "upper", None),
            math.pi if unit == "rad" else 1.0,
        )
        return (-turn if lower is None else lower), (turn if upper is None else upper)
    limit = getattr(joint, "motor_max", None) if motor == "effort" else None
    return (-limit, limit) if limit else (-most, most)


def _surface(geometry: Geometry, k: int, arrays: dict[str, NDArray[Any]]) -> dict[str, str]:
    vertices, normals, triangles = geometry.split
    names = {part: f"surface{k}.{part}" for part in ("vertices", "normals", "triangles")}
    arrays[names["vertices"]], arrays[names["normals"]] = single(vertices), single(normals)
    arrays[names["triangles"]] = triangles.astype(np.uint32)
    return names


def _body(scene: Scene, drawing: Drawing, row: int, number: dict[int, int]) -> dict[str, Any]:
    body, surface = scene.bodies[row], int(drawing.geometry_of[row])
    geometry = drawing.geometries[surface] if surface >= 0 else None
    return {
        "name": body.name,
        "shape": "none" if body.shape is None else body.shape.kind,
        "mass": body.mass_properties().mass if body.dynamic else 0.0,
        "geometry": -1 if geometry is None else number[id(geometry)],
        "radius": 0.0 if geometry is None else geometry.radius,
        "color": drawing.colors[row],
        "finish": drawing.finishes[row],
        "moving": bool(drawing.moving[row]),
        "marked": drawing.marked[row],
        "values": body_values(scene, body),
        "start": start_pose(body),
        "center": drawing.centers[row].tolist(),
    }


def _planes(drawing: Drawing) -> list[dict[str, Any]]:
    """Return the half-spaces, and the floor as one without a body, with its height."""
    own = [{"body": p.body, "normal": list(p.normal), "color": drawing.colors[p.body]} for p in drawing.planes]
    if drawing.floor is None:
        return own
    return [*own, {"body": -1, "normal": list(drawing.up), "color": drawing.ground, "height": drawing.floor}]


def _camera(
    camera: AnyCamera, drawing: Drawing, times: FloatArray, position: FloatArray, origin: FloatArray
) -> dict[str, Any]:
    view = camera.view(float(times[0]))
    moving = np.flatnonzero(drawing.moving & (drawing.geometry_of >= 0))
    follow, followed = None, None
    if isinstance(camera, Following) and len(moving):
        target = np.asarray(camera.target)[0]
        follow = int(moving[np.argmin(np.linalg.norm(position[0, moving] - target, axis=1))])
        followed = (position[0, follow] - origin).tolist()
        ahead = float(np.linalg.norm(camera.offset))
    else:
        middle, _ = motion_extent(drawing, position)
        ahead = max(float(np.sum((middle - view.eye) * view.forward)), 1e-3)
    eye = view.eye - origin
    fov = 2.0 * math.degrees(math.atan(view.tangent))
    place = {"eye": eye.tolist(), "target": (eye + ahead * view.forward).tolist(), "fov": fov}
    return place | {"follow": follow, "followed": followed}
