"""Reference cases: published or independently computed numbers, and rigida's results.

`rigida validate` runs them and shows both side by side; the tests hold them to their tolerances.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rigida import scenes
from rigida.forces.interpolated import InterpolatedForce
from rigida.geometry import Box, Cylinder
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.orientations import axis_angle
from rigida.precise.settings import Precise
from rigida.recording import Recording
from rigida.scene.files.load import load_scene
from rigida.scene.scene import Scene
from rigida.simulation import Simulation


@dataclass(frozen=True)
class ReferenceCase:
    """One number to reproduce. `run` returns (expected, obtained); they may differ by `tolerance`."""

    name: str
    quantity: str
    source: str
    unit: str
    tolerance: float
    run: Callable[[], tuple[float, float]]


CASES: dict[str, ReferenceCase] = {}


def _case(
    name: str, quantity: str, source: str, unit: str, tolerance: float
) -> Callable[[Callable[[], tuple[float, float]]], Callable[[], tuple[float, float]]]:
    def enter(run: Callable[[], tuple[float, float]]) -> Callable[[], tuple[float, float]]:
        CASES[name] = ReferenceCase(name, quantity, source, unit, tolerance, run)
        return run

    return enter


def _free_body(inertia: list[float], angular_velocity: list[float], settings: Precise) -> Simulation:
    scene = Scene(gravity=(0, 0, 0))
    scene.add_body(None, mass=1.0, inertia=inertia, angular_velocity=angular_velocity, name="body")
    return Simulation(scene, settings)


def _worst(expected: list[float], obtained: np.ndarray) -> tuple[float, float]:
    """Return the component in which both differ most."""
    worst = int(np.argmax(np.abs(np.array(expected) - obtained)))
    return float(expected[worst]), float(obtained[worst])


def _body_rates(simulation: Simulation) -> np.ndarray:
    state = simulation.state
    return rotate_array(conjugate_array(state.orientation[0]), state.angular_velocity[0])


def _packaged(name: str) -> Recording:
    scene = load_scene(scenes.path(name))
    return Simulation(scene).run(scene.plan.duration, scene.plan.fps)


def _packaged_at(name: str, time: float) -> Simulation:
    """Return a packaged scene at a time."""
    simulation = Simulation(load_scene(scenes.path(name)))
    simulation.run(time, fps=1.0)
    return simulation


@_case("torque_free_brick", "body rates at 30 s", "closed form in elliptic functions", "rad/s", 1e-9)
def torque_free_brick() -> tuple[float, float]:
    """Return the body rate that differs most after 30 s of free tumbling."""
    simulation = _free_body(
        [0.00189422, 0.006211019, 0.007194665],
        np.radians([10.0, 20.0, 30.0]).tolist(),
        Precise(tolerance=1e-12),
    )
    simulation.run(30.0, fps=1.0)
    expected = np.radians([12.618390775914197, -17.397474761611203, 31.11958888694435])
    return _worst(expected.tolist(), _body_rates(simulation))


@_case("dzhanibekov", "body rates at 10 s", "closed form in elliptic functions", "rad/s", 1e-7)
def dzhanibekov() -> tuple[float, float]:
    """Return the body rate that differs most after 10 s about the unstable middle axis."""
    simulation = _free_body([0.3, 0.35, 0.4], [0.1, 15.0, 0.1], Precise(tolerance=1e-12))
    simulation.run(10.0, fps=1.0)
    return _worst([10.946239769925315, 4.428447305960174, 9.479853576164608], _body_rates(simulation))


@_case("free_top_energy", "relative energy drift, 100 s at dt 0.01", "conservation law", "", 1e-9)
def free_top_energy() -> tuple[float, float]:
    """Return the energy drift of the fixed-step free-top integrator."""
    return 0.0, _free_top().energy_drift


@_case("free_top_momentum", "relative drift of angular momentum, 100 s at dt 0.01", "conservation law", "", 1e-9)
def free_top_momentum() -> tuple[float, float]:
    """Return the drift of angular momentum of the fixed-step free-top integrator."""
    momentum = _free_top().angular_momentum
    drift = np.linalg.norm(momentum - momentum[0], axis=1).max() / np.linalg.norm(momentum[0])
    return 0.0, float(drift)


def _free_top() -> Recording:
    settings = Precise(integrator="moser_veselov", dt=0.01)
    moments = [10.0 / 12.0 * 0.4, 10.0 / 12.0 * 1.04, 10.0 / 12.0 * 1.36]
    return _free_body(moments, [0.02, 4.0, 0.02], settings).run(100.0, fps=10.0)


@_case("bar_principal_axis", "σ of total energy over 10 s", "Bacin 1999, 9.2 (2.03e-7 there)", "J", 1e-12)
def bar_principal_axis() -> tuple[float, float]:
    """Return the standard deviation of the energy of Bacin's first scene."""
    return 0.0, float(np.std(_packaged("free_bar_principal_axis").energy.total))


@_case("bar_arbitrary_axis", "σ of total energy over 10 s", "Bacin 1999, 9.3 (2.23e-7 there)", "J", 1e-12)
def bar_arbitrary_axis() -> tuple[float, float]:
    """Return the standard deviation of the energy of Bacin's second scene."""
    return 0.0, float(np.std(_packaged("free_bar_arbitrary_axis").energy.total))


@_case("euler_table", "height at 4 s by explicit Euler, h = 1", "Corrêa 2020, figure 11", "m", 0.0)
def euler_table() -> tuple[float, float]:
    """Return the last number of the teaching table."""
    return 40.0, float(_packaged("falling_ball").position[-1, 0, 2])


@_case("euler_table_half_step", "height at 4 s by explicit Euler, h = 0.5", "Corrêa 2020, 5.1", "m", 0.0)
def euler_table_half_step() -> tuple[float, float]:
    """Return the last number of the teaching table with half the step."""
    simulation = Simulation(load_scene(scenes.path("falling_ball")), dt=0.5)
    return 30.0, float(simulation.run(4.0, fps=1.0).position[-1, 0, 2])


@_case("pendulum", "position at 10 s", "Jacobi elliptic functions (IFToMM benchmark A01)", "m", 1e-8)
def pendulum() -> tuple[float, float]:
    """Return the coordinate of the bob that differs most after 10 s."""
    bob = _packaged_at("pendulum", 10.0).body("bob").position
    return _worst([-0.2750874625761169, -0.961419205099125], bob[[0, 2]])


@_case("double_pendulum", "position at 5 s", "extrapolation to 27 digits", "m", 1e-6)
def double_pendulum() -> tuple[float, float]:
    """Return the coordinate of the lower bob that differs most after 5 s."""
    return _worst([-1.550778469470443, -1.075912734812652], _lower_bob(_packaged_at("double_pendulum", 5.0)))


@_case("double_pendulum_fine", "position at 5 s, tolerance 1e-12", "extrapolation to 27 digits", "m", 1e-7)
def double_pendulum_fine() -> tuple[float, float]:
    """Return the coordinate of the lower bob that differs most after 5 s at the finest tolerance."""
    simulation = Simulation(load_scene(scenes.path("double_pendulum")), Precise(tolerance=1e-12))
    simulation.run(5.0, fps=1.0)
    return _worst([-1.550778469470443, -1.075912734812652], _lower_bob(simulation))


def _lower_bob(simulation: Simulation) -> np.ndarray:
    return simulation.body("lower").position[[0, 2]]


@_case("gyroscope", "center of mass at 1 s", "heavy top of Géradin and Cardona 2001, DOP853 at 1e-13", "m", 1e-7)
def gyroscope() -> tuple[float, float]:
    """Return the coordinate of the top's center that differs most after 1 s."""
    expected = [0.17334396409811453, 0.6400885920701472, -0.7484907911340046]
    return _worst(expected, _packaged_at("gyroscope", 1.0).body("top").center)


@_case("double_four_bar", "first pin at 10 s", "exact reduction to one freedom (IFToMM benchmark A02)", "m", 1e-6)
def double_four_bar() -> tuple[float, float]:
    """Return the coordinate of the first pin that differs most after 10 s through singular positions."""
    crank = _packaged_at("double_four_bar", 10.0).body("crank0")
    pin = crank.position + rotate_array(crank.orientation, np.array([0.0, 0.0, 0.5]))
    return _worst([0.3284581115408154, 0.944518538178601], pin[[0, 2]])


@_case("four_bar", "relative energy drift over 10 s", "conservation law", "", 1e-9)
def four_bar() -> tuple[float, float]:
    """Return the energy drift of a linkage with redundant equations."""
    return 0.0, _packaged("four_bar").energy_drift


@_case("slider_crank", "displacement of the slider over 10 s", "x = r cos θ + √(l² − r² sin² θ)", "m", 1e-10)
def slider_crank() -> tuple[float, float]:
    """Return the slider's position by the closed form and by the simulation, at the largest difference."""
    run = _packaged("slider_crank")
    arm = rotate_array(run.body("crank").orientation, np.array([0.0, 0.0, 0.5]))
    expected = arm[:, 0] + np.sqrt(1.5**2 - arm[:, 2] ** 2)
    return _worst(expected.tolist(), run.body("slider").position[:, 0])


@_case("chain", "relative energy drift of 20 links over 5 s", "conservation law", "", 1e-9)
def chain() -> tuple[float, float]:
    """Return the energy drift of a long chain."""
    return 0.0, _packaged("chain").energy_drift


@_case("two_bars", "σ of total energy over 15 s", "Bacin 1999, 9.4 (1.32e-4 there)", "J", 1e-8)
def two_bars() -> tuple[float, float]:
    """Return the standard deviation of the energy of Bacin's first scene with joints."""
    return 0.0, float(np.std(_packaged("two_bars").energy.total))


@_case("bouncing_ball", "time at which the ball comes to rest", "√(2h/g) (1 + ε)/(1 − ε)", "s", 4e-6)
def bouncing_ball() -> tuple[float, float]:
    """Return when the series of bounces ends."""
    return 4.063712768871578, float(_packaged("bouncing_ball").events[-1]["time"])


@_case("block_on_incline", "distance slid in 5 s at friction 0.49", "½ g (sin − μ cos) t²", "m", 1e-6)
def block_on_incline() -> tuple[float, float]:
    """Return the distance covered by the sliding block."""
    track = _packaged("block_on_incline").body("slides").position
    return 1.0967913429636507, float(np.linalg.norm(track[-1] - track[0]))


@_case("block_at_rest", "distance slid in 5 s at friction 0.51", "statics", "m", 1e-9)
def block_at_rest() -> tuple[float, float]:
    """Return the displacement of the block that should not move."""
    track = _packaged("block_on_incline").body("stays").position
    return 0.0, float(np.linalg.norm(track - track[0], axis=1).max())


@_case("newtons_cradle", "relative energy drift over 6 s of impacts", "conservation law", "", 1e-9)
def newtons_cradle() -> tuple[float, float]:
    """Return the energy drift of five elastic balls."""
    return 0.0, _packaged("newtons_cradle").energy_change


@_case("falling_tetrahedron", "σ of total energy over 3.3 s", "Bacin 1999, 9.5 (7.81e-7 there)", "J", 1e-8)
def falling_tetrahedron() -> tuple[float, float]:
    """Return the standard deviation of the energy of an elastic body that bounces."""
    return 0.0, float(np.std(_packaged("falling_tetrahedron").energy.total))


@_case("falling_bars", "σ of total energy over 10 s", "Bacin 1999, 9.6 (1.41e-3 there)", "J", 1e-8)
def falling_bars() -> tuple[float, float]:
    """Return the standard deviation of the energy of two jointed elastic bars that bounce."""
    return 0.0, float(np.std(_packaged("falling_bars").energy.total))


def _bricks(number: int, time: float) -> None:
    @_case(f"two_bricks_{number}", "time of contact", f"geometry of Lemos 1993, 6.3, example {number}", "s", 1e-6)
    def contact_time() -> tuple[float, float]:
        """Return the time of contact of the two bricks."""
        return time, float(_packaged(f"two_bricks_{number}").events[0]["time"])


for _number, _time in ((1, 1.190585), (2, 1.622585), (3, 1.392462), (4, 1.728), (5, 1.728)):
    _bricks(_number, _time)


def _pulled(until: float, *more: tuple[float, float]) -> Simulation:
    """Return a box of 1 kg, others of (mass, height of the center) on it, after a force of 8 N/s has pulled it."""
    scene = Scene()
    scene.add_ground(friction=0.3)
    box = scene.add_body(Box((1, 0.6, 0.2)), mass=1.0, position=(0, 0, 0.1), friction=0.3, name="box")
    for mass, height in more:
        scene.add_body(Box((0.5, 0.4, 0.2)), mass=mass, position=(0, 0, height), friction=0.3, name="top")
    growing = np.array([(0.0, 0.0, 0.0), (16.0, 0.0, 0.0)])
    scene.add_force(InterpolatedForce(box, times=np.array([0.0, 2.0]), forces=growing))
    simulation = Simulation(scene, Precise())
    simulation.engine.advance(until)
    return simulation


@_case("slip_of_a_box", "speed at 1 s under a force of 8 N/s", "k (t − μ m g/k)²/(2 m)", "m/s", 1e-7)
def slip_of_a_box() -> tuple[float, float]:
    """Return the speed of a box that slips when the load reaches its friction limit."""
    start = 0.3 * 9.81 / 8.0
    return 0.5 * 8.0 * (1.0 - start) ** 2, float(_pulled(1.0).body("box").velocity[0])


@_case("slip_in_a_stack", "speed of the upper box at 1.5 s", "v(t₁) + μ g (t − t₁)", "m/s", 1e-7)
def slip_in_a_stack() -> tuple[float, float]:
    """Return the speed of the upper of two boxes, which slips when their acceleration reaches μ g."""
    total, slip = 1.5, 0.3 * 9.81
    together = slip * total / 8.0
    speed = 0.5 * 8.0 * together**2 / total
    return speed + slip * (1.5 - 2.0 * together), float(_pulled(1.5, (0.5, 0.3)).body("top").velocity[0])


@_case("box_off_a_table", "position and velocity at 1 s", "planar motion, DOP853 at 1e-13", "m, m/s", 1e-6)
def box_off_a_table() -> tuple[float, float]:
    """Return the state of a box that slides over the edge of a table, tips and falls."""
    scene = Scene()
    scene.add_body(Box((4, 4, 1)), fixed=True, position=(0, 0, -0.5), friction=0.2, name="table")
    scene.add_body(Box((0.5, 0.3, 0.2)), mass=1.3, position=(1.5, 0, 0.1), velocity=(3, 0, 0), friction=0.2, name="box")
    simulation = Simulation(scene, Precise())
    simulation.engine.advance(1.0)
    box = simulation.body("box")
    obtained = np.array([box.position[0], box.position[2], box.velocity[0], box.velocity[2], box.angular_velocity[1]])
    return _worst(
        [4.127406783433057, -2.923776665591963, 2.582342332565294, -7.697797418791868, 1.4919442980808153], obtained
    )


@_case("cylinder_off_a_table", "rate of turn about the edge", "φ̇² = v²/r² + 4g/3r (1 − cos φ)", "rad/s", 1e-6)
def cylinder_off_a_table() -> tuple[float, float]:
    """Return how fast a cylinder turns that has rolled over the edge of a table, at the angle it has reached."""
    scene, radius, speed = Scene(), 0.2, 0.5
    scene.add_body(Box((4, 4, 1)), fixed=True, position=(0, 0, -0.5), friction=0.8, name="table")
    scene.add_body(
        Cylinder(radius, 0.4),
        mass=1.3,
        position=(1.8, 0, radius),
        orientation=axis_angle((1, 0, 0), 0.5 * math.pi),
        velocity=(speed, 0, 0),
        angular_velocity=(0, speed / radius, 0),
        friction=0.8,
        name="cylinder",
    )
    simulation = Simulation(scene, Precise())
    simulation.engine.advance(0.5)
    cylinder = simulation.body("cylinder")
    cosine = float(cylinder.position[2]) / radius
    expected = math.sqrt((speed / radius) ** 2 + 4.0 * 9.81 / (3.0 * radius) * (1.0 - cosine))
    return expected, float(cylinder.angular_velocity[1])
