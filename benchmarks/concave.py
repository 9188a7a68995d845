"""Concave bodies: fields per second, the scenes of rings and skulls, and how deep the bodies overlap.

taskset -c 0 python benchmarks/concave.py [rings_on_poles skulls] [--seconds 7]
"""

import argparse
import json
import resource
import time

import numpy as np

import rigida as rg
from rigida import scenes
from rigida.concave.arrays import Statistics
from rigida.distance_field.field import GridField, distance_field
from rigida.distance_field.surface import triangle_surface
from rigida.math.rotation import matrix_from_quaternion_array

#: What is told of each field of `concave.arrays.Statistics`.
COUNTS = {
    "looked_at": "samples_looked_at",
    "exact_points": "exact_points",
    "edges": "edges",
    "touched": "samples_that_touch",
    "lists": "lists",
    "candidates": "contacts_before_reduction",
    "points_kept": "contacts_after_reduction",
}


def field_times(mesh: rg.Mesh) -> dict[str, float]:
    """Return how long the fields of a mesh take to make, warm, and how large they are."""
    surface = mesh.surface()
    distance_field(surface, keep=False)
    began = time.process_time()
    field = distance_field(surface, keep=False)
    whole = time.process_time() - began
    GridField(surface, 8)
    began = time.process_time()
    GridField(surface, 60)
    grid = time.process_time() - began
    points = np.random.default_rng(0).uniform(*mesh.bounds(), (20_000, 3))
    began = time.process_time()
    field.distance(points)
    exact = time.process_time() - began
    return {
        "triangles": len(surface[1]),
        "fields_per_second": 1.0 / whole,
        "grid_64_seconds": grid,
        "field_megabytes": field.memory / 1e6,
        "exact_distance_microseconds": 1e6 * exact / len(points),
    }


def deepest(sim: rg.Simulation, per_edge: int = 5) -> tuple[float, float]:
    """Return how deep a vertex, and a point of an edge, of one mesh lies inside another [m], by exact distances."""
    bodies = [(k, body.shape) for k, body in enumerate(sim.scene.bodies) if isinstance(body.shape, rg.Mesh)]
    mesh = bodies[0][1]
    surface = triangle_surface(*mesh.surface())
    vertices, edge = surface.vertices, surface.topology.edge
    parts = np.arange(1, per_edge + 1)[:, None, None] / (per_edge + 1)
    along = (vertices[edge[:, 0]] * (1.0 - parts) + vertices[edge[:, 1]] * parts).reshape(-1, 3)
    points, low, high = np.concatenate([vertices, along]), *mesh.bounds()
    reach = np.linalg.norm(vertices, axis=1).max()
    rows = [k for k, _ in bodies]
    position, turn = sim.state.position[rows], matrix_from_quaternion_array(sim.state.orientation[rows])
    worst = np.zeros(2)
    for i in range(len(rows)):
        near = np.flatnonzero(np.linalg.norm(position - position[i], axis=1) < 2.0 * reach)
        for j in near[near != i]:
            place = (position[j] + points @ turn[j].T - position[i]) @ turn[i]
            inside = np.flatnonzero(((place > low) & (place < high)).all(axis=1))
            if len(inside):
                distance = surface.distance(place[inside])
                corner = inside < len(vertices)
                worst[0] = max(worst[0], -distance[corner].min(initial=0.0))
                worst[1] = max(worst[1], -distance[~corner].min(initial=0.0))
    return float(worst[0]), float(worst[1])


def run(name: str, seconds: float | None) -> dict[str, object]:
    """Run a packaged scene and return its figures."""
    scene = rg.load(scenes.path(name))
    sim = rg.Simulation(scene)
    sim.step()
    engine, dt = sim.engine, sim.engine.settings.dt
    steps = round((seconds or scene.plan.duration) / dt)
    before, began = engine.world.contacts.concave.statistics.copy(), time.process_time()
    for _ in range(steps):
        sim.step()
    cpu = time.process_time() - began
    counts = (engine.world.contacts.concave.statistics - before) / steps
    vertex, edge = deepest(sim)
    mesh = next(body.shape for body in scene.bodies if isinstance(body.shape, rg.Mesh))
    return {
        "scene": name,
        "cpu_per_simulated_second": cpu / (steps * dt),
        "overlap_vertices_mm": 1e3 * vertex,
        "overlap_edges_mm": 1e3 * edge,
        "fastest_at_end": float(np.abs(sim.state.velocity).max()),
        "per_step": {
            COUNTS[name]: float(count) for name, count in zip(Statistics.__annotations__, counts, strict=True)
        },
        "solids_megabytes": engine.world.contacts.concave.table.memory / 1e6,
        "peak_memory_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        **field_times(mesh),
    }


def main() -> None:
    """Print one line of JSON per scene."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["rings_on_poles", "skulls"])
    parser.add_argument("--seconds", type=float)
    chosen = parser.parse_args()
    for name in chosen.names:
        print(json.dumps(run(name, chosen.seconds)), flush=True)


if __name__ == "__main__":
    main()
