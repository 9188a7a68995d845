"""Animation files for other tools: glTF, USD, and a mesh file per frame."""
