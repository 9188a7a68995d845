"""What single contacts must do, in figures: stand under a thousandfold load, hold or slide on a slope, rebound."""

import math

import numpy as np

import rigida as rg

UNIT = rg.Box((1, 1, 1))


def steps(scene, seconds):
    """Run a scene with default settings; yield the simulation after each step."""
    simulation = rg.Simulation(scene, rg.Realtime())
    for _ in range(round(seconds / simulation.settings.dt)):
        simulation.step()
        yield simulation


def end(scene, seconds):
    *_, last = steps(scene, seconds)
    return last.state.position


def heavy_on_light():
    """Return how far a cube of 1000 kg, on one of 1 kg, sinks in 10 s [m]."""
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(UNIT, mass=1.0, position=(0, 0, 0.5))
    scene.add_body(UNIT, mass=1000.0, position=(0, 0, 1.5))
    return 1.5 - end(scene, 10.0)[2, 2]


def way_on_slope(friction, seconds):
    """Return how far a cube slides down a slope of tan 0.5 [m]."""
    angle = math.atan(0.5)
    turn = (math.cos(angle / 2), 0, math.sin(angle / 2), 0)
    up, down = np.array([math.sin(angle), 0, math.cos(angle)]), np.array([math.cos(angle), 0, -math.sin(angle)])
    scene = rg.Scene()
    scene.add_body(rg.Box((100, 100, 2)), fixed=True, position=tuple(-up), orientation=turn, friction=friction)
    scene.add_body(UNIT, mass=1.0, position=tuple(0.5 * up), orientation=turn, friction=friction)
    return (end(scene, seconds)[1] - 0.5 * up) @ down


def height_after(seconds):
    """Return how high a ball with restitution 1, let go at 1.1 m, comes in the two seconds after [m]."""
    scene = rg.Scene()
    scene.add_ground(restitution=1.0)
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 1.1), restitution=1.0, name="ball")
    heights = [simulation.body("ball").position[2] for simulation in steps(scene, seconds + 2.0)]
    return max(heights[round(60 * seconds) :])


def main():
    angle = math.atan(0.5)
    closed_form = 0.5 * 9.81 * (math.sin(angle) - 0.49 * math.cos(angle)) * 5.0**2
    print(f"1000 kg on 1 kg, 10 s: sinks {1e3 * heavy_on_light():.3f} mm")
    print(f"slope tan 0.5, friction 0.51, 10 s: creeps {way_on_slope(0.51, 10.0):.1e} m")
    print(f"slope tan 0.5, friction 0.49, 5 s: slides {way_on_slope(0.49, 5.0):.6f} m, closed form {closed_form:.6f} m")
    print(f"ball with restitution 1 from 1.1 m, after 8 s: rises to {height_after(8.0):.4f} m")


if __name__ == "__main__":
    main()
