"""Tendons of MJCF: lengths that are sums over joints, or over straight lines between sites.

A line is a `Distance` that holds nothing: its coordinate is how far two sites are from each other. A spatial tendon is
then a sum of lines, each divided as the pulleys of its branch say; lines within one body add a constant.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rigida.constraints.joints import Distance
from rigida.fields import vec3
from rigida.importers.findings import Findings
from rigida.importers.mjcf.joints import Move
from rigida.importers.mjcf.values import Defaults, limits
from rigida.importers.robot import Link, Pose
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.actuator import Actuator
from rigida.scene.body import WORLD, Body, BodyOrWorld
from rigida.scene.coupling import Coupling
from rigida.scene.scene import Scene


@dataclass(frozen=True)
class Tendon:
    """A tendon length: offset + Σ factor · coordinate, with its value in the described pose."""

    joints: tuple[str, ...]
    factors: tuple[float, ...]
    offset: float = 0.0
    described: float = 0.0


class TendonReader:
    """Reads tendons of a model whose joints (`moves`), sites and bodies are known, by name."""

    def __init__(
        self,
        defaults: Defaults,
        moves: Mapping[str, Move],
        sites: Mapping[str, tuple[Link, Pose]],
        bodies: Mapping[str, BodyOrWorld],
        findings: Findings,
    ) -> None:
        self._defaults, self._moves, self._findings = defaults, moves, findings
        self._sites, self._bodies = sites, bodies

    def read(self, elements: list[Element], scene: Scene) -> dict[str, Tendon | None]:
        """Return tendons by name, None for wrapping ones; add their springs to a scene.

        Spring and damper become an actuator without a control, the range a coupling.
        """
        found: dict[str, Tendon | None] = {}
        for i, element in enumerate(elements):
            with self._findings.noting(element.line, element.file):
                name = element.text("name", f"tendon{i + 1}")
                head = Element("tendon", element.line, element.attributes, file=element.file)
                given = self._defaults.complete(head, "")
                tendon = found[name] = (
                    self._fixed(element) if element.tag == "fixed" else self._spatial(element, name, scene)
                )
                if tendon is None or not tendon.joints:
                    self._findings.leave_out(
                        "a tendon that bends round a geom, or has a constant length, is left out", element
                    )
                    found[name] = None
                else:
                    self._acting(given, name, tendon, scene)
        return found

    def _fixed(self, element: Element) -> Tendon:
        joints = element.all("joint")
        names = tuple(item.text("joint") for item in joints)
        for name, item in zip(names, joints, strict=True):
            if name not in self._moves:
                raise item.error(f"there is no joint '{name}'.{nearest(name, self._moves)}")
        factors = tuple(item.number("coef") for item in joints)
        starts = [self._moves[name].keys["reference"] for name in names]
        return Tendon(names, factors, 0.0, float(np.dot(factors, starts)))

    def _spatial(self, element: Element, name: str, scene: Scene) -> Tendon | None:
        """Return a tendon along straight lines, or None for a wrapping one."""
        if element.all("geom"):
            return None
        joints: list[str] = []
        factors: list[float] = []
        offset = described = 0.0
        divisor, before = 1.0, ""
        for item in element.children:
            if item.tag == "pulley":
                divisor, before = item.number("divisor"), ""
                continue
            site = item.text("site")
            if site not in self._sites:
                raise item.error(f"there is no site '{site}'.{nearest(site, self._sites)}")
            if before:
                line, length = self._line(before, site, f"{name}_line{len(joints) + 1}", scene)
                described += length / divisor
                if line is None:
                    offset += length / divisor
                else:
                    joints.append(line)
                    factors.append(1.0 / divisor)
            before = site
        return Tendon(tuple(joints), tuple(factors), offset, described)

    def _line(self, one: str, other: str, name: str, scene: Scene) -> tuple[str | None, float]:
        """Return the joint that measures the distance of two sites (None if it is constant), and its length."""
        ends = [
            (self._bodies.get(link.name, WORLD), (link.pose @ pose).position)
            for link, pose in (self._sites[one], self._sites[other])
        ]
        length = float(np.linalg.norm(ends[0][1] - ends[1][1]))
        ends.sort(key=lambda end: not (isinstance(end[0], Body) and end[0].dynamic))
        (a, at_a), (b, at_b) = ends
        if a is b or not isinstance(a, Body) or not a.dynamic:
            return None, length
        scene.add_joint(Distance(a, b, vec3(at_a), vec3(at_b), lower=0.0, collide=True, name=name))
        return name, length

    def _acting(self, given: Element, name: str, tendon: Tendon, scene: Scene) -> None:
        stiffness = given.numbers("stiffness")[0] if "stiffness" in given.attributes else 0.0
        damping = given.numbers("damping")[0] if "damping" in given.attributes else 0.0
        if stiffness or damping:
            rest = self._rest(given, tendon) - tendon.offset
            bias = (stiffness * rest, -stiffness, -damping)
            scene.add_actuator(Actuator(tendon.joints, tendon.factors, gain=0.0, bias=bias, name=name))
        bounds = limits(given, "")
        if bounds is not None:
            within = bounds[0] - tendon.offset, bounds[1] - tendon.offset
            scene.add_coupling(Coupling(tendon.joints, (), (0.0,), tendon.factors, bounds=within, name=name))
        for what in ("frictionloss", "margin", "armature"):
            if any(float(word) for word in given.text(what, "0").split()):
                self._findings.leave_out(f"the {what} of a tendon is not honoured", given)

    def _rest(self, given: Element, tendon: Tendon) -> float:
        """Return the length at which a tendon's spring is slack."""
        slack = given.numbers("springlength", 1, 2) if "springlength" in given.attributes else [-1.0]
        if slack[0] == -1.0:
            return tendon.described
        if slack[0] != slack[-1]:
            self._findings.leave_out("the slack range of a tendon's spring is not honoured: its middle is taken", given)
        return 0.5 * (slack[0] + slack[-1])
