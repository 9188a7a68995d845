"""What a program loads up to its first step: modules that a scene of boxes does not need come when they are used."""

import subprocess
import sys

PROGRAM = """
import sys
import rigida as rg
scene = rg.Scene()
scene.add_ground()
scene.add_body(rg.Box((1, 1, 1)), position=(0, 0, 0.5))
rg.Simulation(scene, "realtime", dt=1 / 60).step()
print(*sys.modules)
"""
#: Modules of rigida besides the compiler's, which only kernels that are not compiled yet need. A ceiling to lower.
MOST_MODULES = 213
#: Packages and modules that other scenes, files and pictures need.
ON_FIRST_USE = (
    "rigida.cli",
    "rigida.constraints",
    "rigida.export",
    "rigida.flight",
    "rigida.handles.sensor_arrays",
    "rigida.importers",
    "rigida.precise.step",
    "rigida.queries.ray",
    "rigida.realtime.articulated",
    "rigida.realtime.document",
    "rigida.recording",
    "rigida.render",
    "rigida.scene.files.load",
    "rigida.viewer",
    "h5py",
    "logging",
    "matplotlib",
    "scipy",
    "trimesh",
    "zipfile",
)


def test_first_step_of_a_box_scene_loads_no_module_that_it_does_not_need():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert [name for name in loaded if f"{name}.".startswith(tuple(f"{other}." for other in ON_FIRST_USE))] == []
    own = [name for name in loaded if name.startswith("rigida.") and not name.startswith("rigida.jit")]
    assert len(own) <= MOST_MODULES
