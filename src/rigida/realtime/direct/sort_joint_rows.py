"""Sorts the joint rows of a step by island."""

from rigida.jit.decorators import inlined, kernel
from rigida.jit.records import Int32, Rows
from rigida.realtime.arrays import Islands, JointRowOf, JointRows


@inlined
def island_of(of: JointRowOf, of_body: Rows[Int32]) -> int:
    """Return the island of the one or the other body, −1 if impulses move neither."""
    k = of_body[of.a] if of.a < len(of_body) else -1
    return k if k >= 0 or of.b >= len(of_body) else of_body[of.b]


@kernel
def sort_joint_rows(count: int, found: int, joints: JointRows, islands: Islands) -> None:
    """Sort the first `count` joint rows by the `found` islands of their bodies, keeping their order."""
    start = joints.start
    for k in range(found + 1):
        start[k] = 0
    for i in range(count):
        k = island_of(joints.of[i], islands.of_body)
        if k >= 0:
            start[k + 1] += 1
    for k in range(found):
        start[k + 1] += start[k]
    for i in range(count):
        k = island_of(joints.of[i], islands.of_body)
        if k >= 0:
            joints.order[start[k]] = i
            start[k] += 1
    for k in range(found, 0, -1):
        start[k] = start[k - 1]
    start[0] = 0
