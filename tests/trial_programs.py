"""Random programs drawn from public signatures, and what they do wrong: a second way to look for faults.

A program builds a scene of things of moderate size, runs it in one of the engines and, every few steps, changes
something that can be changed. It is judged at every step, where its settings leave the physics to be judged:

- the energy, less the work of forces and motors, must not rise by more than 1 % of the energies at play;
- no joint may be open by more than 1 mm (1 mrad);
- no two bodies may overlap by more than 5 % of the smaller one for longer than a quarter of a second, unless they did
  when the program began or was changed.

What a warning or a note of the step has announced is counted apart, "told"; joints that were put right at the start
announce nothing. Joints that prescribed motions tear open are counted apart, "driven".
"""

import contextlib
import inspect
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from trial_signatures import FORCES, JOINTS, MAKERS, Draw

import rigida as rg
from rigida.scene.path import Motion

#: Simulated time of a program [s], and the length of a step where the settings drawn leave it.
DURATION, STEPS = 1.5, (1 / 240, 1 / 120, 1 / 60, 1 / 60, 1 / 30)
GAIN, OPEN, DEEP, LASTING = 0.01, 1e-3, 0.05, 0.25
#: Settings that reproduce a method with its errors, or leave contacts out: such programs only have to end well.
UNJUDGED = {"document", "penalty", "none", "explicit_euler", "semi_implicit_euler", "midpoint", "rk4", "moser_veselov"}
#: Settable properties that a program changes by a factor.
SCALED = ("mass", "friction", "restitution", "rolling_friction", "spinning_friction", "stiffness", "damping")


@dataclass
class Judge:
    """What a program does wrong, found step by step."""

    sim: rg.Simulation
    judged: bool
    driven: bool
    told: list[str]
    found: dict[str, float] = field(default_factory=dict)
    work: float = 0.0
    lowest: float = np.inf
    _low: float = np.inf
    _high: float = -np.inf
    _kinetic: float = 0.0
    _moved: float = 0.0
    _unknown: float = 0.0
    _deep: dict[tuple[int, int], float] = field(default_factory=dict)
    _placed: set[tuple[int, int]] | None = None
    _motors: dict[str, tuple[Any, Any]] = field(default_factory=dict)

    def begin(self) -> None:
        """Start to compare energies again: something was changed."""
        self.lowest, self._motors, self._unknown, self._placed = np.inf, self._read_motors(), 0.0, None

    def look(self) -> None:
        """Compare the present state with the last one."""
        state = self.sim.state
        if not np.isfinite(state.center).all() or not np.isfinite(state.angular_momentum).all():
            self._keep("not finite", np.inf)
        if not self.judged:
            return
        self._energy()
        for joint in self.sim.scene.joints:
            handle = self.sim.joint(str(joint.name))
            if not handle.broken and handle.error > OPEN:
                self._keep("driven joint open" if self.driven else "joint open", handle.error)
        self._overlaps()

    def _keep(self, what: str, value: float) -> None:
        what = f"{what}, told" if any("put right" not in message for message in self.told) else what
        self.found[what] = max(self.found.get(what, 0.0), value)

    def _read_motors(self) -> dict[str, tuple[Any, Any]]:
        """Return effort and coordinate of each motor."""
        names = [str(j.name) for j in self.sim.scene.joints if getattr(j, "motor", "none") != "none"]
        handles = [handle for handle in map(self.sim.joint, names) if not handle.broken]
        # Of several coordinates, one is the motor's.
        return {h.name: (np.ravel(h.position)[h._motor() - h._own_coordinates()[0]], h.motor_effort) for h in handles}

    def _add_motor_work(self) -> None:
        """Add the work of motors since the last step.

        Efforts are those of the step's end, of which no more is known than lies between what both ends would do; those
        of speed motors are means over the step in the realtime engine.
        """
        now, precise = self._read_motors(), isinstance(self.sim.settings, rg.Precise)
        speed = {str(j.name) for j in self.sim.scene.joints if getattr(j, "motor", "none") == "speed" and not precise}
        for name, (position, effort) in now.items():
            if name in self._motors:
                before, last = self._motors[name]
                half = 0.5 * (effort - last) * (position - before) if name not in speed else 0.0
                done = float(np.sum(effort * (position - before) - half))
                self.work += done
                self._moved += abs(done)
                self._unknown += float(np.abs(half).sum())
        self._motors = now

    def _energy(self) -> None:
        if self.driven:
            return
        self._add_motor_work()
        energy = self.sim.energy()
        frame = self.sim.frame()
        total = energy.total - self.work - float(frame.channels.get("work", (0.0, ""))[0])
        self.lowest = min(self.lowest, total)
        self._low, self._high = min(self._low, energy.potential), max(self._high, energy.potential)
        self._kinetic = max(self._kinetic, energy.kinetic)
        at_play = max(self._kinetic, self._high - self._low, self._moved)
        gain = total - self.lowest - self._unknown
        # Joints are closed to some 1e-11 m, over which their loads do work.
        if gain > GAIN * at_play and gain > 1e-9 * max(1.0, abs(energy.potential)):
            self._keep("energy", gain / at_play)

    def _overlaps(self) -> None:
        contacts = self.sim.contacts()
        now: dict[tuple[int, int], float] = {}
        deep: dict[tuple[int, int], float] = {}
        for a, b, depth in zip(contacts["body_a"], contacts["body_b"], -contacts["separation"], strict=True):
            if depth > DEEP * min(self._size(a), self._size(b)):
                pair = int(a), int(b)
                now[pair] = self._deep.get(pair, self.sim.time)
                deep[pair] = max(deep.get(pair, 0.0), float(depth / min(self._size(a), self._size(b))))
        self._placed = set(now) if self._placed is None else self._placed & set(now)
        for pair in set(now) - self._placed:
            if self.sim.time - now[pair] > LASTING:
                self._keep("overlap", deep[pair])
        self._deep = now

    def _size(self, row: int) -> float:
        """Return the shortest side of the box about a body's shape; endless for a half-space."""
        shape = self.sim.model.shapes[row]
        if shape is None or isinstance(shape, rg.HalfSpace):
            return np.inf
        return float(np.min(np.ptp(shape.bounds(), axis=0)))


def run_program(number: int, before_step: Callable[[], object] = lambda: None) -> str:
    """Run program `number` and return how it ended; `before_step` is called before everything that may take long.

    "ran"; the name of an error of rigida; "raw" and the place of any other error; or what was wrong and how far.
    """
    try:
        before_step()
        return _run(number, before_step)
    except rg.RigidaError as error:
        return type(error).__name__
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return f"raw {type(error).__name__} in {Path(frame.filename).name}:{frame.lineno} {error!s:.100}"


def make_scene(draw: Draw, joint_kinds: list[type]) -> rg.Scene:
    """Return a random scene: bodies apart from each other, most of them on joints, and forces."""
    rng = draw.rng
    scene = rg.Scene(gravity=tuple(rng.choice([0.0, 1.0]) * np.array([0, 0, -9.81])))
    if rng.random() < 0.6:
        scene.add_ground(friction=float(rng.uniform(0, 1)), restitution=float(rng.choice([0.0, 0.5, 1.0])))
    for k in range(rng.integers(1, 9)):
        draw.near = (0.9 * (k % 3), 0.9 * (k // 3), float(rng.uniform(0.6, 1.5)))
        draw.bodies.append(_body(scene, draw))
    for kinds, most in ((joint_kinds, len(draw.bodies)), (FORCES, 3)):
        for _ in range(rng.integers(0, most + 1)):
            draw.near = draw.bodies[rng.integers(len(draw.bodies))].position
            try:
                made = draw.make(kinds[rng.integers(len(kinds))])
                (scene.add_force if kinds is FORCES else scene.add_joint)(made)
            except rg.RigidaError:
                continue  # arguments that exclude each other
    return scene


def _body(scene: rg.Scene, draw: Draw) -> rg.Body:
    rng = draw.rng
    given: dict[str, Any] = {"material": draw.make(rg.Material), "position": draw.near, "orientation": draw.turn()}
    kind = rng.choice(["mass", "density", "path", "fixed"], p=[0.55, 0.35, 0.05, 0.05])
    if rng.random() < 0.5 and kind in ("mass", "density"):
        given |= {"velocity": rng.normal(size=3), "angular_velocity": 3.0 * rng.normal(size=3)}
    if kind == "path":
        del given["position"], given["orientation"]
        given["path"] = MAKERS[Motion](draw)
    else:
        given[kind] = {"mass": 10.0 ** rng.uniform(-1, 1), "density": rng.uniform(100, 5000), "fixed": True}[kind]
    return scene.add_body(draw.shape(), **given)


def make_settings(draw: Draw) -> rg.Realtime | rg.Precise:
    """Return random settings of an engine, most of them its defaults, with steps and tolerances as usual."""
    rng = draw.rng
    cls, dt = (rg.Precise if rng.random() < 0.2 else rg.Realtime), float(rng.choice(STEPS))
    given = draw.arguments(cls, {}) if rng.random() < 0.3 else {}
    usual = {"margin", "accuracy", "tolerance", "max_step", "min_step", "direct_limit", "direct_limit_in_motion"}
    given = {name: value for name, value in given.items() if name not in {*usual, "budget"}} | {
        "dt": dt,
        "start_tolerance": 20.0,
    }
    return cls(**given, **({"budget": 300} if cls is rg.Precise else {}))


def _run(number: int, before_step: Callable[[], object]) -> str:
    draw = Draw(np.random.default_rng([36, 2, number]), [])
    rng = draw.rng
    settings = make_settings(draw)
    # Compiled kernels of the realtime engine cannot call functions of Python.
    scene = make_scene(draw, [kind for kind in JOINTS if kind is not rg.Constraint or isinstance(settings, rg.Precise)])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sim = rg.Simulation(scene, settings)
        told: list[str] = []
        judge = Judge(sim, not UNJUDGED & set(vars(settings).values()), _is_driven(scene), told)
        judge.begin()
        while sim.time < DURATION:
            before_step()
            report = sim.step()
            told += report.notes + ["accuracy missed"] * (report.accuracy_missed > 0.0)
            told += [str(w.message) for w in caught if issubclass(w.category, rg.RigidaWarning)]
            caught.clear()
            judge.look()
            if rng.random() < 0.05:
                with contextlib.suppress(rg.RigidaError):
                    _change(sim, draw)
                judge.driven = judge.driven or _is_driven(sim.scene)
                judge.begin()
    return "; ".join(f"{what} {value:.2g}" for what, value in sorted(judge.found.items())) or "ran"


def _is_driven(scene: rg.Scene) -> bool:
    """Return whether prescribed motions or user forces do work that nobody counts."""
    moved = any(body.path is not None for body in scene.bodies)
    trajectories = any(
        getattr(j, "trajectory", None) is not None or getattr(j, "path", None) is not None for j in scene.joints
    )
    steps = any(a.motor != "none" for j in scene.joints for a in getattr(j, "steps", ()))
    return moved or trajectories or steps


def _change(sim: rg.Simulation, draw: Draw) -> None:
    """Change something, or ask for something, in a way that is drawn from what handles can set and methods take."""
    changes = [_set_property, _apply, _add_or_remove, _go_back, _ask]
    changes[draw.rng.integers(len(changes))](sim, draw)


def _set_property(sim: rg.Simulation, draw: Draw) -> None:
    """Set a property of a body or a joint: to a multiple of what it is, or to a value drawn near it."""
    rng = draw.rng
    members = [sim.body(b.name) for b in sim.scene.bodies] + [sim.joint(str(j.name)) for j in sim.scene.joints]
    handle = members[rng.integers(len(members))]
    names = [n for n, v in inspect.getmembers(type(handle)) if isinstance(v, property) and v.fset is not None]
    name = names[rng.integers(len(names))]
    old = getattr(handle, name)
    if name == "orientation":
        setattr(handle, name, draw.turn())
    elif name in SCALED or name == "inertia":
        setattr(handle, name, old * 10.0 ** rng.uniform(-0.5, 0.5))
    else:
        setattr(handle, name, old + 0.3 * (rng.normal(size=np.shape(old)) if np.shape(old) else float(rng.normal())))


def _apply(sim: rg.Simulation, draw: Draw) -> None:
    body, rng = _body_of(sim, draw), draw.rng
    method = getattr(body, str(rng.choice(["apply_force", "apply_torque", "apply_impulse"])))
    method(rng.normal(size=3))


def _body_of(sim: rg.Simulation, draw: Draw) -> Any:
    return sim.body(sim.scene.bodies[draw.rng.integers(len(sim.scene.bodies))].name)


def _add_or_remove(sim: rg.Simulation, draw: Draw) -> None:
    """Add a body well above the others, a joint or a force; or remove one of the members."""
    rng = draw.rng
    draw.bodies[:] = sim.scene.bodies
    draw.near = draw.bodies[rng.integers(len(draw.bodies))].position
    what = rng.integers(4)
    if what == 0:
        sim.add_body(draw.shape(), position=(*rng.uniform(-1, 2, 2), 4.0), material=draw.make(rg.Material))
    elif what == 1:
        sim.add_joint(draw.make(JOINTS[rng.integers(len(JOINTS))]))
    elif what == 2:
        sim.add_force(draw.make(FORCES[rng.integers(len(FORCES))]))
    else:
        members = [*sim.scene.bodies, *sim.scene.joints]
        sim.remove(members[rng.integers(len(members))])


def _go_back(sim: rg.Simulation, _: Draw) -> None:
    """Step, go back and step again: the bits must be the same."""
    kept = sim.snapshot()
    sim.step()
    there = sim.state_hash()
    sim.restore(kept)
    sim.step()
    if sim.state_hash() != there:
        raise AssertionError("other bits after restore")


def _ask(sim: rg.Simulation, draw: Draw) -> None:
    """Call something that only reads."""
    rng = draw.rng
    calls: list[Callable[[], object]] = [
        sim.contact_forces,
        sim.momentum,
        sim.channels,
        sim.frame,
        sim.linearize,
        sim.inverse_dynamics,
        lambda: sim.raycast(rng.normal(size=3), draw.direction()),
        lambda: list(sim.events),
        lambda: sim.run(3 * sim.settings.dt, contacts=True).energy_account.text(),
        lambda: repr(sim),
        lambda: sim.joints.mass_matrix,
    ]
    calls[rng.integers(len(calls))]()
