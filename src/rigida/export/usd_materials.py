"""Materials of a USD stage: one UsdPreviewSurface for every color and finish that is used."""

from typing import Any

import numpy as np

from rigida.drawing.material import Material
from rigida.export.surfaces import Surface


class Materials:
    """The materials under /World/_materials of a stage, made when they are first bound."""

    def __init__(self, stage: Any) -> None:
        self._stage = stage
        self._made: dict[Material, Any] = {}

    def bind(self, mesh: Any, surface: Surface) -> None:
        """Set the materials of a mesh, and its color for viewers without materials.

        The first material is that of the whole mesh; others are those of subsets of its faces.
        """
        from pxr import Gf, UsdShade, Vt

        main = surface.materials[0]
        UsdShade.MaterialBindingAPI.Apply(mesh.GetPrim()).Bind(self._material(main))
        mesh.CreateDisplayColorAttr([Gf.Vec3f(*main.base_color)])
        if len(surface.materials) == 1:
            return
        binding = UsdShade.MaterialBindingAPI(mesh.GetPrim())
        for material, rows in zip(surface.materials, surface.triangles, strict=True):
            subset = binding.CreateMaterialBindSubset(material.tone, Vt.IntArray.FromNumpy(rows.astype(np.int32)))
            UsdShade.MaterialBindingAPI.Apply(subset.GetPrim()).Bind(self._material(material))

    def _material(self, material: Material) -> Any:
        if material not in self._made:
            self._made[material] = self._new(material)
        return self._made[material]

    def _new(self, source: Material) -> Any:
        from pxr import Gf, Sdf, UsdGeom, UsdShade

        path = Sdf.Path("/World/_materials")
        UsdGeom.Scope.Define(self._stage, path)
        name = f"{source.finish}_{source.color.lstrip('#')}" + (f"_{source.tone}" if source.tone != "plain" else "")
        material = UsdShade.Material.Define(self._stage, path.AppendChild(name))
        surface = UsdShade.Shader.Define(self._stage, material.GetPath().AppendChild("surface"))
        surface.CreateIdAttr("UsdPreviewSurface")
        surface.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f).Set(Gf.Vec3f(*source.base_color))
        numbers = {
            "metallic": source.metalness,
            "roughness": source.roughness,
            "opacity": source.opacity,
            "ior": source.refractive_index,
        }
        for key, value in numbers.items():
            surface.CreateInput(key, Sdf.ValueTypeNames.Float).Set(value)
        material.CreateSurfaceOutput().ConnectToSource(surface.ConnectableAPI(), "surface")
        return material
