"""From a scene to a picture, a video and an animation file."""

import numpy as np

import rigida as rg

scene = rg.Scene(title="Thrown cone")
scene.add_ground()
scene.add_body(
    rg.Cone(0.4, 1.0),
    position=(-1, 0, 1),
    velocity=(2, 0, 4),
    angular_velocity=(0, 6, 1),
    name="cone",
    color="#e2803c",
)
run = rg.Simulation(scene).run(0.8, fps=60)

picture = run.picture(0.4, width=320, height=180, trails=True)
files = [
    run.to_picture("cone.png", 0.4, width=320, height=180, trails=True),
    run.to_video("cone.mp4", speed=0.5, width=320, height=180),
    run.to_gltf("cone.glb", tolerance=1e-3),
]
orange = (picture[..., 0].astype(int) - picture[..., 2] > 60).sum()
assert 500 < orange < 20_000
assert np.array_equal(picture, run.picture(0.4, width=320, height=180, trails=True))
print(f"the cone covers {orange} of {picture.shape[0] * picture.shape[1]} pixels; wrote", *files)
