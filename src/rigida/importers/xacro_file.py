"""URDF files that are xacro macros: expanded where the package `xacro` is installed, else told how to."""

from importlib import import_module, util
from pathlib import Path

from rigida.importers.xml_tree import Element, read_text_tree, read_tree
from rigida.scene.source import SourceError

_XACRO = "xacro:"


def expanded(path: Path) -> Element:
    """Return the outermost element of a URDF file, with its macros expanded."""
    robot = read_tree(path)
    if not _has_macros(robot):
        return robot
    if util.find_spec("xacro") is None:
        raise robot.error(
            "the file is written in xacro macros. Install xacro (pip install xacro), or expand the file: "
            "xacro robot.urdf.xacro > robot.urdf"
        )
    try:
        text = import_module("xacro").process_file(str(path)).toxml()
    except Exception as error:  # a macro can fail in any way
        raise SourceError(f"its xacro macros cannot be expanded: {error}") from None
    return read_text_tree(text)


def _has_macros(element: Element) -> bool:
    return element.tag.startswith(_XACRO) or any(_has_macros(child) for child in element.children)
