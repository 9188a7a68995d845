"""For the reference: a field declared with a `Rule` shows its plain type, and its unit, range and meaning as text."""

import ast
from typing import Any

import griffe


class DeclaredFields(griffe.Extension):
    """Reads `Annotated[float, Rule("m", above=0.0, text="…")]` of a class's fields."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Replace the annotation of one field, and give it a docstring where it has none."""
        if attr.annotation is None:
            return
        plain, rule = split(str(attr.annotation))
        if rule is None:
            return
        attr.annotation = plain
        text = described(rule)
        if attr.docstring is None and text:
            attr.docstring = griffe.Docstring(text, parent=attr)
        if isinstance(attr.parent, griffe.Class) and attr.name in attr.parent.parameters:
            attr.parent.parameters[attr.name].annotation = plain

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Show plain types in the signature of a class, too."""
        for parameter in cls.parameters:
            parameter.annotation = split(str(parameter.annotation))[0] if parameter.annotation else None


def split(annotation: str) -> tuple[str, ast.Call | None]:
    """Return an annotation without its rules, and the first rule."""
    tree, rules = ast.parse(annotation, mode="eval").body, []

    class Plain(ast.NodeTransformer):
        def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
            if isinstance(node.value, ast.Name) and node.value.id == "Annotated" and isinstance(node.slice, ast.Tuple):
                rules.extend(part for part in node.slice.elts[1:] if isinstance(part, ast.Call))
                return self.visit(node.slice.elts[0])
            return self.generic_visit(node)

    return ast.unparse(Plain().visit(tree)), rules[0] if rules else None


def described(rule: ast.Call) -> str:
    """Return the unit, range and meaning of a rule as a sentence."""
    given = {word.arg: getattr(word.value, "value", ast.unparse(word.value)) for word in rule.keywords}
    unit = str(rule.args[0].value) if rule.args and isinstance(rule.args[0], ast.Constant) else given.get("unit", "")
    words = {"above": "above", "at_least": "at least", "below": "below", "at_most": "at most"}
    remarks = [f"{text} {given[key]:g}" for key, text in words.items() if isinstance(given.get(key), int | float)]
    remarks += [f"in {unit}"] if unit else []
    text = str(given.get("text", "")).strip()
    return f"{text} ({', '.join(remarks)})".strip() if remarks else text
