"""Equalities of joints and of tendons in MJCF, and ranges of tendons, as couplings of joints.

Both sides are measured from where the model is described: y − y0 = a0 + a1 (x − x0) + … + a4 (x − x0)⁴.
"""

from collections.abc import Mapping

from numpy.polynomial import Polynomial

from rigida.importers.findings import Findings
from rigida.importers.mjcf.joints import Move
from rigida.importers.mjcf.tendons import Tendon
from rigida.importers.mjcf.values import HONOURED
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.coupling import Coupling
from rigida.scene.scene import Scene

COUPLINGS = ("joint", "tendon")


class CouplingReader:
    """Reads couplings of a model whose joints (`moves`) and tendons are known, by name."""

    def __init__(self, moves: Mapping[str, Move], tendons: Mapping[str, Tendon | None], findings: Findings) -> None:
        self._moves, self._tendons, self._findings = moves, tendons, findings

    def read(self, given: Element, scene: Scene) -> None:
        """Add an <equality> of joints or tendons to a scene."""
        for attribute in given.attributes:
            if attribute not in HONOURED[f"equality_{given.tag}"]:
                self._findings.leave_attribute(given, attribute)
        follower = self._side(given, f"{given.tag}1")
        leader = self._side(given, f"{given.tag}2") if f"{given.tag}2" in given.attributes else Tendon((), ())
        if follower is None or leader is None:
            self._findings.leave_out("an equality of a tendon that is left out is so too", given)
            return
        written = given.numbers("polycoef") if "polycoef" in given.attributes else [0.0, 1.0]
        # With x0 shifted into the polynomial, and y0 into its constant; constant parts of lengths cancel.
        start_x, start_y = leader.described - leader.offset, follower.described - follower.offset
        moved = Polynomial(written[:5])(Polynomial([-start_x, 1.0])) + start_y
        coefficients = tuple(float(c) for c in moved.coef) if leader.joints else (start_y + written[0],)
        name = given.attributes.get("name")
        while name is not None and name in [coupling.name for coupling in scene.couplings]:
            name += "_"
        scene.add_coupling(
            Coupling(follower.joints, leader.joints, coefficients, follower.factors, leader.factors, name=name)
        )

    def _side(self, given: Element, key: str) -> Tendon | None:
        """Return one side of an equality as a length; None for an unsupported tendon."""
        name = given.text(key)
        if given.tag == "tendon":
            if name not in self._tendons:
                raise given.error(f"there is no tendon '{name}'.{nearest(name, self._tendons)}")
            return self._tendons[name]
        if name not in self._moves or self._moves[name].kind not in ("hinge", "slide"):
            raise given.error(f"there is no hinge or slide '{name}' to couple.{nearest(name, self._moves)}")
        return Tendon((name,), (1.0,), 0.0, self._moves[name].keys["reference"])
