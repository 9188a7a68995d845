"""Pictures and videos: 100 boxes on the ground with shadows at 1280 × 720, and 2,000 bodies in the viewer.

Run on one core: `taskset -c 0 python benchmarks/pictures.py`. The best of many is printed, with processor time beside
it, because other work on the machine only ever makes a picture slower.
"""

import tempfile
import time
from pathlib import Path

import numpy as np

import rigida as rg
from rigida.render.film import Film
from rigida.viewer.viewer import Viewer

PICTURES = 120
#: One camera for all versions of the automatic one.
CAMERA = rg.Camera((8.3, -12.3, 5.5), (2.3, 1.7, 2.9))


def boxes(count: int = 100) -> rg.Recording:
    rng = np.random.default_rng(1)
    scene = rg.Scene()
    scene.add_ground()
    for k in range(count):
        turn = rng.normal(size=4) * [0, 0.03, 0.03, 0.03] + [1, 0, 0, 0]
        scene.add_body(
            rg.Box((1, 1, 1)),
            position=(1.15 * (k % 5), 1.15 * (k // 5 % 4), 0.5 + 1.05 * (k // 20)),
            orientation=turn / np.linalg.norm(turn),
            velocity=rng.normal(size=3) * 0.3 + [0, 0, 3],
            angular_velocity=rng.normal(size=3) * 0.3,
        )
    return rg.Simulation(scene, rg.Precise(contact="none")).run(0.6, fps=60)


def cloud(count: int = 2000) -> rg.Simulation:
    rng = np.random.default_rng(0)
    scene = rg.Scene(gravity=(0, 0, 0))
    box, ball = rg.Box((0.4, 0.4, 0.4)), rg.Sphere(0.25)
    for k in range(count):
        scene.add_body(
            box if k % 2 else ball,
            position=rng.uniform(-10, 10, 3),
            velocity=rng.normal(size=3),
            angular_velocity=(1, 2, 3),
        )
    return rg.Simulation(scene, rg.Precise(contact="none"))


def best(action, count: int) -> tuple[float, float]:
    """Return the shortest wall and processor time of one call [s]."""
    walls, cores = [], []
    for k in range(count):
        wall, core = time.perf_counter(), time.process_time()
        action(k)
        walls.append(time.perf_counter() - wall)
        cores.append(time.process_time() - core)
    return min(walls), min(cores)


def main() -> None:
    run = boxes()
    for quality, count in (("draft", PICTURES), ("final", PICTURES // 4)):
        film = Film(run, CAMERA, rg.Style(quality=quality))
        film.picture(0.0)
        wall, core = best(lambda k, film=film, count=count: film.picture(0.6 * k / count), count)
        print(f"picture, 100 boxes, {quality}     {1 / wall:6.1f} /s   {1 / core:6.1f} per s of processor time")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.mp4"
        wall, core = best(lambda k: run.to_video(path, fps=50, camera=CAMERA), 5)
    print(f"video, end to end             {31 / wall:6.1f} /s   {31 / core:6.1f} per s of processor time")
    with Viewer(cloud()) as viewer:

        def update(k: int) -> None:
            viewer.refresh()

        wall, core = best(update, 200)
        began = time.perf_counter()
        for k in range(200):
            update(k)
        mean = (time.perf_counter() - began) / 200
    print(f"viewer, 2,000 bodies          {1 / wall:6.1f} /s   {1 / mean:6.1f} /s on average")


if __name__ == "__main__":
    main()
