"""Many copies of a scene that are simulated together: every stage of a step is one call over all of them.

Copies are worlds of one engine that do not meet. Each moves, to the bit, as a simulation of the scene alone does whose
steps are not divided; threads share the worlds, each with an engine of its own. Arrays have the worlds along their
first axis.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.attributes import KnownAttributes
from rigida.dynamics.state import State
from rigida.errors import SceneError, UsageError
from rigida.fields import Rule, shown, whole_number
from rigida.handles.sensor_arrays import SensorArrays
from rigida.realtime.copies import CopyLoader, constants_of
from rigida.realtime.engine import RealtimeEngine
from rigida.realtime.settings import Realtime
from rigida.realtime.threads import MOST_THREADS, thread_count
from rigida.scene.copies import sensors_of_copies, with_copies
from rigida.scene.engine import EngineSettings
from rigida.scene.pose import Pose
from rigida.scene.scene import Scene
from rigida.simulation import Simulation, chosen_settings

Worlds = Sequence[int] | IntArray | NDArray[np.bool_]
Prepare = Callable[[Simulation, np.random.Generator], Simulation | None]


@cache
def _pool() -> ThreadPoolExecutor:
    """Return the threads that all batches of the process share; they start as they are needed."""
    return ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="rigida")


# A forked process has the pool but not its threads.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


def realtime(simulation: Simulation) -> RealtimeEngine:
    """Return the engine of a simulation of the realtime one; from now on its steps are whole."""
    engine = cast(RealtimeEngine, simulation.engine)
    engine.divides_steps = False
    return engine


class Share:
    """Worlds that one thread simulates: copies of a scene in one engine, from world number `first` on."""

    def __init__(self, scene: Scene, settings: Realtime, source: RealtimeEngine, first: int, count: int) -> None:
        self.first, self.count = first, count
        self.simulation = Simulation(with_copies(scene, count), settings)
        self.engine = realtime(self.simulation)
        self.loader = CopyLoader(self.engine, source)

    def own(self, worlds: IntArray) -> IntArray:
        """Return the numbers within the share of those of these worlds that are in it."""
        inside = worlds[(worlds >= self.first) & (worlds < self.first + self.count)]
        return np.asarray(inside - self.first)

    def step(self, count: int) -> None:
        """Advance by `count` steps."""
        engine = self.engine
        for _ in range(count):
            engine.advance(engine.state.time + engine.settings.dt)


class Batch(KnownAttributes):
    """`count` copies of a scene in the realtime engine.

    Args:
        scene: What each world is a copy of. Nothing in it may depend on the time (paths, trajectories, timed forces):
            worlds are reset one by one.
        count: How many worlds.
        engine: "realtime" or its settings; sleeping is switched off.
        dt: Time that one step advances [s]; overrides that of the settings.
        threads: Threads that share the worlds; the result is the same to the bit. Default that of the settings.
        seed: Of the random numbers that `reset` hands to `prepare`; each world has its own.
    """

    own = ("count", "single", "random")

    def __init__(
        self,
        scene: Scene,
        count: int,
        engine: str | EngineSettings | None = None,
        *,
        dt: float | None = None,
        threads: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.count = whole_number("Batch", "count", count, Rule(at_least=1))
        if not isinstance(scene, Scene):
            raise UsageError(f"Batch expects a rigida Scene, got {shown(scene)}. Load a file with rg.load(path).")
        settings = chosen_settings(scene, engine)
        if not isinstance(settings, Realtime) or settings.method != "islands":
            raise UsageError(f"Batch: worlds are simulated by the realtime engine, got {shown(settings)}.")
        settings = replace(settings, sleeping=False, dt=settings.dt if dt is None else dt)
        threads = settings.threads if threads is None else whole_number("Batch", "threads", threads, Rule(at_least=0))
        threads, settings = thread_count(threads), replace(settings, threads=1)
        #: One world alone: what `reset` prepares, and worlds then go on as.
        self.single = Simulation(scene, settings)
        _refuse_time(self.single)
        source = self._source = realtime(self.single)
        bounds = [self.count * i // threads for i in range(threads + 1)]
        settings = replace(settings, on_divergence="quarantine")
        self._shares = [
            Share(scene, settings, source, first, last - first) for first, last in pairwise(bounds) if last > first
        ]
        self._start, self._varied = self.single.snapshot(), np.zeros(self.count, dtype=bool)
        self._described = [array.copy() for array in constants_of(source)]
        self._steps = np.zeros(self.count, dtype=np.int64)
        self._sensors: list[SensorArrays] | None = None
        self.seed(seed)
        self.reset()

    def __repr__(self) -> str:
        return f"<Batch: {self.count} worlds of {len(self.single.scene.bodies)} bodies>"

    @property
    def dt(self) -> float:
        """Time that one step advances [s]."""
        return self.single.settings.dt

    @property
    def time(self) -> FloatArray:
        """Simulated time of each world since it was reset (n,) [s]."""
        return np.asarray(self._steps * self.dt, dtype=np.float64)

    def seed(self, seed: int | None) -> None:
        """Seed the random numbers of all worlds with `seed`; each world's are independent of the number of worlds."""
        children = np.random.SeedSequence(seed).spawn(self.count)
        self.random = [np.random.default_rng(child) for child in children]

    def reset(
        self,
        worlds: Worlds | None = None,
        pose: Pose | str | Mapping[str, Any] | None = None,
        prepare: Prepare | None = None,
    ) -> None:
        """Reset worlds to the start.

        Args:
            worlds: Numbers of the worlds, or a mask (n,); default all.
            pose: Where they begin, as for `Simulation.take_pose`; default as the scene says.
            prepare: Called for every world with a simulation of the scene at its start and the world's random
                numbers. What it changes in it (poses, masses, friction, gains) the world has; it may also return
                another simulation, of a scene that differs in numbers only.
        """
        chosen = self._chosen(worlds)
        if prepare is None:
            self._begin(pose)
            self.load(chosen, self.single)
            return
        for world in chosen.tolist():
            self._begin(pose)
            given = prepare(self.single, self.random[world])
            self.load([world], self.single if given is None else given)

    def _begin(self, pose: Pose | str | Mapping[str, Any] | None) -> None:
        """Reset the single world to the scene's start and constants."""
        self.single.restore(self._start)
        changed = False
        for array, described in zip(constants_of(self._source), self._described, strict=True):
            if not np.array_equal(array, described):
                array[:], changed = described, True
        if changed:
            self._source.constants_changed()
            self.single.restore(self._start)
        if pose is not None:
            self.single.take_pose(pose)

    def load(self, worlds: Worlds, simulation: Simulation) -> None:
        """Copy the state of a `simulation` into `worlds`; its scene may differ from the batch's in numbers only."""
        if not isinstance(simulation, Simulation) or not isinstance(simulation.settings, Realtime):
            raise UsageError(f"load expects a simulation of the realtime engine, got {shown(simulation)}.")
        chosen, source = self._chosen(worlds), cast(RealtimeEngine, simulation.engine)
        source.settle()
        source.world.renew()
        varied = not all(map(np.array_equal, constants_of(source), self._described))
        for share in self._shares:
            share.loader.load(share.own(chosen), source, bool(varied or self._varied[chosen].any()))
        self._varied[chosen] = varied
        self._steps[chosen] = 0

    def place(self, worlds: Worlds, states: Sequence[State]) -> None:
        """Set the states of worlds, for example to displaced copies of `single.state`.

        What they remember of their last step, for example impulses, stays.

        Args:
            worlds: Numbers of the worlds, or a mask (n,).
            states: One for each of them.
        """
        chosen = self._chosen(worlds)
        if len(states) != len(chosen):
            raise UsageError(f"place: {len(chosen)} worlds need as many states, got {len(states)}.")
        for share in self._shares:
            inside = (chosen >= share.first) & (chosen < share.first + share.count)
            rows = share.loader.bodies[share.own(chosen)].ravel()
            given = [state.arrays() for state, chosen in zip(states, inside, strict=True) if chosen]
            if given:
                for array, parts in zip(share.engine.state.arrays(), zip(*given, strict=True), strict=True):
                    array[rows] = np.concatenate(parts)

    def _chosen(self, worlds: Worlds | None) -> IntArray:
        """Return the numbers of worlds that are given by number or by a mask."""
        if worlds is None:
            return np.arange(self.count, dtype=np.int32)
        given = np.asarray(worlds)
        if given.dtype == bool and given.shape == (self.count,):
            return np.flatnonzero(given).astype(np.int32)
        if given.ndim != 1 or (not np.issubdtype(given.dtype, np.integer) and given.size):
            raise UsageError(f"Batch: worlds are numbers or a mask ({self.count},), got {shown(worlds)}.")
        if given.size and not (given.min() >= 0 and given.max() < self.count):
            raise UsageError(f"Batch: worlds are numbered from 0 to {self.count - 1}, got {shown(worlds)}.")
        return given.astype(np.int32)

    def step(self, count: int = 1) -> None:
        """Advance all worlds by `count` steps of dt."""
        others = [_pool().submit(share.step, count) for share in self._shares[1:]]
        self._shares[0].step(count)
        for other in others:
            other.result()
        self._steps += count

    @property
    def diverged(self) -> NDArray[np.bool_]:
        """Worlds (n,) with a body that diverged; the body is stopped until the world is reset."""
        found = np.zeros(self.count, dtype=bool)
        for share in self._shares:
            found[[share.first + int(name.split("/", 1)[0]) for name in share.engine.quarantined]] = True
        return found

    @property
    def controls(self) -> FloatArray:
        """Controls of the actuators (n, k); assign an array of that shape, or one that is broadcast to it."""
        return self._of_worlds([share.simulation.controls for share in self._shares])

    @controls.setter
    def controls(self, values: Any) -> None:
        shape = self.count, len(self.single.model.actuators)
        try:
            given = np.broadcast_to(np.asarray(values, dtype=np.float64), shape)
        except (TypeError, ValueError):
            raise UsageError(f"controls must be numbers of the shape {shape}, got {shown(values)}.") from None
        for share in self._shares:
            share.simulation.controls = given[share.first : share.first + share.count].reshape(-1)

    def joint_motion(self) -> tuple[FloatArray, FloatArray]:
        """Return the coordinates of joints (n, k) and their rates, in the order of `single.joints.names`."""
        if self._source.joints is None:
            return np.zeros((self.count, 0)), np.zeros((self.count, 0))
        values, rates = zip(*(share.simulation.joints.motion() for share in self._shares), strict=True)
        return self._of_worlds(values), self._of_worlds(rates)

    def joint_efforts(self) -> FloatArray:
        """Return the efforts of motors and actuators along the coordinates of joints (n, k) [N or N m]."""
        return self._of_worlds([share.simulation.joints.effort for share in self._shares])

    @property
    def position(self) -> FloatArray:
        """Positions of the bodies' origins (n, bodies, 3), world [m]."""
        return self._of_bodies(share.engine.state.position for share in self._shares)

    @property
    def orientation(self) -> FloatArray:
        """Quaternions (w, x, y, z) of bodies (n, bodies, 4)."""
        return self._of_bodies(share.engine.state.orientation for share in self._shares)

    @property
    def center(self) -> FloatArray:
        """Positions of the centers of mass (n, bodies, 3), world [m]."""
        return self._of_bodies(share.engine.state.center for share in self._shares)

    @property
    def velocity(self) -> FloatArray:
        """Velocities of centers of mass (n, bodies, 3), world [m/s]."""
        return self._of_bodies(share.engine.state.velocity for share in self._shares)

    @property
    def angular_velocity(self) -> FloatArray:
        """Angular velocities (n, bodies, 3), world [rad/s]."""
        return self._of_bodies(share.engine.state.angular_velocity for share in self._shares)

    def contact_forces(self) -> FloatArray:
        """Return contact forces on bodies: force, and torque about the center of mass (n, bodies, 6) [N, N m]."""
        return self._of_bodies(share.simulation.contact_forces() for share in self._shares)

    def sensors(self) -> FloatArray:
        """Return the readings of all sensors (n, k), in the order of `single.sensors.names`."""
        if self._sensors is None:
            self._sensors = [
                SensorArrays(
                    share.engine,
                    sensors_of_copies(self.single.scene, share.simulation.scene),
                    share.simulation.joints,
                )
                for share in self._shares
            ]
        return self._of_worlds([sensors.read() for sensors in self._sensors])

    def state_hash(self, world: int) -> str:
        """Return a digest of the exact state of world `world`, equal to that of a simulation in the same state."""
        number, state = self._chosen([world]), self.single.state.copy()
        for share in self._shares:
            for own in share.own(number):
                for target, source in zip(state.arrays(), share.engine.state.arrays(), strict=True):
                    target[:] = source[share.loader.bodies[own]]
        state.time = float(self.time[world])
        return state.hash()

    def _of_worlds(self, rows: Sequence[FloatArray]) -> FloatArray:
        """Return arrays (worlds, k) of all shares together."""
        return np.concatenate(rows).reshape(self.count, -1)

    def _of_bodies(self, rows: Iterable[FloatArray]) -> FloatArray:
        """Return arrays (worlds, bodies, k) of all shares together."""
        found = np.concatenate(list(rows))
        return found.reshape(self.count, -1, found.shape[-1])


def _refuse_time(simulation: Simulation) -> None:
    """Refuse a scene in which something depends on the time."""
    model, joints = simulation.model, simulation.engine.joints
    causes = [f"body '{model.names[row]}' follows a path" for row, _ in model.paths]
    if joints is not None:
        causes += [f"{joints.label(joint)} follows a trajectory" for _, joint in joints.driven]
        causes += ["a joint is carried by a prescribed motion" for _ in joints.frames.carriers]
    causes += ["an impulse is given at a time"] * bool(model.impulses)
    causes += ["a force changes at a time"] * bool(model.break_times or len(model.force_table.sample))
    if causes:
        raise SceneError(f"Batch: worlds are reset one by one and have no common time, but {causes[0]}. Remove it.")
