"""The force element that makes a body fly: air, engines and gear act on it.

The body carries shape and mass (both come from the same Airplane, see `Scene.add_aircraft`); this element holds the
controls it starts with, the wind, and what the autopilot does.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np

from rigida.dynamics.model import FIXED, Model, inverse_or_zero
from rigida.dynamics.state import State
from rigida.errors import ModelError
from rigida.fields import FloatArray, Rule, label
from rigida.flight import layout as at
from rigida.flight.airplane import Airplane
from rigida.flight.atmosphere import G0
from rigida.flight.autopilot import Hold
from rigida.flight.pack import Frame, pack
from rigida.flight.program import Leg
from rigida.flight.sensors import read_sensors
from rigida.flight.settle import settle_flight
from rigida.flight.wind import Wind
from rigida.flight.wrench import flight_wrench
from rigida.forces.acting import Acting, Channels
from rigida.geometry import HalfSpace
from rigida.math.quaternion import rotate_array
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.force import FORCES, Force

#: The body's mass follows the fuel in steps of this part of it.
_MASS_STEP = 1e-5


@FORCES.register
@dataclass(frozen=True, eq=False)
class Flight(Force):
    """Lift, drag, thrust and landing gear of an aircraft, with its controls at the start."""

    body: Body
    airplane: Airplane
    throttle: Annotated[float, Rule(at_least=0.0, at_most=1.0)] = 0.0
    elevator: Annotated[float, Rule("rad", text="Nose up.")] = 0.0
    aileron: Annotated[float, Rule("rad", text="Right wing down.")] = 0.0
    rudder: Annotated[float, Rule("rad", text="Nose right.")] = 0.0
    flaps: Annotated[float, Rule(at_least=0.0, at_most=1.0)] = 0.0
    brake: Annotated[float, Rule(at_least=0.0, at_most=1.0)] = 0.0
    wind: Wind = field(default_factory=Wind)
    hold: Hold = field(default_factory=Hold)
    program: tuple[Leg, ...] = ()
    #: What the pilot commands (6,), shared by all simulations of the scene and changed by the `Aircraft` handle.
    stick: FloatArray = field(init=False, repr=False)
    aims: FloatArray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "program", tuple(self.program))
        super().__post_init__()
        if not isinstance(self.airplane, Airplane):
            raise ModelError(
                f"{label(self)}: airplane must be an rg.Airplane. Load one with rg.Airplane.load('trainer')."
            )
        order = (self.elevator, self.aileron, self.rudder, self.flaps, self.throttle, self.brake)
        object.__setattr__(self, "stick", np.array(order))
        object.__setattr__(self, "aims", np.array(self.hold.aims()))

    def bodies(self) -> list[BodyOrWorld]:
        return [self.body]

    def acting(self, model: Model) -> Acting:
        return Flying(self, model)


class Flying(Acting):
    """An aircraft in one simulation: packed arrays, and the memory of its controls, engines, fuel and tyres."""

    #: Tyres and actuators are followed from step to step.
    max_step = 0.005

    def __init__(self, flight: Flight, model: Model) -> None:
        airplane = flight.airplane
        self.flight, self.model = flight, model
        self.row = row = model.index(flight.body.name)
        packed = pack(airplane, Frame.of(model.center_B[row], model.principal_B[row]), flight.wind)
        self.packed, self.setting = packed, packed.setting
        self.memory = np.zeros(at.MEMORY + len(packed.engine))
        limits = self.setting[at.LOWEST_CONTROL :], self.setting[at.HIGHEST_CONTROL :]
        self.memory[: at.CONTROLS] = np.clip(flight.stick, limits[0][: at.CONTROLS], limits[1][: at.CONTROLS])
        self.memory[at.PITCH_SUM], self.memory[at.SPEED_SUM] = self.memory[at.ELEVATOR], self.memory[at.THROTTLE]
        self.memory[at.SLOW_ALPHA] = math.nan
        self.memory[at.MEMORY :] = self.memory[at.THROTTLE]
        full = 0.0 if airplane.tank is None else airplane.tank.fuel
        self.memory[at.FUEL] = full
        self.anchor = np.full((len(packed.wheel), 3), math.nan)
        self.sensor = np.zeros(at.SENSORS)
        self._sides = [side for side, _, _, _ in airplane.sides()]
        self.load = np.zeros((len(self._sides), 3))
        self.total = np.zeros(8)
        # Without a program the autopilot's aims are the pilot's own, which the handle may change.
        self.aim = np.full(at.AIMS, math.nan) if flight.program else flight.aims
        self.command = np.zeros(at.CONTROLS)
        self._leg, self._leg_began = -1, 0.0
        self._scripted = bool(flight.program)
        self._burns = full > 0.0 and bool(packed.engine[:, at.CONSUMPTION].any())
        self.script = np.full(at.CONTROLS, math.nan)  # controls that the program has set
        self._started = False
        # Of the dry aircraft, about the centre of mass of the full one, along its axes.
        axes = Frame.of(model.center_B[row], model.principal_B[row]).axes
        self._fuel_moments = np.diag(axes @ airplane.fuel_inertia @ axes.T)
        self._dry_mass = float(model.mass[row]) - full
        self._dry_moments = model.inertia[row] - full * self._fuel_moments
        self._weighed = full
        p = packed
        self._arrays = (self.setting, self.memory, p.strip, p.polar, p.blunt, p.engine, p.wheel, self.anchor, p.gust)
        self._readings = (self.load, self.total)
        self._kept = (self.setting, self.memory, p.engine, p.wheel, self.anchor, p.gust)
        self._steered = (self.sensor, self.aim, flight.stick, self.script, self.command)

    def add_wrenches(self, time: float, state: State, wrench: FloatArray) -> None:
        if not self._started:
            self._start(state)
        flight_wrench(
            self.row,
            time,
            state.center,
            state.attitude,
            state.velocity,
            state.angular_velocity,
            *self._arrays,
            *self._readings,
            wrench,
        )

    def finish_step(self, state: State) -> bool:
        if self._scripted:
            self._follow_program(state.time)
        settle_flight(
            self.row,
            state.time,
            state.center,
            state.attitude,
            state.velocity,
            state.angular_velocity,
            *self._kept,
            *self._steered,
        )
        return self._burns and self._weigh(state)

    def channels(self, time: float, state: State) -> Channels:
        scratch = np.zeros((self.model.body_count, 6))
        self.add_wrenches(time, state, scratch)
        name, memory = self.flight.body.name, self.memory
        sensor = np.zeros(at.SENSORS)
        moving = (state.center, state.attitude, state.velocity, state.angular_velocity)
        read_sensors(self.row, time, *moving, self.setting, memory, self.packed.gust, sensor)
        mass = float(self.model.mass[self.row])
        up = self.setting[at.UP : at.UP + 3]
        # What the pilot feels: all forces but gravity, along the body's z axis.
        felt = rotate_array(state.attitude[self.row], up) @ scratch[self.row, :3] / (mass * G0)
        found: Channels = {key: (float(sensor[place]), unit) for key, (place, unit) in _SENSED.items()}
        found |= {key: (float(memory[place]), unit) for key, (place, unit) in _REMEMBERED.items()}
        found |= {"thrust": (float(self.total[at.THRUST]), "N"), "wheel_load": (float(self.total[at.LOAD]), "N")}
        found |= {"load_factor": (float(felt), ""), "mass": (mass, "kg")}
        forces = rotate_array(state.attitude[self.row], self.load) if self._sides else self.load
        found |= {f"force {side}": (force, "N") for side, force in zip(self._sides, forces, strict=True)}
        return {f"{name}.{key}": value for key, value in found.items()}

    def snapshot(self) -> Any:
        return (
            self.memory.copy(),
            self.anchor.copy(),
            self.sensor.copy(),
            self.aim.copy(),
            self.flight.stick.copy(),
            self.script.copy(),
            (self._leg, self._leg_began, self._started, self._weighed),
        )

    def restore(self, snapshot: Any) -> None:
        arrays = (self.memory, self.anchor, self.sensor, self.aim, self.flight.stick, self.script)
        for mine, kept in zip(arrays, snapshot[:-1], strict=True):
            mine[:] = kept
        self._leg, self._leg_began, self._started, self._weighed = snapshot[-1]
        self._enter_mass()

    def _start(self, state: State) -> None:
        """Find the ground and rest the tyres' bristles on it."""
        self._started = True
        self._find_ground(state)
        self.memory[at.TIME] = state.time
        for i in range(len(self.anchor)):
            hub = rotate_array(state.attitude[self.row], self.packed.wheel[i, :3]) + state.center[self.row]
            normal, offset = self.setting[at.GROUND : at.GROUND + 3], self.setting[at.GROUND + 3]
            self.anchor[i] = hub - (hub @ normal - offset) * normal

    def _find_ground(self, state: State) -> None:
        for i, shape in enumerate(self.model.shapes):
            if isinstance(shape, HalfSpace) and self.model.motion[i] == FIXED:
                normal = rotate_array(state.orientation[i], np.array(shape.normal))
                self.setting[at.GROUND : at.GROUND + 3] = normal
                self.setting[at.GROUND + 3] = normal @ state.position[i]
                self.setting[at.GROUND + 4] = 1.0
                # Two surfaces in contact: the geometric mean of their frictions.
                tyres = np.array([wheel.friction for wheel in self.flight.airplane.wheels])
                self.packed.wheel[:, at.FRICTION] = np.sqrt(tyres * self.model.surface[i, 0])
                return

    def _follow_program(self, time: float) -> None:
        program = self.flight.program
        if self._leg < 0 or (self._leg < len(program) - 1 and self._current_ended(time)):
            self._leg, self._leg_began = self._leg + 1, time
            for control, value in program[self._leg].commands():
                self.script[control] = value
            self.aim[:] = program[self._leg].aims()

    def _current_ended(self, time: float) -> bool:
        return self.flight.program[self._leg].ended(self._leg_began, time, self.sensor)

    def _weigh(self, state: State) -> bool:
        """Give the body its present mass when enough fuel has been burnt; tell whether it was so."""
        fuel = float(self.memory[at.FUEL])
        if self._weighed - fuel <= _MASS_STEP * (self._dry_mass + fuel):
            return False
        self._weighed = fuel
        state.change_mass(self.row, self._dry_mass + fuel, self._dry_moments + fuel * self._fuel_moments)
        return True

    def _enter_mass(self) -> None:
        """Put the mass of the remembered fuel back into the model (the momenta come with the restored state)."""
        model, moments = self.model, self._dry_moments + self._weighed * self._fuel_moments
        model.mass[self.row] = self._dry_mass + self._weighed
        model.inv_mass[self.row] = 1.0 / model.mass[self.row]
        model.inertia[self.row], model.inv_inertia[self.row] = moments, inverse_or_zero(moments)


_SENSED = {
    "airspeed": (at.AIRSPEED, "m/s"),
    "alpha": (at.ALPHA, "rad"),
    "beta": (at.BETA, "rad"),
    "pitch": (at.PITCH, "rad"),
    "bank": (at.BANK, "rad"),
    "heading": (at.HEADING, "rad"),
    "altitude": (at.ALTITUDE, "m"),
    "climb": (at.CLIMB, "m/s"),
}
_REMEMBERED = {
    "elevator": (at.ELEVATOR, "rad"),
    "aileron": (at.AILERON, "rad"),
    "rudder": (at.RUDDER, "rad"),
    "flaps": (at.FLAPS, ""),
    "throttle": (at.THROTTLE, ""),
    "fuel": (at.FUEL, "kg"),
}
