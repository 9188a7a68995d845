"""Impacts: balls that meet head-on, rebound or stay together."""

import math

import numpy as np

from rigida.geometry import Sphere
from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene
from rigida.textbook.case import Outcome, after, outcome, textbook


def head_on(engine: EngineSettings, masses: tuple[float, float], restitution: float) -> tuple[float, float]:
    """Return the velocities of two balls after the first, at 2 m/s, has met the second, at rest [m/s]."""
    scene = Scene(gravity=(0, 0, 0))
    for k, mass in enumerate(masses):
        scene.add_body(
            Sphere(0.1),
            mass=mass,
            position=(0.5 * k, 0, 0),
            velocity=(2.0 * (k == 0), 0, 0),
            restitution=restitution,
            name=f"ball{k}",
        )
    end = after(scene, engine, 1.0)
    return float(end.body("ball0").velocity[0]), float(end.body("ball1").velocity[0])


@textbook("speed of the target ball", "m/s", "momentum and energy", 0.02)
def equal_balls(engine: EngineSettings) -> Outcome:
    """Measure the speed of a ball after an impact by an equal one."""
    return outcome(2.0, head_on(engine, (1.0, 1.0), 1.0)[1])


@textbook("speed of the target ball", "m/s", "momentum and energy", 0.02)
def heavy_ball_on_light(engine: EngineSettings) -> Outcome:
    """Measure the speed of a ball after an impact by one of four times its mass."""
    return outcome(2.0 * 2.0 * 4.0 / 5.0, head_on(engine, (4.0, 1.0), 1.0)[1])


@textbook("velocity of the incoming ball", "m/s", "momentum and restitution 0.6", 0.02)
def light_ball_on_heavy(engine: EngineSettings) -> Outcome:
    """Measure the rebound of a ball from one of three times its mass."""
    return outcome(2.0 * (1.0 - 0.6 * 3.0) / 4.0, head_on(engine, (1.0, 3.0), 0.6)[0])


@textbook("speed of both", "m/s", "momentum", 0.02)
def balls_that_stay_together(engine: EngineSettings) -> Outcome:
    """Measure the common speed of two balls after an inelastic impact."""
    return outcome(2.0 * 1.0 / 3.0, head_on(engine, (1.0, 2.0), 0.0)[1])


@textbook("speed after the bounce", "m/s", "ε √(2 g h) − g t", 0.02)
def bounce(engine: EngineSettings) -> Outcome:
    """Measure how fast a ball with restitution 0.8, let go 1 m above the ground, rises 0.1 s after it has touched."""
    scene = Scene()
    scene.add_ground(restitution=0.8)
    scene.add_body(Sphere(0.1), mass=1.0, position=(0, 0, 1.1), restitution=0.8, name="ball")
    fall = math.sqrt(2.0 / 9.81)
    end = after(scene, engine, 0.55).body("ball").velocity[2]
    return outcome(0.8 * 9.81 * fall - 9.81 * (0.55 - fall), end, 9.81 * fall)


def cut(
    engine: EngineSettings, angle: float, *, speed: float, restitution: float, radius: float = 0.0286
) -> tuple[np.ndarray, np.ndarray]:
    """Return the velocities of a ball and of the equal one that it hits, `angle` from full on, in 0.4 s [m/s]."""
    scene, aside = Scene(gravity=(0, 0, 0)), 2 * radius * math.sin(angle)
    for name, place, start in (("object", (0, 0, 0), 0.0), ("cue", (-0.3, aside, 0), speed)):
        scene.add_body(
            Sphere(radius),
            mass=0.17,
            position=place,
            velocity=(start, 0, 0),
            friction=0.0,
            restitution=restitution,
            name=name,
        )
    end = after(scene, engine, 0.4)
    return end.body("cue").velocity, end.body("object").velocity


@textbook("direction of the target ball", "rad", "line of centers at the moment of touch", 0.02)
def cut_shot(engine: EngineSettings) -> Outcome:
    """Measure the direction of a ball after an oblique impact of an equal one, 60° from full on."""
    _, velocity = cut(engine, math.radians(60), speed=2.0, restitution=0.95)
    return outcome(-math.radians(60), math.atan2(velocity[1], velocity[0]))
