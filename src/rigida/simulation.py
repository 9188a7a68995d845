"""The simulation: a scene, an engine, the time, and access to the running state."""

import math
import time as clock
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.attributes import KnownAttributes
from rigida.dynamics.compile import place_at_start, started_actuators, started_rows
from rigida.dynamics.contact_event import ContactEvent
from rigida.dynamics.energy import Energy, Momentum, kinetic_energy, momentum
from rigida.dynamics.engine import Engine
from rigida.dynamics.model import Model
from rigida.dynamics.population import with_gravity
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State, first_non_finite
from rigida.errors import RigidaError, RigidaWarning, UsageError
from rigida.fields import Rule, Vec3, flag, real_number, shown, vec3, vector, whole_number
from rigida.geometry.shape import Shape
from rigida.handles.body_handle import BodyHandle
from rigida.math.quaternion import conjugate_array, multiply_array, rotate_array
from rigida.members import Members, MembersSnapshot
from rigida.scene.body import Body, World
from rigida.scene.engine import ENGINES, EngineSettings
from rigida.scene.force import Force
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene
from rigida.shown import counted

if TYPE_CHECKING:
    from rigida.constraints.joint_set import JointSet
    from rigida.constraints.reach import PoseSolution, Reach
    from rigida.constraints.reduced.inverse_dynamics import InverseDynamics
    from rigida.frames import Frames
    from rigida.handles.actuator_handle import ActuatorHandle
    from rigida.handles.joint_arrays import JointArrays
    from rigida.handles.joint_handle import JointHandle
    from rigida.handles.linear_model import Input, LinearModel, Output
    from rigida.handles.sensor_arrays import SensorArrays
    from rigida.handles.thrust_controls import ThrustControls
    from rigida.recording.frame import Frame
    from rigida.recording.recording import Recording
    from rigida.render.camera_sensor import CameraSensor
    from rigida.render.style import Style
    from rigida.scene.body_camera import BodyCamera
    from rigida.scene.pose import Pose
    from rigida.viewer.viewer import Viewer

DEFAULT_ENGINE = "realtime"
#: Viewers that follow a simulation look at it no more often than this [s].
_SHOW_INTERVAL = 1.0 / 60.0
#: Longer runs are refused: their times alone would fill the memory.
MOST_FRAMES = 100_000_000


@dataclass(frozen=True, eq=False)
class SceneHit:
    """First intersection of a ray: the body's name, distance [m], point (3,) and outward unit normal (3,)."""

    body: str
    distance: float
    point: FloatArray
    normal: FloatArray


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything that determines the rest of a run.

    The engine's structure, what the scene began with, who takes part now, and the engine's content.
    """

    engine: tuple[str, ...]
    parts: tuple[Any, ...]
    members: MembersSnapshot
    content: Any


class Simulation(KnownAttributes):
    """Runs a scene.

    Args:
        scene: What to run; later changes of it have no effect on this simulation.
        engine: "realtime", "precise", settings such as `rg.Precise(tolerance=1e-12)`, or None for the scene's own
            choice, "realtime" where it has none.
        dt: Time that one `step()` advances [s]; overrides that of the settings.
    """

    own = "settings", "engine"

    def __init__(self, scene: Scene, engine: str | EngineSettings | None = None, dt: float | None = None) -> None:
        if not isinstance(scene, Scene):
            raise UsageError(f"Simulation expects a rigida Scene, got {shown(scene)}. Load a file with rg.load(path).")
        settings = chosen_settings(scene, engine)
        if dt is not None:
            settings = replace(settings, dt=dt)
        self._members = Members(scene)
        self.settings = settings
        self.engine: Engine = settings.make_engine(scene)
        self._gravity_seen: Vec3 | None = None
        self._thrusts.start()
        self._watchers: list[Viewer] = []
        self._next_show = 0.0

    def __repr__(self) -> str:
        bodies = counted(len(self.scene.bodies), "body", "bodies")
        title = f" {self.scene.title!r}" if self.scene.title else ""
        return f"<Simulation{title}: {bodies}, {self.settings.kind} engine, t = {self.time:g} s>"

    @property
    def scene(self) -> Scene:
        """The simulated scene: the one given, or a copy once bodies or joints were added or removed."""
        return self._members.scene

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return float(self.engine.state.time)

    @property
    def state(self) -> State:
        """The moving arrays of all bodies, in the order of the scene, until some are removed (see `remove`)."""
        return self.engine.state

    @property
    def model(self) -> Model:
        """The constant arrays of all bodies."""
        return self.engine.model

    def body(self, name: str) -> BodyHandle:
        """Return a handle on the body called `name`, to read and set its motion.

        The name of a site, or of a link that is welded to the one that carries it, gives a handle on its frame.
        """
        if isinstance(name, str) and name in self.scene.sites and name not in self.model.names:
            from rigida.handles.link_handle import LinkHandle

            return LinkHandle(self.engine, name, self.scene.sites[name])
        return BodyHandle(self.engine, self.model.index(name))

    def joint(self, name: str) -> "JointHandle":
        """Return a handle on the joint called `name`, to read its reaction and coordinates and to set its motor.

        The name of one coordinate of a serial joint gives a handle on that coordinate.
        """
        from rigida.handles.joint_handle import JointHandle

        return JointHandle(self.engine, *self.model.coordinate_place(name))

    def actuator(self, name: str) -> "ActuatorHandle":
        """Return a handle on the actuator called `name`, to set its control and read its force."""
        from rigida.handles.actuator_handle import ActuatorHandle

        return ActuatorHandle(self.engine, self.model.actuator_index(name))

    def add_body(self, shape: Shape | None = None, **described: Any) -> Body:
        """Add a body now and return it; it is described as in `Scene.add_body`.

        In the realtime engine it costs the same however many bodies there are, if its shape is convex, or a compound
        of convex ones; the engine allocates rows as needed. The precise engine is set up again.

        Args:
            shape: Geometry of the body.
            described: Further arguments of `Scene.add_body`.
        """
        self.engine.settle()
        added = self._members.add_body(self.engine, {"shape": shape, **described})
        self._forget_arrays()
        return added

    def add_joint(self, joint: Joint) -> Joint:
        """Add a joint and return it, named; anchors and axes are world coordinates at the present time [m].

        Args:
            joint: The joint to add.
        """
        self.engine.settle()
        added = self._members.add_joint(self.engine, joint)
        self._forget_arrays()
        return added

    def add_force(self, force: Force) -> Force:
        """Add a force element and return it, named; anchors are world coordinates at the present time [m].

        It acts until `remove`. For a push of a step or a duration see `body(name).apply_force`.

        Args:
            force: The force to add.
        """
        return self._members.add_force(self.engine, force)

    @property
    def gravity(self) -> FloatArray:
        """Gravity (3,) [m/s²]; assign to change it from now on."""
        return self.model.gravity.copy()

    @gravity.setter
    def gravity(self, value: Any) -> None:
        x, y, z = vector("Simulation", "gravity", value, Rule("m/s²"))
        self._members.set_gravity(self.engine, (x, y, z))
        self.engine.remodel(with_gravity(self.state, np.array([x, y, z])))

    def remove(self, *members: Body | Joint | Force | str) -> None:
        """Remove bodies, with the joints on them, joints or forces now, given as themselves or by name.

        Rows of `state` and `model` that they leave are vacant, without a name, until added bodies take them; `frame`
        and recordings have those bodies only that are there.

        Args:
            members: Bodies, joints and forces, or their names.
        """
        self.engine.settle()
        self._members.remove(self.engine, members)
        self._forget_arrays()

    def _forget_arrays(self) -> None:
        """Mark arrays of joints and sensors as outdated."""
        self.__dict__.pop("joints", None)
        self.__dict__.pop("sensors", None)
        self.__dict__.pop("_thrusts", None)
        self.__dict__.pop("_twin", None)

    @cached_property
    def _twin(self) -> "Simulation":
        """The same scene without contacts, for derivatives."""
        from rigida.precise.settings import Precise

        return Simulation(self.scene, Precise(contact="none"))

    @cached_property
    def _thrusts(self) -> "ThrustControls":
        from rigida.handles.thrust_controls import ThrustControls

        return ThrustControls(self.engine)

    @cached_property
    def joints(self) -> "JointArrays":
        """The coordinates of all joints as arrays, and mass matrix, bias and Jacobians in them."""
        from rigida.handles.joint_arrays import JointArrays

        return JointArrays(self.engine, self.scene)

    @cached_property
    def sensors(self) -> "SensorArrays":
        """The sensors of the scene: `sim.sensors["imu"]`, or all of them by `sim.sensors.read()`."""
        from rigida.handles.sensor_arrays import SensorArrays

        return SensorArrays(self.engine, self.scene, self.joints)

    @property
    def controls(self) -> FloatArray:
        """Controls of all actuators (k,), in the order of the scene; assign an array to change them."""
        control = self._thrusts.fill(self._joints().coordinates.actuators.control)
        control.flags.writeable = False
        return control

    @controls.setter
    def controls(self, values: Any) -> None:
        count = len(self.model.actuators)
        try:
            given = np.asarray(values, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            given = np.array(math.nan)
        if given.shape != (count,) or not np.isfinite(given).all():
            raise UsageError(f"controls must be {count} finite numbers, one per actuator, got {shown(values)}.")
        actuators = self._joints().coordinates.actuators
        actuators.set_controls(given[: len(actuators.control)])
        self._thrusts.set_all(given)
        self.engine.targets_changed()

    def take_pose(self, pose: "Pose | str | Mapping[str, Any]") -> None:
        """Set a pose, with its rates and controls, otherwise at rest; the time is kept.

        Args:
            pose: One of the scene's poses by name, such as a robot's keyframe; an `rg.Pose`; or values of joints by
                name. What it does not name is as the scene describes it.
        """
        if self._members.rows is not None:
            raise UsageError("take_pose: bodies or joints have come or gone, and poses are of the scene as it was.")
        scene = copy(self.scene)
        scene.take_pose(pose)
        kept = self.engine.snapshot()
        place_at_start(scene, self.state)
        self.engine.restart()
        try:
            self.engine.settle()
        except RigidaError:
            self.engine.restore(kept)
            raise
        joints = self.engine.joints
        if joints is not None:
            described = ((self.model.joints[j], self.model.joint_rows[j]) for j in joints.alive)
            started = (started_rows(joint, rows, scene.start) for joint, rows in described)
            joints.coordinates.parts.target[:, 0] = [c.reference for rows in started for c in rows.coordinates]
        if self.model.actuators:
            self.controls = [actuator.control for actuator in started_actuators(scene)]

    def contact_forces(self) -> FloatArray:
        """Return the contact wrench on each body: force, and torque about its center of mass (n, 6), world [N, N m].

        Over the last step.
        """
        from rigida.handles.sensor_forces import contact_wrenches

        return contact_wrenches(self.engine)

    def step(self) -> StepReport:
        """Advance by one dt."""
        self._check_scene()
        report = self.engine.advance(self.time + self.settings.dt)
        if self._watchers:
            self._show()
        return report

    def _check_scene(self) -> None:
        """Warn if the gravity of the scene was set instead of that of the simulation."""
        gravity = self.scene.gravity
        if gravity is self._gravity_seen:
            return
        self._gravity_seen = gravity
        if gravity != tuple(self.model.gravity):
            warnings.warn(
                f"The gravity of the scene was set to {self.scene.gravity} after the simulation was made, which "
                "does not change it. Set sim.gravity.",
                RigidaWarning,
                stacklevel=3,
            )

    def _show(self) -> None:
        """Send the present state to viewers that follow, at display rate."""
        now = clock.perf_counter()
        if now >= self._next_show:
            self._next_show = now + _SHOW_INTERVAL
            for viewer in self._watchers:
                viewer.watch()

    def run(
        self,
        duration: float,
        fps: float = 60.0,
        *,
        contacts: bool = False,
        progress: Callable[[float], None] | None = None,
        control: "Callable[[Simulation], None] | None" = None,
        keep_on_interrupt: bool = False,
        journal: str | Path | None = None,
    ) -> "Recording":
        """Run for `duration` seconds and return a Recording with `fps` frames per simulated second.

        Frames lie at exact multiples of 1/fps from now, the present state included.

        Args:
            contacts: Keep the contacts of every frame too; a large pile has thousands of them.
            progress: Called with the simulated time after every frame; by the precise engine, within long steps too.
            control: Called with this simulation before every dt, to set motors and controls by what it reads.
            keep_on_interrupt: On Ctrl-C return what was recorded (marked `interrupted`) instead of raising.
            journal: A file (.frames) that takes every frame at once, in place of the memory. It stays, and
                `Recording.load` reads it, however the process ends.
        """
        self._check_scene()
        duration = real_number("run", "duration", duration, Rule("s", at_least=0.0))
        fps = real_number("run", "fps", fps, Rule("1/s", above=0.0))
        contacts = flag("run", "contacts", contacts)
        keep_on_interrupt = flag("run", "keep_on_interrupt", keep_on_interrupt)
        if progress is not None and not callable(progress):
            raise UsageError(f"run: progress must be a function of the simulated time, got {shown(progress)}.")
        if control is not None and not callable(control):
            raise UsageError(f"run: control must be a function of the simulation, got {shown(control)}.")
        if duration * fps > MOST_FRAMES:
            raise UsageError(
                f"run: {duration:g} s at {fps:g} frames per second make {duration * fps:.3g} frames, and at most "
                f"{MOST_FRAMES} can be kept. Lower fps, or run for a shorter time."
            )
        from rigida.recorded_run import Callbacks, Plan, RecordedRun

        calls = Callbacks(
            control=None if control is None else lambda: control(self),
            shown=self._show,
            progress=progress,
        )
        plan = Plan(duration, fps, contacts, keep_on_interrupt, journal)
        return RecordedRun(self._frames(control is not None), plan, calls).go()

    def energy(self) -> Energy:
        """Return kinetic and potential energy now [J]."""
        return self._energy(self.state)

    def momentum(self) -> Momentum:
        """Return linear and angular momentum now, angular about the world's origin."""
        return momentum(self.model, self.state)

    def channels(self) -> dict[str, Any]:
        """Return the present readings of force elements by name, such as an aircraft's airspeed and angle of attack."""
        found = self.engine.forces.channels(self.time, self.state)
        return {name: value for name, (value, _) in found.items()}

    def raycast(self, origin: Any, direction: Any, max_distance: float = math.inf) -> "SceneHit | None":
        """Return the first body that a ray hits, with distance, point and outward normal; None for a miss.

        Args:
            origin: Start of the ray (3,), world [m].
            direction: Where it goes (3,), of any length but zero.
            max_distance: How far it goes [m].
        """
        from rigida.queries.ray import raycast_many

        start, heading = vector("raycast", "origin", origin), vector("raycast", "direction", direction)
        rows = [i for i, shape in enumerate(self.model.shapes) if shape is not None]  # none in vacant rows
        shapes = [shape for shape in self.model.shapes if shape is not None]
        if not shapes:
            return None
        state = self.state
        hits = raycast_many(shapes, state.position[rows], state.orientation[rows], [start], [heading], max_distance)
        if hits.index[0] < 0:
            return None
        body = self.model.names[rows[int(hits.index[0])]]
        return SceneHit(body, float(hits.distance[0]), hits.point[0], hits.normal[0])

    def contacts(self) -> NDArray[Any]:
        """Return the contacts of this moment as a structured array, one row per point.

        Fields: body_a, body_b (rows of the bodies), point (3,) [m], normal (3,) from a to b, separation [m],
        impulse (normal impulse on b over one dt [N s]), friction (3,) (friction impulse on b [N s]), kind (an
        `rg.ContactKind`: rest, sliding, rolling, impact), feature_a, feature_b (an `rg.Feature` of each body's shape:
        vertex, edge, face, or its curved surface), index_a, index_b (which one, as `rg.surface_features(shape)` counts
        them; −1 on a curved surface).
        """
        from rigida.queries.contact_features import describe_contacts

        return describe_contacts(self.engine.contact_table(), self.model, self.state, self.settings.dt)

    @property
    def events(self) -> Sequence[ContactEvent]:
        """Changes of contact in the last step: contacts that began or ended, and impacts with their times."""
        return self.engine.events

    def audit(self) -> Any:
        """Return the work of forces, joints, contacts and impacts since the start [J].

        The precise engine keeps it where asked to: `rg.Precise(audit=True)`.
        """
        if self.engine.audit is None:
            raise UsageError("This simulation keeps no energy audit. Use engine=rg.Precise(audit=True).")
        return replace(self.engine.audit)

    def inverse_dynamics(
        self, joints: Mapping[str, Any] | None = None, bodies: Mapping[str, Any] | None = None
    ) -> "InverseDynamics":
        """Return the efforts that give coordinates of joints and bodies these accelerations now.

        They come on top of the forces, springs and motors of the scene; everything that is not named moves freely.

        Args:
            joints: Wanted acceleration of each joint's coordinate [m/s² or rad/s²], a list where it has several.
            bodies: Wanted acceleration of each body's center of mass (3 numbers, met by a force), or that and the
                angular acceleration (6 numbers, met by a force and a torque).
        """
        from rigida.constraints.reduced.inverse_dynamics import inverse_dynamics

        state, engine = self.state, self.engine
        return inverse_dynamics(self._joints(), state, engine.forces.wrenches(state.time, state), joints, bodies)

    def linearize(
        self,
        inputs: Sequence["Input"] | None = None,
        outputs: Sequence["Output"] | None = None,
        coordinates: Sequence[str] | None = None,
    ) -> "LinearModel":
        """Return the scene without contacts linearized about the present state: A, B, C, D and the names of states.

        States are independent coordinates and their rates; of a body that hangs on nothing the displacement of its
        origin (world) and a rotation (own axes), and their rates. Masses and gains are those of the scene.

        Args:
            inputs: Names of actuators, or functions `f(simulation, change)` that change an input; default all
                actuators.
            outputs: Names of sensors, or functions of the simulation that return numbers; default the states.
            coordinates: Which coordinates are the states where loops leave a choice.
        """
        from rigida.handles.linear_model import Linearization

        if self._members.rows is not None:
            raise UsageError(
                "linearize: bodies, joints or forces have come or gone, and it takes the scene as it was. "
                "Build a scene of what is there now, and linearize a simulation of it."
            )
        twin = self._twin
        twin.state.assign(self.state)
        twin.engine.forces.restore(self.engine.forces.snapshot())
        if self.model.actuators:
            twin.controls = self.controls
        chosen = [str(actuator.name) for actuator in self.model.actuators] if inputs is None else inputs
        return Linearization(twin, twin._joints(), coordinates).model(chosen, outputs)

    def _on_body(self, target: "Reach") -> "Reach":
        """Return the target of a body from that of one of its sites."""
        site = self.scene.sites.get(target.body)
        if site is None or target.body in self.model.names or isinstance(site.body, World):
            return target
        turn = np.array(site.orientation)
        point = np.array(site.position) + rotate_array(turn, np.array(target.point))
        target_list = target.orientation
        if target_list is not None:
            target_list = tuple(multiply_array(np.array(target_list), conjugate_array(turn)).tolist())
        return replace(target, body=site.body.name, point=vec3(point), orientation=target_list)

    def solve_pose(
        self, targets: "Reach | Sequence[Reach]", *, tolerance: float = 1e-9, iterations: int = 200
    ) -> "PoseSolution":
        """Move bodies to target poses with closed joints (inverse kinematics), and set the simulation there, at rest.

        Args:
            targets: Places and orientations that bodies, links or sites are to reach, e.g.
                `rg.Reach("hand", position=(1, 0, 2))`.
            tolerance: Distance that counts as reached [m, rad].
            iterations: Most steps of damped least squares.

        Returns:
            Whether and how well the targets were reached; else the pose is a nearest one.
        """
        from rigida.constraints.pose_solver import solve_pose
        from rigida.constraints.reach import Reach

        target_list = [targets] if isinstance(targets, Reach) else targets
        if not isinstance(target_list, Sequence) or not all(isinstance(target, Reach) for target in target_list):
            raise UsageError(f"solve_pose expects an rg.Reach or several of them, got {shown(targets)}.")
        exact = real_number("solve_pose", "tolerance", tolerance, Rule("m, rad", above=0.0))
        most = whole_number("solve_pose", "iterations", iterations, Rule(at_least=1))
        placed = [self._on_body(target) for target in target_list]
        solution = solve_pose(self._joints(), self.state, placed, exact, most)
        self.engine.restart()
        return solution

    def _joints(self) -> "JointSet":
        from rigida.constraints.joint_set import JointSet

        return self.engine.joints or JointSet(self.model, (), ())

    def camera(
        self, camera: "str | BodyCamera", width: int = 160, height: int = 120, style: "Style | None" = None
    ) -> "CameraSensor":
        """Return a camera on a body as a sensor; its `read()` gives color, depth and segmentation arrays.

        Args:
            camera: Name of a camera of the scene, or an `rg.BodyCamera`.
            width: Of the pictures [pixels].
            height: Of the pictures [pixels].
            style: Light and colors; default without shadows.
        """
        from rigida.render.camera_sensor import CameraSensor

        return CameraSensor(self, camera, width, height, style)

    def snapshot(self) -> Any:
        """Return everything that determines the rest of the run, for `restore`."""
        return Snapshot(self.settings.structure, self._members.first, self._members.snapshot(), self.engine.snapshot())

    def restore(self, snapshot: Any) -> None:
        """Restore a snapshot of this simulation, or one of the same scene; the run then repeats bit for bit.

        Args:
            snapshot: What `snapshot` returned.
        """
        if not isinstance(snapshot, Snapshot):
            raise UsageError(f"restore expects what snapshot() returned, got {shown(snapshot)}.")
        own = snapshot.parts is self._members.first
        if not (own or snapshot.parts == self._members.first) or snapshot.engine != self.settings.structure:
            raise UsageError("restore: the snapshot is of another scene or engine. Take one of this simulation.")
        if own:
            self._go_back(snapshot)
        else:
            self._try_to_go_back(snapshot)
        self._forget_arrays()

    def _go_back(self, snapshot: Snapshot) -> None:
        self.engine.restore(snapshot.content)
        self._members.restore(snapshot.members)
        if self._members.owns_scene:
            self.scene.gravity = vec3(self.model.gravity)

    def _try_to_go_back(self, snapshot: Snapshot) -> None:
        """Restore a snapshot from another process or file; change nothing if it does not fit."""
        kept = self.snapshot()
        try:
            self._go_back(snapshot)
            if first_non_finite(self.state.center, self.state.attitude, self.state.angular_momentum) >= 0:
                raise ValueError("its motion is not finite")
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            self._go_back(kept)
            raise UsageError(f"restore: the snapshot is damaged ({error}). Take another one.") from error

    def state_hash(self) -> str:
        """Return a digest of the present state, to the bit."""
        return self.state.hash()

    def view(self, port: int = 8080, host: str = "127.0.0.1", block: bool = True) -> "Viewer | None":
        """Watch and steer the simulation in the browser.

        Args:
            port: Of the page; 0 takes a free one.
            host: Address to listen on; the default can be reached from this machine only.
            block: Serve until Ctrl-C. False returns a viewer at once that follows your own `step` and `run` calls;
                close it with `viewer.close()`.
        """
        from rigida.viewer.viewer import make_viewer, view

        if block:
            view(self, port, host)
            return None
        viewer = make_viewer(self, port, host, passive=True)
        print(f"Viewer at {viewer.url}", flush=True)
        self._watchers.append(viewer)
        return viewer

    def _repr_html_(self) -> str:
        """Show the present state in a notebook: its picture and its members."""
        from rigida.render.still import notebook_picture

        return notebook_picture(self)

    def frame(self) -> "Frame":
        """Return a copy of the present state with its energies, as recordings keep it."""
        return self._frames().take(self.state)

    def recording_of(self, frames: "Iterable[Frame]") -> "Recording":
        """Return a recording of frames that `frame` gave.

        Args:
            frames: Frames that a run recorded.
        """
        from rigida.recording.frame import Frame

        try:
            given = iter(frames)
        except TypeError:
            raise UsageError(f"recording_of expects frames, got {shown(frames)}.") from None
        recorder, _ = self._frames().recorder()
        for frame in given:
            if not isinstance(frame, Frame):
                raise UsageError(f"recording_of expects what frame() returned, got {shown(frame)}.")
            recorder.append(frame)
        return self._frames().recording(recorder, -math.inf, steps=0, wall=0.0)

    def _frames(self, pushed: bool = False) -> "Frames":
        from rigida.frames import Frames  # where nothing is recorded, nothing of it is imported

        return Frames(self.engine, self._members, self.settings, pushed)

    def _energy(self, state: State) -> Energy:
        rotors = 0.0 if self.engine.joints is None else self.engine.joints.rotor_energy(state.time, state)
        return Energy(kinetic_energy(self.model, state) + rotors, self.engine.potential_energy(state))


def chosen_settings(scene: Scene, engine: str | EngineSettings | None) -> EngineSettings:
    """Return the settings of the chosen engine: those of the scene if it names the same engine."""
    if isinstance(engine, EngineSettings):
        return engine
    if engine is None:
        return scene.engine or ENGINES[DEFAULT_ENGINE]()
    if not isinstance(engine, str):
        raise UsageError(f"engine must be a name such as 'precise' or settings (rg.Precise()), got {shown(engine)}.")
    if scene.engine is not None and scene.engine.kind == engine:
        return scene.engine
    return ENGINES[engine]()
