"""For the reference: classes of declared fields show plain types, and the parameters that `help()` lists.

The docstring of a public class is taken from the imported package, where `rigida.plain_signatures` has added the
meaning, unit, range and default of every field.
"""

import ast
from typing import Any

import griffe


class DeclaredFields(griffe.Extension):
    """Reads `Annotated[float, Rule("m", above=0.0, text="…")]` of a class's fields."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Replace the annotation of one field."""
        if attr.annotation is not None:
            attr.annotation = plain(str(attr.annotation))

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Show plain types in the signature of a class, and its parameters in its docstring."""
        import rigida

        for parameter in cls.parameters:
            parameter.annotation = plain(str(parameter.annotation)) if parameter.annotation else None
        public = getattr(rigida, cls.name, None) if cls.name in rigida.__all__ else None
        if public is not None and public.__module__ == cls.module.path:
            cls.docstring = griffe.Docstring(public.__doc__ or "", parent=cls)


def plain(annotation: str) -> str:
    """Return an annotation without its rules."""

    class Plain(ast.NodeTransformer):
        def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
            if isinstance(node.value, ast.Name) and node.value.id == "Annotated" and isinstance(node.slice, ast.Tuple):
                return self.visit(node.slice.elts[0])
            return self.generic_visit(node)

    return ast.unparse(Plain().visit(ast.parse(annotation, mode="eval").body))
