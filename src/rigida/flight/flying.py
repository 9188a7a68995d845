"""An aircraft at work in one simulation: what it remembers, what it adds to its body, what it shows."""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import FIXED, Model
from rigida.dynamics.state import State
from rigida.flight import layout as at
from rigida.flight.air.atmosphere import G0
from rigida.flight.flight import Flight
from rigida.flight.forces.deck import decks
from rigida.flight.forces.fuel import FuelWeight
from rigida.flight.forces.loads import part_names, points
from rigida.flight.forces.wrench import flight_wrench
from rigida.flight.pack import Frame, Packed, pack
from rigida.flight.program import Script
from rigida.flight.sensors import read_sensors
from rigida.flight.settle import settle_flight
from rigida.forces.acting import FORCE, POINT, Acting, Channels
from rigida.geometry import HalfSpace
from rigida.math.quaternion import rotate_array


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
        self.weight = FuelWeight(airplane, model, row)
        self.memory = _first_memory(flight, packed, self.weight.full)
        self.anchor = np.full((len(packed.wheel), 4), math.nan)
        self.deck = decks(model, row) if len(packed.wheel) else np.zeros((0, at.DECK_WIDTH))
        self.sensor, self.total = np.zeros(at.SENSORS), np.zeros(8)
        self._parts = part_names(airplane)
        self.load = np.zeros((len(self._parts), at.LOAD_WIDTH))
        # Without a program the autopilot's aims are the pilot's own, which the handle may change.
        self.script = Script(flight.program, np.full(at.AIMS, math.nan) if flight.program else flight.aims)
        self._started = False
        self._scripted = bool(flight.program)
        self._burns = self.weight.full > 0.0 and bool(packed.engine[:, at.CONSUMPTION].any())
        # What the kernels take, in their order; bundled once because a step is short.
        p, own = packed, (self.setting, self.memory)
        ground = (p.wheel, self.deck, self.anchor)
        self._forced = (*own, p.strip, p.polar, p.blunt, p.engine, *ground, p.gust, self.load, self.total)
        command = np.zeros(at.CONTROLS)
        pilot = (self.script.aim, flight.stick, self.script.controls, command)
        self._settled = (*own, p.engine, *ground, p.gust, self.sensor, *pilot)

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
            *self._forced,
            wrench,
        )

    def finish_step(self, state: State) -> bool:
        if self._scripted:
            self.script.follow(state.time, self.sensor)
        settle_flight(
            self.row,
            state.time,
            state.center,
            state.attitude,
            state.velocity,
            state.angular_velocity,
            *self._settled,
        )
        return self._burns and self.weight.follow(float(self.memory[at.FUEL]), state)

    def hand_over(self) -> None:
        """Give the controls, as they stand now, from autopilot and program to the pilot's stick."""
        if self.script.steers:
            self.script.end()
            self.flight.stick[:] = self.memory[: at.CONTROLS]

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
        forces = rotate_array(state.attitude[self.row], self.load[:, :3])
        places = rotate_array(state.attitude[self.row], points(self.load)) + state.center[self.row]
        for part, force, place in zip(self._parts, forces, places, strict=True):
            found |= {FORCE.format(part): (force, "N"), POINT.format(part): (place, "m")}
        return {f"{name}.{key}": value for key, value in found.items()}

    def _arrays(self) -> tuple[FloatArray, ...]:
        """Return what changes from step to step, the pilot's stick included."""
        return self.memory, self.anchor, self.sensor, self.flight.stick, self.script.aim, self.script.controls

    def snapshot(self) -> Any:
        arrays = [array.copy() for array in self._arrays()]
        return arrays, self.script.leg, self.script.began, self.weight.weighed, self._started

    def restore(self, snapshot: Any) -> None:
        arrays, self.script.leg, self.script.began, weighed, self._started = snapshot
        for mine, kept in zip(self._arrays(), arrays, strict=True):
            mine[:] = kept
        self.weight.restore(weighed)

    def _start(self, state: State) -> None:
        """Find the ground and rest the tyres' bristles on it."""
        self._started = True
        self._find_ground(state)
        self.memory[at.TIME] = state.time
        for i in range(len(self.anchor)):
            hub = rotate_array(state.attitude[self.row], self.packed.wheel[i, :3]) + state.center[self.row]
            normal, offset = self.setting[at.GROUND : at.GROUND + 3], self.setting[at.GROUND + 3]
            self.anchor[i] = *(hub - (hub @ normal - offset) * normal), at.ON_GROUND

    def _find_ground(self, state: State) -> None:
        for i, shape in enumerate(self.model.shapes):
            if isinstance(shape, HalfSpace) and self.model.motion[i] == FIXED:
                normal = rotate_array(state.orientation[i], np.array(shape.normal))
                self.setting[at.GROUND : at.GROUND + 3] = normal
                self.setting[at.GROUND + 3] = normal @ state.position[i]
                self.setting[at.GROUND + 4] = 1.0
                self.setting[at.GROUND_FRICTION] = self.model.surface[i, 0]
                return


def _first_memory(flight: Flight, packed: Packed, fuel: float) -> FloatArray:
    """Return the memory at the start: controls and engines where the pilot has put them."""
    memory = np.zeros(at.MEMORY + len(packed.engine))
    low, high = (packed.setting[k : k + at.CONTROLS] for k in (at.LOWEST_CONTROL, at.HIGHEST_CONTROL))
    memory[: at.CONTROLS] = np.clip(flight.stick, low, high)
    memory[at.PITCH_SUM], memory[at.SPEED_SUM] = memory[at.ELEVATOR], memory[at.THROTTLE]
    memory[at.SLOW_ALPHA] = math.nan
    memory[at.MEMORY :] = memory[at.THROTTLE]
    memory[at.FUEL] = fuel
    return memory


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
