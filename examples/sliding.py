"""Friction as mechanics has it: a book that slides and spins, and a parcel on a belt that starts to move."""

import math

import rigida as rg

scene = rg.Scene()
scene.add_ground(friction=0.3, name="table")
belt = rg.PathFunction(lambda t: (0.5 * 3.0 * t * t, 2.0, 0.05))  # 3 m/s², more than friction can give
scene.add_body(rg.Box((20, 1, 0.1)), path=belt, friction=0.2, name="belt")
parcel = {"position": (0, 2, 0.25), "friction": 0.2, "name": "parcel"}
scene.add_body(rg.Box((0.3, 0.3, 0.3)), mass=5.0, **parcel)
book = {"velocity": (1.5, 0, 0), "angular_velocity": (0, 0, 9), "friction": 0.3, "name": "book"}
scene.add_body(rg.Box((0.24, 0.17, 0.03)), mass=0.8, position=(0, 0, 0.015), **book)

realtime = rg.Simulation(scene, "realtime")
realtime.run(1.0)
precise = rg.Simulation(scene, "precise")
precise.run(1.0)

stops, exact = realtime.body("book").position[:2], precise.body("book").position[:2]
print(f"The book stops at {stops[0]:.4f}, {stops[1]:.4f} m; the precise engine says {exact[0]:.4f}, {exact[1]:.4f} m.")
way = realtime.body("parcel").position[0]
print(f"The belt has taken the parcel along for {way:.4f} m; Coulomb says {0.5 * 0.2 * 9.81:.4f} m.")
assert math.dist(stops, exact) < 0.005 * math.hypot(*exact)
assert math.isclose(way, 0.5 * 0.2 * 9.81, rel_tol=1e-3)
