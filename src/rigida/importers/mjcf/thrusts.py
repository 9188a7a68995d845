"""Motors of MJCF that act on a site or on a ball joint, as thrusts: a force and a torque that turn with a body.

The gear of a site is a force and a torque in the site's frame, at its origin. The gear of a ball joint is a torque in
the frame of the child, of which the opposite acts on the parent.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from rigida.fields import vec3
from rigida.forces.thrust import Thrust
from rigida.importers.findings import Findings
from rigida.importers.mjcf.joints import Move
from rigida.importers.robot import Link, Pose
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.body import WORLD, Body, BodyOrWorld
from rigida.scene.scene import Scene


class ThrustReader:
    """Reads thrusts of a model whose joints (each with the name of its body), sites, links and bodies are known."""

    def __init__(
        self,
        moves: Sequence[tuple[Move, str]],
        sites: Mapping[str, tuple[Link, Pose]],
        links: Mapping[str, Link],
        bodies: Mapping[str, BodyOrWorld],
        findings: Findings,
    ) -> None:
        self._balls = {move.name: links[name] for move, name in moves if move.kind == "ball"}
        self._sites, self._bodies, self._findings = sites, bodies, findings

    def read(self, given: Element, scene: Scene) -> str | None:
        """Add the thrust of an actuator to a scene and return its name; None for other actuators."""
        if "site" in given.attributes:
            name = given.text("site")
            if name not in self._sites:
                raise given.error(f"there is no site '{name}' for this actuator.{nearest(name, self._sites)}")
            link, frame = self._sites[name]
            gear, other = _gear(given), None
        elif given.text("joint", "") in self._balls and "jointinparent" not in given.attributes:
            link = self._balls[given.text("joint")]
            gear, frame = [0.0, 0.0, 0.0, *_gear(given)[:3]], Pose()
            other = self._bodies.get(link.parent.name) if link.parent is not None else None
        else:
            return None
        body = self._bodies.get(link.name, WORLD)
        if not isinstance(body, Body):
            return None
        place = Pose(np.array(body.position), np.array(body.orientation)).inverse() @ link.pose @ frame
        thrust = Thrust(
            body,
            vec3(place.direction(gear[:3])),
            vec3(place.direction(gear[3:])),
            vec3(place.position),
            reaction=other if isinstance(other, Body) and other.dynamic else None,
        )
        return str(scene.add_force(thrust).name)


def _gear(given: Element) -> list[float]:
    """Return the six numbers of a gear."""
    written = given.numbers("gear") if "gear" in given.attributes else [1.0]
    return [*written, *[0.0] * 6][:6]
