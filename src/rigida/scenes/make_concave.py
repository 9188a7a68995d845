"""Makes the packaged scenes of concave bodies and their meshes: `python -m rigida.scenes.make_concave`.

The scenes of Popovski 2008, 12 (rings on poles, figure 33a; skulls, 33b), with a skull made by formula, and more.
"""

from pathlib import Path

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Spherical
from rigida.geometry import Compound, ConvexHull, Cylinder, HalfSpace, Mesh, Sphere
from rigida.geometry.swept_mesh import extruded_mesh, revolved_mesh
from rigida.realtime.settings import Realtime
from rigida.scene.path import Path as BodyPath
from rigida.scene.scene import RunPlan, Scene

_FOLDER = Path(__file__).parent
_MESHES = _FOLDER / "meshes"


def sphere_directions(count: int) -> FloatArray:
    """Return unit vectors (count, 3) spread evenly over the sphere (a Fibonacci spiral)."""
    i = np.arange(count) + 0.5
    polar, around = np.arccos(1.0 - 2.0 * i / count), np.pi * (1.0 + 5.0**0.5) * i
    return np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], axis=1)


def star_mesh(radius: FloatArray, directions: FloatArray) -> Mesh:
    """Return the star-shaped mesh with `radius` (n,) in each of n directions (n, 3)."""
    # The hull of points on a sphere joins neighbors; the joined points then move out or in.
    hull, triangles = ConvexHull(directions).surface()
    order = [int(np.argmin(np.sum((directions - corner) ** 2, axis=1))) for corner in hull]
    return Mesh(hull * radius[order][:, None], triangles)


def dent(directions: FloatArray, towards: tuple[float, float, float], width: float) -> FloatArray:
    """Return a bell (n,) of height 1 about a direction, `width` [rad] wide."""
    axis = np.array(towards) / np.linalg.norm(towards)
    return np.asarray(np.exp(-((np.arccos(np.clip(directions @ axis, -1.0, 1.0)) / width) ** 2)))


def skull() -> Mesh:
    """Return a skull of 2,970 triangles: cranium, eye sockets, nose, cheeks and a hollow below the jaw."""
    d = sphere_directions(1487)
    r = 0.5 * (1.0 + 0.12 * d[:, 1] ** 2 + 0.1 * np.maximum(d[:, 2], 0.0))
    for side in (-1.0, 1.0):
        r *= 1.0 - 0.5 * dent(d, (0.42 * side, -1.0, 0.08), 0.26)
        r *= 1.0 - 0.22 * dent(d, (0.9 * side, -0.25, -0.45), 0.35)
    r *= 1.0 - 0.3 * dent(d, (0.0, -1.0, -0.35), 0.16)
    r *= 1.0 + 0.16 * dent(d, (0.0, -0.75, -0.75), 0.4)
    r *= 1.0 - 0.55 * dent(d, (0.0, 0.15, -1.0), 0.45)
    return star_mesh(r, d)


def jack() -> Mesh:
    """Return a jack: six arms."""
    d = sphere_directions(1200)
    arm = np.abs(d).max(axis=1)
    return star_mesh(0.06 + 0.19 * np.clip((arm - 0.82) / 0.18, 0.0, 1.0) ** 2, d)


def ring(radius: float, tube: float, around: int, across: int, turn: float = 0.0) -> Mesh:
    """Return a torus of 2 · around · across triangles."""
    angle = (np.arange(across) + turn) * (2.0 * np.pi / across)
    return revolved_mesh(np.stack([radius + tube * np.cos(angle), tube * np.sin(angle)], axis=1), around)


def bowl() -> Mesh:
    """Return a bowl of 1 m radius with a wall of 8 cm, open upwards."""
    angle = np.linspace(0.02, 0.5 * np.pi, 14)
    outer = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    return revolved_mesh(np.concatenate([outer, 0.92 * outer[::-1]]), 48)


def random_turn(generator: np.random.Generator) -> tuple[float, float, float, float]:
    """Return an orientation drawn evenly."""
    q = generator.normal(size=4)
    w, x, y, z = q / np.linalg.norm(q)
    return float(w), float(x), float(y), float(z)


def stored(name: str, mesh: Mesh) -> Mesh:
    """Write a mesh as an OFF file of the package and return it as read from there."""
    _MESHES.mkdir(exist_ok=True)
    vertices, triangles = mesh.surface()
    lines = ["OFF", f"{len(vertices)} {len(triangles)} 0"]
    lines += [" ".join(f"{value:.6g}" for value in vertex) for vertex in vertices]
    lines += [f"3 {a} {b} {c}" for a, b, c in triangles]
    file = _MESHES / f"{name}.off"
    file.write_text("\n".join(lines) + "\n")
    return Mesh.from_file(file)


def new_scene(title: str, description: str, duration: float, dt: float = 0.01) -> Scene:
    """Return an empty scene for the realtime engine at dt [s]."""
    scene = Scene()
    scene.title, scene.description = title, description
    scene.engine, scene.plan = Realtime(dt=dt), RunPlan(duration=duration)
    return scene


def rings_on_poles() -> Scene:
    """Return figure 33a: 60 rings of 216 triangles fall onto three poles."""
    scene = new_scene("Rings on poles", "Sixty rings fall over three poles; most of them stay hanging.", 10.0)
    scene.add_ground(friction=0.5)
    mesh, generator = stored("ring", ring(0.5, 0.15, 12, 9)), np.random.default_rng(3)
    places = [(1.04 * np.cos(a), 1.04 * np.sin(a)) for a in (0.0, 2.0944, 4.18879)]
    for k, (x, y) in enumerate(places):
        scene.add_body(Cylinder(0.2, 4.0), fixed=True, position=(x, y, 2.0), friction=0.5, name=f"pole{k}")
    for k in range(60):
        (x, y), tilt = places[k % 3], 0.06 * generator.normal(size=2)
        turn = np.array([1.0, *(0.5 * tilt), 0.0])
        w, i, j, _ = turn / np.linalg.norm(turn)
        dx, dy = generator.uniform(-0.08, 0.08, 2)
        scene.add_body(
            mesh,
            mass=1.0,
            position=(x + dx, y + dy, 4.4 + 0.5 * (k // 3)),
            orientation=(w, i, j, 0.0),
            friction=0.5,
            name=f"ring{k}",
        )
    return scene


def skulls() -> Scene:
    """Return figure 33b: 50 skulls of 2,970 triangles fall into a pit."""
    scene = new_scene("Skulls", "Fifty skulls pile up in a pit and come to rest, sockets and jaws in each other.", 6.0)
    scene.add_ground(friction=0.5)
    for x, y in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        side = "east" if x > 0 else "west" if x < 0 else "north" if y > 0 else "south"
        scene.add_body(HalfSpace((-x, -y, 0.0)), fixed=True, position=(2 * x, 2 * y, 0), friction=0.5, name=side)
    mesh, generator = stored("skull", skull()), np.random.default_rng(5)
    for k in range(50):
        level, rest = divmod(k, 9)
        y, x = divmod(rest, 3)
        place = ((x - 1) * 1.3, (y - 1) * 1.3, 0.75 + 1.3 * level)
        turn = random_turn(generator)
        scene.add_body(mesh, mass=1.0, position=place, orientation=turn, friction=0.5, name=f"skull{k}")
    return scene


def skull_rings() -> Scene:
    """Return figure 37: 108 skulls, jointed to rings of six, fall over three poles."""
    scene = new_scene("Rings of skulls", "Eighteen rings of six jointed skulls fall over three poles.", 6.0)
    scene.add_ground(friction=0.5)
    mesh, radius, generator = stored("skull", skull()), 1.3, np.random.default_rng(11)
    third = 2.0 * np.pi / 3.0
    places = [(2.6 * np.cos(k * third), 2.6 * np.sin(k * third)) for k in range(3)]
    for k, (x, y) in enumerate(places):
        scene.add_body(Cylinder(0.35, 8.0), fixed=True, position=(x, y, 4.0), friction=0.5, name=f"pole{k}")
    for n in range(18):
        x, y = places[n % 3] + generator.uniform(-0.1, 0.1, 2)
        z, six = 8.8 + 1.3 * (n // 3), np.arange(6) * np.pi / 3.0
        skulls = [
            scene.add_body(
                mesh,
                mass=1.0,
                position=(x + radius * np.cos(a), y + radius * np.sin(a), z),
                orientation=(float(np.cos(0.5 * a)), 0.0, 0.0, float(np.sin(0.5 * a))),
                friction=0.5,
                name=f"skull{n}_{k}",
            )
            for k, a in enumerate(six)
        ]
        distance = radius * np.cos(np.pi / 6.0)
        for k, a in enumerate(six + np.pi / 6.0):
            anchor = (x + distance * np.cos(a), y + distance * np.sin(a), z)
            scene.add_joint(Spherical(skulls[k], skulls[(k + 1) % 6], anchor=anchor, name=f"joint{n}_{k}"))
    return scene


def bowl_of_marbles() -> Scene:
    """Return a bowl that two hundred marbles fall into."""
    scene = new_scene("A bowl of marbles", "Two hundred marbles fall into a bowl and stay in it: it is hollow.", 6.0)
    scene.add_ground()
    scene.add_body(stored("bowl", bowl()), fixed=True, position=(0, 0, 1), friction=0.3, name="bowl")
    generator, marble = np.random.default_rng(1), Sphere(0.06)
    places = [(x, y) for x in np.arange(-3, 4) * 0.15 for y in np.arange(-3, 4) * 0.15 if np.hypot(x, y) < 0.45]
    for k in range(200):
        x, y = np.array(places[k % len(places)]) + generator.uniform(-0.01, 0.01, 2)
        scene.add_body(
            marble,
            density=2500.0,
            position=(x, y, 1.0 + 0.14 * (k // len(places))),
            friction=0.3,
            rolling_friction=1e-3,
            name=f"marble{k}",
        )
    return scene


def link_chain() -> Scene:
    """Return a chain of twenty interlocking rings, without joints."""
    scene = new_scene("A chain of links", "Twenty rings hang in each other with no joint between them.", 10.0)
    mesh, pitch = stored("link", ring(0.2, 0.04, 24, 12, turn=0.5)), 0.316
    half = 0.5**0.5
    for k in range(20):
        turn = (half, half, 0.0, 0.0) if k % 2 == 0 else (0.5, 0.5, 0.5, 0.5)
        scene.add_body(
            mesh,
            density=1000.0,
            fixed=k == 0,
            position=(0, 0, -pitch * k),
            orientation=turn,
            rolling_friction=1e-3,
            spinning_friction=1e-3,
            name=f"link{k}",
        )
    return scene


def jacks() -> Scene:
    """Return jacks and balls thrown together."""
    scene = new_scene("Jacks", "Twenty jacks and a few balls fall onto a pile and hook into each other.", 5.0)
    scene.add_ground(friction=0.6)
    mesh, generator = stored("jack", jack()), np.random.default_rng(2)
    for k in range(20):
        level, rest = divmod(k, 4)
        place = (0.54 * (rest % 2) - 0.27, 0.54 * (rest // 2) - 0.27, 0.4 + 0.54 * level)
        turn = random_turn(generator)
        scene.add_body(mesh, density=2000.0, position=place, orientation=turn, friction=0.4, name=f"jack{k}")
    for k in range(3):
        scene.add_body(Sphere(0.12), density=300.0, position=(0.3 * k - 0.3, 0.0, 3.4), friction=0.5, name=f"ball{k}")
    return scene


def gear(teeth: int, root: float, tip: float, height: float) -> Mesh:
    """Return a gear with straight-sided teeth."""
    pitch = 2.0 * np.pi / teeth
    outline = [
        (radius * np.cos((k + at) * pitch), radius * np.sin((k + at) * pitch))
        for k in range(teeth)
        for radius, at in ((root, 0.0), (root, 0.30), (tip, 0.42), (tip, 0.58), (root, 0.70))
    ]
    return extruded_mesh(outline, height)


def gear_pair() -> Scene:
    """Return a driven gear that turns another one, whose shaft is in a bush, by contact of the teeth."""
    scene = new_scene("A pair of gears", "A turning gear drives another by its teeth; there is no joint.", 8.0)
    scene.add_ground()
    wheel, bush = stored("gear", gear(12, 0.40, 0.52, 0.12)), [(0.105, 0.0), (0.3, 0.0), (0.3, 0.23), (0.105, 0.23)]
    times = np.linspace(0.0, 8.0, 33)
    half = 0.3 * times
    turns = np.stack([np.cos(half), 0.0 * half, 0.0 * half, np.sin(half)], axis=1)
    places = np.tile((0.0, 0.0, 0.3), (len(times), 1))
    scene.add_body(wheel, path=BodyPath(times, places, turns), friction=0.1, name="driver")
    scene.add_body(
        stored("bush", revolved_mesh(bush, 32)), fixed=True, position=(0.95, 0, 0), friction=0.05, name="bush"
    )
    shaft = Cylinder(0.1, 0.26)
    half_tooth = 0.5 * np.pi / 12
    scene.add_body(
        Compound([(wheel, (0, 0, 0), (1, 0, 0, 0)), (shaft, (0, 0, -0.14), (1, 0, 0, 0))]),
        density=1000.0,
        position=(0.95, 0, 0.3),
        orientation=(float(np.cos(half_tooth)), 0.0, 0.0, float(np.sin(half_tooth))),
        friction=0.1,
        name="driven",
    )
    return scene


def main() -> None:
    """Write all meshes and scenes."""
    for make in (rings_on_poles, skulls, skull_rings, bowl_of_marbles, link_chain, jacks, gear_pair):
        make().save(_FOLDER / f"{make.__name__}.toml")


if __name__ == "__main__":
    main()
