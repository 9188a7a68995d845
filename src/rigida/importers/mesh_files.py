"""Meshes that robots refer to: by file where one scale will do, as arrays where each axis has its own."""

from pathlib import Path

import numpy as np

from rigida.fields import Vec3
from rigida.geometry import Mesh


def mesh_from(file: Path, scale: Vec3) -> Mesh:
    """Return a mesh file at a scale along each axis; a negative one mirrors."""
    if scale[0] == scale[1] == scale[2] > 0.0:
        return Mesh.from_file(file, scale[0])
    vertices, triangles = Mesh.from_file(file).surface()
    turned = triangles[:, ::-1] if np.prod(scale) < 0.0 else triangles
    return Mesh(vertices * np.array(scale), turned)
