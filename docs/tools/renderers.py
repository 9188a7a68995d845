"""docs/images/renderers.jpg: one scene in a draft, a final picture, the viewer, MuJoCo's renderer and three.js.

RIGIDA_THREE=node_modules/three MUJOCO_GL=egl python docs/tools/renderers.py

Needs mujoco (with libegl1 or libosmesa6), the npm package three, and a browser (see tests/viewer/browser.py).
"""

import functools
import http.server
import io
import json
import os
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import rigida as rg
from rigida.render.lamps import sunward
from rigida.scene.camera_plan import CameraPlan

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "docs" / "tools")]
from outputs import HEIGHT, LINE, WIDTH, page  # noqa: E402
from viewer.browser import Browser  # noqa: E402

EYE, TARGET, FOV = (3.4, -4.6, 2.3), (0.0, 0.1, 0.55), 32.0
#: Kind, its sizes [m], position [m], color.
BODIES = [
    *[
        (
            "box",
            (0.4, 0.25, 0.2),
            (-1.2 + 0.4 * i + 0.2 * (j % 2), 0.9, 0.1 + 0.2 * j),
            ("#b5653d", "#c98a5a")[(i + j) % 2],
        )
        for j in range(6)
        for i in range(6)
    ],
    ("sphere", (0.35,), (0.1, -0.3, 0.35), "#3d7fc4"),
    ("sphere", (0.2,), (0.75, -0.75, 0.2), "#c94f4f"),
    ("sphere", (0.2,), (-0.45, -0.1, 1.1), "#55a868"),
    ("cylinder", (0.22, 0.9), (-0.85, -0.2, 0.45), "#c9a24a"),
]
PAGE = """<!doctype html><style>body { margin: 0 }</style>
<script type="importmap">{"imports": {"three": "/build/three.module.js"}}</script>
<script type="module">
import * as THREE from "three";
const { bodies, eye, target, fov, sun, size: [WIDTH, HEIGHT] } = %s;
const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setPixelRatio(1);
renderer.setSize(WIDTH, HEIGHT);
renderer.toneMapping = THREE.ACESFilmicToneMapping;
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(fov, WIDTH / HEIGHT, 0.1, 100);
scene.background = new THREE.Color("#d2dfeb");
scene.fog = new THREE.Fog("#d2dfeb", 10, 30);
camera.up.set(0, 0, 1); camera.position.set(...eye); camera.lookAt(...target);
const sky = new THREE.HemisphereLight("#ffffff", "#8d8d8d", 1.5), lamp = new THREE.DirectionalLight("#ffffff", 3);
sky.position.set(0, 0, 1); lamp.position.set(...sun).multiplyScalar(5); lamp.castShadow = true;
lamp.shadow.mapSize.set(2048, 2048); lamp.shadow.radius = 4; lamp.shadow.bias = -0.0005;
Object.assign(lamp.shadow.camera, { left: -3, right: 3, top: 3, bottom: -3, near: 0.1, far: 20 });
scene.add(sky, lamp);
const add = (geometry, color) => {
  const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color, roughness: 0.7 }));
  mesh.castShadow = mesh.receiveShadow = true;
  scene.add(mesh);
  return mesh;
};
for (const [kind, size, place, color] of bodies)
  add(kind === "box" ? new THREE.BoxGeometry(...size) : kind === "sphere" ? new THREE.SphereGeometry(size[0], 64, 48)
    : new THREE.CylinderGeometry(size[0], size[0], size[1], 64).rotateX(Math.PI / 2), color).position.set(...place);
add(new THREE.PlaneGeometry(80, 80), "#8f979e");
renderer.render(scene, camera);
window.done = true;
</script>"""


def own_scene() -> rg.Scene:
    """Return the scene for rigida."""
    scene = rg.Scene(title="Renderers", gravity=(0, 0, 0))
    scene.camera = CameraPlan(EYE, TARGET, fov=FOV)
    scene.add_ground()
    shapes = {"box": lambda s: rg.Box(s), "sphere": lambda s: rg.Sphere(*s), "cylinder": lambda s: rg.Cylinder(*s)}
    for kind, size, place, color in BODIES:
        scene.add_body(shapes[kind](size), position=place, color=color, fixed=True)
    return scene


def mujoco_picture(sun: np.ndarray) -> Image.Image:
    """Return the scene drawn by MuJoCo with the lights and the checker of its own example models."""
    import mujoco

    def geom(kind: str, size: tuple[float, ...], place: tuple[float, ...], color: str) -> str:
        lengths = [size[0], *(0.5 * v for v in size[1:])] if kind == "cylinder" else [0.5 * v for v in size]
        sizes = " ".join(map(str, size if kind == "sphere" else lengths))
        rgb = " ".join(f"{int(color[k : k + 2], 16) / 255:.4f}" for k in (1, 3, 5))
        return f'<geom type="{kind}" size="{sizes}" pos="{" ".join(map(str, place))}" rgba="{rgb} 1"/>'

    text = f"""<mujoco><visual><headlight diffuse=".4 .4 .4" ambient=".3 .3 .3" specular="0 0 0"/>
    <quality shadowsize="4096" offsamples="8"/><global fovy="{FOV}" offwidth="{WIDTH}" offheight="{HEIGHT}"/>
    <map shadowclip="1"/></visual>
    <asset><texture type="skybox" builtin="gradient" rgb1=".3 .5 .7" rgb2="0 0 0" width="512" height="3072"/>
    <texture name="grid" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".1 .2 .3" width="300" height="300"/>
    <material name="grid" texture="grid" texrepeat="1 1" texuniform="true" reflectance=".2"/></asset>
    <worldbody><light directional="true" diffuse=".8 .8 .8" specular=".2 .2 .2" castshadow="true"
    pos="{" ".join(map(str, 5 * sun))}" dir="{" ".join(map(str, -sun))}"/>
    <geom type="plane" size="0 0 .05" material="grid"/>{"".join(geom(*body) for body in BODIES)}</worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    view = np.subtract(TARGET, EYE)
    camera = mujoco.MjvCamera()
    camera.lookat[:], camera.distance = TARGET, np.linalg.norm(view)
    camera.azimuth = np.degrees(np.arctan2(view[1], view[0]))
    camera.elevation = np.degrees(np.arcsin(view[2] / camera.distance))
    renderer = mujoco.Renderer(model, HEIGHT, WIDTH)
    renderer.update_scene(data, camera)
    return Image.fromarray(renderer.render())


def three_picture(package: Path, sun: np.ndarray) -> Image.Image:
    """Return the scene drawn by three.js: physically based materials, hemisphere and sun, shadows, ACES tones."""
    given = {"bodies": BODIES, "eye": EYE, "target": TARGET, "fov": FOV, "sun": list(sun), "size": (WIDTH, HEIGHT)}
    (package / "renderers.html").write_text(PAGE % json.dumps(given))
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(package))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with Browser(f"http://127.0.0.1:{server.server_address[1]}/renderers.html") as browser:
                size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
                browser.call("Emulation.setDeviceMetricsOverride", **size)
                browser.wait("window.done", 120)
                return Image.open(io.BytesIO(browser.screenshot())).convert("RGB")
        finally:
            server.shutdown()


def main() -> None:
    """Draw the sheet."""
    up = np.array([0.0, 0.0, 1.0])
    sun = sunward(rg.Camera(EYE, TARGET, fov=FOV).view(0.0), up)
    sun /= np.linalg.norm(sun)
    run = rg.Simulation(own_scene(), "realtime").run(0.05)
    pictures = {}
    with tempfile.TemporaryDirectory() as folder:
        for quality in ("draft", "final"):
            path = run.to_picture(f"{folder}/{quality}.png", quality=quality, width=WIDTH, height=HEIGHT, clock=False)
            pictures[f"picture, {quality}"] = Image.open(path).convert("RGB")
        pictures["viewer"] = page(run.to_html(f"{folder}/page").as_uri(), 0.0)
    pictures["MuJoCo"] = mujoco_picture(sun)
    pictures["three.js"] = three_picture(Path(os.environ["RIGIDA_THREE"]).resolve(), sun)
    sheet = Image.new("RGB", (3 * WIDTH, 2 * (HEIGHT + LINE)), "white")
    pen = ImageDraw.Draw(sheet)
    for k, (name, picture) in enumerate(pictures.items()):
        x, y = k % 3 * WIDTH, k // 3 * (HEIGHT + LINE)
        pen.text((x + 6, y + 4), name, fill="black")
        sheet.paste(picture, (x, y + LINE))
        tones = np.asarray(picture.convert("L"), dtype=float)
        print(
            f"{name}: tones 5 % {np.percentile(tones, 5):.0f}, median {np.median(tones):.0f}, "
            f"95 % {np.percentile(tones, 95):.0f}, standard deviation {tones.std():.0f}"
        )
    sheet.save(ROOT / "docs" / "images" / "renderers.jpg", quality=82, optimize=True)


if __name__ == "__main__":
    main()
