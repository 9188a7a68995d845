"""Run by an interpreter with `bpy`: print as JSON what Blender makes of an animation file, at some frames.

python blender_facts.py FILE FRAME ...
"""

import json
import sys

import bpy

path, frames = sys.argv[1], [int(frame) for frame in sys.argv[2:]]
bpy.ops.wm.read_factory_settings(use_empty=True)
if path.endswith(".glb"):
    bpy.ops.import_scene.gltf(filepath=path)
else:
    bpy.ops.wm.usd_import(filepath=path)
scene = bpy.context.scene
facts = {"range": [scene.frame_start, scene.frame_end], "fps": scene.render.fps / scene.render.fps_base, "objects": {}}
meshes = [thing for thing in bpy.data.objects if thing.type == "MESH"]
for thing in meshes:
    materials = []
    for material in thing.data.materials:
        node = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
        numbers = {name: node.inputs[name].default_value for name in ("Metallic", "Roughness", "Alpha")}
        materials.append({"color": list(node.inputs["Base Color"].default_value)[:3], **numbers})
    facts["objects"][thing.name] = {"materials": materials, "position": [], "data": thing.data.name}
for frame in frames:
    scene.frame_set(frame)
    for thing in meshes:
        facts["objects"][thing.name]["position"].append(list(thing.matrix_world.translation))
print("FACTS " + json.dumps(facts))
