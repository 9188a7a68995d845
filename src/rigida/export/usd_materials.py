"""Materials of a USD stage: one UsdPreviewSurface for every color and finish that is used.

Textures are PNG files beside the stage, to which it refers by their relative paths.
"""

from typing import Any

import numpy as np

from rigida.drawing.material import Material
from rigida.export.surfaces import Surface
from rigida.export.textures import png


class Materials:
    """The materials under /World/_materials of a stage, made when they are first bound.

    Args:
        stage: The stage.
        folder: Name of the folder beside it for textures.
    """

    def __init__(self, stage: Any, folder: str) -> None:
        self._stage, self._folder = stage, folder
        self._made: dict[Material, Any] = {}
        #: Contents of the textures by their file names.
        self.images: dict[str, bytes] = {}

    def bind(self, mesh: Any, surface: Surface) -> None:
        """Set the materials of a mesh, and its color for viewers without materials.

        The first material is that of the whole mesh; others are those of subsets of its faces.
        """
        from pxr import Gf, UsdShade, Vt

        main = surface.materials[0]
        UsdShade.MaterialBindingAPI.Apply(mesh.GetPrim()).Bind(self._material(main))
        mesh.CreateDisplayColorAttr([Gf.Vec3f(*main.base_color)])
        if main.opacity < 1.0:
            mesh.CreateDoubleSidedAttr(True)
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
        color = surface.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
        color.Set(Gf.Vec3f(*source.base_color))
        if source.texture is not None:
            self.images[f"{name}.png"] = png(source.texture)
            color.ConnectToSource(self._image(material, f"{name}.png", source))
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

    def _image(self, material: Any, name: str, source: Material) -> Any:
        """Return the color of a texture at the coordinates `st` of a mesh."""
        from pxr import Gf, Sdf, UsdShade

        places = UsdShade.Shader.Define(self._stage, material.GetPath().AppendChild("places"))
        places.CreateIdAttr("UsdPrimvarReader_float2")
        places.CreateInput("varname", Sdf.ValueTypeNames.String).Set("st")
        result = places.CreateOutput("result", Sdf.ValueTypeNames.Float2)
        image = UsdShade.Shader.Define(self._stage, material.GetPath().AppendChild("image"))
        image.CreateIdAttr("UsdUVTexture")
        image.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(f"./{self._folder}/{name}")
        image.CreateInput("st", Sdf.ValueTypeNames.Float2).ConnectToSource(result)
        image.CreateInput("fallback", Sdf.ValueTypeNames.Float4).Set(Gf.Vec4f(*source.base_color, 1.0))
        image.CreateInput("sourceColorSpace", Sdf.ValueTypeNames.Token).Set("sRGB")
        for axis in ("wrapS", "wrapT"):
            image.CreateInput(axis, Sdf.ValueTypeNames.Token).Set("repeat")
        return image.CreateOutput("rgb", Sdf.ValueTypeNames.Float3)
