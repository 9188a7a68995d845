"""Equalities of MJCF that join two bodies: a point in common (connect), or a frame (weld).

Each end has a frame, as described; the joint is closed where they coincide. Of a weld between bodies both are where the
model is described, unless `relpose` says where body2 lies in body1; sites are their own frames.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rigida.constraints.joints import Fixed, Spherical
from rigida.fields import vec3
from rigida.importers.findings import Findings
from rigida.importers.robot import Link, Pose
from rigida.importers.xml_tree import Element
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array
from rigida.registry import nearest
from rigida.scene.body import WORLD, Body, BodyOrWorld
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene

LOOPS = ("connect", "weld")


class LoopReader:
    """Reads equalities of a model whose links and sites (a link and a frame in it) are known, by name."""

    def __init__(
        self,
        links: Mapping[str, Link],
        sites: Mapping[str, tuple[Link, Pose]],
        bodies: Mapping[str, BodyOrWorld],
        findings: Findings,
    ) -> None:
        self._links, self._sites, self._bodies, self._findings = links, sites, bodies, findings

    def read(self, given: Element, scene: Scene) -> Joint | None:
        """Add a ball joint or a weld to a scene and return it; None if both links are one body."""
        ends = self._site_ends(given) if "site1" in given.attributes else self._body_ends(given)
        sides = [(self._bodies.get(link.name, WORLD), frame) for link, frame in ends]
        # Joints measure a against b: what moves is a.
        sides.sort(key=lambda side: not (isinstance(side[0], Body) and side[0].dynamic))
        (a, on_a), (b, on_b) = sides
        if a is b or not isinstance(a, Body):
            self._findings.leave_out("an equality between two bodies that are one is left out", given)
            return None
        keys: dict[str, Any] = {"name": given.attributes.get("name"), "anchor": vec3(on_a.position)}
        if np.abs(on_b.position - on_a.position).max() > 0.0:
            keys["anchor_b"] = vec3(on_b.position)
        if given.tag == "connect":
            return scene.add_joint(Spherical(a, b, **keys))
        turn = normalize_array(multiply_array(on_b.orientation, conjugate_array(on_a.orientation)))
        return scene.add_joint(Fixed(a, b, **keys, turn=tuple(turn.tolist())))

    def _site_ends(self, given: Element) -> list[tuple[Link, Pose]]:
        ends = [_named(self._sites, given, key, "site") for key in ("site1", "site2")]
        return [(link, link.pose @ frame) for link, frame in ends]

    def _body_ends(self, given: Element) -> list[tuple[Link, Pose]]:
        first = _named(self._links, given, "body1", "body")
        second = _named(self._links, given, "body2", "body") if "body2" in given.attributes else self._links["world"]
        relative = given.numbers("relpose", 7) if "relpose" in given.attributes and given.tag == "weld" else [0.0] * 7
        if any(relative[3:]):  # a quaternion of zeros stands for none
            inner = Pose(np.array(relative[:3]), normalize_array(np.array(relative[3:])))
            return [(first, first.pose @ inner), (second, second.pose)]
        # A connect names a point of its first body, a weld one of its second.
        named = first if given.tag == "connect" else second
        frame = Pose(named.pose.point(given.vector("anchor", (0.0, 0.0, 0.0))))
        return [(first, frame), (second, frame)]


def _named(known: Mapping[str, Any], given: Element, key: str, what: str) -> Any:
    name = given.text(key)
    if name not in known:
        raise given.error(f"there is no {what} '{name}'.{nearest(name, known)}")
    return known[name]
