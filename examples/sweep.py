"""A table over a range, and a start that reaches a goal: how high a ball bounces, and how to throw it into a ring."""

import rigida as rg


def second_top(run):
    """Height of the ball's second flight [m]."""
    return float(run.body("ball").position[run.times > 0.5, 2].max()) - 0.1


def main():
    scene = rg.Scene()
    scene.engine = rg.Precise()  # locates every bounce in time
    scene.add_ground(friction=0.0)
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball", position=(0, 0, 1.1), friction=0.0)
    table = rg.sweep(
        scene,
        {"ground.restitution": rg.Span(0.4, 0.8, 5)},
        [second_top, "first_contact(ball, ground)"],
        duration=1.0,
        fps=200,
        workers=0,
    )
    for e, height in zip(table["ground.restitution"], table["second_top"], strict=True):
        print(f"restitution {e:.1f}: up to {height:.3f} m, the square of it is {e * e:.3f}")
        assert abs(height - e * e) < 1e-3
    table.plot("bounce.png", y="second_top")

    found = rg.optimize(
        scene,
        {"body.ball.velocity.x": (0, 10), "body.ball.velocity.z": (0, 10)},
        ["final_position(ball).x == 2.5", "final_position(ball).z == 2 ± 0.01"],
        duration=0.5,
        workers=0,
    )
    print(f"thrown with {found.values} it passes (2.5, 2): {found.reached}, after {found.runs} runs")
    assert found.reached


# Worker processes import this file, too: what it does itself must not happen there.
if __name__ == "__main__":
    main()
