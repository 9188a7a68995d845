"""Actuators and tendons of MJCF: each becomes an affine actuator along the joints that it drives."""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rigida.importers.findings import Findings
from rigida.importers.mjcf.joints import Move
from rigida.importers.mjcf.values import ACTUATORS, HONOURED, Defaults, Frames
from rigida.importers.xml_tree import Element
from rigida.registry import nearest
from rigida.scene.actuator import Actuator
from rigida.scene.coupling import Coupling
from rigida.scene.scene import Scene

#: What an actuator may act on beside a joint; rigida has none of them.
_OTHERS = ("site", "body", "jointinparent", "slidersite", "cranksite")


@dataclass(frozen=True)
class Tendon:
    """A fixed tendon: its joints and how much each adds to its length."""

    joints: tuple[str, ...]
    factors: tuple[float, ...]


class ActuatorReader:
    """Reads actuators and tendons of a model whose joints are known.

    mass: what an effort along joints meets, by their names and gears.
    """

    def __init__(
        self,
        defaults: Defaults,
        frames: Frames,
        moves: dict[str, Move],
        mass: Callable[[Mapping[str, float]], float],
        findings: Findings,
    ) -> None:
        self._defaults, self._frames, self._findings = defaults, frames, findings
        self._moves, self._mass = moves, mass
        #: Tendons by name; None for those that are no sum of joints.
        self.tendons: dict[str, Tendon | None] = {}
        #: How many actuators name each joint.
        self._alone: Counter[str] = Counter()

    def read_tendons(self, elements: list[Element], scene: Scene) -> None:
        """Read tendons; the spring and damper of one becomes an actuator without a control, its range a coupling."""
        for i, element in enumerate(elements):
            with self._findings.noting(element.line, element.file):
                name = element.text("name", f"tendon{i + 1}")
                given = self._defaults.complete(
                    Element("tendon", element.line, element.attributes, file=element.file), ""
                )
                if element.tag != "fixed":
                    self.tendons[name] = None
                    self._findings.leave_out("a spatial tendon is left out", element)
                    continue
                joints = element.all("joint")
                names = tuple(self._joint(item.text("joint"), item) for item in joints)
                tendon = self.tendons[name] = Tendon(names, tuple(item.number("coef") for item in joints))
                self._spring(given, name, tendon, scene)
                bounds = self._range(given, "")
                if bounds is not None:
                    scene.add_coupling(Coupling(tendon.joints, (), (0.0,), tendon.factors, bounds=bounds, name=name))
                for what in ("frictionloss", "margin", "armature"):
                    if any(float(word) for word in given.text(what, "0").split()):
                        self._findings.leave_out(f"the {what} of a tendon is not honoured", element)

    def _spring(self, given: Element, name: str, tendon: Tendon, scene: Scene) -> None:
        stiffness = given.numbers("stiffness")[0] if "stiffness" in given.attributes else 0.0
        damping = given.numbers("damping")[0] if "damping" in given.attributes else 0.0
        if stiffness == damping == 0.0:
            return
        slack = given.numbers("springlength", 1, 2) if "springlength" in given.attributes else [-1.0]
        rest = slack[0]
        if slack == [-1.0]:
            starts = [self._moves[joint].keys["reference"] for joint in tendon.joints]
            rest = sum(factor * start for factor, start in zip(tendon.factors, starts, strict=True))
        if len(slack) == 2 and slack[0] != slack[1]:
            self._findings.leave_out("the slack range of a tendon's spring is not honoured: its middle is taken", given)
            rest = 0.5 * (slack[0] + slack[1])
        bias = (stiffness * rest, -stiffness, -damping)
        scene.add_actuator(Actuator(tendon.joints, tendon.factors, gain=0.0, bias=bias, name=name))

    def read(self, elements: list[Element], scene: Scene) -> list[str | None]:
        """Add all actuators to a scene; return their names, None for what is left out."""
        names: list[str | None] = []
        self._alone = Counter(element.attributes.get("joint", "") for element in elements)
        for i, element in enumerate(elements):
            names.append(None)
            with self._findings.noting(element.line, element.file):
                given = self._defaults.complete(element, "")
                keys = self._keys(given)
                if keys is not None:
                    # Tendons and actuators have names of their own; a spring of a tendon may hold the same one.
                    taken = [str(actuator.name) for actuator in scene.actuators]
                    name = element.text("name", f"actuator{i + 1}")
                    names[-1] = str(scene.add_actuator(Actuator(**keys, name=name + "_drive" * (name in taken))).name)
        return names

    def _keys(self, given: Element) -> dict[str, Any] | None:
        """Return what an actuator drives and does, None where rigida has nothing like it."""
        other = next((what for what in _OTHERS if what in given.attributes), None)
        if given.tag not in ACTUATORS or other is not None:
            what = f" on a {other}" if other else ""
            self._findings.leave_out(f"an actuator <{given.tag}>{what} is left out", given)
            return None
        for attribute in given.attributes:
            # Defaults of other shortcuts may stand in the same class.
            if attribute not in HONOURED[given.tag] and attribute not in HONOURED["general"] | HONOURED["position"]:
                self._findings.leave_attribute(given, attribute)
        target = self._target(given)
        if target is None:
            return None
        joints, factors = target
        gear = given.numbers("gear")[0] if "gear" in given.attributes else 1.0
        gears = tuple(gear * factor for factor in factors)
        law = self._law(given, dict(zip(joints, gears, strict=True)))
        if law is None:
            return None
        keys: dict[str, Any] = {"joints": joints, "gear": gears, **law}
        control = self._range(given, "ctrl")
        if control is not None:
            keys["control_range"] = control
        force = self._force_range(given, joints, gear)
        if force is not None:
            keys["force_range"] = force
        return keys

    def _target(self, given: Element) -> tuple[tuple[str, ...], tuple[float, ...]] | None:
        if "tendon" in given.attributes:
            name = given.text("tendon")
            if name not in self.tendons:
                raise given.error(f"there is no tendon '{name}' for this actuator.{nearest(name, self.tendons)}")
            tendon = self.tendons[name]
            if tendon is None:
                self._findings.leave_out("an actuator of a spatial tendon is left out", given)
                return None
            return tendon.joints, tendon.factors
        if "joint" not in given.attributes:
            self._findings.leave_out(f"an actuator <{given.tag}> that names no joint is left out", given)
            return None
        name = self._joint(given.text("joint"), given)
        if self._moves[name].kind not in ("hinge", "slide"):
            self._findings.leave_out(f"an actuator on a {self._moves[name].kind} joint is left out", given)
            return None
        return (name,), (1.0,)

    def _joint(self, name: str, element: Element) -> str:
        if name not in self._moves:
            raise element.error(f"there is no joint '{name}'.{nearest(name, self._moves)}")
        return name

    def _law(self, given: Element, gears: Mapping[str, float]) -> dict[str, Any] | None:
        """Return gain and bias of a force that is affine in control, length and rate."""
        tag = given.tag
        if tag == "motor":
            return {"gain": 1.0}
        if tag in ("position", "intvelocity"):
            stiffness = given.number("kp", 1.0)
            damping = given.number("kv", 0.0)
            if "dampratio" in given.attributes:
                damping = 2.0 * given.number("dampratio") * math.sqrt(stiffness * self._mass(gears))
            if tag == "intvelocity":
                self._findings.leave_out("an <intvelocity> actuator takes its control as a position", given)
            return {"gain": stiffness, "bias": (0.0, -stiffness, -damping)}
        if tag == "velocity":
            return {"gain": given.number("kv", 1.0), "bias": (0.0, 0.0, -given.number("kv", 1.0))}
        if tag == "damper":
            self._findings.leave_out("a <damper> whose control scales it is left out", given)
            return None
        if tag == "cylinder":
            area = given.number("area", 1.0)
            if "diameter" in given.attributes:
                area = 0.25 * math.pi * given.number("diameter") ** 2
            bias = [*given.numbers("bias"), 0.0, 0.0, 0.0][:3] if "bias" in given.attributes else [0.0, 0.0, 0.0]
            self._findings.leave_out("the time constant of a cylinder is not honoured", given)
            return {"gain": area, "bias": tuple(bias)}
        return self._general(given)

    def _general(self, given: Element) -> dict[str, Any] | None:
        gain_type, bias_type = given.text("gaintype", "fixed"), given.text("biastype", "none")
        gains = [*(given.numbers("gainprm") if "gainprm" in given.attributes else [1.0]), 0.0, 0.0][:3]
        biases = [*(given.numbers("biasprm") if "biasprm" in given.attributes else []), 0.0, 0.0, 0.0][:3]
        if gain_type not in ("fixed", "affine") or bias_type not in ("none", "affine") or any(gains[1:]):
            kind = gain_type if gain_type != "fixed" else bias_type
            self._findings.leave_out(f"a <general> actuator of the type '{kind}' is left out", given)
            return None
        if given.text("dyntype", "none") != "none":
            self._findings.leave_out("the activation dynamics of a <general> actuator are not honoured", given)
        return {"gain": gains[0], "bias": tuple(biases) if bias_type == "affine" else (0.0, 0.0, 0.0)}

    def _range(self, given: Element, what: str) -> tuple[float, float] | None:
        """Return the range of a control or force, None where it is not limited."""
        if "inheritrange" in given.attributes and what == "ctrl" and given.number("inheritrange") > 0.0:
            keys = self._moves[given.text("joint", "")].keys if given.text("joint", "") in self._moves else {}
            if "lower" in keys:
                middle, half = 0.5 * (keys["upper"] + keys["lower"]), 0.5 * (keys["upper"] - keys["lower"])
                half *= given.number("inheritrange")
                return middle - half, middle + half
        limited = given.text(f"{what}limited" if what else "limited", "auto")
        if limited == "false" or f"{what}range" not in given.attributes:
            return None
        lower, upper = given.numbers(f"{what}range", 2)
        return (lower, upper) if lower < upper else None

    def _force_range(self, given: Element, joints: tuple[str, ...], gear: float) -> tuple[float, float] | None:
        """Return the range of the force: its own, and what the joint lets through."""
        own = self._range(given, "force")
        joint = self._moves[joints[0]].element
        if len(joints) > 1 or gear == 0.0 or "actuatorfrcrange" not in joint.attributes:
            return own
        if self._alone[joints[0]] > 1:
            self._findings.leave_out("the actuatorfrcrange of a joint with several actuators is not honoured", joint)
            return own
        if joint.text("actuatorfrclimited", "auto") == "false":
            return own
        lower, upper = sorted(value / gear for value in joint.numbers("actuatorfrcrange", 2))
        return (lower, upper) if own is None else (max(lower, own[0]), min(upper, own[1]))
