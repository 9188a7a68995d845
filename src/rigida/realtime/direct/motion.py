"""The twists by which bodies of an island that was solved directly move through the step."""

from rigida.jit.decorators import routine
from rigida.math.vec3 import norm
from rigida.realtime.arrays import POINTS, Bodies
from rigida.realtime.bodies.integrate import gyroscopic_change
from rigida.realtime.direct.constraint import normal_velocity
from rigida.realtime.direct.work import Island, Work


@routine
def moving_twists(island: Island, smooth: float, h: float, bodies: Bodies, work: Work) -> None:
    """Fill the twists by which bodies move for h [s]: the mean of both ends where the motion is smooth, else the end.

    A slide then follows the closed form; the end velocity alone, as in semi-implicit Euler, errs by half a step of
    acceleration. Smooth is what forces can have done: twice as much as they change any body's velocity, but not less
    than `smooth` [m/s]; nothing is where that is negative. Where a contact takes up an approach the velocity jumps at
    the begin of the step: the mean would carry the bodies into each other, and pushing them out again would keep a
    rocking stack awake. What parted and is pushed nevertheless has come back within the step: the mean would lift it.
    """
    member, moving, before = island.body, bodies.moving, bodies.before
    for p in range(len(member) if smooth >= 0.0 else 0):  # `moving` still holds the twists with forces alone
        smooth = max(smooth, 2.0 * norm(moving[member[p]].linear - before[member[p]].linear))
    # The part of the begin in the mean, for now in the first number of `moving`: none after an impact. In the second,
    # whether a body rolls on a point that wanders: that is smooth, however fast.
    for p in range(len(member)):
        moving[member[p]].all[0], moving[member[p]].all[1] = 0.5, 0.0
    for q in range(len(island.contact)):
        c = work.constraint[q]
        for i in (c.a, c.b):
            if work.rank[i] >= 0 and c.wanders:
                moving[i].all[1] = 1.0
        for k in range(POINTS):
            pushes, point = c.impulse.normal[k] > 0.0, c.point[k]
            if pushes and abs(normal_velocity(c, point, before[c.a], before[c.b]) - point.rise) > c.impact_speed:
                for i in (c.a, c.b):
                    if work.rank[i] >= 0:
                        moving[i].all[0] = 0.0
    for p in range(len(member)):
        i = member[p]
        twist, start = bodies.twist[i], before[i]
        rolls = moving[i].all[1] > 0.0
        part = moving[i].all[0] if rolls or norm(twist.linear - start.linear) <= smooth else 0.0
        work.mean[i] = part > 0.0
        moving[i].linear = twist.linear - part * (twist.linear - start.linear)
        turning = (1.0 - part) * gyroscopic_change(i, h, bodies)  # bodies turn as tops, which does it again
        moving[i].angular = twist.angular - part * (twist.angular - start.angular) - turning
