"""Run by an interpreter with `bpy`: use the add-on as an animator does.

python blender_shot.py make ADDON FOLDER        build a shot, save it as shot.blend, export it as shot.json
python blender_shot.py import ADDON FOLDER F…   open it, import run.glb, print what is there at frames F, export again
python blender_shot.py empty ADDON FOLDER F…    the same in an empty file
"""

import importlib.util
import json
import sys
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector


def make_shot() -> None:
    scene = bpy.context.scene
    scene.name, scene.frame_start, scene.frame_end = "shot", 1, 25
    bpy.ops.mesh.primitive_plane_add(size=20)
    bpy.context.object.name = "stage"
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 2), rotation=(0.3, 0.2, 0))
    crate = bpy.context.object
    crate.name, crate.scale = "crate", (1, 0.5, 0.3)
    crate.data.materials.append(paint("my paint", (0.5, 0.1, 0.05, 1), 0.9))
    bpy.ops.mesh.primitive_monkey_add(size=1, location=(3, 0, 2))
    add_rigid_body("Süzanne", "CONVEX_HULL").rigid_body.mass = 2.5
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.4, location=(-3, 0, 1))
    ball = add_rigid_body("ball", "SPHERE")
    ball.rigid_body.restitution, ball["velocity"] = 0.6, [2.0, 0.0, 3.0]
    bpy.ops.mesh.primitive_cube_add(size=0.5, location=(0, 4, 1))
    pusher = add_rigid_body("pusher", "BOX")
    pusher.rigid_body.kinematic = True
    pusher.keyframe_insert("location", frame=1)
    pusher.location.x = 3
    pusher.keyframe_insert("location", frame=25)
    bpy.ops.mesh.primitive_cube_add(size=0.2, location=(0, 8, 3))
    bob = add_rigid_body("bob", "BOX")
    bpy.ops.object.empty_add(location=(1, 8, 3), rotation=(1.5707963, 0, 0))
    hinge = bpy.context.object
    hinge.name = "hinge"
    bpy.ops.rigidbody.constraint_add(type="HINGE")
    hinge.rigid_body_constraint.object1 = bob


def add_rigid_body(name: str, shape: str) -> bpy.types.Object:
    thing = bpy.context.object
    thing.name = name
    bpy.ops.rigidbody.object_add()
    thing.rigid_body.collision_shape = shape
    return thing


def paint(name: str, color: tuple, metallic: float) -> bpy.types.Material:
    material = bpy.data.materials.new(name)
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = color
    shader.inputs["Metallic"].default_value = metallic
    return material


def export(path: Path, names: list[str] | None) -> None:
    for thing in bpy.context.scene.objects:
        thing.select_set(names is None or thing.name in names)
    assert bpy.ops.export_scene.rigida(filepath=str(path)) == {"FINISHED"}


def textures() -> dict:
    """Return the largest levels of the images that give materials their color, and the spans of meshes' coordinates."""
    found = {}
    for thing in bpy.context.scene.objects:
        for material in thing.data.materials if thing.type == "MESH" else ():
            shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
            for link in shader.inputs["Base Color"].links:
                levels = np.array(link.from_node.image.pixels[:]).reshape(-1, 4)[:, :3].max(axis=0)
                places = np.empty(2 * len(thing.data.loops), dtype=np.float32)
                thing.data.uv_layers[0].data.foreach_get("uv", places)
                found[material.name] = [levels.tolist(), np.ptp(places.reshape(-1, 2), axis=0).tolist()]
    return found


def facts_at(frames: list[int]) -> dict:
    scene = bpy.context.scene
    facts = {"range": [scene.frame_start, scene.frame_end], "objects": {}}
    meshes = [thing for thing in scene.objects if thing.type == "MESH"]
    for thing in meshes:
        used = [slot.material.name for slot in thing.material_slots]
        facts["objects"][thing.name] = {"mesh": thing.data.name, "materials": used, "matrix": []}
    for frame in frames:
        scene.frame_set(frame)
        for thing in meshes:
            facts["objects"][thing.name]["matrix"].append([list(row) for row in thing.matrix_world])
    return facts


mode, addon, folder, frames = sys.argv[1], sys.argv[2], Path(sys.argv[3]), [int(frame) for frame in sys.argv[4:]]
spec = importlib.util.spec_from_file_location("rigida_blender", addon)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
bpy.ops.wm.read_factory_settings(use_empty=True)
if mode == "import":
    bpy.ops.wm.open_mainfile(filepath=str(folder / "shot.blend"))
module.register()
facts = {}
if mode == "make":
    make_shot()
    export(folder / "shot.json", None)
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "shot.blend"))
else:
    before = [thing.name for thing in bpy.context.scene.objects]
    for _ in range(2):  # a second import replaces the motion of the first
        assert bpy.ops.import_scene.rigida(filepath=str(folder / "run.glb"), stage=mode == "empty") == {"FINISHED"}
    facts = facts_at(frames) | {"before": before, "actions": [action.name for action in bpy.data.actions]}
    if mode == "empty":
        camera, suns = bpy.context.scene.camera, [thing for thing in bpy.data.objects if thing.type == "LIGHT"]
        facts["camera"] = [*camera.matrix_world.translation, camera.data.angle_y]
        facts["suns"] = [[*(sun.matrix_world.to_3x3() @ Vector((0, 0, 1))), sun.data.energy] for sun in suns]
        facts["view"] = bpy.context.scene.view_settings.view_transform
        facts["textures"] = textures()
    if mode == "import":
        export(folder / "again.json", before)
module.unregister()
print("FACTS " + json.dumps(facts))
