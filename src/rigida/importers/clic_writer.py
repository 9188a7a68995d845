"""A scene as a CLIC model (Lemos 1993, 6.1): `name.mod` and beside it an `.obt` file for each body."""

from pathlib import Path

import numpy as np

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced
from rigida.errors import SceneError
from rigida.forces import Impulse
from rigida.geometry import HalfSpace
from rigida.geometry.polyhedron import signed_volume
from rigida.importers.clic import FORCE_DURATION, FRAMES_PER_SECOND, GRAVITY
from rigida.importers.findings import Findings
from rigida.importers.lag.elements import numbers_text, one_word
from rigida.math.euler import euler_xyz_from_quaternion_array
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.scene.body import Body
from rigida.scene.force import Force
from rigida.scene.scene import Scene


def write_clic(scene: Scene, path: Path) -> list[Path]:
    """Write the model and return its files; unsupported features are omitted with one warning per kind."""
    findings = Findings(path.name)
    bodies = [body for body in scene.bodies if _expressible(body, findings)]
    names = [one_word(body.name) for body in bodies]
    if len(set(names)) < len(names):
        raise SceneError(f"{path.name}: the names of bodies must differ as single words. Rename them without spaces.")
    _report_losses(scene, findings)
    impulses = [
        impulse
        for force in scene.forces
        if (impulse := _impulse_at_start(force, bodies, scene.plan.start_time, findings)) is not None
    ]
    objects = [
        _object(body, name, [b for b in impulses if b.body is body]) for body, name in zip(bodies, names, strict=True)
    ]
    comments = [f"# {' '.join(text.split())}" for text in (scene.title, scene.description) if text]
    start = scene.plan.start_time
    time = f"$TEMPO {start!r} {start + scene.plan.duration!r}"
    lines = [*comments, "$SIMULACAO", time, f"$NRO_OBJETOS {len(bodies)}", *objects, "$ENDSIMU"]
    texts = {path: "\n".join(lines) + "\n"}
    texts |= {path.with_name(f"{name}.obt"): _geometry(body, name) for body, name in zip(bodies, names, strict=True)}
    for file, text in texts.items():
        with replaced(file) as temporary:
            temporary.write_text(text, encoding="utf-8")
    findings.warn()
    return list(texts)


def _expressible(body: Body, findings: Findings) -> bool:
    if body.shape is None or isinstance(body.shape, HalfSpace):
        findings.leave_out("a body without a closed surface has no form in this format and is left out")
        return False
    if not body.dynamic:
        findings.leave_out("a body that is fixed or on a path has no form in this format and is left out")
        return False
    if body.inertia is not None or body.center_of_mass is not None:
        findings.leave_out("a given inertia or centre of mass has no form in this format: it follows from the geometry")
    if body.material.friction > 0.0 or body.material.restitution < 1.0:
        findings.leave_out("friction and restitution have no form in this format: its collisions are elastic")
    return True


def _report_losses(scene: Scene, findings: Findings) -> None:
    if scene.gravity != GRAVITY:
        findings.leave_out("only gravity of 9.8 m/s² along −y has a form in this format")
    if scene.plan.fps != FRAMES_PER_SECOND:
        findings.leave_out("only 30 frames a second have a form in this format")
    for joint in scene.joints:
        findings.leave_out(f"a {joint.kind} joint has no form in this format and is left out")


def _impulse_at_start(force: Force, bodies: list[Body], start: float, findings: Findings) -> Impulse | None:
    """Return a force if it is an impulse at the start, the only kind that the format supports."""
    if isinstance(force, Impulse) and force.time == start and not any(force.angular_impulse):
        return force if force.body in bodies else None
    findings.leave_out(f"a {force.kind} has no form in this format and is left out")
    return None


def _object(body: Body, name: str, impulses: list[Impulse]) -> str:
    turn = np.array(body.orientation)

    def own(vector: FloatArray | tuple[float, float, float]) -> FloatArray:
        return rotate_array(conjugate_array(turn), np.asarray(vector))

    at_center = [own(each.impulse) / FORCE_DURATION for each in impulses if each.anchor is None]
    points = [
        (own(np.subtract(each.anchor, body.position)), own(each.impulse) / FORCE_DURATION)
        for each in impulses
        if each.anchor is not None
    ]
    lines = [
        "$OBJETO",
        f"$NOME {name}.obt",
        f"$DENSIDADE {_density(body)!r}",
        f"$POSICAO_SRU {numbers_text(body.position)}",
        f"$VEL_LIN_SRO {numbers_text(own(body.velocity))}",
        f"$NRO_FORCA_EXT {len(at_center)}",
        *(f"$FORCA_EXT_SRO {numbers_text(force)}" for force in at_center),
        f"$ORIENTACAO_SRO_SRU {numbers_text(np.degrees(euler_xyz_from_quaternion_array(turn)))}",
        f"$VEL_ANG_SRO {numbers_text(np.degrees(own(body.angular_velocity)))}",
        f"$NRO_TORQUE_EXT {len(points)}",
    ]
    for point, force in points:
        lines += [f"$PONTO_OBJ_SRO {numbers_text(point)}", f"$PONTO_FORCA_SRO {numbers_text(point - force)}"]
    return "\n".join([*lines, "$ENDOBJ"])


def _density(body: Body) -> float:
    """Return the density that gives the body's mass to its surface as it is written."""
    assert body.shape is not None
    return float(body.mass_properties().mass / signed_volume(*body.shape.surface()))


def _geometry(body: Body, name: str) -> str:
    assert body.shape is not None
    vertices, triangles = body.shape.surface()
    faces = [f"3 {a} {b} {c} 1" for a, b, c in triangles.tolist()]
    corners = [numbers_text(vertex) for vertex in vertices]
    head = [f"$OBJETO {name} 1.0 1.0 1.0 1.0", f"$FACES {len(faces)}"]
    return "\n".join([*head, *faces, f"$VERTICE {len(corners)}", *corners, "$ENDOBJ\n"])
