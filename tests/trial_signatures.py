"""Arguments for what is public, drawn from its own signature: units, ranges and choices that annotations declare.

A parameter is drawn by its annotation (a body, a shape, a choice, a number) and the unit and range of its `Rule`, so
that a new kind of shape, joint or force is tried as soon as it is public. Magnitudes are those of things on a table.
"""

import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import numpy as np

import rigida as rg
from rigida.fields import Columns, Rule
from rigida.scene.body import World
from rigida.scene.force import Force
from rigida.scene.joint import Joint
from rigida.scene.path import Motion

#: Usual magnitude of a number in each unit.
USUAL = {
    "m": 0.3, "rad": 0.5, "s": 0.5, "kg": 1.0, "m/s": 1.0, "rad/s": 2.0, "m/s²": 5.0, "kg/m³": 500.0, "N": 10.0,
    "N m": 1.0, "N s": 1.0, "N m s": 0.1, "N/m": 200.0, "N s/m": 2.0, "N s²/m²": 0.5, "Pa s": 0.01,
    "rad or m": 0.4, "N m/rad or N/m": 20.0, "N m s/rad or N s/m": 1.0, "N m or N": 2.0, "kg m² or kg": 0.01,
    "N m or N; rad/s or m/s; rad or m": 1.0, "N m^p/kg²": 1.0,
}  # fmt: skip
#: Parameters without a default that no random value fits, or that a program sets otherwise.
KEPT = {
    "jacobian",
    "bias",
    "potential",
    "name",
    "coordinate",
    "file",
    "color",
    "visuals",
    "triangles",
    "open",
    "densities",
    "materials",
}
#: How often an optional parameter is given; those that say how a joint misses its start or breaks are given less often.
OFTEN, SELDOM = 0.3, 0.04
RARE = {"anchor_b", "axis_b", "turn", "break_force", "break_torque", "length", "collide", "reference", "trajectory"}
UNITS = (np.eye(3), -np.eye(3))


@dataclass
class Draw:
    """A source of random arguments: a generator, the bodies there are and a place near which points lie."""

    rng: np.random.Generator
    bodies: list[rg.Body]
    near: Any = (0.0, 0.0, 0.0)

    def make(self, cls: Callable[..., Any], **fixed: Any) -> Any:
        """Return an instance of a public class, or the result of a function, with drawn arguments."""
        return cls(**self.arguments(cls, fixed))

    def arguments(self, cls: Callable[..., Any], fixed: dict[str, Any]) -> dict[str, Any]:
        special = SPECIAL.get(cls.__name__)
        given = dict(fixed) if special is None else special(self) | fixed
        hints = typing.get_type_hints(cls, include_extras=True)
        for name, parameter in inspect.signature(cls).parameters.items():
            required = parameter.default is parameter.empty
            share = SELDOM if name in RARE else OFTEN
            if name in given or name in KEPT or not (required or self.rng.random() < share):
                continue
            given[name] = self.value(name, hints[name])
            if name == "a" and isinstance(given[name], rg.Body):
                self.near = given[name].position
        return given

    def value(self, name: str, hint: Any, rule: Rule | None = None) -> Any:
        """Return a random value of an annotation."""
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated and any(isinstance(extra, Columns) for extra in parts):
            columns = next(part.count for part in parts if isinstance(part, Columns))
            unit = next(part.unit for part in parts if isinstance(part, Rule))
            return USUAL[unit] * self.rng.normal(size=(4, columns) if columns else 4)
        if origin is Annotated:
            return self.value(name, parts[0], next((extra for extra in parts if isinstance(extra, Rule)), rule))
        if origin in (Union, types.UnionType):
            kinds = [part for part in parts if part is not types.NoneType and part is not World]
            if World in parts and self.rng.random() < 0.3:
                return rg.WORLD
            return self.value(name, kinds[self.rng.integers(len(kinds))], rule)
        if origin is Literal:
            return parts[self.rng.integers(len(parts))]
        if origin is tuple:
            return self._tuple(name, parts, rule or Rule())
        if hint in MAKERS:
            return MAKERS[hint](self)
        if hint is bool:
            return bool(self.rng.random() < 0.5)
        if hint is int:
            return self._whole(rule or Rule())
        if hint is float:
            number = self._number(rule or Rule())
            if (rule or Rule()).at_least is None and name in ("lower", "upper"):  # limits lie around the start
                return abs(number) if name == "upper" else -abs(number)
            return number
        return self.make(hint)

    def _tuple(self, name: str, parts: tuple[Any, ...], rule: Rule) -> Any:
        if parts[-1] is Ellipsis:
            count = int(self.rng.integers(1, 4))
            if parts[0] is rg.Body:
                return tuple(self.rng.permutation(np.array(self.bodies, dtype=object))[: max(count, 2)])
            return tuple(self.value(name, parts[0], rule) for _ in range(count))
        if len(parts) == 4:
            return tuple(self.turn())
        if rule.nonzero or name in ("axis", "normal", "axis_b", "direction"):
            return tuple(self.direction())
        if name.startswith("anchor"):
            return tuple(np.array(self.near) + self.rng.uniform(-0.3, 0.3, 3))
        return tuple(self._number(rule) for _ in parts)

    def _number(self, rule: Rule) -> float:
        """Return a number of the usual magnitude of its unit, of either sign where its range allows."""
        low, high = rule.safe
        if rule.at_least is not None and rule.at_most is not None:
            return float(self.rng.choice([low, high, self.rng.uniform(low, high)]))
        number = float(USUAL.get(rule.unit, 0.5) * 10.0 ** self.rng.uniform(-1.0, 0.5))
        if low == 0.0 and self.rng.random() < 0.15:
            return 0.0
        sign = -1.0 if low < 0.0 and self.rng.random() < 0.5 else 1.0
        return min(max(sign * number, low), high)

    def _whole(self, rule: Rule) -> int:
        low = 0 if rule.at_least is None else int(rule.at_least)
        high = low + 10 if rule.at_most is None else int(rule.at_most)
        return int(self.rng.integers(low, high + 1))

    def direction(self) -> Any:
        """Return a unit vector, along a world axis more often than not."""
        if self.rng.random() < 0.6:
            return UNITS[self.rng.integers(2)][self.rng.integers(3)]
        v = self.rng.normal(size=3)
        return v / np.linalg.norm(v)

    def turn(self) -> Any:
        """Return a unit quaternion, often no rotation at all."""
        q = np.array([1.0, 0.0, 0.0, 0.0]) if self.rng.random() < 0.4 else self.rng.normal(size=4)
        return q / np.linalg.norm(q)

    def shape(self) -> Any:
        """Return a random shape of bounded size."""
        kinds = [kind for kind in kinds_of(rg.Shape) if kind is not rg.HalfSpace]
        return self.make(kinds[self.rng.integers(len(kinds))])

    def points(self, count: int) -> Any:
        return self.rng.uniform(-0.3, 0.3, (count, 3))

    def times(self, count: int) -> Any:
        return np.concatenate([[0.0], np.cumsum(self.rng.uniform(0.1, 1.0, count - 1))])


def kinds_of(base: type) -> list[type]:
    """Return the public classes derived from `base`, in the order of their names."""
    found = (getattr(rg, name) for name in sorted(rg.__all__))
    return [x for x in found if inspect.isclass(x) and issubclass(x, base) and x is not base]


def _mesh(draw: Draw) -> dict[str, Any]:
    """Return a bent bar, a ring or a hull as vertices and triangles."""
    kind = draw.rng.integers(3)
    if kind == 0:
        mesh = rg.revolved_mesh([(0.2, -0.05), (0.3, -0.05), (0.3, 0.05), (0.2, 0.05)], 12)
    elif kind == 1:
        mesh = rg.extruded_mesh([(0, 0), (0.4, 0), (0.4, 0.1), (0.1, 0.1), (0.1, 0.4), (0, 0.4)], 0.2)
    else:
        mesh = rg.extruded_mesh([(-0.2, -0.2), (0.2, -0.2), (0.1, 0.2)], float(draw.rng.uniform(0.1, 0.4)))
    return {"vertices": mesh.vertices, "triangles": mesh.triangles, "scale": float(draw.rng.uniform(0.7, 1.3))}


def _compound(draw: Draw) -> dict[str, Any]:
    convex = [kind for kind in kinds_of(rg.Shape) if kind not in (rg.HalfSpace, rg.Compound, rg.Mesh)]
    chosen = draw.rng.integers(len(convex), size=draw.rng.integers(1, 4))
    return {"parts": [(draw.make(convex[k]), draw.rng.uniform(-0.2, 0.2, 3), draw.turn()) for k in chosen]}


def _interpolated(draw: Draw) -> dict[str, Any]:
    return {"times": draw.times(4), "forces": 5.0 * draw.rng.normal(size=(4, 3))}


def _weak_spring(draw: Draw) -> dict[str, Any]:
    """Return the function of a user force: a spring of 5 N/m to the origin, with its potential."""

    def wrench(_: float, motion: Any) -> Any:
        return (-5.0 * np.asarray(motion.position), (0.0, 0.0, 0.0))

    member = draw.bodies[draw.rng.integers(len(draw.bodies))]
    return {"members": (member,), "function": wrench}


def _on_sphere(draw: Draw) -> dict[str, Any]:
    """Return the function of a user constraint: the distance of two bodies, or to a point, stays."""
    first = _body(draw)
    far = np.array(first.position) + np.array([0.0, 0.0, 1.0])
    return {"a": first, "function": lambda t, a, b=None: float(np.linalg.norm(np.asarray(a.position) - far)) - 1.0}


def _serial(draw: Draw) -> dict[str, Any]:
    """Return the axes of a serial joint: slides, then hinges or a ball, at right angles to each other."""
    axes = list(draw.rng.permutation(3))
    moves = sorted(draw.rng.choice(["slide", "hinge"], size=draw.rng.integers(1, 4)), key=["slide", "hinge"].index)
    steps = [
        draw.make(rg.SerialAxis, moves=str(m), axis=tuple(np.eye(3)[k])) for m, k in zip(moves, axes, strict=False)
    ]
    return {"steps": tuple(steps)}


def _surface(draw: Draw) -> dict[str, Any]:
    """Return friction, now and then with a static one, which is no smaller."""
    sliding = float(draw.rng.uniform(0.0, 1.0))
    static = {"static_friction": sliding * float(draw.rng.uniform(1.0, 2.0))} if draw.rng.random() < OFTEN else {}
    return {"friction": sliding, "static_friction": None} | static


def _smooth(draw: Draw, columns: int, scale: float) -> Any:
    return np.cumsum(scale * draw.rng.normal(size=(4, columns)), axis=0)


#: Arguments of classes whose parameters depend on one another.
SPECIAL: dict[str, Callable[[Draw], dict[str, Any]]] = {
    "Mesh": _mesh,
    "Compound": _compound,
    "ConvexHull": lambda draw: {"points": draw.points(int(draw.rng.integers(4, 20)))},
    "InterpolatedForce": _interpolated,
    "UserForce": _weak_spring,
    "Serial": _serial,
    "Material": _surface,
    "Constraint": _on_sphere,
    "JointTrajectory": lambda draw: {"times": draw.times(4), "values": np.r_[0.0, _smooth(draw, 1, 0.2)[1:, 0]]},
}


def _body(draw: Draw) -> rg.Body:
    moving = [body for body in draw.bodies if body.dynamic] or draw.bodies
    return moving[draw.rng.integers(len(moving))]


def _path(draw: Draw) -> Any:
    return rg.Path(draw.times(4), np.array(draw.near) + np.vstack([np.zeros(3), _smooth(draw, 3, 0.2)[1:]]))


#: What makes a value of an annotation that is not a public class with a signature of its own.
MAKERS: dict[Any, Callable[[Draw], Any]] = {
    rg.Body: _body,
    rg.Shape: Draw.shape,
    Motion: _path,
    str: lambda draw: f"n{draw.rng.integers(10**9)}",
}
#: Kinds whose arguments are aircraft; `tests/trial_calls.py` tries those.
LEFT_OUT = {"Flight"}
JOINTS = kinds_of(Joint)
FORCES = [kind for kind in kinds_of(Force) if kind.__name__ not in LEFT_OUT]
