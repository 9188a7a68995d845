"""State hashes of all packaged scenes after a number of steps, to compare two versions of the source.

    PYTHONPATH=src python benchmarks/scene_hashes.py > before.txt
    PYTHONPATH=src python benchmarks/scene_hashes.py > after.txt && diff before.txt after.txt

Each scene runs in its own engine for `--steps` frames of 1/60 s; those with more than `--bodies` bodies are left out.
"""

import argparse
import warnings

import rigida as rg
from rigida import scenes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=20, help="frames of 1/60 s")
    parser.add_argument("--bodies", type=int, default=400, help="leave out scenes with more bodies")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", rg.RigidaWarning)
    for name in scenes.names():
        scene = rg.load(name)
        if len(scene.bodies) <= arguments.bodies:
            simulation = rg.Simulation(scene)
            try:
                simulation.run(arguments.steps / 60, fps=60)
                print(name, simulation.state_hash(), flush=True)
            except rg.RigidaError as error:
                print(name, type(error).__name__, flush=True)


if __name__ == "__main__":
    main()
