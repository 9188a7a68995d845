"""The kernels of pictures run as plain Python give the compiled picture to the bit."""

import os
import subprocess
import sys

CODE = """
import hashlib
import numpy as np, rigida as rg
from rigida.drawing import Drawing
scene = rg.Scene()
scene.add_ground()
scene.add_body(rg.Box((1, 1, 1)), position=(0, 0, 1))
scene.add_body(rg.Sphere(0.5), position=(1.5, 0, 1))
marks = rg.Strokes()
marks.arrows([[0, 0, 2]], [[1, 0, 0]])
marks.text("0.5 s", 4, 12, 9)
style = rg.Style(width=48, height=27, shadow_cells=64)
renderer = rg.Renderer(Drawing.of_scene(scene), rg.Camera((3, -6, 3), (0, 0, 1)), style)
places = np.array([body.position for body in scene.bodies])
picture = renderer.picture(places, np.tile([1.0, 0, 0, 0], (3, 1)), 0.0, marks)
print(hashlib.blake2b(picture.tobytes()).hexdigest(), len(np.unique(picture)))
"""


def drawn(**variables: str) -> str:
    environment = os.environ | variables
    result = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, env=environment, check=True)
    return result.stdout


def test_plain_python_draws_the_compiled_picture():
    compiled = drawn()
    assert int(compiled.split()[1]) > 50
    assert drawn(RIGIDA_PLAIN="1") == compiled
