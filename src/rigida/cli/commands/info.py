"""`rigida info`: summary of a scene file, a mesh file or a recording."""

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from rigida.cli.output import JsonOption, print_json, print_table, vector_text
from rigida.cli.sources import SCENE_ENDINGS, SearchOption, find_scene, is_recording, load_run
from rigida.errors import ModelError, RigidaError, RigidaWarning

#: Density at which a mesh's mass and inertia are given: water [kg/m³].
MESH_DENSITY = 1000.0


def info(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SCENE|MESH|RUN",
            help="A scene, a mesh file, a recording or the folder of `rigida run`.",
            show_default=False,
        ),
    ],
    search: SearchOption = None,
    json: JsonOption = False,
) -> None:
    """Summarize a scene, a mesh or a recording.

    Example: rigida info dzhanibekov
    """
    path = Path(source) if is_recording(Path(source)) else find_scene(source)
    ending = path.suffix.lower()
    describe: Callable[[Path], dict[str, Any]]
    if ending in SCENE_ENDINGS:
        describe, show = partial(describe_scene, search=search or ()), _show_scene
    elif is_recording(path):
        describe, show = describe_recording, _show_fields
    else:
        describe, show = describe_mesh, _show_fields
    facts = describe(path)
    if json:
        print_json(facts)
    else:
        show(facts)


def describe_scene(path: Path, search: Sequence[Path] = ()) -> dict[str, Any]:
    """Return the contents of a scene file."""
    import rigida

    scene = rigida.load(path, search)
    return {
        "kind": "scene",
        "file": str(path),
        "title": scene.title,
        "description": scene.description,
        "gravity": list(scene.gravity),
        "duration": scene.plan.duration,
        "fps": scene.plan.fps,
        "engine": None if scene.engine is None else scene.engine.kind,
        "joints": [_describe_joint(joint) for joint in scene.joints],
        "forces": len(scene.forces),
        "bodies": [_describe_body(body) for body in scene.bodies],
    }


def _describe_body(body: Any) -> dict[str, Any]:
    from rigida.geometry.mass_properties import principal_axes

    facts = {
        "name": body.name,
        "shape": None if body.shape is None else body.shape.kind,
        "motion": "free" if body.dynamic else "fixed" if body.fixed else "path",
        "mass": None,
        "center": None,
        "moments": None,
    }
    if body.dynamic:
        properties = body.mass_properties()
        moments, _ = principal_axes(properties.inertia)
        facts |= {"mass": properties.mass, "center": properties.center.tolist(), "moments": moments.tolist()}
    return facts


def _describe_joint(joint: Any) -> dict[str, Any]:
    return {"name": joint.name, "kind": joint.kind, "a": joint.a.name, "b": joint.b.name}


def describe_recording(path: Path) -> dict[str, Any]:
    """Return the contents of a recording, given as its file or as the folder of a run."""
    recording = load_run(str(path))
    return {
        "kind": "recording",
        "file": str(path),
        "title": recording.title,
        "frames": recording.frame_count,
        "duration": recording.duration,
        "steps": recording.steps,
        "wall": recording.wall,
        "energy_drift": recording.energy_drift,
        "energy": recording.energy_account.text(),
        "events": len(recording.events),
        "interrupted": recording.interrupted,
        "engine": recording.engine,
        "bodies": recording.names,
        "joints": recording.joint_names,
    }


def describe_mesh(path: Path) -> dict[str, Any]:
    """Return the contents of a mesh file, with mass and inertia at the density of water if it encloses a solid."""
    from rigida.geometry import Mesh
    from rigida.geometry.mesh_findings import mesh_findings

    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", RigidaWarning)
            mesh = Mesh.from_file(path)
    except ModelError as error:
        return _describe_open_mesh(path, error)
    mended = [str(warning.message) for warning in caught]
    vertices, triangles = mesh.surface()
    properties = mesh.mass_properties(MESH_DENSITY)
    return {
        "kind": "mesh",
        "file": str(path),
        "vertices": len(vertices),
        "triangles": len(triangles),
        "closed": True,
        "bounds": mesh.bounds().tolist(),
        "volume": properties.mass / MESH_DENSITY,
        "center": properties.center.tolist(),
        "density": MESH_DENSITY,
        "mass": properties.mass,
        "inertia": properties.inertia.tolist(),
        "convex": mesh.solid is not mesh,
        "notes": [*mended, *mesh_findings(vertices, triangles)],
    }


def _describe_open_mesh(path: Path, refusal: ModelError) -> dict[str, Any]:
    """Return a description of a refused mesh; raise the error if the file is not a mesh."""
    from rigida.geometry.mesh import read_mesh
    from rigida.geometry.mesh_check import is_closed
    from rigida.geometry.mesh_findings import mesh_findings
    from rigida.geometry.mesh_repair import repaired_mesh, weld

    try:
        vertices, triangles, _ = weld(*read_mesh("", str(path)))
        repaired = repaired_mesh("", vertices, triangles)
    except RigidaError:
        raise refusal from None
    command = f"rigida repair {path.name} repaired{path.suffix}"
    if repaired.left:
        repaired, command = repaired_mesh("", vertices, triangles, 1.0), f"{command} --fill 1"
    if repaired.left:
        remedy = "`rigida repair` cannot make it usable: what belongs there must be modeled."
    else:
        remedy = f"`{command}` would make it usable: " + " ".join(repaired.done)
    return {
        "kind": "mesh",
        "file": str(path),
        "vertices": len(vertices),
        "triangles": len(triangles),
        "closed": is_closed(triangles),
        "problem": str(refusal),
        "notes": mesh_findings(vertices, triangles),
        "remedy": remedy,
    }


def _show_scene(facts: dict[str, Any]) -> None:
    _show_fields({key: value for key, value in facts.items() if key not in ("bodies", "joints")})
    heads = ["body", "shape", "motion", "mass [kg]", "center, body frame [m]", "principal moments [kg m²]"]
    rows = [
        [
            body["name"],
            body["shape"] or "—",
            body["motion"],
            "—" if body["mass"] is None else f"{body['mass']:.6g}",
            "—" if body["center"] is None else vector_text(body["center"]),
            "—" if body["moments"] is None else vector_text(body["moments"]),
        ]
        for body in facts["bodies"]
    ]
    print_table(heads, rows, {"mass [kg]"})
    if facts["joints"]:
        heads = ["joint", "kind", "a", "b"]
        print_table(heads, [[joint[key] for key in ("name", "kind", "a", "b")] for joint in facts["joints"]], set())


#: Units of the facts that have one, for the listing.
_UNITS = {
    "gravity": "m/s²",
    "duration": "s",
    "fps": "1/s",
    "wall": "s",
    "bounds": "m",
    "volume": "m³",
    "center": "m",
    "mass": "kg",
    "inertia": "kg m²",
    "moments": "kg m²",
    "density": "kg/m³",
}


def _show_fields(facts: dict[str, Any]) -> None:
    """Print facts one per line, with their units; empty ones are left out."""
    width = max(len(key) for key in facts) + 2
    for key, value in facts.items():
        if value in (None, "", {}, []):
            continue
        unit = f" {_UNITS[key]}" if key in _UNITS else ""
        typer.echo(f"{key.replace('_', ' '):{width}}{_fact_text(value)}{unit}")


def _fact_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list) and value and isinstance(value[0], list):
        return " ".join(vector_text(row) for row in value)
    if isinstance(value, list):
        return vector_text(value) if value and isinstance(value[0], float) else ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    return str(value)
