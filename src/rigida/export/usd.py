"""USD: the motion as time samples, for film and robotics tools. Needs the optional package usd-core.

Meters, the scene's own up axis, 24 time codes a second unless another rate is asked for; the samples stay at the times
of the recorded frames. Every body is one Mesh prim that refers to a shared surface, carries its name and is bound to a
UsdPreviewSurface material, so that importers that merge a transform with its mesh keep the name; or, on demand, an
instance of a prototype, which importers need not copy. Velocities are those of UsdPhysics rigid bodies. Textures of
grounds and wood are in a folder beside the file, or in the file with the ending .usdz.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced
from rigida.drawing import Drawing, Geometry
from rigida.drawing.absence import filled, present
from rigida.drawing.motion import piece_motion
from rigida.errors import UsageError
from rigida.export.frames import FPS, frame_rate, last_frame
from rigida.export.keys import continuous
from rigida.export.surfaces import Surface, Surfaces
from rigida.export.usd_materials import Materials
from rigida.export.viewpoint import ASPECT, Viewpoint
from rigida.recording import Recording

#: What `write_usd` takes.
USD_ENDINGS = (".usdc", ".usda", ".usd", ".usdz")
#: Width of a frame of film of 35 mm, in which focal lengths are usually given.
_FILM_WIDTH = 36.0


def write_usd(
    recording: Recording,
    path: str | Path,
    fps: float = FPS,
    marks: bool = True,
    camera: bool = True,
    instances: bool = False,
) -> Path:
    """Write the recording as .usdc (binary, the default), .usda (text), .usd or .usdz and return the path.

    Textures are files in the folder `NAME_textures` beside it; .usdz contains them.
    `fps` is the number of time codes in a second. Blender shows one time code per frame, whatever the file says.
    Without `marks`, bodies have one color each. With `camera`, the camera of pictures is a prim. With `instances`,
    equal bodies are instances of one prototype.
    """
    try:
        from pxr import Usd
    except ImportError:
        raise UsageError("USD files need usd-core. Install it with `pip install 'rigida[usd]'`.") from None
    path = Path(path)
    if not path.suffix:
        path = path.with_name(path.name + ".usdc")
    if path.suffix.lower() not in USD_ENDINGS:
        raise UsageError(f"Cannot write '{path}': unknown ending. Use one of {', '.join(USD_ENDINGS)}.")
    fps = frame_rate("to_usd", fps)
    stage = Usd.Stage.CreateInMemory()
    folder = f"{path.stem}_textures"
    images = _Stage(stage, recording, Drawing.of_recording(recording), fps, marks, instances, folder).fill(camera)
    if path.suffix.lower() == ".usdz":
        _pack(stage, images, folder, path)
        return path
    for name, image in images.items():
        (path.parent / folder).mkdir(exist_ok=True)
        with replaced(path.parent / folder / name) as temporary:
            temporary.write_bytes(image)
    with replaced(path) as temporary:
        # USD chooses the format by the ending, which the temporary file lacks.
        named = temporary.with_name(temporary.name + path.suffix.lower())
        try:
            stage.GetRootLayer().Export(str(named))
            named.replace(temporary)
        finally:
            named.unlink(missing_ok=True)
    return path


def _pack(stage: Any, images: dict[str, bytes], folder: str, path: Path) -> None:
    """Write a stage with its textures as one .usdz file."""
    from pxr import Sdf, UsdUtils

    with replaced(path) as temporary, tempfile.TemporaryDirectory() as place:
        (Path(place) / folder).mkdir()
        for name, image in images.items():
            (Path(place) / folder / name).write_bytes(image)
        stage.GetRootLayer().Export(f"{place}/run.usdc")
        if not UsdUtils.CreateNewUsdzPackage(Sdf.AssetPath(f"{place}/run.usdc"), f"{place}/run.usdz"):
            raise UsageError(f"Cannot write '{path}': usd-core could not pack it. Use .usdc.")
        shutil.copyfile(f"{place}/run.usdz", temporary)


class _Stage:
    def __init__(
        self,
        stage: Any,
        recording: Recording,
        drawing: Drawing,
        fps: float,
        marks: bool,
        instances: bool,
        folder: str,
    ) -> None:
        self._stage, self._drawing, self._fps, self._instances = stage, drawing, fps, instances
        self._recording, self._present = filled(recording), present(recording)
        self._view = Viewpoint.of_recording(drawing, self._recording)
        self._surfaces = Surfaces(drawing, self._recording, self._view, marks)
        self._codes = (recording.times - recording.times[:1]) * fps
        self._shapes: dict[tuple[Geometry, bool] | Surface, Any] = {}
        self._taken = {"_materials"}
        self._materials = Materials(stage, folder)

    def fill(self, camera: bool) -> dict[str, bytes]:
        """Write units, time codes and all prims to the stage and return its textures by the names of their files."""
        from pxr import Gf, UsdGeom

        stage, drawing = self._stage, self._drawing
        UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y if drawing.up[1] > 0.9 else UsdGeom.Tokens.z)
        UsdGeom.SetStageMetersPerUnit(stage, 1.0)
        stage.SetTimeCodesPerSecond(self._fps)
        stage.SetFramesPerSecond(self._fps)
        stage.SetStartTimeCode(0.0)
        stage.SetEndTimeCode(float(last_frame(self._recording, self._fps)))
        stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/World").GetPrim())
        stage.GetRootLayer().comment = drawing.title
        for row in range(len(drawing.names)):
            self._add_body(row)
        self._add_pieces()
        if drawing.floor is not None:
            floor = self._placed("floor", self._surfaces.floor())
            self._set(floor.AddTranslateOp(_double()), Gf.Vec3d, drawing.floor * np.array([drawing.up]), moving=False)

        if camera:
            self._add_camera(self._view)
        return self._materials.images

    def _add_camera(self, view: Viewpoint) -> None:
        """Add the camera of pictures, which looks along −z, too; only ratios of focal length and apertures matter."""
        from pxr import Gf, Sdf, UsdGeom

        prim = UsdGeom.Camera.Define(self._stage, Sdf.Path("/World").AppendChild(self._free_name("camera")))
        prim.CreateHorizontalApertureAttr(_FILM_WIDTH)
        prim.CreateVerticalApertureAttr(_FILM_WIDTH / ASPECT)
        prim.CreateFocalLengthAttr(0.5 * _FILM_WIDTH / ASPECT / view.tangent)
        prim.CreateClippingRangeAttr(Gf.Vec2f(*view.clipping))
        self._set(prim.AddTranslateOp(_double()), Gf.Vec3d, view.position, view.moving)
        self._set(prim.AddOrientOp(_double()), Gf.Quatd, continuous(view.orientation), view.moving)

    def _add_body(self, row: int) -> None:
        from pxr import Gf, UsdGeom, UsdPhysics

        run, drawing = self._recording, self._drawing
        prim = self._placed(drawing.names[row], self._surfaces.body(row))
        orientation = continuous(run.orientation[:, row])
        moving = bool(drawing.moving[row])
        self._set(prim.AddTranslateOp(_double()), Gf.Vec3d, run.position[:, row], moving)
        self._set(prim.AddOrientOp(_double()), Gf.Quatd, orientation, moving)
        if not moving:
            return
        there = self._present[:, row]
        for frame in np.flatnonzero(np.diff(there, prepend=True)).tolist():
            shown = UsdGeom.Tokens.inherited if there[frame] else UsdGeom.Tokens.invisible
            prim.CreateVisibilityAttr().Set(shown, float(self._codes[frame]))
        physics = UsdPhysics.RigidBodyAPI.Apply(prim.GetPrim())
        self._set(physics.CreateVelocityAttr(), Gf.Vec3f, run.velocity[:, row])
        self._set(physics.CreateAngularVelocityAttr(), Gf.Vec3f, np.degrees(run.angular_velocity[:, row]))

    def _add_pieces(self) -> None:
        """Add the pieces drawn besides the bodies; pieces that stretch have time samples of their scale."""
        from pxr import Gf

        poses = piece_motion(self._drawing, self._recording)
        moving = self._drawing.pieces.moving(self._drawing.moving)
        for k, piece in enumerate(self._drawing.pieces):
            prim = self._placed(piece.name, self._surfaces.piece(piece))
            moves = bool(moving[k])
            self._set(prim.AddTranslateOp(_double()), Gf.Vec3d, poses.position[:, k], moves)
            self._set(prim.AddOrientOp(_double()), Gf.Quatd, continuous(poses.orientation[:, k]), moves)
            self._set(prim.AddScaleOp(_double()), Gf.Vec3d, poses.scale[:, k], moves)

    def _placed(self, name: str, surface: Surface) -> Any:
        """Return a new prim with a name of its own, a surface and materials: a mesh, or an instance of one."""
        from pxr import Sdf, UsdGeom

        path = Sdf.Path("/World").AppendChild(self._free_name(_identifier(name)))
        if self._instances:
            prim = UsdGeom.Xform.Define(self._stage, path)
            prim.GetPrim().GetReferences().AddInternalReference(self._prototype(path.name, surface))
            prim.GetPrim().SetInstanceable(True)
        else:
            prim = UsdGeom.Mesh.Define(self._stage, path)
            prim.GetPrim().GetReferences().AddInternalReference(self._shape(surface))
            self._materials.bind(prim, surface)
        prim.GetPrim().SetDisplayName(name)
        return prim

    def _shape(self, surface: Surface) -> Any:
        """Return the path of the mesh, a class, to which all prims of that shape refer."""
        from pxr import UsdGeom

        key = (surface.geometry, surface.texture_axes is not None)
        if key not in self._shapes:
            shape = self._stage.CreateClassPrim(f"/Shapes/shape_{len(self._shapes)}")
            shape.SetTypeName("Mesh")
            _mesh(UsdGeom.Mesh(shape), surface)
            self._shapes[key] = shape.GetPath()
        return self._shapes[key]

    def _prototype(self, name: str, surface: Surface) -> Any:
        """Return the path of the prototype of a surface: a mesh with its materials, below a class."""
        from pxr import UsdGeom

        if surface not in self._shapes:
            shape = self._stage.CreateClassPrim(f"/Shapes/shape_{len(self._shapes)}")
            shape.SetTypeName("Xform")
            mesh = UsdGeom.Mesh.Define(self._stage, shape.GetPath().AppendChild(name))
            _mesh(mesh, surface)
            self._materials.bind(mesh, surface)
            self._shapes[surface] = shape.GetPath()
        return self._shapes[surface]

    def _set(self, target: Any, kind: Any, values: FloatArray, moving: bool = True) -> None:
        """Set the values (f, ·) of an attribute or transform: one per frame, or the first if constant."""
        from pxr import Usd

        codes = self._codes.tolist() if moving else [Usd.TimeCode.Default()]
        for code, row in zip(codes, values.tolist(), strict=False):
            target.Set(kind(*row), code)

    def _free_name(self, name: str) -> str:
        """Return `name`, with a number appended if another prim has it already, and mark it as taken."""
        free, number = name, 2
        while free in self._taken:
            free, number = f"{name}_{number}", number + 1
        self._taken.add(free)
        return free


def _double() -> Any:
    from pxr import UsdGeom

    return UsdGeom.XformOp.PrecisionDouble


def _identifier(name: str) -> str:
    """Return `name` as a prim name: characters that USD does not allow become underscores."""
    from pxr import Sdf, Tf

    kept = "".join(c if c.isalnum() else "_" for c in name)
    kept = f"_{kept}" if kept[:1].isdigit() else kept
    return kept if Sdf.Path.IsValidIdentifier(kept) else str(Tf.MakeValidIdentifier(name))


def _mesh(mesh: Any, surface: Surface) -> None:
    from pxr import Sdf, UsdGeom, Vt

    geometry = surface.geometry
    mesh.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(geometry.vertices.astype(np.float32)))
    mesh.CreateFaceVertexCountsAttr(Vt.IntArray([3] * len(geometry.triangles)))
    mesh.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(geometry.triangles.ravel().astype(np.int32)))
    mesh.CreateNormalsAttr(Vt.Vec3fArray.FromNumpy(geometry.corner_normals.reshape(-1, 3).astype(np.float32)))
    mesh.SetNormalsInterpolation(UsdGeom.Tokens.faceVarying)
    mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    low, high = geometry.vertices.min(axis=0), geometry.vertices.max(axis=0)
    mesh.CreateExtentAttr(Vt.Vec3fArray.FromNumpy(np.array([low, high], dtype=np.float32)))
    if surface.texture_axes is not None:
        # USD counts the rows of images from below.
        places = geometry.vertices @ surface.texture_axes.T * [1.0, -1.0]
        kind = Sdf.ValueTypeNames.TexCoord2fArray
        st = UsdGeom.PrimvarsAPI(mesh).CreatePrimvar("st", kind, UsdGeom.Tokens.vertex)
        st.Set(Vt.Vec2fArray.FromNumpy(places.astype(np.float32)))
