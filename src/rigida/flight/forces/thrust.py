"""Thrust of propellers and jets.

A propeller is an actuator disc: P η = T (V + w) and T = 2 ρ A w (V + w), so its induced velocity w solves
2 ρ A w (V + w)² = P η, which gives the static thrust and its decline with speed alike (McCormick 1995, 6.2). A piston
engine breathes: P / P₀ = σ − (1 − σ)/7.55 (Gagg and Ferrar 1934). A jet's thrust goes with a power of the density.
"""

from rigida.flight.air.atmosphere import SEA_LEVEL_DENSITY
from rigida.flight.arrays import Craft, Engine
from rigida.flight.forces.loads import record_load
from rigida.jit.decorators import routine
from rigida.math.elementary import float_power
from rigida.math.vec3 import cross, dot, norm


@routine
def output(engine: Engine, power: float, density: float) -> float:
    """Return the power [W] of a propeller's engine or the thrust [N] of a jet, run at a part (0 to 1) of its power."""
    sigma = density / SEA_LEVEL_DENSITY
    exponent = engine.exponent
    available = max(sigma - (1.0 - sigma) / 7.55, 0.0) if exponent < 0.0 else float_power(sigma, exponent)
    return engine.rating * available * power


@routine
def disc_thrust(power: float, disc: float, speed: float, density: float) -> float:
    """Return the thrust [N] of an ideal propeller of `disc` area [m²] that spends `power` [W] at an air speed."""
    if power <= 0.0 or density <= 0.0:
        return 0.0
    v = max(speed, 0.0)
    demand = power / (2.0 * density * disc)
    w = float_power(demand, 1.0 / 3.0)  # exact at rest, too large in flight: Newton falls onto the root from there
    for _ in range(30):
        f = w * (v + w) * (v + w) - demand
        step = f / ((v + w) * (v + 3.0 * w))
        w -= step
        if abs(step) <= 1e-13 * w:
            break
    return 2.0 * density * disc * w * (v + w)


@routine
def add_engines(craft: Craft) -> float:
    """Add the thrust of all engines to the craft's total and loads; return its sum [N]."""
    setting, air, total, control = craft.setting, craft.air, craft.total, craft.memory.control
    first = len(craft.load) - len(craft.wheel) - len(craft.engine)
    sum_of_thrust = 0.0
    for i in range(len(craft.engine)):
        engine = craft.engine[i]
        thrust = output(engine, craft.power[i], air.density)
        if thrust == 0.0:
            continue
        direction = engine.direction
        if not engine.jet:
            speed = dot(air.velocity, direction)
            thrust = disc_thrust(thrust * engine.efficiency, engine.disc, speed, air.density)
        elif engine.gimbal != 0.0:
            # Nose up: the nozzle pushes the tail down; nose right: it pushes the tail left.
            pitch = engine.gimbal * control.elevator / setting.highest.elevator
            yaw = engine.gimbal * control.rudder / setting.highest.rudder
            direction += -pitch * setting.up + yaw * setting.left
            direction = direction / norm(direction)
        force = thrust * direction
        total.force += force
        total.torque += cross(engine.place, force)
        record_load(craft.load[first + i], force, engine.place, 1.0)
        sum_of_thrust += thrust
    return sum_of_thrust


@routine
def burn(dt: float, density: float, craft: Craft) -> None:
    """Subtract the fuel burnt in a time `dt` [s]; an empty tank stops the engines that burn fuel."""
    flow, memory = 0.0, craft.memory
    for i in range(len(craft.engine)):
        engine = craft.engine[i]
        flow += engine.consumption * output(engine, craft.power[i], density)
    if flow == 0.0:
        return
    memory.fuel = max(memory.fuel - flow * dt, 0.0)
    if memory.fuel == 0.0:
        for i in range(len(craft.engine)):
            if craft.engine[i].consumption > 0.0:
                craft.power[i] = 0.0
