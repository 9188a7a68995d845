"""Run by an interpreter with `bpy`: a picture of an animation file as Blender's own importers open it.

python blender_picture.py ADDON FILE.glb|FILE.usdc LIGHT.glb OUTPUT.png WIDTH HEIGHT FRAME SAMPLES

Camera, objects and materials are those of FILE. Sun and sky, which the formats do not carry, are set up by the add-on
from LIGHT.
"""

import importlib.util
import sys

import bpy

addon, path, light, output, width, height, frame, samples = sys.argv[1:]
spec = importlib.util.spec_from_file_location("rigida_blender", addon)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
bpy.ops.wm.read_factory_settings(use_empty=True)
if path.endswith(".glb"):
    bpy.ops.import_scene.gltf(filepath=path)
else:
    bpy.ops.wm.usd_import(filepath=path)
scene = bpy.context.scene
camera = next(thing for thing in scene.objects if thing.type == "CAMERA")
module.set_stage(scene, module.Animation(light), bpy.data.actions.new("camera"))
scene.camera = camera
scene.frame_set(int(frame))
scene.render.engine, scene.cycles.samples = "CYCLES", int(samples)
scene.render.threads_mode, scene.render.threads = "FIXED", 1
scene.render.resolution_x, scene.render.resolution_y = int(width), int(height)
scene.render.filepath = output
bpy.ops.render.render(write_still=True)
