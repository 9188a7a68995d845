"""The cache of kernels: an edit anywhere below a kernel makes it compile anew, an edit elsewhere does not."""

import os
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from rigida.errors import UsageError
from rigida.jit import cache, decorators, sources


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "rigida"
    (folder / "deep").mkdir(parents=True)
    (folder / "kernels.py").write_text("from rigida.deep.callee import f\n")
    (folder / "deep" / "callee.py").write_text("def g():\n    from rigida.constants import A\n")
    (folder / "constants.py").write_text("A = 1\n")
    (folder / "other.py").write_text("from rigida.kernels import h\n")
    monkeypatch.setattr(sources, "PACKAGE", folder)
    monkeypatch.setattr(cache, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(cache, "_files", {(str(folder / "kernels.py"),)})
    monkeypatch.setattr(sources, "known", set())
    entered = dict[Path, list[Path]]()
    for module in (cache, sources):
        monkeypatch.setattr(module, "entered", entered)
    return folder


def folder_after(package: Path, edited: str, text: str) -> Path:
    (package / edited).write_text(text)
    for known in (sources.source, sources.imports, cache.folder_of):
        known.cache_clear()
    return cache.folder_of(str(package / "kernels.py"))


def test_folder_follows_every_file_that_a_kernel_stands_on(package: Path) -> None:
    first = folder_after(package, "constants.py", "A = 1\n")
    assert folder_after(package, "constants.py", "A = 2\n") != first
    assert folder_after(package, "constants.py", "A = 1\n") == first
    assert folder_after(package, "other.py", "# edited\n") == first
    assert folder_after(package, "deep/callee.py", "# edited\n") != first


def test_count_is_of_the_folders_in_use(package: Path) -> None:
    folder = folder_after(package, "constants.py", "A = 1\n")
    assert cache.compiled_count() == 0
    (folder / "kernel.1.nbc").touch()
    assert cache.compiled_count() == 1


def test_folder_follows_what_is_entered_from_elsewhere(package: Path, tmp_path: Path) -> None:
    first = folder_after(package, "constants.py", "A = 1\n")
    outside = tmp_path / "outside.py"
    outside.write_text("B = 1\n")
    with pytest.raises(UsageError, match=r"outside\.py: .* callee\.py is in use already"):
        sources.enter_source(str(package / "deep" / "callee.py"), str(outside))
    sources.known.clear()
    sources.enter_source(str(package / "deep" / "callee.py"), str(outside))
    with_it = folder_after(package, "constants.py", "A = 1\n")
    assert with_it != first
    outside.write_text("B = 2\n")
    assert folder_after(package, "constants.py", "A = 1\n") not in (first, with_it)


def test_only_kernels_that_make_arrays_count_references() -> None:
    def adds(values: Any) -> float:
        return float(values[0] + values[1])

    def makes(count: int) -> float:
        return float(np.empty(count).shape[0])

    added, made = decorators.routine(adds), decorators.routine(makes)
    assert (added(np.ones(2)), made(3)) == (2.0, 3.0)
    modules = [next(iter(compiled.dispatcher.overloads.values())).library.get_llvm_str() for compiled in (added, made)]
    assert ["NRT_" in module for module in modules] == [False, True]


def test_numbas_own_cache_settings_stay_the_users() -> None:
    import numba

    assert os.environ.get("NUMBA_CACHE_DIR", "") == numba.config.CACHE_DIR  # type: ignore[attr-defined]


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: data[::-1]])
@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_damaged_files_of_a_kernel_count_as_none_and_are_written_anew(tmp_path: Path, damage: Any, ending: str) -> None:
    def doubled(x: float) -> float:
        return 2.0 * x

    def compiled() -> tuple[float, int]:
        kernel = numba.njit(doubled)
        kernel._cache = cache._FolderCache(doubled, tmp_path)
        return kernel(1.5), sum(kernel.stats.cache_hits.values())

    assert compiled() == (3.0, 0)
    assert compiled() == (3.0, 1)
    for file in tmp_path.glob(f"*{ending}"):
        file.write_bytes(damage(file.read_bytes()))
    assert compiled() == (3.0, 0)
    assert compiled() == (3.0, 1)
