"""URDF files that are written in xacro, expanded by the package `xacro` without a ROS installation.

`$(find NAME)` is the folder of a package: one around the file, or one in the search folders. A file without macros may
still hold `$(find …)`, `$(env …)` and `$(optenv NAME DEFAULT)`: these need no package.
"""

import os
import re
from collections.abc import Sequence
from importlib import import_module, util
from pathlib import Path
from typing import Any

from rigida.importers.paths import package_folder
from rigida.importers.xml_tree import Element, read_text_tree, read_tree
from rigida.scene.files.source import SourceError

_XACRO = "xacro:"
_ARGUMENT = re.compile(r"\$\((find|env|optenv)\s+(\S+?)(?:\s+([^)]*))?\)")


def expanded(path: Path, search: Sequence[Path] = ()) -> Element:
    """Return the outermost element of a URDF file, with its macros and arguments expanded."""
    robot = read_tree(path)
    if not _has_macros(robot):
        _substitute(robot, path, search)
        return robot
    if util.find_spec("xacro") is None:
        raise robot.error(
            "the file is written in xacro macros. Install xacro (pip install xacro), or expand the file: "
            "xacro robot.urdf.xacro > robot.urdf"
        )
    arguments: Any = import_module("xacro.substitution_args")
    macros: Any = import_module("xacro")
    find, named = arguments._eval_find, macros.abs_filename_spec
    allowed = [folder.absolute().resolve() for folder in (path.absolute().parent, *map(Path, search))]

    def package_of(package: str) -> str:
        folder = package_folder(path, package, search)
        allowed.append(folder.resolve())
        return str(folder)

    def inside(name: str) -> str:
        """Return the path of a file that macros include or read, which must be in an allowed folder."""
        file: str = named(name)
        if not any(Path(file).resolve().is_relative_to(folder) for folder in allowed):
            raise SourceError(
                f"'{name}' leads out of the file's folder. Allow its folder by search=[...] (--search DIR)."
            )
        return file

    arguments._eval_find, macros.abs_filename_spec = package_of, inside
    try:
        text = macros.process_file(str(path)).toxml()
    except Exception as error:  # a macro can fail in any way
        message = error.problem.message if isinstance(error, SourceError) else error
        raise SourceError(f"its xacro macros cannot be expanded: {message}") from None
    finally:
        arguments._eval_find, macros.abs_filename_spec = find, named
    return read_text_tree(text)


def _has_macros(element: Element) -> bool:
    return element.tag.startswith(_XACRO) or any(_has_macros(child) for child in element.children)


def _substitute(element: Element, path: Path, search: Sequence[Path]) -> None:
    """Substitute the values of arguments in the attributes of an element and its descendants."""

    def value(found: re.Match[str]) -> str:
        what, name, default = found.groups()
        if what == "find":
            return str(package_folder(path, name, search))
        if what == "env" and name not in os.environ:
            raise element.error(f"the environment variable '{name}' of '{found.group()}' is not set.")
        return os.environ.get(name, default or "")

    element.attributes = {
        key: _ARGUMENT.sub(value, text) if "$(" in text else text for key, text in element.attributes.items()
    }
    for child in element.children:
        _substitute(child, path, search)
