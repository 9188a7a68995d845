"""Which articulated groups are solved with the contacts of a step, which in sub-steps, and which are factored."""

from rigida.constraints.arrays import Joints
from rigida.constraints.frames import gather_frames
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import as_array
from rigida.realtime.arrays import Bodies, Islands
from rigida.realtime.articulated.arrays import Groups


@routine
def begin_groups(bodies: Bodies, islands: Islands, groups: Groups, joints: Joints) -> tuple[int, int]:
    """Take over the frames of bodies, and tell which groups sleep, touch or pull at something and are factored.

    Returns how many groups are to be solved, and how many are not factored.
    """
    state = as_array(bodies.center), as_array(bodies.attitude), as_array(bodies.velocity)
    gather_frames(state[0], state[1], state[2], as_array(bodies.angular_velocity), joints.frames)
    start, touching, missing = joints.factor.start, 0, 0
    for g in range(len(groups.solved)):
        groups.asleep[g], groups.in_sub_steps[g], groups.solved[g] = 1, 0, 0
        for m in range(start[g].member, start[g + 1].member):
            i = groups.member[m]
            if bodies.active[i]:
                groups.asleep[g] = 0
            k = islands.of_body[i]
            if k >= 0 and islands.contact_start[k + 1] > islands.contact_start[k]:
                groups.solved[g] = 1
        if groups.pulled[g] and not groups.asleep[g]:
            groups.solved[g] = 1
        touching += groups.solved[g]
        if groups.factored[g]:
            check_factor(g, groups, joints)
        missing += groups.factored[g] == 0
    return touching, missing


@kernel
def choose_large(islands: Islands, groups: Groups, joints: Joints) -> int:
    """Mark the solved groups in islands that are not solved directly, and their bodies; return their number."""
    count, start = 0, joints.factor.start
    for g in range(len(groups.solved)):
        chosen = 0
        for m in range(start[g].member, start[g + 1].member):
            k = islands.of_body[groups.member[m]]
            if groups.solved[g] and k >= 0 and islands.method[k] == 0:
                chosen = 1
        groups.in_sub_steps[g] = chosen
        count += chosen
        for m in range(start[g].member, start[g + 1].member):
            groups.held[groups.member[m]] = chosen
    return count


@routine
def check_factor(g: int, groups: Groups, joints: Joints) -> None:
    """Let group g be factored no more if a frame is not, to the bit, where and what it was when that was noted.

    A step ends with the factor with which the next one begins.
    """
    for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
        for side in range(2):
            f = joints.parts.frame[p][side]
            known, pose, inverse = groups.known[f], joints.frames.pose[f], joints.frames.inverse[f]
            for c in range(7):
                if known.pose.all[c] != pose.all[c] or known.inverse.all[c] != inverse.all[c]:
                    groups.factored[g] = 0


@routine
def note_factor(g: int, sound: bool, groups: Groups, joints: Joints) -> None:
    """Note whether group g is factored for the present frames."""
    groups.factored[g] = 1 if sound else 0
    if sound:
        for p in range(joints.factor.start[g].part, joints.factor.start[g + 1].part):
            for side in range(2):
                f = joints.parts.frame[p][side]
                groups.known[f].pose = joints.frames.pose[f]
                groups.known[f].inverse = joints.frames.inverse[f]
