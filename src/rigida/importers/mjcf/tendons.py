"""Tendons of MJCF: lengths that are sums over joints, or over straight lines between sites and cords over geoms.

A line is a `Distance` that holds nothing: its coordinate is how far two sites are from each other; a cord over a geom
is a `WrappedDistance`. A spatial tendon is then a sum of these, each divided as the pulleys of its branch say; lines
within one body add a constant.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Distance, WrappedDistance
from rigida.fields import vec3
from rigida.importers.findings import Findings
from rigida.importers.mjcf.geoms import Obstacle
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
    """Reads tendons of a model whose joints (`moves`), sites, obstacles and bodies are known, by name."""

    def __init__(
        self,
        defaults: Defaults,
        moves: Mapping[str, Move],
        sites: Mapping[str, tuple[Link, Pose]],
        obstacles: Mapping[str, tuple[Link, Obstacle]],
        bodies: Mapping[str, BodyOrWorld],
        findings: Findings,
    ) -> None:
        self._defaults, self._moves, self._findings = defaults, moves, findings
        self._sites, self._obstacles, self._bodies = sites, obstacles, bodies

    def read(self, elements: list[Element], scene: Scene) -> dict[str, Tendon | None]:
        """Return tendons by name, None for those without a cord in rigida; add their springs to a scene.

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
                        "a tendon of constant length, or over a geom that moves against both its ends, is left out",
                        element,
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
        """Return a tendon along straight lines and cords over geoms, or None where rigida has no such cord."""
        joints: list[str] = []
        factors: list[float] = []
        offset = described = 0.0
        divisor, before = 1.0, ""
        around: Element | None = None
        for item in element.children:
            if item.tag == "pulley":
                divisor, before = item.number("divisor"), ""
                continue
            if item.tag == "geom":
                around = item
                continue
            site = item.text("site")
            if site not in self._sites:
                raise item.error(f"there is no site '{site}'.{nearest(site, self._sites)}")
            if before:
                ends, called = (before, site), f"{name}_line{len(joints) + 1}"
                found = self._cord(*ends, around, called, scene) if around else self._line(*ends, called, scene)
                if found is None:
                    return None
                line, length = found
                described += length / divisor
                if line is None:
                    offset += length / divisor
                else:
                    joints.append(line)
                    factors.append(1.0 / divisor)
            before, around = site, None
        return Tendon(tuple(joints), tuple(factors), offset, described)

    def _line(self, one: str, other: str, name: str, scene: Scene) -> tuple[str | None, float]:
        """Return the joint that measures the distance of two sites (None if it is constant), and its length."""
        ends = [self._end(one), self._end(other)]
        length = float(np.linalg.norm(ends[0][1] - ends[1][1]))
        ends.sort(key=lambda end: not _moves(end[0]))
        (a, at_a), (b, at_b) = ends
        if a is b or not isinstance(a, Body) or not a.dynamic:
            return None, length
        scene.add_joint(Distance(a, b, vec3(at_a), vec3(at_b), lower=0.0, collide=True, name=name))
        return name, length

    def _end(self, site: str) -> tuple[BodyOrWorld, FloatArray]:
        """Return the body of a site and its place."""
        link, pose = self._sites[site]
        return self._bodies.get(link.name, WORLD), (link.pose @ pose).position

    def _cord(self, one: str, other: str, around: Element, name: str, scene: Scene) -> tuple[str, float] | None:
        """Return the joint that measures the cord of two sites over a geom, and its length; None if there is none.

        The cord touches two bodies at most, and the obstacle carries the site that tells its side.
        """
        geom = around.text("geom")
        if geom not in self._obstacles:
            raise around.error(f"there is no sphere or cylinder '{geom}'.{nearest(geom, self._obstacles)}")
        link, obstacle = self._obstacles[geom]
        place, carrier = link.pose @ obstacle.pose, self._bodies.get(link.name, WORLD)
        ends = [self._end(one), self._end(other)]
        apart = [not _same(body, carrier) for body, _ in ends]
        if not any(apart) or (all(apart) and not _same(ends[0][0], ends[1][0])):
            return None
        if not apart[0]:
            ends.reverse()
        side = None
        if "sidesite" in around.attributes:
            body, side = self._end(around.text("sidesite"))
            inside = float(np.linalg.norm(side - place.position)) < obstacle.radius
            if inside or not _same(body, carrier):
                return None
        (off, start), (_, end) = ends
        a, b, on = (off, carrier, "b") if _moves(off) else (carrier, off, "a")
        if not isinstance(a, Body):
            return None
        cord = WrappedDistance(
            a,
            b,
            vec3(start),
            vec3(end),
            "start" if all(apart) else "obstacle",
            on,  # type: ignore[arg-type]
            obstacle.kind,  # type: ignore[arg-type]
            vec3(place.position),
            vec3(place.direction((0.0, 0.0, 1.0))),
            obstacle.radius,
            None if side is None else vec3(side),
            collide=True,
            name=name,
        )
        scene.add_joint(cord)
        return name, cord.described_length()

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


def _moves(body: BodyOrWorld) -> bool:
    return isinstance(body, Body) and body.dynamic


def _same(one: BodyOrWorld, other: BodyOrWorld) -> bool:
    """Return whether two bodies do not move against each other."""
    return one is other or not (_moves(one) or _moves(other))
