"""USD: the motion as time samples, for film and robotics tools. Needs the optional package usd-core.

Metres, the scene's own up axis, one time code per frame of the recording. Bodies keep their names as display names and,
as far as USD allows, as prim names; they refer to shared meshes. Velocities are those of UsdPhysics rigid bodies.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced
from rigida.drawing import Drawing, Geometry
from rigida.drawing.absence import held, present
from rigida.drawing.motion import piece_motion
from rigida.drawing.palette import light
from rigida.errors import UsageError
from rigida.export.keys import continuous
from rigida.recording import Recording

_PATCH_HALF_WIDTH = 20.0


def write_usd(recording: Recording, path: str | Path) -> Path:
    """Write the recording as .usdc (binary, the default), .usda (text) or .usd and return the path."""
    try:
        from pxr import Usd
    except ImportError:
        raise UsageError("USD files need usd-core. Install it with `pip install 'rigida[usd]'`.") from None
    path = Path(path)
    if not path.suffix:
        path = path.with_name(path.name + ".usdc")
    if path.suffix.lower() not in (".usd", ".usda", ".usdc"):
        raise UsageError(f"Cannot write '{path}': unknown ending. Use .usdc, .usda or .usd.")
    stage = Usd.Stage.CreateInMemory()
    _fill(stage, recording, Drawing.of_recording(recording))
    with replaced(path) as temporary:
        # USD chooses the format by the ending, which the temporary file lacks.
        named = temporary.with_name(temporary.name + path.suffix.lower())
        try:
            stage.GetRootLayer().Export(str(named))
            named.replace(temporary)
        finally:
            named.unlink(missing_ok=True)
    return path


def _fill(stage: Any, recording: Recording, drawing: Drawing) -> None:
    from pxr import Gf, Sdf, Tf, UsdGeom, UsdPhysics

    y_up = drawing.up[1] > 0.9
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y if y_up else UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    rate = (recording.frame_count - 1) / recording.duration if recording.duration > 0.0 else 24.0
    stage.SetTimeCodesPerSecond(rate)
    stage.SetFramesPerSecond(rate)
    stage.SetStartTimeCode(0.0)
    stage.SetEndTimeCode(max(recording.frame_count - 1, 0))
    root = UsdGeom.Xform.Define(stage, "/World")
    stage.SetDefaultPrim(root.GetPrim())
    stage.GetRootLayer().comment = drawing.title
    shapes = [stage.CreateClassPrim(f"/Shapes/shape_{k}") for k in range(len(drawing.geometries))]
    for k, geometry in enumerate(drawing.geometries):
        _mesh(UsdGeom.Mesh.Define(stage, shapes[k].GetPath().AppendChild("mesh")), geometry)

    steady, there = held(recording), present(recording)
    codes = (recording.times - recording.times[0]) * rate if recording.frame_count else recording.times
    taken: set[str] = set()
    for row, name in enumerate(drawing.names):
        prim_name = _free_name(Tf.MakeValidIdentifier(name), taken)
        prim = UsdGeom.Xform.Define(stage, Sdf.Path("/World").AppendChild(prim_name))
        prim.GetPrim().SetDisplayName(name)
        shape = int(drawing.geometry_of[row])
        if shape >= 0:
            prim.GetPrim().GetReferences().AddInternalReference(shapes[shape].GetPath())
        else:
            plane = next(plane for plane in drawing.planes if plane.body == row)
            patch = UsdGeom.Mesh.Define(stage, prim.GetPath().AppendChild("mesh"))
            _mesh(patch, drawing.plane_patch(plane, _PATCH_HALF_WIDTH))
        color = UsdGeom.PrimvarsAPI(prim).CreatePrimvar("displayColor", Sdf.ValueTypeNames.Color3fArray)
        color.Set([Gf.Vec3f(*light(drawing.colors[row]))])
        move = prim.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble)
        turn = prim.AddOrientOp(UsdGeom.XformOp.PrecisionDouble)
        position, orientation = steady.position[:, row], continuous(steady.orientation[:, row])
        if not drawing.moving[row]:
            move.Set(Gf.Vec3d(*position[0].tolist()))
            turn.Set(Gf.Quatd(*orientation[0].tolist()))
            continue
        physics = UsdPhysics.RigidBodyAPI.Apply(prim.GetPrim())
        speed, spin = physics.CreateVelocityAttr(), physics.CreateAngularVelocityAttr()
        degrees = np.asarray(steady.angular_velocity[:, row] * (180.0 / math.pi))
        for frame in np.flatnonzero(np.diff(there[:, row], prepend=True)).tolist():
            shown = UsdGeom.Tokens.inherited if there[frame, row] else UsdGeom.Tokens.invisible
            prim.CreateVisibilityAttr().Set(shown, float(codes[frame]))
        for frame, code in enumerate(codes.tolist()):
            move.Set(Gf.Vec3d(*position[frame].tolist()), code)
            turn.Set(Gf.Quatd(*orientation[frame].tolist()), code)
            speed.Set(Gf.Vec3f(*steady.velocity[frame, row].tolist()), code)
            spin.Set(Gf.Vec3f(*degrees[frame].tolist()), code)
    _add_pieces(stage, steady, drawing, codes, taken)


def _add_pieces(stage: Any, recording: Recording, drawing: Drawing, codes: FloatArray, taken: set[str]) -> None:
    """Add what is drawn beside the bodies; what stretches has time samples of its scale too."""
    from pxr import Gf, Sdf, Tf, Usd, UsdGeom

    poses = piece_motion(drawing, recording)
    moving = drawing.pieces.moving(drawing.moving)
    shapes: dict[int, Any] = {}
    for k, piece in enumerate(drawing.pieces):
        if id(piece.geometry) not in shapes:
            shape = stage.CreateClassPrim(f"/Shapes/piece_{len(shapes)}")
            _mesh(UsdGeom.Mesh.Define(stage, shape.GetPath().AppendChild("mesh")), piece.geometry)
            shapes[id(piece.geometry)] = shape
        name = _free_name(Tf.MakeValidIdentifier(piece.name), taken)
        prim = UsdGeom.Xform.Define(stage, Sdf.Path("/World").AppendChild(name))
        prim.GetPrim().SetDisplayName(piece.name)
        prim.GetPrim().GetReferences().AddInternalReference(shapes[id(piece.geometry)].GetPath())
        color = UsdGeom.PrimvarsAPI(prim).CreatePrimvar("displayColor", Sdf.ValueTypeNames.Color3fArray)
        color.Set([Gf.Vec3f(*light(piece.color))])
        double = UsdGeom.XformOp.PrecisionDouble
        move, turn, stretch = prim.AddTranslateOp(double), prim.AddOrientOp(double), prim.AddScaleOp(double)
        orientation = continuous(poses.orientation[:, k])
        for frame, code in enumerate(codes.tolist() if moving[k] else [Usd.TimeCode.Default()]):
            move.Set(Gf.Vec3d(*poses.position[frame, k].tolist()), code)
            turn.Set(Gf.Quatd(*orientation[frame].tolist()), code)
            stretch.Set(Gf.Vec3d(*poses.scale[frame, k].tolist()), code)


def _mesh(mesh: Any, geometry: Geometry) -> None:
    from pxr import UsdGeom, Vt

    mesh.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(geometry.vertices.astype(np.float32)))
    mesh.CreateFaceVertexCountsAttr(Vt.IntArray([3] * len(geometry.triangles)))
    mesh.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(geometry.triangles.ravel().astype(np.int32)))
    mesh.CreateNormalsAttr(Vt.Vec3fArray.FromNumpy(geometry.corner_normals.reshape(-1, 3).astype(np.float32)))
    mesh.SetNormalsInterpolation(UsdGeom.Tokens.faceVarying)
    mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    low, high = geometry.vertices.min(axis=0), geometry.vertices.max(axis=0)
    mesh.CreateExtentAttr(Vt.Vec3fArray.FromNumpy(np.array([low, high], dtype=np.float32)))


def _free_name(name: str, taken: set[str]) -> str:
    """Return `name`, with a number appended if another body has it already, and note it as taken."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free)
    return free
