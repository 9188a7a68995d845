"""Flight instruments: speeds, angles and rates, from the motion and the air.

Heading is measured from the world's x axis to the right (clockwise from above), bank to the right, pitch upwards;
sideslip is positive with the wind from the right.
"""

from rigida.flight.arrays import Craft, MovingBodies, Sensor
from rigida.flight.forces.wrench import update_airflow
from rigida.jit.decorators import kernel, routine
from rigida.math.elementary import asin, atan2
from rigida.math.quat import rotated
from rigida.math.vec3 import Vec3, dot, norm


@kernel
def show_sensors(time: float, bodies: MovingBodies, craft: Craft) -> None:
    """Fill the instrument readings at a time within a step."""
    read_sensors(time, craft.shown, bodies, craft)


@routine
def read_sensors(time: float, sensor: Sensor, bodies: MovingBodies, craft: Craft) -> None:
    """Fill `sensor` but for the load of the wheels."""
    update_airflow(time, bodies, craft)
    setting, air = craft.setting, craft.air
    center, attitude, velocity = bodies.center[craft.row], bodies.attitude[craft.row], bodies.velocity[craft.row]
    ahead = rotated(attitude, setting.forward)
    forward, left = dot(air.velocity, setting.forward), dot(air.velocity, setting.left)
    up = dot(air.velocity, setting.up)
    airspeed = norm(Vec3(forward, left, up))
    sensor.airspeed = airspeed
    sensor.alpha = atan2(-up, forward)
    sensor.beta = asin(min(max(-left / airspeed, -1.0), 1.0)) if airspeed > 0.0 else 0.0
    sensor.pitch = asin(min(max(ahead.z, -1.0), 1.0))
    sensor.bank = atan2(rotated(attitude, setting.left).z, rotated(attitude, setting.up).z)
    sensor.heading = atan2(-ahead.y, ahead.x)
    sensor.altitude = center.z
    sensor.climb = velocity.z
    sensor.roll_rate = dot(air.spin, setting.forward)
    sensor.pitch_rate = -dot(air.spin, setting.left)
    sensor.yaw_rate = -dot(air.spin, setting.up)
    sensor.height = air.height
    sensor.density = air.density
    sensor.speed = norm(velocity)
