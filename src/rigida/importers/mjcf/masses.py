"""Masses of an MJCF model under the compiler's rules for inertia."""

import numpy as np

from rigida.geometry.mass_properties import MassProperties, combined
from rigida.importers.robot import Link
from rigida.importers.xml_tree import Element
from rigida.math.dense import product, symmetric_eigen


class MassRules:
    """The rules of <compiler> for masses and inertias."""

    def __init__(self, compiler: Element) -> None:
        self._from_geoms = compiler.text("inertiafromgeom", "auto")
        groups = compiler.numbers("inertiagrouprange", 2) if "inertiagrouprange" in compiler.attributes else [0.0, 5.0]
        self._groups = groups
        self._least_mass = compiler.number("boundmass", 0.0)
        self._least_inertia = compiler.number("boundinertia", 0.0)
        self._balance = compiler.text("balanceinertia", "false") == "true"
        self._total = compiler.number("settotalmass", -1.0)

    @property
    def takes_inertial(self) -> bool:
        """Whether the inertia given for a body is used."""
        return self._from_geoms != "true"

    def counts(self, geom: Element, has_inertial: bool) -> bool:
        """Return whether a geom adds to the mass of its body."""
        if self._from_geoms == "false" or (self._from_geoms == "auto" and has_inertial):
            return False
        return self._groups[0] <= geom.number("group", 0.0) <= self._groups[1]

    def settle(self, links: list[Link]) -> None:
        """Scale and bound the masses of all links by the rules of the file."""
        for link in links:
            masses = [mass for mass in link.masses if mass.mass > 0.0]
            bounded = self._least_mass > 0.0 or self._least_inertia > 0.0
            if masses and (bounded or self._balance):
                link.masses = [self._settled(combined(masses))]
            elif not masses and bounded and not link.fixed:
                link.masses = [self._settled(MassProperties(0.0, np.zeros(3), np.zeros((3, 3))))]
        total = sum(mass.mass for link in links for mass in link.masses)
        if self._total > 0.0 and total > 0.0:
            for link in links:
                link.masses = [mass.scaled(self._total / total) for mass in link.masses]

    def _settled(self, mass: MassProperties) -> MassProperties:
        moments, axes = symmetric_eigen(mass.inertia)
        moments = np.maximum(moments, self._least_inertia)
        if self._balance and moments[2] > moments[0] + moments[1]:
            moments[:] = moments.mean()
        return MassProperties(max(mass.mass, self._least_mass), mass.center, product(axes * moments, axes.T))
