"""Actuators of MJCF: each becomes an affine actuator along the joints, or the lines of a tendon, that it drives."""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rigida.importers.findings import Findings
from rigida.importers.mjcf.actuator_law import ACTUATORS, parameters
from rigida.importers.mjcf.joints import Move
from rigida.importers.mjcf.pid import Gains, pid_as_servo
from rigida.importers.mjcf.tendons import Tendon
from rigida.importers.mjcf.thrusts import ThrustReader
from rigida.importers.mjcf.values import HONOURED, Defaults, limits
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.actuator import Actuator
from rigida.scene.scene import Scene

#: What an actuator may act on that rigida does not have.
_OTHERS = ("body", "slidersite", "cranksite", "refsite")


class ActuatorReader:
    """Reader of actuators, given the joints and tendons of a model (None for unsupported tendons).

    mass: what an effort along joints meets, by their names and gears; gains: of PID controllers, by instance.
    """

    def __init__(
        self,
        defaults: Defaults,
        moves: dict[str, Move],
        tendons: Mapping[str, Tendon | None],
        mass: Callable[[Mapping[str, float]], float],
        thrusts: ThrustReader,
        gains: Mapping[str, Gains],
        findings: Findings,
    ) -> None:
        self._defaults, self._findings, self._gains = defaults, findings, gains
        self._moves, self._tendons, self._mass, self._thrusts = moves, tendons, mass, thrusts
        #: How many actuators name each joint.
        self._single: Counter[str] = Counter()

    def read(self, elements: list[Element], scene: Scene) -> list[str | None]:
        """Add all actuators to a scene; return their names, None for unsupported ones."""
        names: list[str | None] = []
        self._single = Counter(element.attributes.get("joint", "") for element in elements)
        for i, element in enumerate(elements):
            names.append(None)
            with self._findings.noting(element.line, element.file):
                given = self._defaults.complete(pid_as_servo(element, self._gains, self._findings), "")
                keys = self._keys(given, scene)
                if keys is not None:
                    # Tendons and actuators have names of their own; a spring of a tendon may hold the same one.
                    taken = [str(actuator.name) for actuator in scene.actuators]
                    name = element.text("name", f"actuator{i + 1}")
                    names[-1] = str(scene.add_actuator(Actuator(**keys, name=name + "_drive" * (name in taken))).name)
        return names

    def _keys(self, given: Element, scene: Scene) -> dict[str, Any] | None:
        """Return the transmission and law of an actuator, or None if unsupported."""
        other = next((what for what in _OTHERS if what in given.attributes), None)
        if given.tag not in ACTUATORS or other is not None:
            what = f" on a {other}" if other else ""
            self._findings.leave_out(f"an actuator <{given.tag}>{what} is left out", given)
            return None
        for attribute in given.attributes:
            if attribute not in HONOURED[given.tag]:
                self._findings.leave_attribute(given, attribute)
        if "jointinparent" in given.attributes:  # of hinges and slides the same
            given = replace(given, attributes={**given.attributes, "joint": given.text("jointinparent")})
        thrust = self._thrusts.read(given, scene)
        if thrust is not None:
            return self._thrust_keys(given, thrust)
        target = self._target(given)
        if target is None:
            return None
        joints = target.joints
        gear = given.numbers("gear")[0] if "gear" in given.attributes else 1.0
        gears = tuple(gear * factor for factor in target.factors)
        law = self._law(given, dict(zip(joints, gears, strict=True)))
        if law is None:
            return None
        keys: dict[str, Any] = {"joints": joints, "gear": gears, **law}
        if target.offset:
            # The constant part of a tendon's length is no coordinate.
            length, (constant, slope, damping) = gear * target.offset, law.get("bias", (0.0, 0.0, 0.0))
            keys["bias"] = constant + slope * length, slope, damping
            keys["gain"] = law["gain"] + law.get("gain_slopes", (0.0, 0.0))[0] * length
        control = self._range(given, "ctrl")
        if control is not None:
            keys["control_range"] = control
        force = self._force_range(given, joints, gear)
        if force is not None:
            keys["force_range"] = force
        return keys

    def _thrust_keys(self, given: Element, thrust: str) -> dict[str, Any] | None:
        """Return the law of a thrust actuator, or None if its force depends on the position."""
        law = self._law(given, {})
        if law is None or any(law["bias"][1:]) or "gain_slopes" in law:
            self._findings.leave_out("an actuator of a site or ball joint that is no motor is left out", given)
            return None
        ranges = {"control_range": self._range(given, "ctrl"), "force_range": self._range(given, "force")}
        return {"thrust": thrust, **law, **{key: value for key, value in ranges.items() if value is not None}}

    def _target(self, given: Element) -> Tendon | None:
        """Return the length along which an actuator acts, or None if unsupported."""
        if "tendon" in given.attributes:
            name = given.text("tendon")
            if name not in self._tendons:
                raise given.error(f"there is no tendon '{name}' for this actuator.{nearest(name, self._tendons)}")
            tendon = self._tendons[name]
            if tendon is None:
                self._findings.leave_out("an actuator of a tendon that is left out is so too", given)
            return tendon
        if "joint" not in given.attributes:
            self._findings.leave_out(f"an actuator <{given.tag}> that names no joint is left out", given)
            return None
        name = self._joint(given.text("joint"), given)
        if self._moves[name].kind not in ("hinge", "slide"):
            self._findings.leave_out(f"an actuator on a {self._moves[name].kind} joint is left out", given)
            return None
        return Tendon((name,), (1.0,))

    def _joint(self, name: str, element: Element) -> str:
        if name not in self._moves:
            raise element.error(f"there is no joint '{name}'.{nearest(name, self._moves)}")
        return name

    def _law(self, given: Element, gears: Mapping[str, float]) -> dict[str, Any] | None:
        """Return gain and bias of a force that is affine in control, length and rate; None for others."""
        gain_type, bias_type = given.text("gaintype", "fixed"), given.text("biastype", "none")
        gain, bias = parameters(given.attributes, "gainprm", 1.0), parameters(given.attributes, "biasprm", 0.0)
        if gain_type not in ("fixed", "affine") or bias_type not in ("none", "affine"):
            kind = gain_type if gain_type not in ("fixed", "affine") else bias_type
            self._findings.leave_out(f"an actuator of the type '{kind}' is left out", given)
            return None
        dynamics = given.text("dyntype", "none")
        if dynamics != "none":
            self._findings.leave_out(f"the activation dynamics '{dynamics}' of an actuator are not honoured", given)
        if bias[2] > 0.0 and gain[0] == -bias[1]:
            bias[2] *= -2.0 * math.sqrt(gain[0] * self._mass(gears))
        law: dict[str, Any] = {"gain": gain[0], "bias": tuple(bias) if bias_type == "affine" else (0.0, 0.0, 0.0)}
        return law | ({"gain_slopes": tuple(gain[1:])} if gain_type == "affine" and any(gain[1:]) else {})

    def _range(self, given: Element, what: str) -> tuple[float, float] | None:
        """Return the range of a control or force, None if it is not limited."""
        if "inheritrange" in given.attributes and what == "ctrl" and given.number("inheritrange") > 0.0:
            keys = self._moves[given.text("joint", "")].keys if given.text("joint", "") in self._moves else {}
            if "lower" in keys:
                middle, half = 0.5 * (keys["upper"] + keys["lower"]), 0.5 * (keys["upper"] - keys["lower"])
                half *= given.number("inheritrange")
                return middle - half, middle + half
        return limits(given, what)

    def _force_range(self, given: Element, joints: tuple[str, ...], gear: float) -> tuple[float, float] | None:
        """Return the force range, limited by that of the joint."""
        own = self._range(given, "force")
        if len(joints) > 1 or joints[0] not in self._moves:
            return own
        joint = self._moves[joints[0]].element
        if gear == 0.0 or "actuatorfrcrange" not in joint.attributes:
            return own
        if self._single[joints[0]] > 1:
            self._findings.leave_out("the actuatorfrcrange of a joint with several actuators is not honoured", joint)
            return own
        if joint.text("actuatorfrclimited", "auto") == "false":
            return own
        lower, upper = sorted(value / gear for value in joint.numbers("actuatorfrcrange", 2))
        return (lower, upper) if own is None else (max(lower, own[0]), min(upper, own[1]))
