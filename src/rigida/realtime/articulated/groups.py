"""Which joints and bodies hang together."""

from rigida.dynamics.model import DYNAMIC, Model


def joint_groups(model: Model) -> list[list[int]]:
    """Return the joints of each group: joints that share a moving body hang together."""
    group_of: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for j, rows in enumerate(model.joint_rows):
        moving = [row for row in rows.rows if row >= 0 and model.motion[row] == DYNAMIC]
        merged = sorted({group_of[row] for row in moving if row in group_of} or {j})
        target = merged[0]
        groups.setdefault(target, [])
        for other in merged[1:]:
            groups[target] += groups.pop(other)
        groups[target].append(j)
        for row, group in list(group_of.items()):
            if group in merged:
                group_of[row] = target
        for row in moving:
            group_of[row] = target
    return [sorted(group) for _, group in sorted(groups.items())]


def members_of(model: Model, group: list[int]) -> list[int]:
    """Return the rows of the bodies that forces move and that the joints of a group hold."""
    rows = {row for j in group for row in model.joint_rows[j].rows if row >= 0}
    return sorted((row for row in rows if model.motion[row] == DYNAMIC), key=lambda row: model.rank[row])
