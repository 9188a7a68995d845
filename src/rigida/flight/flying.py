"""An aircraft in one simulation: its memory, its wrench and its instrument readings."""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import FIXED, Model
from rigida.dynamics.state import State
from rigida.flight.air.atmosphere import G0
from rigida.flight.arrays import (
    AIMS,
    CONTROLS,
    ON_GROUND,
    Air,
    Anchor,
    Controls,
    Craft,
    Deck,
    Load,
    Memory,
    MovingBodies,
    Sensor,
    Spot,
    Total,
    by_name,
    one,
    several,
    size_of,
)
from rigida.flight.flight import Flight
from rigida.flight.forces.deck import decks
from rigida.flight.forces.fuel import FuelWeight
from rigida.flight.forces.loads import part_names, points
from rigida.flight.forces.wrench import flight_wrench
from rigida.flight.pack import Frame, Packed, pack
from rigida.flight.program import Script
from rigida.flight.sensors import show_sensors
from rigida.flight.settle import settle_flight
from rigida.forces.acting import FORCE, POINT, Acting, Channels
from rigida.geometry import HalfSpace
from rigida.jit.bind import bind
from rigida.math.dense import product
from rigida.math.quaternion import rotate_array


class Flying(Acting):
    """An aircraft in one simulation: packed arrays, and the memory of its controls, engines, fuel and tires."""

    #: Tires and actuators are followed from step to step.
    max_step = 0.005

    def __init__(self, flight: Flight, model: Model) -> None:
        airplane = flight.airplane
        self.flight, self.model = flight, model
        self.row = row = model.index(flight.body.name)
        packed = pack(airplane, Frame.of(model.center_B[row], model.principal_B[row]), flight.wind)
        self.packed, self.setting = packed, packed.setting
        self.weight = FuelWeight(airplane, model, row)
        self.memory = _first_memory(flight, packed, self.weight.full)
        self.anchor = np.full((len(packed.wheel), size_of(Anchor)), math.nan)
        self.sensor = np.zeros(size_of(Sensor))
        self._parts = part_names(airplane)
        self.load, self.total, self._shown = several(len(self._parts), Load), one(Total), one(Sensor)
        # Without a program the autopilot's aims are the pilot's own, which the handle may change.
        self.script = Script(flight.program, np.full(len(AIMS), math.nan) if flight.program else flight.aims)
        self._started = False
        self._scripted = bool(flight.program)
        self._burns = self.weight.full > 0.0 and bool(packed.engine["consumption"].any())
        remembered = size_of(Memory)
        self._remembered = by_name(self.memory[:remembered], Memory)
        # Two tables, because an engine may ask for forces at states of its own, and to assign other arrays costs time.
        self._asked, self._ended = MovingBodies(), MovingBodies()
        self.craft = Craft(
            **vars(packed),
            row=row,
            deck=decks(model, row) if len(packed.wheel) else several(0, Deck),
            memory=self.memory[:remembered],
            power=self.memory[remembered:],
            anchor=self.anchor,
            sensor=self.sensor,
            aim=self.script.aim,
            stick=flight.stick,
            script=self.script.controls,
            command=one(Controls),
            air=one(Air),
            spot=one(Spot),
            load=self.load,
            total=self.total,
            shown=self._shown,
        )
        self._flight_wrench = bind(flight_wrench, self._asked, self.craft)
        self._settle_flight = bind(settle_flight, self._ended, self.craft)
        # Frames are made of states that are new every time: they are copied.
        self._frame = State.at_rest(model)
        self._felt, drawn = np.zeros((model.body_count, 6)), MovingBodies()
        _take(self._frame, drawn)
        drawn.wrench = self._felt
        self._draw_wrench = bind(flight_wrench, drawn, self.craft)
        self._show_sensors = bind(show_sensors, drawn, self.craft)

    def add_wrenches(self, time: float, state: State, wrench: FloatArray) -> None:
        if not self._started:
            self._start(state)
        _take(state, self._asked)
        self._asked.wrench = wrench
        self._flight_wrench(time)

    def finish_step(self, state: State) -> bool:
        if self._scripted:
            self.script.follow(state.time, by_name(self.sensor, Sensor))
        _take(state, self._ended)
        fuel = self._settle_flight(state.time)
        return self._burns and self.weight.follow(fuel, state)

    def hand_over(self) -> None:
        """Transfer the controls, at their present positions, from autopilot and program to the pilot's stick."""
        if self.script.steers:
            self.script.end()
            self.flight.stick[:] = self.memory[: len(CONTROLS)]

    def channels(self, time: float, state: State) -> Channels:
        if not self._started:
            self._start(state)
        self._frame.assign(state)
        self._felt[:] = 0.0
        self._draw_wrench(time)
        self._show_sensors(time)
        shown = dict(zip(self._shown.dtype.names or (), self._shown.item(), strict=True))
        controls = dict(zip(CONTROLS, self.memory[: len(CONTROLS)].tolist(), strict=True))
        name, fuel = self.flight.body.name, float(self._remembered["fuel"])
        mass = float(self.model.mass[self.row])
        # What the pilot feels: all forces but gravity, along the body's z axis.
        felt = product(rotate_array(state.attitude[self.row], self.setting["up"]), self._felt[self.row, :3]) / (
            mass * G0
        )
        found: Channels = {key: (shown[key], unit) for key, unit in _SENSED.items()}
        found |= {key: (controls[key], unit) for key, unit in _CONTROLLED.items()}
        found |= {"fuel": (fuel, "kg")}
        found |= {"thrust": (float(self.total["thrust"]), "N"), "wheel_load": (float(self.total["wheel_load"]), "N")}
        found |= {"load_factor": (float(felt), ""), "mass": (mass, "kg")}
        forces = rotate_array(state.attitude[self.row], self.load["force"])
        places = rotate_array(state.attitude[self.row], points(self.load)) + state.center[self.row]
        for part, force, place in zip(self._parts, forces, places, strict=True):
            found |= {FORCE.format(part): (force, "N"), POINT.format(part): (place, "m")}
        return {f"{name}.{key}": value for key, value in found.items()}

    def _arrays(self) -> tuple[FloatArray, ...]:
        """Return the data that changes in a step, including the pilot's stick."""
        return self.memory, self.anchor, self.sensor, self.flight.stick, self.script.aim, self.script.controls

    def snapshot(self) -> Any:
        arrays = [array.copy() for array in self._arrays()]
        return arrays, self.script.leg, self.script.began, self.weight.weighed, self._started

    def restore(self, snapshot: Any) -> None:
        arrays, self.script.leg, self.script.began, weighed, self._started = snapshot
        for own, kept in zip(self._arrays(), arrays, strict=True):
            own[:] = kept
        self.weight.restore(weighed)

    def _start(self, state: State) -> None:
        """Find the ground and rest the tires' bristles on it."""
        self._started = True
        self._find_ground(state)
        self._remembered["time"] = state.time
        ground = self.setting["ground"]
        for wheel, anchor in zip(self.packed.wheel, self.anchor, strict=True):
            hub = rotate_array(state.attitude[self.row], wheel["hub"]) + state.center[self.row]
            anchor[:] = *(hub - (product(hub, ground["normal"]) - ground["offset"]) * ground["normal"]), ON_GROUND

    def _find_ground(self, state: State) -> None:
        ground = self.setting["ground"]
        for i, shape in enumerate(self.model.shapes):
            if isinstance(shape, HalfSpace) and self.model.motion[i] == FIXED:
                normal = rotate_array(state.orientation[i], np.array(shape.normal))
                ground["normal"], ground["offset"], ground["exists"] = normal, product(normal, state.position[i]), 1
                ground["friction"] = self.model.surface[i, 0]
                return


def _take(state: State, bodies: MovingBodies) -> None:
    """Bind kernels to the bodies of a state."""
    bodies.center, bodies.attitude = state.center, state.attitude
    bodies.velocity, bodies.spin = state.velocity, state.angular_velocity


def _first_memory(flight: Flight, packed: Packed, fuel: float) -> FloatArray:
    """Return the memory at the start, then the power of every engine, from the pilot's controls and throttle."""
    remembered = size_of(Memory)
    numbers = np.zeros(remembered + len(packed.engine))
    low, high = (np.array(packed.setting[name].item()) for name in ("lowest", "highest"))
    numbers[: len(CONTROLS)] = np.clip(flight.stick, low, high)
    memory = by_name(numbers[:remembered], Memory)
    memory["pitch_sum"], memory["speed_sum"] = memory["control"]["elevator"], memory["control"]["throttle"]
    memory["slow_alpha"], memory["fuel"] = math.nan, fuel
    numbers[remembered:] = memory["control"]["throttle"]
    return numbers


#: Channels with the units of what sensors show and where controls stand.
_SENSED = {
    "airspeed": "m/s",
    "alpha": "rad",
    "beta": "rad",
    "pitch": "rad",
    "bank": "rad",
    "heading": "rad",
    "altitude": "m",
    "climb": "m/s",
}
_CONTROLLED = {"elevator": "rad", "aileron": "rad", "rudder": "rad", "flaps": "", "throttle": ""}
