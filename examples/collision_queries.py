"""Questions about shapes, without a simulation: distances, rays, and when two moving bodies will touch."""

import rigida as rg

box, ball = rg.Box((1, 1, 1)), rg.Sphere(0.3)
here, there = ((0, 0, 0), (1, 0, 0, 0)), ((2, 0, 0), (1, 0, 0, 0))

gap = rg.distance(box, here, ball, there)
print(f"the box and the ball are {gap.separation:.3f} m apart, between {gap.point_a} and {gap.point_b}")

hit = rg.raycast(box, here, origin=(5, 0.2, 0), direction=(-1, 0, 0))
print(f"a ray meets the box after {hit.distance:.3f} m, where its normal is {hit.normal}")

touch = rg.time_of_contact(
    box,
    rg.Motion(position=(0, 0, 0)),
    ball,
    rg.Motion(position=(2, 0, 0), velocity=(-10_000, 0, 0)),
    duration=1.0,
)
print(f"at 10 km/s they touch after {1e6 * touch.time:.1f} microseconds")

assert abs(gap.separation - 1.2) < 1e-12
assert abs(hit.distance - 4.5) < 1e-12
assert abs(touch.time - 1.2e-4) < 1e-12
