"""The base of environments: a scene that is simulated in ticks, acted on through its actuators and judged by a task."""

import math
from typing import Any, Self

import gymnasium
import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.batch import realtime
from rigida.errors import DivergedError, ModelError, UsageError
from rigida.fields import Rule, real_number, shown, whole_number
from rigida.realtime.settings import Realtime
from rigida.scene.actuator import Actuator, Range
from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene
from rigida.simulation import Simulation

Info = dict[str, Any]
#: Of one world a number, of many an array (n,).
Reward = float | FloatArray
Ended = bool | np.bool_ | NDArray[np.bool_]
_PICTURE = (480, 360)


class Environment(gymnasium.Env[FloatArray, FloatArray]):
    """A task on a scene. Subclasses define the start of an episode, the observation and the reward of a tick.

    Args:
        scene: What is simulated.
        dt: Step of the simulation [s].
        steps: Steps of the simulation in one tick.
        seconds: Simulated time after which an episode is cut off [s], math.inf for never.
        engine: As for `Simulation`; by default the realtime engine with whole steps, as worlds of a batch take them.
        render_mode: "rgb_array" for pictures by `render()`, or None.
    """

    #: Whether `observe`, `judge` and `act` also take arrays with many worlds along their first axis, so that
    #: `VectorEnvironment` can run them: they index the last axis, as in `self.qpos[..., 0]`.
    over_worlds = False
    #: Names of attributes (k,) that `begin` sets and later ticks read; they are kept world by world.
    memory: tuple[str, ...] = ()

    _made: tuple[tuple[Any, ...], dict[str, Any]] = (), {}

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 50}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        scene: Scene,
        *,
        dt: float,
        steps: int = 1,
        seconds: float = 10.0,
        engine: str | EngineSettings | None = None,
        render_mode: str | None = None,
    ) -> None:
        real_number("Environment", "dt", dt, Rule("s", above=0.0))
        whole_number("Environment", "steps", steps, Rule(at_least=1))
        self.metadata = {**self.metadata, "render_fps": round(1.0 / (dt * steps))}
        if not (render_mode is None or (isinstance(render_mode, str) and render_mode == "rgb_array")):
            raise ModelError(f"Environment: render_mode must be 'rgb_array' or None, got {shown(render_mode)}.")
        self.render_mode = render_mode
        self.simulation = Simulation(scene, engine, dt=dt)
        if engine is None and isinstance(self.simulation.settings, Realtime):
            realtime(self.simulation)
        self.steps = steps
        endless = isinstance(seconds, float) and math.isinf(seconds)
        self.seconds = seconds if endless else real_number("Environment", "seconds", seconds, Rule("s", above=0.0))
        self._start = self.simulation.snapshot()
        #: Information of a task beside the reward; `begin` and `judge` may fill it.
        self.info: Info = {}
        self.prepare()
        self.action_space = self.actions()
        self.seen = self.observe()
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, self.seen.shape, dtype=np.float64)

    def __new__(cls, *args: Any, **keys: Any) -> Self:
        """Store the arguments, from which copies of the environment are made in other processes."""
        made = super().__new__(cls)
        made._made = args, keys
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the constructor and state for pickling."""
        state = self.simulation.snapshot(), self._np_random, self._np_random_seed
        return _remade, (type(self), *self._made, state)

    # What a task says.

    def prepare(self) -> None:
        """Prepare the task's data from `self.simulation`, once, before the spaces are defined."""

    def begin(self) -> None:
        """Change the start of an episode by `self.np_random`; the scene is as described."""

    def observe(self) -> FloatArray:
        """Return the observation (..., k)."""
        return np.concatenate(self.simulation.joints.motion(), axis=-1)

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        """Return the reward of the tick that an action led to, and whether the episode has failed or succeeded.

        `self.seen` is what is seen after it.
        """
        raise UsageError(f"{type(self).__name__}: a task must define judge(action), its reward and when it ends.")

    def actions(self) -> gymnasium.Space[Any]:
        """Return the space of actions: the controls of all actuators within their ranges."""
        ranges = [self.control_range(actuator) for actuator in self.simulation.model.actuators]
        if not ranges or None in ranges:
            raise ModelError("Environment: every actuator needs a control_range, and there must be one at least.")
        low, high = np.array(ranges).T
        return gymnasium.spaces.Box(low, high, dtype=np.float64)

    def control_range(self, actuator: Actuator) -> Range | None:
        """Return the range of an actuator's control, None if it has none."""
        return actuator.control_range

    def act(self, action: FloatArray) -> None:
        """Set the controls of the actuators for an action."""
        self.simulation.controls = action

    # What Gymnasium asks for.

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[FloatArray, Info]:
        """Start an episode; return the observation."""
        super().reset(seed=seed)
        self.simulation.restore(self._start)
        self.info = {}
        self.begin()
        self.seen = self.observe()
        return self.seen, self.info

    def step(self, action: FloatArray) -> tuple[FloatArray, float, bool, bool, Info]:
        """Apply an action for one tick; return observation, reward, terminated and truncated.

        An episode whose simulation diverges is over, without a reward: `info["diverged"]` says why.
        """
        given = self._numbers(action)
        if "diverged" in self.info:
            return self.seen, 0.0, True, False, self.info
        self.act(given)
        self.info = {}
        try:
            for _ in range(self.steps):
                self.simulation.step()
        except DivergedError as error:
            self.info["diverged"] = str(error)
            return self.seen, 0.0, True, False, self.info
        self.seen = self.observe()
        reward, over = self.judge(action)
        late = self.simulation.time >= self.seconds - 1e-9
        return self.seen, float(reward), bool(over), bool(late), self.info

    def _numbers(self, action: Any) -> FloatArray:
        try:
            numbers = np.asarray(action, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            numbers = None
        shape = self.action_space.shape
        if numbers is None or (shape is not None and numbers.shape != shape):
            raise UsageError(f"{type(self).__name__}: an action is numbers of the shape {shape}, got {shown(action)}.")
        return numbers

    def render(self) -> NDArray[np.uint8] | None:
        """Return a picture of the present state (height, width, 3)."""
        if self.render_mode is None:
            return None
        from rigida.render.still import still
        from rigida.render.style import Style

        return np.asarray(still(self.simulation, style=Style(width=_PICTURE[0], height=_PICTURE[1])))


def _remade(cls: type[Environment], args: tuple[Any, ...], keys: Info, state: tuple[Any, Any, Any]) -> Environment:
    """Return an environment made again in a state that it was in."""
    made = cls(*args, **keys)
    snapshot, made._np_random, made._np_random_seed = state
    made.simulation.restore(snapshot)
    made.seen = made.observe()
    return made
