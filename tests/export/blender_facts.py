"""Run by an interpreter with `bpy`: print as JSON what Blender makes of an animation file, at some frames.

python blender_facts.py FILE FRAME ...
"""

import json
import sys

import bpy
import numpy as np


def brightest(image):
    """Return the light (3,) of the brightest pixels of an image."""
    assert image.has_data or image.pixels[:1]
    tones = np.array(image.pixels[:]).reshape(-1, 4)[:, :3].max(axis=0)
    return np.where(tones <= 0.04045, tones / 12.92, ((tones + 0.055) / 1.055) ** 2.4).tolist()


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
        facts_of = {"color": list(node.inputs["Base Color"].default_value)[:3], **numbers}
        links = node.inputs["Base Color"].links
        if links:
            facts_of["image"] = brightest(links[0].from_node.image)
        materials.append(facts_of)
    facts["objects"][thing.name] = {"materials": materials, "position": [], "data": thing.data.name}
for frame in frames:
    scene.frame_set(frame)
    for thing in meshes:
        facts["objects"][thing.name]["position"].append(list(thing.matrix_world.translation))
print("FACTS " + json.dumps(facts))
