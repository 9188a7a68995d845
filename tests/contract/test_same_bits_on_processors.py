"""The state has the same bits whichever loops OpenBLAS chooses for the processor."""

import json
import os
import subprocess
import sys

# Contacts of the precise engine, inertias of a robot, trim of an aircraft: they differed when LAPACK solved for them.
CODE = """
import json, warnings
import rigida as rg
from rigida import scenes
warnings.simplefilter("ignore")
found = {}
for name, engine in (("block_on_incline", "precise"), ("robots/quadruped", "realtime"), ("glider_phugoid", "precise")):
    sim = rg.Simulation(rg.load(scenes.path(name)), engine)
    sim.run(0.1)
    found[name] = sim.state_hash()
print(json.dumps(found))
"""


def hashes(core):
    """Return the hash of every state in a process whose OpenBLAS believes in this processor."""
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"OPENBLAS_CORETYPE": core},
    )
    return json.loads(done.stdout)


def test_state_has_the_same_bits_under_two_kernels_of_openblas():
    assert hashes("Nehalem") == hashes("Haswell")
