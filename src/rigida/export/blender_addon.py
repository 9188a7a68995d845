"""Blender add-on in one file: import the motion of a rigida run, export objects as a rigida scene.

This file runs inside Blender, 5.0 or later, and imports nothing of rigida. `rigida blender` writes it to a file, from
which Blender installs it (Edit > Preferences > Add-ons > Install from Disk).

File > Import > rigida run reads a .glb or .gltf file of rigida. Objects that have the name of a body keep their mesh
and their materials and get its motion as key frames; the others are made.

File > Export > rigida scene writes the selected objects as a scene file (.json): positions, surfaces, rigid-body
settings and constraints, gravity and frame range.
"""

import base64
import json
import math
import struct
from pathlib import Path

import bpy
import numpy as np
from bpy.props import BoolProperty, FloatProperty, StringProperty
from bpy_extras.anim_utils import action_ensure_channelbag_for_slot
from bpy_extras.io_utils import ExportHelper, ImportHelper
from mathutils import Quaternion, Vector

bl_info = {
    "name": "rigida",
    "author": "The rigida authors",
    "version": (0, 1, 0),
    "blender": (5, 0, 0),
    "location": "File > Import-Export",
    "description": "Import the motion of rigida runs, export objects as rigida scenes",
    "category": "Import-Export",
}

_FLOAT = 5126
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
#: From glTF's axes, y up, to Blender's, z up.
_TO_Z_UP = Quaternion((1.0, 0.0, 0.0), 0.5 * math.pi)


# -- Import ------------------------------------------------------------------------------------------------------------


class Animation:
    """Content of a glTF file of rigida: nodes with their meshes, materials and keys, as arrays."""

    def __init__(self, path):
        self.document, self._data = _read(Path(path))
        nodes = self.document.get("nodes", [])
        if not nodes or nodes[0].get("name") != "rigida":
            raise ValueError(f"'{path}' is not an animation of rigida. Write one with `rigida export RUN -o run.glb`.")
        x, y, z, w = nodes[0].get("rotation", (0.0, 0.0, 0.0, 1.0))
        #: Rotation from the run's axes to Blender's; none where the run has z up.
        self.rotation = _TO_Z_UP @ Quaternion((w, x, y, z))
        self.nodes = [nodes[k] | {"index": k} for k in nodes[0].get("children", [])]
        self.title = self.document["scenes"][0].get("name", "rigida")
        self._samplers = {}
        for motion in self.document.get("animations", []):
            for channel in motion["channels"]:
                target = channel["target"]
                self._samplers[target["node"], target["path"]] = motion["samplers"][channel["sampler"]]

    @property
    def duration(self):
        """Time of the last key [s]."""
        inputs = {sampler["input"] for sampler in self._samplers.values()}
        return max((float(self.array(k)[-1, 0]) for k in inputs), default=0.0)

    def array(self, index):
        """Return the values (n, width) of an accessor."""
        accessor = self.document["accessors"][index]
        view = self.document["bufferViews"][accessor["bufferView"]]
        kind = np.dtype("<f4" if accessor["componentType"] == _FLOAT else "<u4")
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        width = _WIDTHS[accessor["type"]]
        return np.frombuffer(self._data, kind, accessor["count"] * width, start).reshape(-1, width)

    def part(self, start, length):
        """Return bytes of the buffer."""
        return bytes(self._data[start : start + length])

    def keys(self, node, path):
        """Return times (k,) [s] and values (k, width) of a node's translation, rotation or scale, or None."""
        sampler = self._samplers.get((node["index"], path))
        return None if sampler is None else (self.array(sampler["input"])[:, 0], self.array(sampler["output"]))


def _read(path):
    """Return the JSON document and the bytes of the buffer of a .glb or .gltf file."""
    raw = path.read_bytes()
    if raw[:4] != b"glTF":
        document = json.loads(raw.decode("utf-8"))
        return document, base64.b64decode(document["buffers"][0]["uri"].partition(",")[2])
    length = struct.unpack_from("<I", raw, 12)[0]
    return json.loads(raw[20 : 20 + length].decode("utf-8")), raw[28 + length :]


def import_run(context, path, pieces=True, floor=False, stage=False, set_range=True):
    """Import an animation of rigida into the scene and return the objects that it moves or made, by name.

    Args:
        context: Blender's context.
        path: A .glb or .gltf file that rigida wrote.
        pieces: Whether joints, springs and what else is drawn beside the bodies is imported too.
        floor: Whether the floor that rigida draws below scenes without a ground is imported too.
        stage: Whether camera, sun and sky of rigida's pictures are set up, with colors as they are given.
        set_range: Whether the frame range of the scene is set to that of the motion.
    """
    run, scene = Animation(path), context.scene
    if scene.rigidbody_world is not None:
        scene.rigidbody_world.enabled = False  # else Blender's solver moves the bodies away from their keys
    old = bpy.data.actions.get(run.title)
    if old is not None:
        bpy.data.actions.remove(old)
    action, made, found = bpy.data.actions.new(run.title), _Made(run, scene), {}
    kinds = {"body", *(["piece"] if pieces else []), *(["floor"] if floor else [])}
    for node in run.nodes:
        if node["extras"]["kind"] not in kinds:
            continue
        thing = scene.objects.get(node["name"])
        own = thing is not None
        if not own:
            thing = made.object(node)
        elif thing.rigid_body is not None and thing.rigid_body.kinematic:
            continue  # its own animation is where the path in the run came from
        found[node["name"]] = thing
        _place(thing, run, node, own)
        _animate(thing, run, node, own, action, scene)
    if stage:
        set_stage(scene, run, action)
    if not action.slots:
        bpy.data.actions.remove(action)
    if set_range:
        scene.frame_end = scene.frame_start + math.ceil(run.duration * _rate(scene) - 1e-4)
    return found


def set_stage(scene, run, action):
    """Set up camera, sun and sky of rigida's pictures.

    A sun of strength π and a sky of strength 1 light a white matte surface that faces them fully.
    """
    light = run.document["scenes"][0]["extras"].get("light")
    node = next((node for node in run.nodes if node["extras"]["kind"] == "camera"), None)
    if light is None or node is None:
        raise ValueError("The file has no camera. Export the run again, without --no-camera.")
    lens = run.document["cameras"][node["camera"]]["perspective"]
    camera = _replace_object("rigida camera", bpy.data.cameras.new("rigida camera"), scene)
    camera.data.sensor_fit, camera.data.angle_y = "VERTICAL", lens["yfov"]
    camera.data.clip_start, camera.data.clip_end = lens["znear"], lens["zfar"]
    _place(camera, run, node, False)
    _animate(camera, run, node, False, action, scene)
    scene.camera = camera
    sun = _replace_object("rigida sun", bpy.data.lights.new("rigida sun", "SUN"), scene)
    sun.data.energy, sun.data.color = math.pi * light["sunlight"], light["sun_color"]
    sun.rotation_mode = "QUATERNION"
    sun.rotation_quaternion = (run.rotation @ Vector(light["sun"])).to_track_quat("Z", "Y")
    scene.world = _sky(light)
    scene.view_settings.view_transform = "Standard"  # Blender's default, AgX, pales colors


def _replace_object(name, data, scene):
    """Return a new object that takes the place of one with the same name from an earlier import."""
    old = bpy.data.objects.get(name)
    if old is not None:
        bpy.data.objects.remove(old)
    thing = bpy.data.objects.new(name, data)
    scene.collection.objects.link(thing)
    return thing


def _sky(light):
    """Return a world that lights evenly.

    The camera sees a sky from the horizon's color to that overhead; mirrors show the horizon's color, as in pictures.
    """
    old = bpy.data.worlds.get("rigida sky")
    if old is not None:
        bpy.data.worlds.remove(old)
    world = bpy.data.worlds.new("rigida sky")
    nodes, links = world.node_tree.nodes, world.node_tree.links
    nodes.clear()
    output, path = nodes.new("ShaderNodeOutputWorld"), nodes.new("ShaderNodeLightPath")
    lighting, mirrored, seen = (nodes.new("ShaderNodeBackground") for _ in range(3))
    lighting.inputs["Color"].default_value = (*light["sky_color"], 1.0)
    lighting.inputs["Strength"].default_value = light["skylight"]
    mirrored.inputs["Color"].default_value = (*light["sky_horizon"], 1.0)
    place, axes, ramp = (nodes.new(f"ShaderNode{kind}") for kind in ("TexCoord", "SeparateXYZ", "ValToRGB"))
    ramp.color_ramp.elements[0].color = (*light["sky_horizon"], 1.0)
    ramp.color_ramp.elements[1].color = (*light["sky_top"], 1.0)
    links.new(place.outputs["Generated"], axes.inputs[0])
    links.new(axes.outputs["Z"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], seen.inputs["Color"])
    shader = lighting
    for ray, background in (("Is Glossy Ray", mirrored), ("Is Camera Ray", seen)):
        mix = nodes.new("ShaderNodeMixShader")
        links.new(path.outputs[ray], mix.inputs["Fac"])
        links.new(shader.outputs[0], mix.inputs[1])
        links.new(background.outputs[0], mix.inputs[2])
        shader = mix
    links.new(shader.outputs[0], output.inputs["Surface"])
    return world


class _Made:
    """Objects, meshes and materials made for an import; equal bodies share a mesh."""

    def __init__(self, run, scene):
        self._run, self._meshes, self._scene = run, {}, scene

    def object(self, node):
        """Return a new object with the surface and the material that the file gives."""
        thing = bpy.data.objects.new(node["name"], self._mesh(node["mesh"]))
        self._collection().objects.link(thing)
        return thing

    def _collection(self):
        title = self._run.title
        collection = self._scene.collection.children.get(title)
        if collection is None:
            collection = bpy.data.collections.new(title)
            self._scene.collection.children.link(collection)
        return collection

    def _mesh(self, index):
        if index not in self._meshes:
            source = self._run.document["meshes"][index]
            mesh = bpy.data.meshes.new(source["name"])
            points, normals, places, corners, slots = [], [], [], [], []
            for slot, primitive in enumerate(source["primitives"]):
                first = sum(map(len, points))
                points.append(self._run.array(primitive["attributes"]["POSITION"]))
                normals.append(self._run.array(primitive["attributes"]["NORMAL"]))
                if "TEXCOORD_0" in primitive["attributes"]:
                    places.append(self._run.array(primitive["attributes"]["TEXCOORD_0"]))
                triangles = self._run.array(primitive["indices"])[:, 0].reshape(-1, 3) + first
                corners.append(triangles)
                slots.append(np.full(len(triangles), slot, dtype=np.int32))
                mesh.materials.append(self._material(primitive["material"]))
            _fill(mesh, np.concatenate(points), np.concatenate(normals), np.concatenate(corners))
            mesh.polygons.foreach_set("material_index", np.concatenate(slots))
            if places:  # glTF counts the rows of images from above
                places = np.concatenate(places)[np.concatenate(corners).ravel()] * (1.0, -1.0) + (0.0, 1.0)
                mesh.uv_layers.new().data.foreach_set("uv", places.ravel())
            self._meshes[index] = mesh
        return self._meshes[index]

    def _material(self, index):
        source = self._run.document["materials"][index]
        material = bpy.data.materials.get(source["name"])
        if material is None:
            material = bpy.data.materials.new(source["name"])
            numbers = source["pbrMetallicRoughness"]
            shader = _shader(material)
            shader.inputs["Base Color"].default_value = (*numbers["baseColorFactor"][:3], 1.0)
            shader.inputs["Alpha"].default_value = numbers["baseColorFactor"][3]
            shader.inputs["Metallic"].default_value = numbers["metallicFactor"]
            shader.inputs["IOR"].default_value = source.get("extensions", {}).get("KHR_materials_ior", {"ior": 1.5})[
                "ior"
            ]
            shader.inputs["Roughness"].default_value = numbers["roughnessFactor"]
            material.diffuse_color = numbers["baseColorFactor"]
            if "baseColorTexture" in numbers:
                node = material.node_tree.nodes.new("ShaderNodeTexImage")
                node.image = self._image(numbers["baseColorTexture"]["index"])
                material.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
                material.diffuse_color = _color(source["extras"]["color"])
            for key, value in source.get("extras", {}).items():
                material[key] = value
        return material

    def _image(self, index):
        document = self._run.document
        source = document["images"][document["textures"][index]["source"]]
        view = document["bufferViews"][source["bufferView"]]
        content = self._run.part(view["byteOffset"], view["byteLength"])
        image = bpy.data.images.new(source["name"], 1, 1)
        image.pack(data=content, data_len=len(content))
        image.source = "FILE"
        return image


def _fill(mesh, points, normals, corners):
    """Fill a mesh with its triangles; coincident vertices are merged, and the corners have the file's normals."""
    places, which = np.unique(points, axis=0, return_inverse=True)
    mesh.from_pydata(places.tolist(), [], which.reshape(-1)[corners].tolist())
    mesh.shade_smooth()
    mesh.normals_split_custom_set(normals[corners.ravel()].tolist())


def _place(thing, run, node, own):
    """Set an object to the start pose of its node, in world coordinates."""
    world = thing.matrix_world.copy()
    if thing.parent is not None:
        thing.parent = None
        thing.matrix_world = world
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    thing.rotation_mode = "QUATERNION"
    thing.location = run.rotation @ Vector(node.get("translation", (0.0, 0.0, 0.0)))
    thing.rotation_quaternion = run.rotation @ Quaternion((w, x, y, z))
    if not own:
        thing.scale = node.get("scale", (1.0, 1.0, 1.0))


def _animate(thing, run, node, own, action, scene):
    """Set the keys of an object from its node: location, rotation and, if it changes, scale."""
    moved, turned, scaled = (run.keys(node, path) for path in ("translation", "rotation", "scale"))
    if thing.animation_data is not None:
        thing.animation_data_clear()
    if moved is None:
        return
    slot = action.slots.new(id_type="OBJECT", name=thing.name)
    thing.animation_data_create().action = action
    thing.animation_data.action_slot = slot
    curves = action_ensure_channelbag_for_slot(action, slot).fcurves
    matrix = np.array(run.rotation.to_matrix())
    _add_keys(curves, "location", scene, moved[0], moved[1] @ matrix.T)
    _add_keys(curves, "rotation_quaternion", scene, turned[0], _multiply(run.rotation, turned[1]))
    if scaled is not None:
        size = np.array(thing.scale) if own else 1.0
        _add_keys(curves, "scale", scene, scaled[0], scaled[1] * size)


def _multiply(q, turns):
    """Return the products q · turn (k, 4) as (w, x, y, z) of turns (k, 4) in glTF's order (x, y, z, w)."""
    w, x, y, z = q
    left = np.array([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]])
    return np.roll(turns, 1, axis=1) @ left.T


def _add_keys(curves, path, scene, times, values):
    """Add a linear curve for every component of values (k, width) at times (k,) [s] after the first frame."""
    frames = scene.frame_start + times.astype(float) * _rate(scene)
    for index in range(values.shape[1]):
        points = curves.new(path, index=index).keyframe_points
        points.add(len(frames))
        points.foreach_set("co", np.column_stack([frames, values[:, index]]).ravel())
        linear = points[0].bl_rna.properties["interpolation"].enum_items["LINEAR"].value
        points.foreach_set("interpolation", np.full(len(frames), linear, dtype=np.int32))


def _rate(scene):
    """Return the frames per second of a scene."""
    return scene.render.fps / scene.render.fps_base


def _shader(material):
    """Return the Principled BSDF of a material, or None."""
    nodes = material.node_tree.nodes if material is not None and material.node_tree is not None else ()
    return next((node for node in nodes if node.type == "BSDF_PRINCIPLED"), None)


# -- Export ------------------------------------------------------------------------------------------------------------

#: Custom properties of an object that are written as keys of its body.
BODY_PROPERTIES = (
    "mass",
    "density",
    "velocity",
    "angular_velocity",
    "fixed",
    "friction",
    "static_friction",
    "restitution",
    "rolling_friction",
    "spinning_friction",
    "color",
    "finish",
)
#: Kinds of joints by those of Blender's rigid-body constraints, with the constraint's axis that the joint takes.
JOINTS = {
    "FIXED": ("fixed", None),
    "POINT": ("spherical", None),
    "HINGE": ("revolute", 2),
    "SLIDER": ("prismatic", 0),
    "PISTON": ("cylindrical", 0),
}


def export_scene(context, path, density=1000.0):
    """Write the selected objects as a rigida scene (.json) and return warnings about omissions.

    Positions are those at the first frame of the scene.

    Args:
        context: Blender's context.
        path: File to write.
        density: Of objects that have neither rigid-body settings nor a mass or density of their own [kg/m³].
    """
    scene, warnings = context.scene, []
    chosen = list(context.selected_objects)
    now = scene.frame_current
    scene.frame_set(scene.frame_start)
    try:
        meshes = [thing for thing in chosen if thing.type == "MESH"]
        if not meshes:
            raise ValueError("No mesh object is selected. Select the objects that the scene is to hold.")
        bodies = {thing.name: _body(context, thing, density) for thing in meshes}
        joints = {}
        for thing in chosen:
            if thing.rigid_body_constraint is not None:
                joint = _joint(thing, bodies, warnings)
                if joint is not None:
                    joints[thing.name] = joint
            elif thing.type != "MESH":
                warnings.append(f"'{thing.name}' is left out: only meshes and rigid-body constraints are exported.")
        _add_paths(scene, meshes, bodies)
    finally:
        scene.frame_set(now)
    frames = max(scene.frame_end - scene.frame_start, 1)
    document = {
        "title": scene.name,
        "gravity": list(scene.gravity) if scene.use_gravity else [0.0, 0.0, 0.0],
        "run": {"duration": frames / _rate(scene), "fps": _rate(scene)},
        "body": bodies,
    }
    if joints:
        document["joint"] = joints
    Path(path).write_text(_text(document), encoding="utf-8")
    return warnings


def _text(document):
    """Return a document as JSON with a line for every entry of its tables."""
    parts = []
    for key, value in document.items():
        if isinstance(value, dict):
            entries = [f"  {_json(name)}: {_json(entry)}" for name, entry in value.items()]
            parts.append(f" {_json(key)}: {{\n" + ",\n".join(entries) + "\n }")
        else:
            parts.append(f" {_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value):
    return json.dumps(_rounded(value), ensure_ascii=False)


def _rounded(value):
    """Return a value with its numbers as Blender shows them: single precision has no more than 8 digits."""
    if isinstance(value, float):
        return float(f"{value:.8g}")
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, (list, tuple)) else value


def _body(context, thing, density):
    """Return the table of an object's body."""
    place, turn = thing.matrix_world.translation, thing.matrix_world.to_quaternion().normalized()
    points, triangles, closed = _surface(context, thing, turn)
    settings = thing.rigid_body
    moves = closed if settings is None else settings.type == "ACTIVE"
    kind = "MESH" if settings is None else settings.collision_shape
    shape = _shape(kind, points, triangles, closed)
    if shape.get("open") and moves:
        raise ValueError(
            f"The mesh of '{thing.name}' is not closed, so that it has no mass. Close it, choose a collision shape "
            "other than Mesh, or make it passive."
        )
    body = {"shape": shape, "position": list(place), "quat_wxyz": list(turn)}
    if not moves:
        body["fixed"] = True
    if settings is not None:
        body |= {"mass": settings.mass} if moves else {}
        body |= {"friction": settings.friction, "restitution": min(settings.restitution, 1.0)}
    elif moves:
        body["density"] = density
    body |= _look(thing)
    for key in BODY_PROPERTIES:
        if key in thing:
            value = thing[key]
            body[key] = value.to_list() if hasattr(value, "to_list") else value
    if "mass" in thing or "density" in thing:  # the object's own property counts
        body.pop("density" if "mass" in thing else "mass", None)
    return body


def _surface(context, thing, turn):
    """Return vertices (v, 3) in the body frame, outward triangles (t, 3) and whether every edge has two of them.

    Modifiers and scale are applied; the body frame is the object's, without its scale.
    """
    evaluated = thing.evaluated_get(context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    mesh.calc_loop_triangles()
    points = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", points)
    triangles = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("vertices", triangles)
    evaluated.to_mesh_clear()
    if not len(triangles):
        raise ValueError(f"'{thing.name}' has no faces. Deselect it or give it a surface.")
    # The body frame has the object's origin: there is no translation, which would cost digits far from the world's.
    matrix, triangles = np.array(turn.to_matrix().inverted() @ thing.matrix_world.to_3x3()), triangles.reshape(-1, 3)
    points = points.reshape(-1, 3).astype(float) @ matrix.T
    if np.linalg.det(matrix) < 0.0:
        triangles = triangles[:, ::-1]
    ends = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    counts = np.unique(np.sort(ends, axis=1), axis=0, return_counts=True)[1]
    return points, triangles, bool((counts == 2).all())


def _shape(kind, points, triangles, closed):
    """Return the table of a shape for a collision shape of Blender, which fills the object's bounding box."""
    low, high = points.min(axis=0), points.max(axis=0)
    half, center = 0.5 * (high - low), 0.5 * (high + low)
    radius, height = float(half[:2].max()), float(2.0 * half[2])
    solids = {
        "BOX": {"kind": "box", "size": (2.0 * half).tolist()},
        "SPHERE": {"kind": "sphere", "radius": float(half.max())},
        "CYLINDER": {"kind": "cylinder", "radius": radius, "height": height},
        "CONE": {"kind": "cone", "radius": radius, "height": height},
        "CAPSULE": {"kind": "capsule", "radius": radius, "height": max(height - 2.0 * radius, 1e-6 * radius)},
    }
    if kind == "CONVEX_HULL":
        flat = np.linalg.matrix_rank(points - points[0], tol=1e-6 * float(half.max())) < 3
        if not flat:
            return {"kind": "convex_hull", "points": points.tolist()}
    elif kind in solids and half.min() > 0.0:
        if np.abs(center).max() <= 1e-6 * half.max():
            return solids[kind]
        return {"kind": "compound", "parts": [{"shape": solids[kind], "position": center.tolist()}]}
    shape = {"kind": "mesh", "vertices": points.tolist(), "triangles": triangles.tolist()}
    return shape if closed else shape | {"open": True}


def _look(thing):
    """Return color and finish of an object's first material."""
    material = thing.active_material
    shader = _shader(material)
    if shader is None:
        return {}
    color = shader.inputs["Base Color"].default_value[:3]
    look = {"color": "#" + "".join(f"{round(255 * _encoded(part)):02x}" for part in color)}
    if shader.inputs["Base Color"].is_linked and "color" in material:  # of a texture of rigida
        look["color"] = material["color"]
    if "finish" in material:
        return look | {"finish": material["finish"]}
    if shader.inputs["Metallic"].default_value > 0.5:
        return look | {"finish": "metal"}
    clear = shader.inputs["Alpha"].default_value < 1.0 or shader.inputs["Transmission Weight"].default_value > 0.5
    return look | ({"finish": "glass"} if clear else {})


def _color(code):
    """Return a color written as #rrggbb as amounts of light (4,) with opacity."""
    parts = [int(code[k : k + 2], 16) / 255.0 for k in (1, 3, 5)]
    return *(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts), 1.0


def _encoded(light):
    """Return an amount of light as a component of sRGB in 0…1 (IEC 61966-2-1)."""
    light = min(max(light, 0.0), 1.0)
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1.0 / 2.4) - 0.055


def _joint(thing, bodies, warnings):
    """Return the table of the joint for a rigid-body constraint, or None with a warning."""
    constraint = thing.rigid_body_constraint
    ends = [end.name if end is not None else "world" for end in (constraint.object1, constraint.object2)]
    if constraint.type not in JOINTS:
        warnings.append(f"'{thing.name}' is left out: no joint stands for constraints of type {constraint.type}.")
        return None
    a, b = ends if ends[0] != "world" else ends[::-1]
    if a not in bodies or b not in (*bodies, "world"):
        warnings.append(f"'{thing.name}' is left out: select both objects that it joins.")
        return None
    kind, column = JOINTS[constraint.type]
    limited = any(getattr(constraint, name) for name in dir(constraint) if name.startswith("use_limit_"))
    if limited and column is not None:
        warnings.append(f"'{thing.name}' is written without its limits. Add `lower` and `upper` to the scene file.")
    joint = {"kind": kind, "a": a, "b": b, "anchor": list(thing.matrix_world.translation)}
    if column is not None:
        joint["axis"] = list(thing.matrix_world.col[column].xyz.normalized())
    if not constraint.disable_collisions:
        joint["collide"] = True
    return joint


def _add_paths(scene, things, bodies):
    """Set the paths of animated objects (rigid-body setting Animated) from their keys, one per frame."""
    animated = [thing for thing in things if thing.rigid_body is not None and thing.rigid_body.kinematic]
    if not animated:
        return
    frames = range(scene.frame_start, scene.frame_end + 1)
    for thing in animated:
        body = bodies[thing.name]
        for key in ("fixed", "mass", "position", "quat_wxyz"):
            body.pop(key, None)
        body["path"] = {"times": [], "positions": [], "quats_wxyz": []}
    for frame in frames:
        scene.frame_set(frame)
        for thing in animated:
            path = bodies[thing.name]["path"]
            path["times"].append((frame - scene.frame_start) / _rate(scene))
            path["positions"].append(list(thing.matrix_world.translation))
            path["quats_wxyz"].append(list(thing.matrix_world.to_quaternion().normalized()))


# -- Menus -------------------------------------------------------------------------------------------------------------


class ImportRun(bpy.types.Operator, ImportHelper):
    """Import the motion of a rigida run; objects with the names of bodies keep their meshes and materials."""

    bl_idname = "import_scene.rigida"
    bl_label = "Import rigida run"
    bl_options = {"REGISTER", "UNDO"}  # noqa: RUF012 (Blender's own form)
    filename_ext = ".glb"
    filter_glob: StringProperty(default="*.glb;*.gltf", options={"HIDDEN"})
    pieces: BoolProperty(name="Joints and springs", default=True)
    floor: BoolProperty(name="Floor", default=False)
    stage: BoolProperty(name="Camera, sun and sky", default=False)
    set_range: BoolProperty(name="Set the frame range", default=True)

    def execute(self, context):
        try:
            found = import_run(context, self.filepath, self.pieces, self.floor, self.stage, self.set_range)
        except (OSError, ValueError, KeyError) as error:
            self.report({"ERROR"}, f"Cannot import '{self.filepath}': {error}")
            return {"CANCELLED"}
        self.report({"INFO"}, f"{len(found)} objects have the motion of '{Path(self.filepath).name}'")
        return {"FINISHED"}


class ExportScene(bpy.types.Operator, ExportHelper):
    """Write the selected objects as a scene file of rigida."""

    bl_idname = "export_scene.rigida"
    bl_label = "Export rigida scene"
    filename_ext = ".json"
    filter_glob: StringProperty(default="*.json", options={"HIDDEN"})
    density: FloatProperty(name="Density", description="Of objects without mass [kg/m³]", default=1000.0, min=1e-6)

    def execute(self, context):
        try:
            warnings = export_scene(context, self.filepath, self.density)
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        for warning in warnings:
            self.report({"WARNING"}, warning)
        self.report({"INFO"}, f"Wrote '{self.filepath}'. Simulate it: rigida run {Path(self.filepath).name} --gltf")
        return {"FINISHED"}


def _add_import(menu, context):
    menu.layout.operator(ImportRun.bl_idname, text="rigida run (.glb)")


def _add_export(menu, context):
    menu.layout.operator(ExportScene.bl_idname, text="rigida scene (.json)")


def register():
    """Add the two menu entries to Blender."""
    for kind in (ImportRun, ExportScene):
        bpy.utils.register_class(kind)
    bpy.types.TOPBAR_MT_file_import.append(_add_import)
    bpy.types.TOPBAR_MT_file_export.append(_add_export)


def unregister():
    """Remove the menu entries."""
    bpy.types.TOPBAR_MT_file_import.remove(_add_import)
    bpy.types.TOPBAR_MT_file_export.remove(_add_export)
    for kind in (ExportScene, ImportRun):
        bpy.utils.unregister_class(kind)


if __name__ == "__main__":
    register()
