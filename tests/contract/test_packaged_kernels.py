"""Kernels that were compiled when rigida was installed serve all packaged scenes: nothing is compiled in a step."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rigida as rg
from rigida import scenes
from rigida.jit import entry
from rigida.jit.ahead import pack

pytestmark = pytest.mark.skipif(pack.form_count() == 0, reason="rigida was installed without compiled kernels")

#: Steps by which every stage of a scene has run at least once; heaps and collisions begin within them.
STEPS = 25

# The hash of a scene of boxes, which meet, slide and rest, and a hinge after a second: other shapes need kernels that
# are made alike, and compile for a minute.
HASHED = """
import rigida as rg
scene = rg.Scene()
scene.add_ground(restitution=0.3)
for k in range(5):
    shape = rg.Box((1, 1 - 0.1 * k, 1))
    scene.add_body(shape, position=(0.1 * k, 0.05 * k, 0.6 + 1.2 * k), angular_velocity=(k, 1, 0))
swing = scene.add_body(rg.Box((0.2, 0.2, 1)), position=(4, 0, 3))
scene.add_joint(rg.Revolute(swing, anchor=(4, 0, 3.5), axis=(0, 1, 0)))
simulation = rg.Simulation(scene, "realtime", dt=1 / 60)
for _ in range(60):
    simulation.step()
print(simulation.state_hash())
"""


@pytest.mark.parametrize("name", [*scenes.names(), *scenes.documents()])
def test_no_packaged_scene_compiles_anything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(kernel: object, form: object) -> None:
        raise AssertionError(f"{form} of {name} is not among the compiled kernels: run `rigida warmup --forms`.")

    monkeypatch.setattr(entry, "compiled", refuse)
    simulation = rg.Simulation(rg.load(name))
    for _ in range(STEPS):
        simulation.step()


@pytest.mark.filterwarnings("ignore")
def test_packed_and_compiled_kernels_move_bodies_to_the_same_bits_also_without_optimization() -> None:
    source = str(Path(rg.__file__).parent.parent)

    def moved(switch: dict[str, str]) -> str:
        environment = {**os.environ, "PYTHONPATH": source, **switch}
        call = [sys.executable, "-c", HASHED]
        return subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout

    assert moved({}) == moved({"RIGIDA_PACK": "0", "RIGIDA_CFLAGS": "-O0"})
