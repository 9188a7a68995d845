"""The list of what is changed in numba: complete, tested, and switched off by one variable."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from rigida.jit import patches

ROOT = Path(__file__).parent.parent.parent
SOURCES = Path(patches.__file__).parent.parent.parent.parent


def test_every_module_of_patches_is_listed() -> None:
    modules = {path.stem for path in Path(patches.__file__).parent.glob("*.py")} - {"__init__"}
    assert {patch.name for patch in patches.PATCHES} == modules


@pytest.mark.parametrize("patch", patches.PATCHES, ids=lambda patch: patch.name)
def test_every_change_has_a_gain_and_a_test(patch: patches.Patch) -> None:
    assert patch.gain < 1.0
    assert (ROOT / patch.test).is_file()
    for owner, name, _ in patch.replaces:
        assert hasattr(owner, name)  # else this numba does it elsewhere and the change does nothing


def test_the_switch_chooses_changes() -> None:
    everything = frozenset(patch.name for patch in patches.PATCHES)
    assert patches.chosen("") == patches.chosen("1") == everything
    assert patches.chosen("0") == frozenset()
    assert patches.chosen("operator_types,plain_indexing") == {"operator_types", "plain_indexing"}


def test_kernels_give_the_same_without_the_changes_and_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(
        "from rigida.jit.decorators import kernel\n"
        "@kernel\n"
        "def running(a):\n"
        "    for i in range(1, a.shape[0]):\n"
        "        a[i, 0] = a[i, 0] / 3 + a[i - 1, -1]\n"
        "    return a[-1, 0]\n"
    )
    program = (
        "import numpy as np, kernels\n"
        "from rigida.jit.patches import ACTIVE\n"
        "print(len(ACTIVE))\n"
        "print(kernels.running(np.arange(12.0).reshape(4, 3)).hex(), kernels.running.dispatcher._cache.cache_path)\n"
    )

    def run(switch: str) -> tuple[str, str, str]:
        chosen = {"RIGIDA_NUMBA_PATCHES": switch, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(SOURCES)}
        call, environment = [sys.executable, "-c", program], {**os.environ, **chosen}
        text = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
        active, number, folder = text.split()
        return active, number, folder

    with_all, with_none = run("1"), run("0")
    assert (with_all[0], with_none[0]) == (str(len(patches.PATCHES)), "0")
    assert with_all[1] == with_none[1]
    assert with_all[2] != with_none[2]


def test_the_installed_numba_is_one_that_is_supported() -> None:
    release = tuple(int(part) for part in numba.__version__.split(".")[:2])
    assert (0, 60) <= release < (0, 69)
    assert '"numba>=0.60,<0.69"' in (ROOT / "pyproject.toml").read_text()
