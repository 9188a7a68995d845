"""glTF 2.0: the motion as an animation that Blender, game engines and browsers read.

One node per body and per piece that is drawn beside them, each under its own name, below a root that turns the scene's
up to glTF's y. Equal surfaces share their buffers. Translation, rotation and scale are keyed at the frames (or as few
of them as a tolerance allows) and interpolated linearly. Velocities have no place in the format; they are stored as
accessors named in the node's extras.
"""

import base64
import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced
from rigida.drawing import Drawing, Geometry
from rigida.drawing.absence import filled, present
from rigida.drawing.material import Material
from rigida.drawing.motion import piece_motion
from rigida.errors import UsageError
from rigida.export.frames import FPS, at_rate, frame_rate, last_frame
from rigida.export.keys import continuous, key_frames
from rigida.export.surfaces import Surface, Surfaces
from rigida.export.textures import png
from rigida.export.viewpoint import ASPECT, Viewpoint
from rigida.fields import Rule, Vec3, real_number
from rigida.math.quaternion import rotate_array
from rigida.recording import Recording
from rigida.version import __version__

_FLOAT, _UNSIGNED = 5126, 5125
_VERTICES, _INDICES = 34962, 34963
_KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
_LINEAR, _MIPMAPS = 9729, 9987


def write_gltf(
    recording: Recording,
    path: str | Path,
    tolerance: float | None = None,
    fps: float | None = None,
    marks: bool = True,
    camera: bool = True,
) -> Path:
    """Write the recording as .glb (one binary file, the default) or .gltf (text) and return the path.

    With `fps`, keys lie at whole frames of that rate instead of the recorded ones. Without `marks`, bodies have one
    color each. With `camera`, the camera of pictures is a node, and sun and sky are in the scene's extras.
    """
    path = Path(path)
    if not path.suffix:
        path = path.with_name(path.name + ".glb")
    if path.suffix.lower() not in (".glb", ".gltf"):
        raise UsageError(f"Cannot write '{path}': unknown ending. Use .glb or .gltf.")
    if tolerance is not None:
        tolerance = real_number("to_gltf", "tolerance", tolerance, Rule("m and rad", at_least=0.0))
    rate = None if fps is None else frame_rate("to_gltf", fps)
    document, data = gltf_document(recording, tolerance, marks, camera, rate)
    with replaced(path) as temporary:
        if path.suffix.lower() == ".glb":
            temporary.write_bytes(_binary(document, data))
        else:
            document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
            temporary.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path


def gltf_document(
    recording: Recording,
    tolerance: float | None,
    marks: bool = True,
    camera: bool = True,
    fps: float | None = None,
) -> tuple[dict[str, Any], bytes]:
    """Return the JSON document of a recording and the bytes of its buffer."""
    # Surfaces and camera are those of the whole motion, also where keys lie further apart than its frames.
    drawing, shown = Drawing.of_recording(recording), recording if fps is None else at_rate(recording, fps)
    view = Viewpoint.of_recording(drawing, filled(recording), shown.times)
    return _Document(shown, drawing, view, tolerance, marks).finished(camera)


class _Document:
    def __init__(
        self, recording: Recording, drawing: Drawing, view: Viewpoint, tolerance: float | None, marks: bool
    ) -> None:
        self._recording, self._drawing, self._view, self._tolerance = filled(recording), drawing, view, tolerance
        self._surfaces = Surfaces(drawing, self._recording, self._view, marks)
        self._present = present(recording)
        self._data = bytearray()
        self._parts: dict[str, list[dict[str, Any]]] = {
            name: []
            for name in ("nodes", "meshes", "cameras", "materials", "textures", "images", "accessors", "bufferViews")
        }
        self._attributes: dict[tuple[Geometry, bool], dict[str, int]] = {}
        self._indices: dict[tuple[Geometry, bytes], int] = {}
        self._meshes: dict[Surface, int] = {}
        self._materials: dict[Material, int] = {}
        self._times: dict[bytes, int] = {}
        self._animation: dict[str, Any] = {"name": "motion", "channels": [], "samplers": []}

    def finished(self, camera: bool) -> tuple[dict[str, Any], bytes]:
        """Return the whole document and its buffer."""
        nodes = self._parts["nodes"]
        nodes.append({"name": "rigida", "rotation": list(_turn_up(self._drawing.up)), "children": []})
        for row in range(len(self._drawing.names)):
            nodes[0]["children"].append(len(nodes))
            nodes.append(self._body(row))
        self._add_pieces()
        if self._drawing.floor is not None:
            self._add_floor(self._drawing.floor)
        extras: dict[str, Any] = self._frame_range()
        if camera:
            self._add_camera(self._view)
            extras["light"] = self._view.light()
        if not nodes[0]["children"]:
            del nodes[0]["children"]
        document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": f"rigida {__version__}"},
            "scene": 0,
            "scenes": [{"name": self._drawing.title or "scene", "nodes": [0], "extras": extras}],
            **{name: items for name, items in self._parts.items() if items},
        }
        if self._animation["channels"]:
            document["animations"] = [self._animation]
        if self._parts["textures"]:
            document["samplers"] = [{"magFilter": _LINEAR, "minFilter": _MIPMAPS}]  # which repeats
        if self._parts["materials"]:
            document["extensionsUsed"] = ["KHR_materials_ior"]
        document["buffers"] = [{"byteLength": len(self._data)}]
        return document, bytes(self._data)

    def _frame_range(self) -> dict[str, float]:
        """Return rate and last frame of the keys, for tools that set up a scene from them."""
        run = self._recording
        fps = (run.frame_count - 1) / run.duration if run.duration > 0.0 else FPS
        return {"fps": fps, "frame_start": 0, "frame_end": last_frame(run, fps)}

    def _body(self, row: int) -> dict[str, Any]:
        run, drawing = self._recording, self._drawing
        mesh = self._mesh(drawing.names[row], self._surfaces.body(row))
        node = _node(drawing.names[row], "body", mesh, run.position[0, row], run.orientation[0, row])
        if not drawing.moving[row] or run.frame_count < 2:
            return node
        orientation = continuous(run.orientation[:, row])
        keys = key_frames(run.times, run.position[:, row], orientation, self._tolerance)
        channels = {"translation": run.position[:, row], "rotation": _xyzw(orientation)}
        there = self._present[:, row]
        if not there.all():  # who is not there has no size
            keys = np.union1d(keys, np.flatnonzero(there[1:] != there[:-1])[:, None] + [0, 1])
            channels["scale"] = np.repeat(there[:, None].astype(float), 3, axis=1)
            node["scale"] = channels["scale"][0].tolist()
        self._animate(keys, **channels)
        node["extras"] |= {
            "velocity_accessor": self._accessor(run.velocity[keys, row]),
            "angular_velocity_accessor": self._accessor(run.angular_velocity[keys, row]),
        }
        return node

    def _add_pieces(self) -> None:
        """Add nodes for joints, springs and motors; those that stretch have keys of their scale."""
        run, pieces, nodes = self._recording, self._drawing.pieces, self._parts["nodes"]
        poses = piece_motion(self._drawing, run)
        moving = pieces.moving(self._drawing.moving)
        for k, piece in enumerate(pieces):
            position, scale = poses.position[:, k], poses.scale[:, k]
            orientation = continuous(poses.orientation[:, k])
            mesh = self._mesh(piece.name, self._surfaces.piece(piece))
            node = _node(piece.name, "piece", mesh, position[0], orientation[0]) | {"scale": scale[0].tolist()}
            if moving[k] and run.frame_count > 1:
                keys = key_frames(run.times, position, orientation, self._tolerance)
                channels = {"translation": position, "rotation": _xyzw(orientation)}
                if piece.reaches is not None:
                    end = position + rotate_array(orientation, np.array([0.0, 0.0, 1.0])) * scale[:, 2:]
                    keys = np.union1d(keys, key_frames(run.times, end, orientation, self._tolerance))
                    channels["scale"] = scale
                self._animate(keys, **channels)
            nodes[0]["children"].append(len(nodes))
            nodes.append(node)

    def _animate(self, keys: NDArray[np.int64], **channels: FloatArray) -> None:
        """Add keys of the next node: values (f, ·) of its translation, rotation or scale at all frames."""
        seconds = np.asarray(self._recording.times[keys] - self._recording.times[0], dtype=np.float32)
        if seconds.tobytes() not in self._times:
            self._times[seconds.tobytes()] = self._accessor(seconds, bounds=True)
        samplers, target = self._animation["samplers"], len(self._parts["nodes"])
        for path, values in channels.items():
            output = self._accessor(values[keys])
            samplers.append({"input": self._times[seconds.tobytes()], "output": output, "interpolation": "LINEAR"})
            channel = {"sampler": len(samplers) - 1, "target": {"node": target, "path": path}}
            self._animation["channels"].append(channel)

    def _mesh(self, name: str, surface: Surface) -> int:
        """Return the mesh of a surface, a primitive per material; equal surfaces share it, equal shapes buffers."""
        if surface not in self._meshes:
            self._meshes[surface] = len(self._parts["meshes"])
            attributes = self._vertices(surface)
            primitives = [
                {
                    "attributes": attributes,
                    "indices": self._corners(surface.geometry, rows),
                    "material": self._material(material),
                }
                for material, rows in zip(surface.materials, surface.triangles, strict=True)
            ]
            self._parts["meshes"].append({"name": name, "primitives": primitives})
        return self._meshes[surface]

    def _add_floor(self, height: float) -> None:
        """Add the floor, which does not collide."""
        nodes, up = self._parts["nodes"], self._drawing.up
        mesh = self._mesh("floor", self._surfaces.floor())
        nodes[0]["children"].append(len(nodes))
        nodes.append(_node("floor", "floor", mesh, height * np.array(up), np.array([1.0, 0.0, 0.0, 0.0])))

    def _add_camera(self, view: Viewpoint) -> None:
        """Add the camera of pictures, which looks along −z, too."""
        nodes, run, orientation = self._parts["nodes"], self._recording, continuous(view.orientation)
        if view.moving and run.frame_count > 1:
            keys = key_frames(run.times, view.position, orientation, self._tolerance)
            self._animate(keys, translation=view.position, rotation=_xyzw(orientation))
        near, far = view.clipping
        lens = {"aspectRatio": ASPECT, "yfov": 2.0 * math.atan(view.tangent), "znear": near, "zfar": far}
        self._parts["cameras"].append({"type": "perspective", "perspective": lens})
        node = _node("camera", "camera", 0, view.position[0], orientation[0])
        node["camera"] = node.pop("mesh")
        nodes[0]["children"].append(len(nodes))
        nodes.append(node)

    def _vertices(self, surface: Surface) -> dict[str, int]:
        geometry, textured = surface.geometry, surface.texture_axes is not None
        if (geometry, textured) not in self._attributes:
            vertices, normals, _ = geometry.split
            self._attributes[geometry, textured] = {
                "POSITION": self._accessor(vertices, _VERTICES, bounds=True),
                "NORMAL": self._accessor(normals, _VERTICES),
            }
            if surface.texture_axes is not None:
                places = self._accessor(vertices @ surface.texture_axes.T, _VERTICES)
                self._attributes[geometry, textured]["TEXCOORD_0"] = places
        return self._attributes[geometry, textured]

    def _corners(self, geometry: Geometry, rows: NDArray[np.int64]) -> int:
        key = (geometry, rows.tobytes())
        if key not in self._indices:
            corners = geometry.split[2][rows].ravel().astype(np.uint32)
            self._indices[key] = self._accessor(corners, _INDICES)
        return self._indices[key]

    def _material(self, material: Material) -> int:
        if material not in self._materials:
            self._materials[material] = len(self._parts["materials"])
            entry: dict[str, Any] = {
                "name": material.name,
                "pbrMetallicRoughness": {
                    "baseColorFactor": [*material.base_color, material.opacity],
                    "metallicFactor": material.metalness,
                    "roughnessFactor": material.roughness,
                },
                "extensions": {"KHR_materials_ior": {"ior": material.refractive_index}},
                "extras": {"finish": material.finish},
            }
            if material.texture is not None:
                surface = entry["pbrMetallicRoughness"]
                surface["baseColorTexture"] = {"index": self._texture(material.name, png(material.texture))}
                surface["baseColorFactor"] = [1.0, 1.0, 1.0, material.opacity]
                entry["extras"]["color"] = material.color
            clear = {"alphaMode": "BLEND", "doubleSided": True}
            self._parts["materials"].append(entry | (clear if material.opacity < 1.0 else {}))
        return self._materials[material]

    def _texture(self, name: str, image: bytes) -> int:
        view = {"buffer": 0, "byteOffset": len(self._data), "byteLength": len(image)}
        self._data += image + b"\0" * (-len(image) % 4)
        self._parts["images"].append({"name": name, "mimeType": "image/png", "bufferView": self._view_of(view)})
        self._parts["textures"].append({"sampler": 0, "source": len(self._parts["images"]) - 1})
        return len(self._parts["textures"]) - 1

    def _accessor(self, values: NDArray[Any], target: int | None = None, bounds: bool = False) -> int:
        whole = values.dtype == np.uint32
        array = np.ascontiguousarray(values if whole else values.astype(np.float32))
        view = {"buffer": 0, "byteOffset": len(self._data), "byteLength": array.nbytes}
        if target is not None:
            view["target"] = target
        self._data += array.tobytes()  # all components are 4 bytes and images padded, so that every start is aligned
        width = 1 if array.ndim == 1 else array.shape[1]
        accessor: dict[str, Any] = {
            "bufferView": self._view_of(view),
            "componentType": _UNSIGNED if whole else _FLOAT,
            "count": len(array),
            "type": _KINDS[width],
        }
        if bounds:
            rows = array.reshape(len(array), width)
            accessor |= {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()}
        self._parts["accessors"].append(accessor)
        return len(self._parts["accessors"]) - 1

    def _view_of(self, view: dict[str, Any]) -> int:
        """Add a part of the buffer and return its number."""
        self._parts["bufferViews"].append(view)
        return len(self._parts["bufferViews"]) - 1


def _node(name: str, kind: str, mesh: int, position: FloatArray, orientation: FloatArray) -> dict[str, Any]:
    """Return a node; `kind` ("body", "piece", "floor" or "camera") lets tools select the bodies."""
    rotation, extras = _xyzw(orientation).tolist(), {"kind": kind}
    return {"name": name, "mesh": mesh, "translation": position.tolist(), "rotation": rotation, "extras": extras}


def _xyzw(q: FloatArray) -> FloatArray:
    """Return quaternions (..., 4) from (w, x, y, z) in glTF's order (x, y, z, w)."""
    return np.roll(q, -1, axis=-1)


def _turn_up(up: Vec3) -> tuple[float, float, float, float]:
    """Return the shortest turn (x, y, z, w) that takes `up` to y."""
    x, y, z = up
    if y < -1.0 + 1e-12:
        return (1.0, 0.0, 0.0, 0.0)
    # q = (up × y, 1 + up · y), normalized.
    size = math.sqrt(z * z + x * x + (1.0 + y) * (1.0 + y))
    return (-z / size, 0.0, x / size, (1.0 + y) / size)


def _binary(document: dict[str, Any], data: bytes) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
