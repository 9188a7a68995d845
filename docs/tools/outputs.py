"""docs/images/materials.jpg and outputs.jpg: the five finishes, and twelve scenes, in all five outputs.

RIGIDA_BLENDER_PYTHON=… python docs/tools/outputs.py materials|scenes [NAME …]

With names, only their rows of the sheet are drawn again.

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
from rigida import scenes
from rigida.drawing.finish import FINISHES
from rigida.export.addon_file import write_addon
from rigida.viewer.viewer import Viewer

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT / "tests"))
from viewer.browser import Browser  # noqa: E402

WIDTH, HEIGHT, LINE, FPS = 640, 360, 22, 24.0
READY = "window.page && page.player && page.sides[0].stage.poses && page.frames > 2"
HIDE = (
    "for (const id of ['panel', 'bar', 'open']) document.getElementById(id).style.display = 'none';"
    "document.getElementById('hud').style.visibility = 'hidden';"
    "document.getElementById('panel').classList.add('closed'); page.resize(); page.home(); page.marked = page.frames"
)
#: Scenes of the sheet, and the moment that is shown [s].
SCENES = {
    "newtons_cradle": 2.5,
    "wrecking_ball": 2.0,
    "tumbling_shapes": 0.5,
    "marble_run": 4.0,
    "dominoes": 4.0,
    "gyroscope": 1.0,
    "four_bar": 4.0,
    "gear_pair": 3.0,
    "arch": 3.0,
    "seesaw": 2.0,
    "double_pendulum": 2.0,
    "landing_skittles": 5.8,
}
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


def page(url: str, time: float) -> Image.Image:
    """Return what a page of the viewer shows at a time after the start [s], without its panels and what it writes."""
    with Browser(url) as browser:
        browser.wait(READY)
        browser.evaluate("page.shown.delete('trails')")
        browser.evaluate(
            f"if (page.player.seek) {{ page.player.playing = false; page.player.seek(page.player.start + {time}) }}"
        )
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False
        )
        browser.evaluate(HIDE)
        browser.wait("page.frames > page.marked + 3")
        return Image.open(io.BytesIO(browser.screenshot())).convert("RGB")


def blender(folder: Path, name: str, size: tuple[int, int], frame: int, samples: int) -> Image.Image:
    """Return Blender's picture of a frame of an animation file in the folder."""
    script, output = Path(__file__).with_name("blender_picture.py"), folder / f"{name}.png"
    addon = write_addon(folder / "rigida_blender.py")
    files = [str(path) for path in (script, addon, folder / name, folder / "run.glb", output)]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    numbers = [str(number) for number in (*size, frame, samples)]
    command = [os.environ["RIGIDA_BLENDER_PYTHON"], *files, *numbers]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return Image.open(output).convert("RGB")


def outputs(run: rg.Recording, frame: int, live: rg.Scene | None, small: tuple[int, int]) -> dict[str, Image.Image]:
    """Return the pictures of a moment by all outputs; `small` is the size of Blender's, which take long."""
    time = frame / FPS
    look = {"width": WIDTH, "height": HEIGHT, "clock": False, "flight": False}
    pictures = {"video and pictures": Image.fromarray(run.picture(run.times[0] + time, **look))}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Viewer(run if live is None else live) as viewer:
            pictures["viewer"] = page(viewer.url, time)
        pictures["HTML page"] = page(run.to_html(folder / "run.html").as_uri(), time)
        run.to_gltf(folder / "run.glb", fps=FPS)
        run.to_usd(folder / "run.usdc", fps=FPS)
        samples = 64 if small[0] == WIDTH else 24
        pictures["Blender, from glTF"] = blender(folder, "run.glb", small, frame, samples)
        pictures["Blender, from USD"] = blender(folder, "run.usdc", small, frame, samples)
    return pictures


def differences(pictures: dict[str, Image.Image]) -> list[float]:
    """Return how far each output is from the picture: the median over pixels of the largest of its three levels."""
    first = next(iter(pictures.values()))
    found = []
    for picture in pictures.values():
        levels = np.asarray(first.resize(picture.size, Image.Resampling.BOX), dtype=float)
        found.append(float(np.median(np.abs(np.asarray(picture, dtype=float) - levels).max(axis=2))))
    return found


def draw_materials() -> None:
    """Draw the sheet of finishes and print how far the outputs are from the picture."""
    scene = materials()
    pictures = outputs(rg.Simulation(scene).run(0.1), 0, scene, (WIDTH, HEIGHT))
    sheet = Image.new("RGB", (2 * WIDTH, 3 * (HEIGHT + LINE)), "white")
    pen = ImageDraw.Draw(sheet)
    for k, ((label, picture), apart) in enumerate(zip(pictures.items(), differences(pictures), strict=True)):
        x, y = k % 2 * WIDTH, k // 2 * (HEIGHT + LINE)
        sheet.paste(picture, (x, y + LINE))
        pen.text((x + 6, y + 4), label, fill="black")
        print(f"{label}: median difference from the picture {apart:.0f} of 255 levels")
    sheet.save(IMAGES / "materials.jpg", quality=88, optimize=True)


def draw_scenes(*names: str) -> None:
    """Draw rows of the sheet of twelve scenes, and print how far the outputs are from the picture."""
    wide, high = WIDTH // 2, HEIGHT // 2
    path, size = IMAGES / "outputs.jpg", (5 * wide, len(SCENES) * (high + LINE))
    sheet = Image.new("RGB", size, "white")
    if names:
        sheet.paste(Image.open(path), (0, 0))
    pen = ImageDraw.Draw(sheet)
    for row, (name, time) in enumerate(SCENES.items()):
        if names and name not in names:
            continue
        scene = rg.load(scenes.path(name))
        run = rg.Simulation(scene).run(scene.plan.duration, max(scene.plan.fps, FPS))
        pictures = outputs(run, round(FPS * time), None, (wide, high))
        for column, (label, picture) in enumerate(pictures.items()):
            left, top = column * wide, row * (high + LINE)
            pen.rectangle((left, top, left + wide, top + LINE), fill="white")
            sheet.paste(picture.resize((wide, high), Image.Resampling.BOX), (left, top + LINE))
            pen.text((left + 6, top + 5), f"{name}: {label}", fill="black")
        print(name, *(f"{apart:.0f}" for apart in differences(pictures)), flush=True)
    sheet.save(path, quality=82, optimize=True)


if __name__ == "__main__":
    {"materials": draw_materials, "scenes": draw_scenes}[sys.argv[1]](*sys.argv[2:])
