"""XML files as a tree of elements that know their lines; document types and entities are refused.

Entities are how a small XML file grows to gigabytes or reads other files of the machine; robots need none.
"""

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.parsers import expat

from rigida.fields import Vec3, shown
from rigida.scene.files.source import SourceError, text_of

#: A tree may not be larger or deeper than any robot is.
_MAX_ELEMENTS, _MAX_DEPTH = 200_000, 200
#: Longer lists of numbers take seconds to read; meshes of that size have files of their own.
_MAX_NUMBERS = 1_000_000


@dataclass(eq=False)
class Element:
    """One element: tag, line, attributes, children, the text between them, and its file if that is not the main one.

    compiler: the <compiler> of the model that the element was attached with, None for the main one.
    """

    tag: str
    line: int
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    content: str = ""
    file: str = ""
    compiler: "Element | None" = None

    def find(self, tag: str) -> "Element | None":
        """Return the first child of this tag, or None."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, *tags: str) -> list["Element"]:
        """Return the children of these tags."""
        return [child for child in self.children if child.tag in tags]

    def text(self, name: str, default: str | None = None) -> str:
        """Return an attribute; without a default it must be there."""
        value = self.attributes.get(name, default)
        if value is None:
            raise self.error(f"<{self.tag}> needs the attribute '{name}'.")
        return value

    def number(self, name: str, default: float | None = None) -> float:
        """Return an attribute as a finite number."""
        if default is not None and name not in self.attributes:
            return default
        return self.numbers(name, 1)[0]

    def vector(self, name: str, default: Vec3) -> Vec3:
        """Return an attribute as three numbers."""
        if name not in self.attributes:
            return default
        x, y, z = self.numbers(name, 3)
        return x, y, z

    def numbers(self, name: str, *counts: int) -> list[float]:
        """Return an attribute as finite numbers, one of these counts of them (any, if none is given)."""
        most = max(counts, default=_MAX_NUMBERS)
        words = self.text(name).split(None, most)  # no more of a long text than is wanted, and its rest
        if len(words) > most and not counts:
            raise self.error(f"'{name}' of <{self.tag}> has more than {most} numbers. Put them into their own file.")
        try:
            values = [float(word) for word in words] if len(words) <= most else [math.nan]
        except ValueError:
            values = [math.nan]
        if not all(math.isfinite(value) for value in values) or (counts and len(values) not in counts):
            requirement = f"{' or '.join(map(str, counts))} finite numbers" if counts else "finite numbers"
            raise self.error(f"'{name}' of <{self.tag}> must be {requirement}, got {shown(self.text(name))}.")
        return values

    def error(self, message: str) -> SourceError:
        """Return an error at the element's line."""
        return SourceError(message, self.line, self.file)

    def copied(self, **attributes: str) -> "Element":
        """Return a copy of the whole element with further attributes."""
        inner = [child.copied() for child in self.children]
        return replace(self, attributes={**self.attributes, **attributes}, children=inner)


def named(elements: list[Element]) -> dict[str, Element]:
    """Return elements by their names, which must differ."""
    found: dict[str, Element] = {}
    for element in elements:
        name = element.text("name")
        if name in found:
            raise element.error(f"there are two of <{element.tag}> called '{name}'. Give each its own name.")
        found[name] = element
    return found


def read_tree(path: Path, file: str = "") -> Element:
    """Return the root element of an XML file, or raise `SourceError`; `file` is the file name of its elements."""
    return read_text_tree(text_of(path, fallback="latin-1"), file)


def read_text_tree(text: str, file: str = "") -> Element:
    """Return the outermost element of an XML text, or raise `SourceError`."""
    text = _trimmed(text)
    parser = expat.ParserCreate()
    top = Element("", 0, {})
    open_elements, count = [top], 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        line = parser.CurrentLineNumber
        if count > _MAX_ELEMENTS or len(open_elements) > _MAX_DEPTH:
            raise SourceError(f"the file has more than {_MAX_ELEMENTS} elements or {_MAX_DEPTH} levels.", line)
        element = Element(tag, line, attributes, file=file)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(tag: str) -> None:
        open_elements.pop()

    def characters(text: str) -> None:
        if not open_elements[-1].children:
            open_elements[-1].content += text

    def refuse(*declaration: object) -> None:
        raise SourceError("document types and entities are refused. Leave out <!DOCTYPE>.", parser.CurrentLineNumber)

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise SourceError(f"the text is not valid XML: {expat.ErrorString(error.code)}.", error.lineno, file) from None
    except UnicodeEncodeError:
        raise SourceError("the text holds characters that are not Unicode.") from None
    return top.children[0]


def _trimmed(text: str) -> str:
    """Return a text without characters around the XML, with line numbers unchanged.

    Blank lines before the declaration, and zeros behind the end, are what other readers take.
    """
    text = text.rstrip("\0 \t\r\n")
    inner = text.lstrip()
    if len(inner) == len(text) or not inner.startswith("<?xml"):
        return text
    before, declaration, rest = text.partition("?>")
    return "\n" * before.count("\n") + rest if declaration else text
