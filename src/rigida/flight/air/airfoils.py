"""Built-in airfoils, by name.

The NACA sections: Abbott and von Doenhoff 1959, appendix IV, smooth, Reynolds number 6 to 9 million, read off the
curves to two digits. The Clark Y at low Reynolds number: Lyon, Broeren, Giguère, Gopalarathnam and Selig 1997, rounded.
"""

import math

from rigida.errors import ModelError
from rigida.fields import shown
from rigida.flight.air.airfoil import Airfoil
from rigida.registry import nearest


def _naca(
    zero_lift_deg: float, max_lift: float, min_lift: float, drag: float, best_lift: float, moment: float
) -> Airfoil:
    return Airfoil(
        lift_slope=6.02,  # 0.105 per degree
        zero_lift_angle=math.radians(zero_lift_deg),
        max_lift=max_lift,
        min_lift=min_lift,
        min_drag=drag,
        drag_rise=0.006,
        best_lift=best_lift,
        moment=moment,
        reynolds=6e6,
    )


AIRFOILS: dict[str, Airfoil] = {
    "naca0009": _naca(0.0, 1.32, -1.32, 0.0055, 0.0, 0.0),
    "naca0012": _naca(0.0, 1.57, -1.57, 0.0060, 0.0, 0.0),
    "naca2412": _naca(-2.1, 1.64, -1.2, 0.0062, 0.2, -0.045),
    "naca4412": _naca(-4.0, 1.66, -0.9, 0.0062, 0.4, -0.092),
    "naca64-618": _naca(-4.2, 1.60, -0.9, 0.0052, 0.6, -0.11),
    "clark-y-low-reynolds": Airfoil(
        lift_slope=5.7,
        zero_lift_angle=math.radians(-3.4),
        max_lift=1.25,
        min_lift=-0.7,
        min_drag=0.012,
        drag_rise=0.015,
        best_lift=0.4,
        moment=-0.075,
        reynolds=3e5,
    ),
    "flat-plate": Airfoil(lift_slope=5.5, max_lift=0.75, min_lift=-0.75, min_drag=0.013, drag_rise=0.02, best_lift=0.0),
}


def airfoil(name: str) -> Airfoil:
    """Return the airfoil called `name`."""
    found = AIRFOILS.get(name) if isinstance(name, str) else None
    if found is None:
        known = ", ".join(AIRFOILS)
        raise ModelError(f"There is no airfoil {shown(name)}.{nearest(name, AIRFOILS)} Known: {known}.")
    return found
