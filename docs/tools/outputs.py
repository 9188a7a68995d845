"""docs/images/materials.png: the five finishes in all five outputs.

RIGIDA_BLENDER_PYTHON=… python docs/tools/materials.py

Needs a browser (see tests/viewer/browser.py), usd-core, and an interpreter with `bpy` that RIGIDA_BLENDER_PYTHON names.
"""

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import rigida as rg
from rigida.drawing.finish import FINISHES
from rigida.export.addon_file import write_addon
from rigida.viewer.viewer import Viewer

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from viewer.browser import Browser  # noqa: E402

WIDTH, HEIGHT, LINE = 640, 360, 22
READY = "window.page && page.player && page.sides[0].stage.poses && page.frames > 2"
HIDE = (
    "for (const id of ['panel', 'bar', 'open']) document.getElementById(id).style.display = 'none';"
    "document.getElementById('panel').classList.add('closed'); page.resize(); page.home(); page.marked = page.frames"
)
COLORS = ("#3d7fc4", "#c9a24a", "#c94f4f", "#b5793d", "#55a868")


def materials() -> rg.Scene:
    """Return a ball and a box of each finish on a ground."""
    scene = rg.Scene(title="Materials", gravity=(0, 0, 0))
    scene.add_ground()
    for k, (finish, color) in enumerate(zip(FINISHES, COLORS, strict=True)):
        scene.add_body(rg.Sphere(0.5), position=(1.4 * k, 0, 0.5), name=f"{finish} ball", finish=finish, color=color)
        box = {"position": (1.4 * k, 1.6, 0.4), "name": f"{finish} box", "finish": finish, "color": color}
        scene.add_body(rg.Box((0.8, 0.8, 0.8)), **box)
    return scene


def page(url: str) -> Image.Image:
    """Return what a page of the viewer shows, without its panels."""
    with Browser(url) as browser:
        browser.wait(READY)
        browser.evaluate("if (page.player.seek) { page.player.playing = false; page.player.seek(page.player.start) }")
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False
        )
        browser.evaluate(HIDE)
        browser.wait("page.frames > page.marked + 3")
        return Image.open(io.BytesIO(browser.screenshot())).convert("RGB")


def blender(folder: Path, name: str) -> Image.Image:
    """Return Blender's picture of an animation file in the folder."""
    script, output = Path(__file__).with_name("blender_picture.py"), folder / f"{name}.png"
    addon = write_addon(folder / "rigida_blender.py")
    files = [str(path) for path in (script, addon, folder / name, folder / "run.glb", output)]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [os.environ["RIGIDA_BLENDER_PYTHON"], *files, str(WIDTH), str(HEIGHT)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return Image.open(output).convert("RGB")


def main() -> None:
    """Draw the sheet and print how far the outputs are from the picture."""
    scene = materials()
    run = rg.Simulation(scene).run(0.1)
    pictures = {"video and pictures": Image.fromarray(run.picture(0.0, width=WIDTH, height=HEIGHT, clock=False))}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Viewer(scene) as viewer:
            pictures["viewer"] = page(viewer.url)
        pictures["HTML page"] = page(run.to_html(folder / "run.html").as_uri())
        run.to_gltf(folder / "run.glb")
        run.to_usd(folder / "run.usdc")
        pictures["Blender, from glTF"] = blender(folder, "run.glb")
        pictures["Blender, from USD"] = blender(folder, "run.usdc")
    sheet = Image.new("RGB", (2 * WIDTH, 3 * (HEIGHT + LINE)), "white")
    pen = ImageDraw.Draw(sheet)
    first = np.asarray(pictures["video and pictures"], dtype=float)
    for k, (label, picture) in enumerate(pictures.items()):
        x, y = k % 2 * WIDTH, k // 2 * (HEIGHT + LINE)
        sheet.paste(picture, (x, y + LINE))
        pen.text((x + 6, y + 4), label, fill="black")
        apart = np.abs(np.asarray(picture, dtype=float) - first).max(axis=2)
        print(f"{label}: median difference from the picture {np.median(apart):.0f} of 255 levels")
    sheet.save(ROOT / "docs" / "images" / "materials.png", optimize=True)


if __name__ == "__main__":
    main()
