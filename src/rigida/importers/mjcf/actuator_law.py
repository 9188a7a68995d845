"""Actuators of MJCF as <general>: the values set by each shortcut, in default classes and actuators.

    force = gain(length, rate) · control + b0 + b1 · length + b2 · rate

A class keeps one law: <position> without `kp` takes its gain from the nearest class whose law was written by <position>
or by <general>. Everything else, such as gears and ranges, is inherited whichever shortcut wrote it
(mujoco.readthedocs.io, XML reference, actuator).
"""

import math
from collections.abc import Mapping

from rigida.importers.xml_tree import Element

#: Shortcuts of <general>.
ACTUATORS = ("motor", "position", "velocity", "damper", "intvelocity", "cylinder", "general")
#: Attributes of <general> that make its law, and those that shortcuts have instead.
_LAW = {"gaintype", "gainprm", "biastype", "biasprm", "dyntype", "dynprm"}
_SHORT = {"kp", "kv", "dampratio", "timeconst", "area", "diameter", "bias"}
Attributes = dict[str, str]


def actuator_class(
    own: Mapping[str, Attributes], outer: Mapping[str, Attributes], element: Element
) -> dict[str, Attributes]:
    """Return the defaults of a class, by tag, with its actuator settings; `outer`: those of the enclosing class."""
    law, tag = _law(own.get(element.tag, {}), element), element.tag
    shared = _shared(own.get("actuator", {}), element)
    kept = law if tag == "general" and law.get("gaintype", "fixed") == "fixed" else None
    laws = {other: outer.get(other, {}) if kept is None else kept for other in ACTUATORS}
    return {**own, **laws, tag: law, "general": law, "actuator": shared}


def actuator_attributes(own: Mapping[str, Attributes], element: Element) -> Attributes:
    """Return the attributes of <general> that an actuator of a class has."""
    return {**_shared(own.get("actuator", {}), element), **_law(own.get(element.tag, {}), element)}


def _shared(inherited: Attributes, element: Element) -> Attributes:
    return {**inherited, **{k: v for k, v in element.attributes.items() if k not in _LAW | _SHORT}}


def _law(inherited: Attributes, element: Element) -> Attributes:
    """Return the law that an element sets on top of an inherited one."""
    tag, given = element.tag, element.attributes
    if tag == "general":
        return {**inherited, **{key: value for key, value in given.items() if key in _LAW}}
    gain, (b0, b1, b2) = parameters(inherited, "gainprm", 1.0)[0], parameters(inherited, "biasprm", 0.0)
    if tag == "motor":
        return {}
    if tag in ("position", "intvelocity"):
        kp = element.number("kp", gain)
        # A positive number stands for a damping ratio.
        damping = element.number("dampratio") if "dampratio" in given else -element.number("kv", -b2)
        time = given.get(
            "timeconst", inherited.get("dynprm", "0") if inherited.get("dyntype") == "filterexact" else "0"
        )
        filtered = {"dyntype": "filterexact", "dynprm": time} if element.number("timeconst", float(time)) else {}
        dynamics = {"dyntype": "integrator"} if tag == "intvelocity" else filtered
        return {"biastype": "affine", "gainprm": repr(kp), "biasprm": _words(0.0, -kp, damping), **dynamics}
    if tag == "velocity":
        kv = element.number("kv", gain)
        return {"biastype": "affine", "gainprm": repr(kv), "biasprm": _words(0.0, 0.0, -kv)}
    if tag == "damper":
        kv = element.number("kv", -parameters(inherited, "gainprm", 1.0)[2])
        return {"gaintype": "affine", "gainprm": _words(0.0, 0.0, -kv)}
    area = 0.25 * math.pi * element.number("diameter") ** 2 if "diameter" in given else element.number("area", gain)
    bias = [*(element.numbers("bias", 1, 2, 3) if "bias" in given else ()), 0.0, 0.0, 0.0][:3]
    time = given.get("timeconst", inherited.get("dynprm", "1"))
    law = {"biastype": "affine", "gainprm": repr(area), "dyntype": "filter", "dynprm": time}
    return {**law, "biasprm": _words(*(bias if "bias" in given else (b0, b1, b2)))}


def parameters(attributes: Mapping[str, str], key: str, first: float) -> list[float]:
    """Return the three parameters of a gain or a bias; those that are not given are zero, the first one `first`."""
    given = Element("general", 0, {key: attributes.get(key, "")}).numbers(key) or [first]
    return [*given, 0.0, 0.0, 0.0][:3]


def _words(*values: float) -> str:
    return " ".join(map(repr, values))
