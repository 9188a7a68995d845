"""A trimmed airplane flies by itself, then banks into a turn held by its autopilot."""

import math

import rigida as rg

plane = rg.Airplane.load("trainer")
trim = rg.trim(plane, speed=50.0, altitude=1000.0)
ratio = trim.lift / trim.drag
print(f"throttle {trim.throttle:.0%}, elevator {math.degrees(trim.elevator):.1f}°, lift/drag {ratio:.1f}")
print(rg.modes(plane, trim).table())

scene = rg.Scene()
craft = scene.add_aircraft(plane, position=(0, 0, 1000), trim=trim, name="plane")
sim = rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.005))
sim.run(5.0, fps=10)
assert abs(sim.body("plane").position[2] - 1000.0) < 0.01

craft.hold(altitude=1000.0, bank=math.radians(40.0), speed=50.0)
run = sim.run(30.0, fps=10)
load, bank = run.channel("plane.load_factor")[-1], run.channel("plane.bank")[-1]
law = 1.0 / math.cos(bank)
print(f"at a bank of {math.degrees(bank):.1f}° the pilot weighs {load:.3f} times as much (1/cos φ = {law:.3f})")
assert abs(load / law - 1.0) < 0.01
