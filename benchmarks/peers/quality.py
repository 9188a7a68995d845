"""How well a scene went, from poses and velocities alone."""

import numpy as np
from scipy.spatial import ConvexHull, cKDTree


def rotations(quaternions):
    """Return matrices (n, 3, 3) of quaternions (n, 4)."""
    w, x, y, z = np.asarray(quaternions, float).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def kinetic(scene, state):
    """Return the kinetic energy of each body (n,) [J]."""
    _, orientation, velocity, spin = state
    mass = np.array([item.mass for item in scene.items])
    inertia = np.array([item.inertia for item in scene.items])
    body_spin = np.einsum("nji,nj->ni", rotations(orientation), spin)
    return 0.5 * mass * (velocity**2).sum(axis=1) + 0.5 * (inertia * body_spin**2).sum(axis=1)


def energy(scene, state):
    """Return the whole energy [J]."""
    mass = np.array([item.mass for item in scene.items])
    return kinetic(scene, state).sum() + scene.gravity * (mass * state[0][:, 2]).sum()


def joint_gap(scene, state):
    """Return how far the widest joint is open [m]."""
    position, matrix = state[0], rotations(state[1])
    widest = 0.0
    for joint in scene.joints:
        a = joint.anchor_a if joint.a < 0 else position[joint.a] + matrix[joint.a] @ joint.anchor_a
        b = position[joint.b] + matrix[joint.b] @ joint.anchor_b
        widest = max(widest, float(np.linalg.norm(b - a)))
    return widest


def polytope(shape):
    """Return corners, face normals and edge directions of a box or hull."""
    if shape[0] == "box":
        corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * np.asarray(shape[1]) / 2
        return corners, np.eye(3), np.eye(3)
    hull = ConvexHull(shape[1])
    corners = shape[1][hull.simplices]
    edges = np.concatenate([corners[:, k] - corners[:, k - 1] for k in range(3)])
    edges /= np.linalg.norm(edges, axis=1, keepdims=True)
    _, unique = np.unique(np.round(edges * np.sign(edges[:, :1] + 1e-12), 9), axis=0, return_index=True)
    return shape[1], hull.equations[:, :3], edges[unique]


def depth(axes, a, b):
    """Return the least overlap of two clouds of corners along unit axes (m, 3) [m]; negative where they are apart."""
    first, second = axes @ a.T, axes @ b.T
    high = np.minimum(first.max(axis=1), second.max(axis=1))
    low = np.maximum(first.min(axis=1), second.min(axis=1))
    return float((high - low).min())


def overlap(scene, state):
    """Return the deepest overlap of any two bodies [m], by separating axes, and of corners with what is fixed."""
    position, matrix = state[0], rotations(state[1])
    known = {}
    parts = [known.setdefault(id(item.shape), polytope(item.shape)) for item in scene.items]
    reach = max(np.linalg.norm(corners, axis=1).max() for corners, _, _ in parts)
    placed = [(p + c @ r.T, n @ r.T, e @ r.T) for (c, n, e), p, r in zip(parts, position, matrix, strict=True)]
    deepest = 0.0
    for i, j in cKDTree(position).query_pairs(2 * reach):
        (a, normals_a, edges_a), (b, normals_b, edges_b) = placed[i], placed[j]
        found = depth(np.concatenate([normals_a, normals_b]), a, b)
        if found <= deepest:
            continue
        cross = np.cross(edges_a[:, None], edges_b[None]).reshape(-1, 3)
        length = np.linalg.norm(cross, axis=1)
        cross = cross[length > 1e-6] / length[length > 1e-6, None]
        deepest = max(deepest, min(found, depth(cross, a, b)))
    for item in scene.fixed:
        for corners, _, _ in placed:
            inside = np.asarray(item.shape[1]) / 2 - np.abs(corners - item.position)
            deepest = max(deepest, float(inside.min(axis=1).max()))
    return deepest


def short(number):
    """Return a number with two digits."""
    return f"{number:.0f}" if number >= 100 else f"{number:.2g}"


class Quality:
    """Watches a run: `sample` now and then, then `text`."""

    def __init__(self, scene, state):
        self.scene, self.start = scene, state
        self.energy = energy(scene, state)
        self.drift = self.gap = self.lost = 0.0

    def sample(self, state):
        scene = self.scene
        self.last = state
        self.drift = max(self.drift, float(np.linalg.norm(state[0] - self.start[0], axis=1).max()))
        if scene.joints:
            self.gap = max(self.gap, joint_gap(scene, state))
        self.lost = max(self.lost, abs(energy(scene, state) - self.energy) / scene.span)

    def text(self):
        """Return the figure of the scene, for the table."""
        if not all(np.isfinite(array).all() for array in self.last):
            return "NaN"
        return getattr(self, f"_{self.scene.quality}")()

    def _drift(self):
        return "falls" if self.drift > 0.5 else f"drift {short(1e3 * self.drift)} mm"

    def _overlap(self):
        mean = kinetic(self.scene, self.last).mean()
        return f"overlap {1e3 * overlap(self.scene, self.last):.1f} mm, mean {mean:.1e} J"

    def _joints(self):
        return f"{self._gap()}, energy {short(100 * self.lost)} %"

    def _gap(self):
        return "comes apart" if self.gap > 0.5 else f"gap {short(1e3 * self.gap)} mm"

    def _fallen(self):
        upright = np.abs(rotations(self.last[1])[:, 2, 2])
        return f"{int((upright < np.cos(np.pi / 4)).sum())} fell"

    def _energy(self):
        return f"energy {short(100 * self.lost)} %"
