"""The forces on an aircraft, on one page: air, parts, ground.

The order matters: the air first, because every part flies in it; the wing before the tail, which meets its downwash;
the ground last, because its forces stand in the world frame.
"""

from rigida.flight.air.atmosphere import air_at, viscosity_at
from rigida.flight.air.wind import gust_factor, shear_factor, turbulence_at
from rigida.flight.arrays import Craft, MovingBodies
from rigida.flight.forces.gear import add_wheels
from rigida.flight.forces.surfaces import add_fuselage, add_surfaces
from rigida.flight.forces.thrust import add_engines
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import as_array
from rigida.math.quat import rotated, rotated_back
from rigida.math.vec3 import Vec3, dot, norm

#: Height that stands for "no ground" [m].
_FAR = 1e9


@kernel
def flight_wrench(time: float, bodies: MovingBodies, craft: Craft) -> None:
    """Add an aircraft's wrench to that of its body, and the reactions to those of bodies below its wheels.

    Also filled: the craft's loads (force and place of each part) and total (wrench of air and engines).
    """
    # what the air is
    clear(craft)
    update_airflow(time, bodies, craft)
    # what the parts make of it
    add_surfaces(craft)
    add_fuselage(craft)
    craft.total.thrust = add_engines(craft)
    add_turned(bodies, craft)
    # what the ground does
    craft.total.wheel_load = add_wheels(bodies, craft)


@routine
def clear(craft: Craft) -> None:
    """Begin with no forces."""
    none = Vec3(0.0, 0.0, 0.0)
    craft.total.force, craft.total.torque = none, none
    for k in range(len(craft.load)):
        load = craft.load[k]
        load.force, load.place, load.weight = none, none, 0.0


@routine
def update_airflow(time: float, bodies: MovingBodies, craft: Craft) -> None:
    """Fill the craft's air."""
    setting, memory, air = craft.setting, craft.memory, craft.air
    center, attitude, velocity = bodies.center[craft.row], bodies.attitude[craft.row], bodies.velocity[craft.row]
    ground = setting.ground
    air.height = dot(center, ground.normal) - ground.offset if ground.exists else _FAR
    temperature, _, air.density = air_at(center.z)
    air.viscosity = viscosity_at(temperature)
    factor = shear_factor(air.height, setting.shear, setting.shear_top)
    # Gusts lie still in the air: where the aircraft is in them follows from the distance flown.
    flown = memory.flown + max(time - memory.time, 0.0) * norm(velocity)
    pulse = gust_factor(flown - setting.gust_start, setting.gust_length)
    against = rotated_back(attitude, velocity - factor * setting.wind - pulse * setting.gust)
    if len(craft.gust) > 1:
        for k in range(3):
            against -= turbulence_at(as_array(craft.gust), k, flown) * setting.axis[k]
    air.velocity = against
    air.spin = rotated_back(attitude, bodies.spin[craft.row])
    air.normal = rotated_back(attitude, ground.normal)


@routine
def add_turned(bodies: MovingBodies, craft: Craft) -> None:
    """Add the craft's total to the wrench of its body."""
    attitude, wrench = bodies.attitude[craft.row], bodies.wrench[craft.row]
    wrench.force += rotated(attitude, craft.total.force)
    wrench.torque += rotated(attitude, craft.total.torque)
