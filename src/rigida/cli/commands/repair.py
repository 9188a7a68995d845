"""`rigida repair`: safe repair of a mesh file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rigida.arrays import FloatArray, IntArray
from rigida.cli.output import JsonOption, print_json
from rigida.errors import ModelError, UsageError
from rigida.shown import counted

if TYPE_CHECKING:
    from rigida.geometry.mesh_repair import RepairedMesh


def repair(
    mesh: Annotated[Path, typer.Argument(metavar="MESH", help="A mesh file: OBJ, STL, PLY, OFF, GLB.")],
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; the ending says the format.")],
    fill: Annotated[
        float, typer.Option(min=0.0, help="Fill flat holes up to this part of the mesh's diagonal; 0 for none.")
    ] = 0.1,
    json: JsonOption = False,
) -> None:
    """Repair a mesh so that it encloses a solid: weld, drop, flip and fill; list what remains.

    Nothing is written if the mesh cannot be used afterwards.

    Example: rigida repair scan.stl scan.obj
    """
    from rigida.geometry.mesh import read_mesh
    from rigida.geometry.mesh_repair import repaired_mesh

    who = f"Mesh '{mesh}'"
    result = repaired_mesh(who, *read_mesh(who, str(mesh)), fill)
    if result.left:
        raise ModelError(f"{_refusal(who, result, fill)} Nothing was written.")
    _write(output, result.vertices, result.triangles)
    facts = {
        "file": str(output),
        "vertices": len(result.vertices),
        "triangles": len(result.triangles),
        "done": list(result.done),
    }
    if json:
        print_json(facts)
        return
    for line in result.done or ("Nothing had to be repaired.",):
        typer.echo(line)
    typer.echo(f"wrote {output}: {len(result.vertices)} vertices, {len(result.triangles)} triangles")


def _refusal(who: str, result: "RepairedMesh", fill: float) -> str:
    """Return a message with the repairs made, the remaining defects and a remedy."""
    from rigida.geometry.mesh_repair import border_loops

    done = " ".join(result.done) or "Nothing could be repaired safely."
    holes = len(border_loops(result.triangles))
    if not holes:
        return f"{result.left} {done}"
    remedy = (
        f"Give a larger --fill than {fill:g} if they are flat; what is not flat must be modeled."
        if fill < 1.0
        else "They are not flat: what belongs there must be modeled."
    )
    return f"{who}: {counted(holes, 'hole is', 'holes are')} left. {done} {remedy}"


def _write(output: Path, vertices: FloatArray, triangles: IntArray) -> None:
    """Write a mesh file, whole or not at all."""
    import trimesh

    from rigida.atomic_file import replaced

    kind = output.suffix.lower().removeprefix(".")
    if kind not in ("obj", "stl", "ply", "off", "glb"):
        raise UsageError(f"repair: '{output}' has an unknown ending. Known are .obj .stl .ply .off .glb.")
    made = trimesh.Trimesh(vertices, triangles, process=False)
    with replaced(output) as temporary:
        made.export(temporary, file_type=kind)
