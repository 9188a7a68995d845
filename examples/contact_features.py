"""What touches: a box that slides on the ground, vertex by vertex, and a ball that rolls beside it."""

import rigida as rg

scene = rg.Scene()
scene.add_ground(friction=0.4)
box = rg.Box((1, 1, 0.4))
scene.add_body(box, name="box", position=(0, 0, 0.2), velocity=(3, 0, 0), friction=0.4)
scene.add_body(
    rg.Sphere(0.3), name="ball", position=(0, 2, 0.3), velocity=(0.9, 0, 0), angular_velocity=(0, 3, 0), friction=0.4
)
sim = rg.Simulation(scene, dt=1 / 120)
sim.run(0.3)

kinds = {}
for row in sim.contacts():
    names = [sim.model.names[row[key]] for key in ("body_a", "body_b")]
    features = [
        f"{name} {rg.Feature(row[f'feature_{side}']).name.lower()} {row[f'index_{side}']}"
        for name, side in zip(names, "ab", strict=True)
    ]
    kind = rg.ContactKind(row["kind"])
    kinds[next(name for name in names if name != "ground")] = kind
    print(f"{kind.name.lower():8} {' on '.join(features)}")

assert kinds == {"box": rg.ContactKind.SLIDING, "ball": rg.ContactKind.ROLLING}
