"""Install rigida in every way and under every Python that is here: python benchmarks/installs.py [INSTALL …].

Each install is a new virtual environment in a temporary folder, without kernels compiled ahead. A program then runs a
pendulum in both engines and a box on the floor; the line says whether its bits are those of the first install.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).parents[1]
PROGRAM = """
import warnings
import rigida as rg
from rigida import scenes
hashes = []
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for engine in ("realtime", "precise"):
        sim = rg.Simulation(rg.load(scenes.path("pendulum")), engine)
        sim.run(0.1)
        hashes.append(sim.state_hash())
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Box((0.2, 0.2, 0.2)), position=(0, 0, 0.11))
    sim = rg.Simulation(scene)
    sim.run(0.2)
print(*hashes, sim.state_hash(), "warned" if caught else "")
"""
#: A user who owns nothing here.
NOBODY = 65534
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def pythons() -> dict[str, str]:
    """Return an interpreter of each release that is found on the path or with pyenv."""
    found = {}
    for version in VERSIONS:
        kept = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python"))
        path = str(kept[-1]) if kept else shutil.which(f"python{version}")
        if path and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            found[version] = path
    return found


class Install:
    """A new virtual environment with rigida in it."""

    def __init__(self, folder: Path, name: str, python: str, *arguments: str) -> None:
        self.folder = folder / name
        self.python = str(self.folder / "bin" / "python")
        _call([python, "-m", "venv", str(self.folder)])
        _call([self.python, "-m", "pip", "install", "-q", *(arguments or (str(SOURCE),))])

    def run(self, before: tuple[str, ...] = (), **changed: str | None) -> str:
        """Return what the program prints; a variable that is changed to None is taken away."""
        with tempfile.TemporaryDirectory() as cache:
            environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", *changed)}
            environment |= {"XDG_CACHE_HOME": cache} | {k: v for k, v in changed.items() if v is not None}
            return _call([*before, self.python, "-c", PROGRAM], environment, cwd="/")


def _call(command: list[str], environment: dict[str, str] | None = None, cwd: str | None = None) -> str:
    """Return what a command printed; raise with the end of what it said where it fails."""
    environment = (os.environ.copy() if environment is None else environment) | {"RIGIDA_PACK": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cwd, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-400:])
    return done.stdout.strip()


def editable(folder: Path) -> str:
    return Install(folder, "editable", sys.executable, "-e", str(SOURCE)).run()


def offline(folder: Path) -> str:
    """Install from a folder of wheels, without an index."""
    wheels = str(folder / "wheels")
    _call([sys.executable, "-m", "pip", "wheel", "-q", "-w", wheels, str(SOURCE)])
    return Install(folder, "offline", sys.executable, "--no-index", "--find-links", wheels, "rigida").run()


def other_user(folder: Path) -> str:
    """Run as a user without a home who cannot write where rigida is installed."""
    if os.getuid() != 0:
        return "not tried: only root can become another user"
    to_nobody = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
    return Install(folder, "other", sys.executable).run(to_nobody, HOME=None, XDG_CACHE_HOME=None)


def without_compiler(folder: Path) -> str:
    """Run with nothing on the path, and no package that is a compiler: kernels are plain Python, with a warning."""
    installed = Install(folder, "bare", sys.executable)
    told = installed.run(PATH=str(installed.folder / "bin"), CC=None)
    if not told.endswith("warned"):
        raise RuntimeError("nothing is said of kernels that run as plain Python")
    return told.removesuffix("warned").strip()


WAYS: dict[str, Callable[[Path], str]] = {
    "editable": editable,
    "offline": offline,
    "another user without a home": other_user,
    "without a compiler": without_compiler,
}


def main() -> int:
    """Print a line for each install; return how many fail or have other bits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("installs", nargs="*", help="which: a release of Python, or a word of a name; default: all")
    given = parser.parse_args()
    under = pythons()
    tried: dict[str, Callable[[Path], str]] = {
        f"Python {version}": lambda folder, path=path: Install(folder, "plain", path).run()
        for version, path in under.items()
    }
    print("not here:", ", ".join(version for version in VERSIONS if version not in under) or "none", flush=True)
    first, bad = "", 0
    for name, way in (tried | WAYS).items():
        if given.installs and not any(word in name for word in given.installs):
            continue
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o755)
            try:
                told = way(Path(folder))
            except RuntimeError as error:
                told = str(error)
        first = first or told
        bad += told != first
        print(f"{name}: {'ok' if told == first and len(told.split()) == 3 else told}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main() > 0)
