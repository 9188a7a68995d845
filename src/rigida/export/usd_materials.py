"""Materials of a USD stage: one UsdPreviewSurface for every color and finish that is used."""

from typing import Any

from rigida.drawing.finish import FINISHES
from rigida.drawing.palette import light
from rigida.scene.body import Finish

#: Refractive index of glass and of the coat of other surfaces.
_INDEX = 1.5


class Materials:
    """The materials under /World/_materials of a stage, made when they are first bound."""

    def __init__(self, stage: Any) -> None:
        self._stage = stage
        self._made: dict[tuple[str, Finish], Any] = {}

    def bind(self, prim: Any, color: str, finish: Finish) -> None:
        """Give a mesh its material, and its color to viewers that show no materials."""
        from pxr import Gf, UsdShade

        if (color, finish) not in self._made:
            self._made[color, finish] = self._material(color, finish)
        UsdShade.MaterialBindingAPI.Apply(prim.GetPrim()).Bind(self._made[color, finish])
        prim.CreateDisplayColorAttr([Gf.Vec3f(*light(color))])

    def _material(self, color: str, finish: Finish) -> Any:
        from pxr import Gf, Sdf, UsdGeom, UsdShade

        look, path = FINISHES[finish], Sdf.Path("/World/_materials")
        UsdGeom.Scope.Define(self._stage, path)
        material = UsdShade.Material.Define(self._stage, path.AppendChild(f"{finish}_{color.lstrip('#')}"))
        surface = UsdShade.Shader.Define(self._stage, material.GetPath().AppendChild("surface"))
        surface.CreateIdAttr("UsdPreviewSurface")
        surface.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f).Set(Gf.Vec3f(*light(color)))
        numbers = {"metallic": look.metalness, "roughness": look.roughness, "opacity": look.opacity, "ior": _INDEX}
        for name, value in numbers.items():
            surface.CreateInput(name, Sdf.ValueTypeNames.Float).Set(value)
        material.CreateSurfaceOutput().ConnectToSource(surface.ConnectableAPI(), "surface")
        return material
