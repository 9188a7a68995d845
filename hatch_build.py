"""Compiles the kernels while a wheel is built, so that nobody who installs it has to wait for them.

Wheels carry them for one kind of machine and all Pythons from 3.11 on. RIGIDA_PACK_CPU=x86-64-v3 compiles for all
processors of that level instead of for this one; RIGIDA_PACK=0 leaves them out. Editable installs have none: their
sources change, and what is compiled on first use follows every edit.
"""

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FILES = ("_calls.abi3.so", "kernels.so", "kernels.json")


class KernelHook(BuildHookInterface[Any]):
    """Adds the compiled kernels to a wheel."""

    def dependencies(self) -> list[str]:
        """Ask for a C compiler where there is none."""
        return [] if any(map(shutil.which, (os.environ.get("CC") or "cc", "gcc", "clang"))) else ["ziglang"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and name the files that the wheel shall have."""
        if version == "editable" or os.environ.get("RIGIDA_PACK") == "0":
            return
        self._folder = Path(tempfile.mkdtemp(prefix="rigida-kernels-"))
        source = str(Path(self.root, "src"))
        search = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
        environment = os.environ | {"PYTHONPATH": search, "RIGIDA_PACK": "0"}
        print("rigida: compiling kernels on all cores…", flush=True)
        command = [sys.executable, "-m", "rigida.jit.ahead.build_pack", str(self._folder)]
        if subprocess.run(command, env=environment, check=False).returncode != 0:
            self.app.display_warning(
                "rigida: kernels could not be compiled (see above). rigida is installed without them; they are "
                "compiled on first use where there is a C compiler, and run as plain Python where there is none."
            )
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{_platform()}"
        build_data["force_include"] |= {str(self._folder / name): f"rigida/jit/ahead/{name}" for name in _FILES}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is in the wheel now."""
        if folder := getattr(self, "_folder", None):
            shutil.rmtree(folder, ignore_errors=True)


def _platform() -> str:
    """Return the platform of a wheel that was compiled here."""
    # Python for macOS may serve two kinds of processor; kernels are compiled for the one that it runs on.
    name = sysconfig.get_platform().replace("universal2", platform.machine())
    return name.replace("-", "_").replace(".", "_")
