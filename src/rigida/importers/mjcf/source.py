"""An MJCF model as one tree: included files in their places, replicas written out, other models attached.

Files lie beside the model, or in search folders. Problems of an included file are reported with that file's name.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rigida.importers.paths import beside
from rigida.importers.xml_tree import Element, read_tree
from rigida.scene.files.source import SourceError

_MAX_DEPTH, _MAX_REPLICAS = 20, 100_000
#: Attributes that name other elements, beside an element's own name.
_NAMES = {
    *("name", "class", "childclass", "mesh", "material", "texture", "hfield", "skin", "target", "joint", "joint1"),
    *("joint2", "jointinparent", "site", "site1", "site2", "refsite", "cranksite", "slidersite", "sidesite", "tendon"),
    *(
        "tendon1",
        "tendon2",
        "body",
        "body1",
        "body2",
        "geom",
        "geom1",
        "geom2",
        "objname",
        "refname",
        "actuator",
        "model",
    ),
}
#: Sections of an attached model that come with it.
_BROUGHT = ("asset", "default", "actuator", "sensor", "tendon", "equality", "contact", "keyframe")
#: Elements of assets whose files lie in the folders that their model names.
_FOLDERS = {"mesh": "meshdir", "hfield": "meshdir", "texture": "texturedir", "skin": "assetdir"}


def read_model(path: Path, search: Sequence[Path]) -> Element:
    """Return the outermost element of a model with everything that it refers to in place."""
    model = _tree(path)
    if model.tag != "mujoco":
        raise model.error(f"the outermost element must be <mujoco>, got <{model.tag}>.")
    _include(model, path, path, search, ())
    _attach(model, path, search, 0)
    _replicate(model, 0)
    return model


def _tree(path: Path, file: str = "") -> Element:
    """Return the outermost element of a file; attributes that are empty count as not given, as in MuJoCo."""
    tree = read_tree(path, file)
    waiting = [tree]
    while waiting:
        element = waiting.pop()
        element.attributes = {key: value for key, value in element.attributes.items() if value.strip()}
        waiting += element.children
    return tree


def _include(element: Element, main: Path, own: Path, search: Sequence[Path], outer: tuple[Path, ...]) -> None:
    """Replace include elements by the contents of the included files."""
    found: list[Element] = []
    for child in element.children:
        if child.tag != "include":
            _include(child, main, own, search, outer)
            found.append(child)
            continue
        file = _included(child, main, own, search)
        if file in outer or len(outer) >= _MAX_DEPTH:
            raise child.error(f"'{file.name}' includes itself, or files are included more than {_MAX_DEPTH} deep.")
        inner = _tree(file, file.name)
        _include(inner, main, file, search, (*outer, file))
        _place_included(inner, main, file)
        found += inner.children
    element.children = found


def _place_included(element: Element, main: Path, own: Path) -> None:
    """Resolve asset files of an included file relative to its own folder if they are there, as in MuJoCo."""
    for child in element.children:
        name = child.attributes.get("file", "").replace("\\", "/")
        lies_here = bool(name) and child.tag in _FOLDERS and (own.parent / name).is_file()
        if lies_here and not (main.parent / name).is_file():
            child.attributes["file"] = str((own.parent / name).absolute())
        _place_included(child, main, own)


def _included(element: Element, main: Path, own: Path, search: Sequence[Path]) -> Path:
    name = element.text("file")
    try:
        return beside(own, name, [main.absolute().parent, *search])
    except SourceError as error:
        raise element.error(error.problem.message) from None


def _replicate(element: Element, depth: int) -> None:
    """Write out <replicate> as frames one behind the other."""
    found: list[Element] = []
    for child in element.children:
        if child.tag != "replicate":
            _replicate(child, depth)
            found.append(child)
            continue
        count = int(child.number("count"))
        if not 1 <= count**depth * count <= _MAX_REPLICAS or depth > _MAX_DEPTH:
            raise child.error(f"a <replicate> must make 1 to {_MAX_REPLICAS} copies, got {count}.")
        _replicate(child, depth + 1)
        step = {key: child.attributes[key] for key in ("euler",) if key in child.attributes}
        if "offset" in child.attributes:
            step["pos"] = child.attributes["offset"]
        digits = len(str(count - 1))
        for i in range(count):
            suffix = f"{child.text('sep', '')}{i:0{digits}d}"
            inner = [_renamed(item, "", suffix) for item in child.children]
            # The i-th replica lies behind i steps, each in the frame that the ones before it leave.
            for _ in range(i):
                inner = [Element("frame", child.line, dict(step), inner, file=child.file)]
            found.append(Element("frame", child.line, {}, inner, file=child.file))
    element.children = found


def _renamed(element: Element, prefix: str, suffix: str) -> Element:
    """Return a copy whose own names have a suffix; with a prefix all that it refers to has it too."""
    names = _NAMES if prefix else {"name"}
    changed = {k: f"{prefix}{v}{suffix}" if k in names else v for k, v in element.attributes.items()}
    inner = [_renamed(child, prefix, suffix) for child in element.children]
    return replace(element, attributes=changed, children=inner)


def _attach(model: Element, path: Path, search: Sequence[Path], depth: int) -> None:
    """Insert attached bodies of other models, with their assets, into the model."""
    assets = [item for section in model.all("asset") for item in section.all("model")]
    files = {item.text("name", Path(item.text("file")).stem): item for item in assets}
    if files:
        _attach_in(model, model, files, path, search, depth)


def _attach_in(
    element: Element, model: Element, files: dict[str, Element], path: Path, search: Sequence[Path], depth: int
) -> None:
    found: list[Element] = []
    for child in element.children:
        if child.tag == "attach":
            found.append(_attached(child, model, files, path, search, depth))
        else:
            if child.tag not in _BROUGHT:
                _attach_in(child, model, files, path, search, depth)
            found.append(child)
    element.children[:] = found + [item for item in element.children[len(found) :] if item not in found]


def _attached(
    element: Element, model: Element, files: dict[str, Element], path: Path, search: Sequence[Path], depth: int
) -> Element:
    name, prefix = element.text("model"), element.text("prefix", "")
    if name not in files:
        raise element.error(f"there is no <model name='{name}'> in <asset> to attach.")
    if depth >= _MAX_DEPTH:
        raise element.error(f"models are attached more than {_MAX_DEPTH} deep.")
    file = _included(files[name], path, path, search)
    other = _tree(file, file.name)
    _include(other, file, file, search, ())
    _attach(other, file, search, depth + 1)
    _place_files(other, file)
    _keep_conventions(other)
    main = next((item.text("class", "main") for item in other.all("default")), "main")
    top = [_renamed(section, prefix, "") for section in other.children if section.tag in _BROUGHT]
    if not other.all("default"):
        top.append(Element("default", other.line, {}, file=other.file, compiler=other.compiler))
    for section in top:
        if section.tag == "default":
            section.attributes["class"] = f"{prefix}{main}"
        if section.tag != "keyframe":
            model.children.append(section)
    bodies = [item for world in other.all("worldbody") for item in world.all("body")]
    body_name = element.text("body", "")
    chosen = [_find_body(bodies, body_name, element)] if body_name else bodies
    inner = [_renamed(body, prefix, "") for body in chosen]
    return Element("frame", element.line, {"childclass": f"{prefix}{main}"}, inner, file=element.file)


def _keep_conventions(other: Element) -> None:
    """Keep the conventions of an attached model's own <compiler> for its elements."""
    settings = {k: v for item in other.all("compiler") for k, v in item.attributes.items()}
    compiler = Element("compiler", other.line, settings, file=other.file)
    waiting = [other]
    while waiting:
        element = waiting.pop()
        element.compiler = element.compiler or compiler
        waiting += element.children


def _place_files(other: Element, file: Path) -> None:
    """Name the files of an attached model's assets from its own folder."""
    compiler = {k: v for item in other.all("compiler") for k, v in item.attributes.items()}
    for item in [item for section in other.all("asset") for item in section.children]:
        if "file" in item.attributes:
            folder = compiler.get(_FOLDERS.get(item.tag, "assetdir"), compiler.get("assetdir", ""))
            item.attributes["file"] = str(file.absolute().parent / folder / item.attributes["file"])


def _find_body(bodies: list[Element], name: str, element: Element) -> Element:
    for body in bodies:
        if body.attributes.get("name") == name:
            return body
        for inner in body.children:
            if inner.tag in ("body", "frame"):
                try:
                    return _find_body([inner], name, element)
                except SourceError:
                    continue
    raise element.error(f"the attached model has no body '{name}'.")
