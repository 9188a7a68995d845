"""A scene as LAG's set of text files (Bacin 1999, A.1): `name.cfg` and beside it `.bds .shp .ste .ctr .for`."""

from pathlib import Path

import numpy as np

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced
from rigida.errors import SceneError
from rigida.geometry import HalfSpace
from rigida.importers.findings import Findings
from rigida.importers.lag.elements import STILL_BODY, force_text, joint_text, numbers_text, one_word
from rigida.importers.lag.frames import PrincipalFrame
from rigida.math.quaternion import multiply_array
from rigida.precise.settings import Precise
from rigida.scene.body import Body
from rigida.scene.scene import Scene

FORMAT = "(format of 95-01-09)"


def write_lag(scene: Scene, path: Path) -> list[Path]:
    """Write the set and return its files; unsupported features are omitted with one warning per kind."""
    findings = Findings(path.name)
    bodies = [body for body in scene.bodies if _expressible(body, findings)]
    names = [one_word(body.name) for body in bodies]
    if len(set(names)) < len(names):
        raise SceneError(f"{path.name}: the names of bodies must differ as single words. Rename them without spaces.")
    texts = {
        path: _configuration(scene, findings),
        path.with_suffix(".bds"): _block(
            "bodies",
            [f"{name} {_shape_name(path, i)}\n    1.0 1.0 1.0 1.0" for i, name in enumerate(names)],
        ),
        path.with_suffix(".ste"): _states(bodies, scene.plan.start_time),
    }
    for i, body in enumerate(bodies):
        texts[path.with_name(f"{_shape_name(path, i)}.shp")] = _shape(body)
    kept = [element for element in scene.joints if all(body in bodies for body in _bodies_of(element))]
    joints = [(joint.name, text) for joint in kept if (text := joint_text(joint, findings)) is not None]
    joints += [(body.name, f"{STILL_BODY}\n  {one_word(body.name)}") for body in bodies if not body.dynamic]
    acting = [element for element in scene.forces if all(body in bodies for body in _bodies_of(element))]
    forces = [(force.name, text) for force in acting if (text := force_text(force, findings)) is not None]
    for ending, family, elements in ((".ctr", "constraints", joints), (".for", "forces", forces)):
        if elements:
            lines = [f"{one_word(str(name))} {text}" for name, text in elements]
            texts[path.with_suffix(ending)] = _block(family, lines)
        else:
            # An old file of this name would be read as part of the new scene.
            path.with_suffix(ending).unlink(missing_ok=True)
    for file, text in texts.items():
        with replaced(file) as temporary:
            temporary.write_text(text, encoding="utf-8")
    findings.warn()
    return list(texts)


def _expressible(body: Body, findings: Findings) -> bool:
    if isinstance(body.shape, HalfSpace):
        findings.leave_out("a half-space has no form in this format and is left out with what refers to it")
        return False
    if body.path is not None:
        findings.leave_out("a path has no form in this format: the body stands still")
    if body.material.friction > 0.0 or body.material.restitution < 1.0:
        findings.leave_out("friction and restitution have no form in this format: its collisions are elastic")
    return True


def _bodies_of(element: object) -> list[Body]:
    return [body for body in element.bodies() if isinstance(body, Body)]  # type: ignore[attr-defined]


def _shape_name(path: Path, i: int) -> str:
    return f"{path.stem}_{i + 1}"


def _configuration(scene: Scene, findings: Findings) -> str:
    settings = scene.engine
    if not isinstance(settings, Precise):
        findings.leave_out("the engine has no form in this format: the precise one stands for it")
        settings = Precise()
    if scene.gravity not in ((0.0, 0.0, -9.81), (0.0, 0.0, 0.0)):
        findings.leave_out("only gravity of 9.81 m/s² along −z or none has a form in this format")
    comments = [f"# {' '.join(text.split())}" for text in (scene.title, scene.description) if text]
    switches = {
        "gravity": any(scene.gravity),
        "collision_test": settings.contact != "none",
        "correct_link_violation": settings.stabilization,
    }
    return "\n".join(
        [
            *comments,
            f"begin animation {FORMAT}",
            f"  duration = {scene.plan.duration!r}",
            f"  frames = {max(round(scene.plan.duration * scene.plan.fps), 1)}",
            f"  tolerance = {settings.tolerance!r}",
            f"  min_step = {settings.min_step!r}",
            f"  max_step = {settings.max_step!r}",
            *(f"  {key} = {'on' if value else 'off'}" for key, value in switches.items()),
            "end animation\n",
        ]
    )


def _block(family: str, elements: list[str]) -> str:
    return "\n".join([f"begin {family} {FORMAT}", f"{family} = {len(elements)}", *elements, f"end {family}\n"])


def _shape(body: Body) -> str:
    frame = PrincipalFrame(body)
    vertices, triangles = (np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int32))
    if body.shape is not None:
        vertices, triangles = body.shape.surface()
        vertices = frame.local_vertices(vertices)
    return "\n".join(
        [
            f"begin shape {FORMAT}",
            f"mass = {frame.mass!r}",
            f"moments = {numbers_text(frame.moments)}",
            f"vertices = {len(vertices)}",
            f"faces = {len(triangles)}",
            *(f"v{i} {numbers_text(vertex)}" for i, vertex in enumerate(vertices)),
            *(f"f{i} v{a} v{b} v{c}" for i, (a, b, c) in enumerate(triangles)),
            "end shape\n",
        ]
    )


def _states(bodies: list[Body], time: float) -> str:
    lines = [f"begin state {FORMAT}", f"bodies = {len(bodies)}", f"time = {time!r}"]
    for body in bodies:
        frame = PrincipalFrame(body)
        lines.append(f"{one_word(body.name)} {numbers_text(frame.center)} {numbers_text(frame.attitude)}")
        lines.append(f"    {numbers_text(body.velocity)} {numbers_text(_rates(body, frame.attitude))}")
    return "\n".join([*lines, "end state\n"])


def _rates(body: Body, attitude: FloatArray) -> FloatArray:
    """Return the rates of the Euler parameters, θ̇ = ½ ω θ with ω in the world (Bacin 1999, 3.5)."""
    return 0.5 * multiply_array(np.array([0.0, *body.angular_velocity]), attitude)
