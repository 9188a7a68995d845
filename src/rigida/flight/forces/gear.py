"""Landing gear: wheels on sprung struts on the ground plane or on decks, with tires that stick and slip.

The strut presses along the normal of what it stands on: N = k d + c ḋ, never pulling, stiffer beyond its travel and
damped more on the way out, so that a hard landing does not throw the aircraft up again. The tire is a brush (Pacejka
2012, 3.2): its bristles hold to an anchor on what it stands on. Along the wheel they yield at the rolling resistance
plus the brake, across it at the friction, both within μN; where they yield the anchor is dragged along. Rolling renews
the bristles in one relaxation length, which makes the side force proportional to the slip angle. Within a step the
anchors stay, so the tire is a spring and a parked aircraft does not creep.
"""

import math

from rigida.flight.arrays import ON_GROUND, Craft, MovingBodies, Wheel
from rigida.flight.forces.deck import add_reaction, deck_contact
from rigida.flight.forces.loads import record_load
from rigida.jit.decorators import inlined, routine
from rigida.math.elementary import cos, exp, sin
from rigida.math.quat import rotated, rotated_back
from rigida.math.vec3 import Vec3, cross, dot, norm

#: Sideways stiffness and damping of a tire as multiples of those of its strut.
_SIDE_STIFFNESS = 2.0
_SIDE_DAMPING = 1.0
#: Rolled distance that renews the bristles, in wheel radii (Pacejka 2012, 7.3: about one and a half).
_RELAXATION = 1.5
#: Stiffness of a strut at its end of travel, as a multiple.
_STOP = 10.0


@routine
def wheel_contact(i: int, bodies: MovingBodies, craft: Craft) -> float:
    """Return the compression of a wheel's strut [m], not positive in the air; write the contact point."""
    wheel, spot, ground = craft.wheel[i], craft.spot, craft.setting.ground
    center = bodies.center[craft.row]
    hub = center + rotated(bodies.attitude[craft.row], wheel.hub)
    height = dot(hub, ground.normal) - ground.offset
    depth = wheel.radius - height if ground.exists else -math.inf
    spot.place, spot.normal, spot.velocity = hub - height * ground.normal, ground.normal, Vec3(0.0, 0.0, 0.0)
    spot.friction, spot.support = ground.friction, ON_GROUND
    for k in range(len(craft.deck)):
        depth = deck_contact(k, hub, wheel.radius, depth, bodies, craft)
    spot.arm = spot.place - center
    return depth


@routine
def stretch(i: int, bodies: MovingBodies, craft: Craft) -> Vec3:
    """Return the deflection of a wheel's bristles from their anchor [m], world; zero on a new support."""
    anchor, spot = craft.anchor[i], craft.spot
    if anchor.support != spot.support:
        return Vec3(0.0, 0.0, 0.0)
    place, body = anchor.place, spot.support
    if body != ON_GROUND:
        place = rotated(bodies.attitude[body], place) + bodies.center[body]
    return spot.place - place


@routine
def set_anchor(i: int, place: Vec3, bodies: MovingBodies, craft: Craft) -> None:
    """Anchor the bristles of a wheel at a world point on its support, which may move."""
    anchor, body = craft.anchor[i], craft.spot.support
    anchor.support = body
    if body != ON_GROUND:
        place = rotated_back(bodies.attitude[body], place - bodies.center[body])
    anchor.place = place


@routine
def wheel_axes(i: int, bodies: MovingBodies, craft: Craft) -> tuple[Vec3, Vec3]:
    """Return the rolling direction and the direction to its left, both tangential to the support, world."""
    setting, normal = craft.setting, craft.spot.normal
    # A positive yaw command steers to the right, away from the left axis.
    angle = -craft.wheel[i].steering * craft.memory.control.rudder / setting.highest.rudder
    ahead = rotated(bodies.attitude[craft.row], cos(angle) * setting.forward + sin(angle) * setting.left)
    left = cross(normal, ahead)
    length = norm(left)
    if length < 1e-9:  # standing on its nose: any direction will do, none is favored by friction
        left = cross(normal, Vec3(normal.y, normal.z, normal.x))
        length = norm(left)
    left = left / length
    return cross(left, normal), left


@inlined
def strut_force(wheel: Wheel, depth: float, rate: float) -> float:
    """Return the force [N] of a strut pressed in by `depth` [m] at `rate` [m/s]."""
    damping = wheel.damping if rate > 0.0 else wheel.damping * wheel.rebound
    stop = max(depth - wheel.travel, 0.0)
    return max(wheel.stiffness * (depth + (_STOP - 1.0) * stop) + damping * rate, 0.0)


@inlined
def grip(wheel: Wheel, brake: float, friction: float, load: float) -> tuple[float, float]:
    """Return the largest force along the wheel and the largest of all, on a surface under a `load` [N]."""
    total = math.sqrt(wheel.friction * friction) * load
    along = min(wheel.rolling * load + wheel.braked * brake * total, total)
    return along, total


@inlined
def limited(along: float, across: float, most_along: float, most: float) -> tuple[float, float]:
    """Return a tire force (or deflection) limited by friction."""
    a = min(max(along, -most_along), most_along)
    room = math.sqrt(max(most * most - a * a, 0.0))
    return a, min(max(across, -room), room)


@inlined
def in_the_air(craft: Craft) -> bool:
    """Return whether there is no support for wheels."""
    return not craft.setting.ground.exists and len(craft.deck) == 0


@routine
def add_wheels(bodies: MovingBodies, craft: Craft) -> float:
    """Add the forces of all wheels to the wrenches of the aircraft and of the bodies below.

    Returns the sum of their loads [N]; the last rows of the craft's loads are theirs.
    """
    if in_the_air(craft):
        return 0.0
    sum_of_loads, row, spot = 0.0, craft.row, craft.spot
    attitude, wrench, first = bodies.attitude[row], bodies.wrench[row], len(craft.load) - len(craft.wheel)
    for i in range(len(craft.wheel)):
        wheel, depth = craft.wheel[i], wheel_contact(i, bodies, craft)
        if depth <= 0.0:
            continue
        slip = bodies.velocity[row] + cross(bodies.spin[row], spot.arm) - spot.velocity
        pressed = strut_force(wheel, depth, -dot(slip, spot.normal))
        sum_of_loads += pressed
        ahead, left = wheel_axes(i, bodies, craft)
        stiffness, damping = _SIDE_STIFFNESS * wheel.stiffness, _SIDE_DAMPING * wheel.damping
        drawn = stiffness * stretch(i, bodies, craft) + damping * slip
        most_along, most = grip(wheel, craft.memory.control.brake, spot.friction, pressed)
        along, across = limited(-dot(drawn, ahead), -dot(drawn, left), most_along, most)
        force = pressed * spot.normal + along * ahead + across * left
        wrench.force += force
        wrench.torque += cross(spot.arm, force)
        if spot.support != ON_GROUND:
            add_reaction(force, bodies, craft)
        record_load(craft.load[first + i], rotated_back(attitude, force), rotated_back(attitude, spot.arm), 1.0)
    return sum_of_loads


@routine
def drag_anchors(dt: float, bodies: MovingBodies, craft: Craft) -> float:
    """Move the anchors of the bristles by the slip in a time `dt` [s]; return the load of all struts [N]."""
    if in_the_air(craft):
        return 0.0
    sum_of_loads, spot = 0.0, craft.spot
    for i in range(len(craft.wheel)):
        wheel, depth = craft.wheel[i], wheel_contact(i, bodies, craft)
        place = spot.place
        if depth > 0.0:
            ahead, left = wheel_axes(i, bodies, craft)
            stiffness, drawn = _SIDE_STIFFNESS * wheel.stiffness, stretch(i, bodies, craft)
            rolled = abs(dot(bodies.velocity[craft.row] - spot.velocity, ahead)) * dt
            along, across = dot(drawn, ahead), dot(drawn, left)
            pressed = strut_force(wheel, depth, 0.0)
            sum_of_loads += pressed
            most_along, most = grip(wheel, craft.memory.control.brake, spot.friction, pressed)
            if abs(along) * stiffness > most_along:
                # Only a wheel that turns renews its bristles; one held by its brake or its own resistance does not.
                across *= exp(-rolled / (_RELAXATION * wheel.radius))
            along, across = limited(along, across, most_along / stiffness, most / stiffness)
            place -= along * ahead + across * left
        set_anchor(i, place, bodies, craft)
    return sum_of_loads
