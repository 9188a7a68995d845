"""Choice of the groups that are solved in lanes, in a single sub-step (see `project`)."""

from rigida.constraints.arrays import Joints
from rigida.dynamics.free_top import LARGEST_TURN
from rigida.jit.decorators import routine
from rigida.math.vec3 import norm, square
from rigida.realtime.arrays import Bodies
from rigida.realtime.articulated.arrays import Groups
from rigida.realtime.articulated.rattle import arm_of_point, faster_turn
from rigida.realtime.articulated.wide.arrays import Kinds
from rigida.realtime.articulated.wide.flight import momentum_of


@routine
def turns_little(g: int, dt: float, most: float, bodies: Bodies, groups: Groups, joints: Joints, kinds: Kinds) -> bool:
    """Return whether no arm or rotating body of group g changes direction by more than `most` [rad] in a time dt [s].

    As in `step_size.turn_rate`, a spin about the arm does not count.
    """
    first, end = joints.factor.start[g], joints.factor.start[g + 1]
    limit, quick = (most / dt) ** 2, False
    for k in range(first.member, end.member):
        i = groups.member[k]
        spin = bodies.moving[i].angular
        if not square(spin) < limit:
            quick = True
            inverse, q = bodies.inv_inertia[i], bodies.attitude[i]
            momentum = momentum_of(q, inverse, spin)
            farthest = dt * max(inverse.x, max(inverse.y, inverse.z)) * norm(momentum)
            if not (farthest < LARGEST_TURN and faster_turn(0.0, spin, momentum) < limit):
                return False
    for p in range(first.part if quick else end.part, end.part):
        for side in range(2):
            if kinds.local[p][side] >= 0:
                spin = bodies.moving[joints.parts.frame[p][side]].angular
                if not faster_turn(0.0, spin, arm_of_point(joints.parts.jacobian[p].side[side])) < limit:
                    return False
    return True
