"""Where numbers stand in the arrays of one aircraft. All vectors are in its principal frame, from the centre of mass.

strip (n, STRIP_WIDTH)    one row per strip, those of the first surface (the wing) first
polar (m, 365, 4)         lift, drag, moment, attached part, every degree from −182 to 182
blunt (k, 6)              pieces of the fuselage: place, drag area along x, y, z
engine (e, ENGINE_WIDTH), wheel (w, WHEEL_WIDTH)
setting (SETTINGS,)       constants; memory (MEMORY + e,) what changes from step to step; sensor (SENSORS,) what is read
deck (d, DECK_WIDTH)      boxes of the scene that wheels may stand on
anchor (w, 4)             where a tyre holds: place, and the body it is in the principal frame of (or ON_GROUND: world)
total (8,)                wrench of air and engines, then thrust and load of the wheels
load (s + e + w, 7)       of each side of each surface, engine and wheel: force, place times a weight, that weight
aim (AIMS,)               what the autopilot holds; NaN: nothing
"""

from typing import Final

# strip: 0–2 place, 3–5 chord line forward, 6–8 normal, then
AREA: Final = 9
CHORD: Final = 10
INDUCED: Final = 11
POLAR: Final = 12
DOWNWASH: Final = 13
SPAN: Final = 14
SIDE: Final = 15
LIFT_EFFECT: Final = 16
MOMENT_EFFECT: Final = 17
DRAG_EFFECT: Final = 18
GAIN: Final = 19  # four: elevator, aileron, rudder, flap
SLOPE: Final = 23
REYNOLDS: Final = 24  # (chord / Reynolds number of the data)^(−1/5); 0: no effect
STRIP_WIDTH: Final = 25

# engine: 1–3 place, 4–6 direction
ENGINE_KIND: Final = 0  # 0 propeller, 1 jet
RATING: Final = 7
DISC: Final = 8
EFFICIENCY: Final = 9
EXPONENT: Final = 10  # of a jet; −1: a propeller's engine that breathes the air, 0: supercharged or rocket
SPOOL: Final = 11
CONSUMPTION: Final = 12
GIMBAL: Final = 13
ENGINE_WIDTH: Final = 14

# wheel: 0–2 hub with the strut out
WHEEL_RADIUS: Final = 3
STIFFNESS: Final = 4
DAMPING: Final = 5
REBOUND: Final = 6
TRAVEL: Final = 7
FRICTION: Final = 8
ROLLING: Final = 9
BRAKED: Final = 10
STEERING: Final = 11
WHEEL_WIDTH: Final = 12

# deck: a box and the body that it is
DECK_BODY: Final = 0
DECK_TURN: Final = 1  # four: from body axes to principal axes
DECK_CENTER: Final = 5  # centre of mass in body axes
DECK_HALF: Final = 8  # half sizes
DECK_REACH: Final = 11  # of the box from its centre of mass
DECK_FRICTION: Final = 12
DECK_WIDTH: Final = 13

# spot, where a wheel meets what it stands on: 0–2 arm from the centre of mass, world, then
SPOT_PLACE: Final = 3
SPOT_NORMAL: Final = 6
SPOT_VELOCITY: Final = 9  # of the surface there
SPOT_FRICTION: Final = 12
SPOT_SUPPORT: Final = 13  # row of the body, or ON_GROUND
SPOT_WIDTH: Final = 14
ON_GROUND: Final = -1.0

# memory and command: the six controls come first in both
ELEVATOR: Final = 0
AILERON: Final = 1
RUDDER: Final = 2
FLAPS: Final = 3
THROTTLE: Final = 4
BRAKE: Final = 5
CONTROLS: Final = 6
TIME: Final = 6
FLOWN: Final = 7
FUEL: Final = 8
PITCH_SUM: Final = 9
SPEED_SUM: Final = 10
SLOW_ALPHA: Final = 11
MEMORY: Final = 12  # then the power of every engine, 0 to 1

# setting
GROUND: Final = 0  # 0–2 normal, 3 offset along it, 4 there is one
WIND: Final = 5
SHEAR: Final = 8
SHEAR_TOP: Final = 9
GUST: Final = 10
GUST_START: Final = 13
GUST_LENGTH: Final = 14
FORWARD: Final = 15
LEFT: Final = 18
UP: Final = 21
WING_AREA: Final = 24
WING_INDUCED: Final = 25
WING_STRIPS: Final = 26
AILERON_RATIO: Final = 27
FLAP_ANGLE: Final = 28
LOWEST_CONTROL: Final = 29  # six
HIGHEST_CONTROL: Final = 35  # six
CONTROL_RATE: Final = 41  # six
FLYING_SPEED: Final = 47  # a speed that the aircraft flies at, for the autopilot's gains
GROUND_FRICTION: Final = 48
SETTINGS: Final = 49

# sensor
AIRSPEED: Final = 0
ALPHA: Final = 1
BETA: Final = 2
PITCH: Final = 3
BANK: Final = 4
HEADING: Final = 5
ALTITUDE: Final = 6
CLIMB: Final = 7
ROLL_RATE: Final = 8
PITCH_RATE: Final = 9
YAW_RATE: Final = 10
HEIGHT: Final = 11
DENSITY: Final = 12
WHEEL_LOAD: Final = 13
SPEED: Final = 14  # over the ground
SENSORS: Final = 15

# total
THRUST: Final = 6
LOAD: Final = 7

# load
LOAD_WIDTH: Final = 7

# aim
AIM_PITCH: Final = 0
AIM_BANK: Final = 1
AIM_ALTITUDE: Final = 2
AIM_CLIMB: Final = 3
AIM_HEADING: Final = 4
AIM_SPEED: Final = 5
AIMS: Final = 6
