"""Kernels that were compiled ahead of time: the same bits as on first use, never of other sources, never a riddle."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from rigida.jit import c_compiler, sources
from rigida.jit.ahead import build_pack, form, pack
from rigida.jit.ahead.form import Form
from rigida.jit.entry import entry

SOURCES = Path(pack.__file__).parents[3]
FORMS = [
    Form("rigida.math.quaternion:interpolate_rows", ("f8:2", "f8:2", "f8:1", "f8:2"), ()),
    Form("rigida.math.rotation:matrix_rows", ("f8:2", "f8:3"), ()),
]

# What both kernels give, and whether anything was compiled for it.
PROGRAM = """
import sys
import numpy as np
from rigida.math.quaternion import interpolate_array
from rigida.math.rotation import matrix_from_quaternion_array
q, p = np.array([[0.8, 0.1, 0.5, 0.3]]), np.array([[0.1, 0.7, 0.7, 0.1]])
print(interpolate_array(q, p, 0.3).tobytes().hex(), matrix_from_quaternion_array(q).tobytes().hex())
print("rigida.jit.on_demand" in sys.modules)
"""


def compiler() -> c_compiler.Compiler:
    found = c_compiler.find_compiler()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pack")
    build_pack.build(made, FORMS, compiler())
    return made


def run(folder: Path | str, package: Path = SOURCES, program: str = PROGRAM) -> tuple[str, bool, str]:
    """Return the numbers of the program, whether something was compiled on first use, and what was said."""
    chosen = {"RIGIDA_PACK": str(folder), "PYTHONPATH": str(package)}
    call = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **chosen}, capture_output=True, text=True, check=True
    )
    numbers, loaded = call.stdout.splitlines()
    return numbers, loaded == "True", call.stderr


def copied(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to)
    return to


def test_packed_kernels_give_the_same_bits_as_on_first_use(folder: Path) -> None:
    packed, compiled = run(folder), run("0")
    assert packed[0] == compiled[0]
    assert (packed[1], compiled[1]) == (False, True)
    assert packed[2] == ""


def test_two_installs_at_once_both_make_a_pack(tmp_path: Path, folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    code = (
        "from pathlib import Path\nfrom rigida.jit.ahead import build_pack\nfrom rigida.jit.ahead.form import Form\n"
        "from rigida.jit.c_compiler import find_compiler\n"
        f"build_pack.build(Path({str(tmp_path / 'pack')!r}), {FORMS!r}, find_compiler())"
    )
    both = [subprocess.Popen([sys.executable, "-c", code], env=environment) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert run(tmp_path / "pack") == run(folder)


def test_an_edited_kernel_is_not_served_from_the_pack(folder: Path, tmp_path: Path) -> None:
    package = tmp_path / "src"
    shutil.copytree(SOURCES / "rigida", package / "rigida", ignore=shutil.ignore_patterns("scenes", "viewer", "*.so"))
    assert run(folder, package)[1] is False
    file = package / "rigida" / "math" / "quaternion.py"
    file.write_text(file.read_text() + "\n# edited\n")
    edited = run(folder, package)
    assert edited[1] is True
    assert edited[0] == run(folder)[0]


def test_a_kind_entered_by_an_extension_compiles_its_kernels_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rigida.math.rotation import matrix_rows

    opened, kernel = pack.Pack(folder), cast(Any, matrix_rows)
    assert opened.find(kernel, FORMS[1]) is not None
    kind = tmp_path / "screw.py"
    kind.write_text("")
    monkeypatch.setitem(sources.entered, f"{sources.PACKAGE}/math/rotation.py", [str(kind)])
    assert opened.find(kernel, FORMS[1]) is None


def test_a_truncated_pack_is_named_and_replaced_by_compiling(folder: Path, tmp_path: Path) -> None:
    broken = copied(folder, tmp_path / "pack")
    whole = (broken / pack.LIBRARY).read_bytes()
    (broken / pack.LIBRARY).write_bytes(whole[: len(whole) // 2])
    numbers, on_demand, said = run(broken)
    assert (numbers, on_demand) == (run(folder)[0], True)
    assert f"{len(whole) // 2} bytes instead of {len(whole)}" in said
    assert "Reinstall rigida" in said


def test_a_foreign_pack_is_named_and_replaced_by_compiling(folder: Path, tmp_path: Path) -> None:
    foreign = copied(folder, tmp_path / "foreign")
    (foreign / pack.LIBRARY).write_bytes(b"\0" * (folder / pack.LIBRARY).stat().st_size)
    numbers, on_demand, said = run(foreign)
    assert (numbers, on_demand) == (run(folder)[0], True)
    assert "cannot be used" in said


def test_a_processor_that_lacks_instructions_is_named(folder: Path, tmp_path: Path) -> None:
    other = copied(folder, tmp_path / "other")
    index = json.loads((other / pack.INDEX).read_text())
    (other / pack.INDEX).write_text(json.dumps({**index, "features": ["avx5124fmaps"]}))  # of one processor of 2017
    with pytest.raises(ImportError, match="with avx5124fmaps, which this one has not"):
        pack.Pack(other)


def test_arguments_of_other_kinds_are_compiled_when_they_come(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rigida.math.rotation import matrix_rows

    monkeypatch.setattr(pack, "_installed", lambda: pack.Pack(folder))

    rows = np.array([[0.8, 0.1, 0.5, 0.3], [0.1, 0.7, 0.7, 0.1]], dtype=np.float32)
    packed = entry(matrix_rows, ())  # type: ignore[arg-type]
    single, double = np.empty((2, 3, 3)), np.empty((2, 3, 3))
    packed(rows, single)
    packed(rows.astype(float), double)
    np.testing.assert_allclose(single, double, rtol=1e-6, atol=1e-6)
    with pytest.raises(TypeError, match="must be a number, a contiguous array or a table, got ndarray"):
        packed(np.asfortranarray(rows.astype(float)), double)


def test_no_compiler_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setitem(sys.modules, "ziglang", None)
    c_compiler.find_compiler.cache_clear()
    with pytest.raises(SystemExit, match="there is no C compiler"):
        build_pack.main(str(tmp_path))
    c_compiler.find_compiler.cache_clear()


def test_a_form_that_no_longer_fits_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build_pack.build(tmp_path, [*FORMS[1:], Form(FORMS[0].kernel, ("i",), ())], compiler())
    assert pack.Pack(tmp_path).count == 1
    assert "interpolate_rows i ; cannot be compiled" in capsys.readouterr().out


def test_every_listed_form_fits_its_kernel() -> None:
    from importlib import import_module

    forms = form.listed()
    assert forms == sorted(set(forms))
    for listed in forms:
        module, name = listed.kernel.split(":")
        python = getattr(import_module(module), name).py_func
        assert python.__code__.co_argcount == len(listed.given) + len(listed.bound), listed
        for kind in (*listed.given, *listed.bound):
            if "." in kind:
                table_module, _, table = kind.rpartition(".")
                assert hasattr(import_module(table_module), table), listed


def test_no_public_name_compiles_anything_and_the_package_loads_none_of_its_modules() -> None:
    program = (
        "import sys, rigida\n"
        "print([name for name in sys.modules if name.startswith('rigida.')])\n"
        "[getattr(rigida, name) for name in rigida.__all__]\n"
        "print('rigida.jit.on_demand' in sys.modules)\n"
    )
    modules, loaded, _ = run("0", program=program)
    assert modules == "['rigida.version']"
    assert not loaded


def test_units_are_compiled_once_for_all_builds_of_the_same_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    units, _ = build_pack.translate(FORMS)
    objects = build_pack.compile_units(compiler(), units, "native")

    def refuse(*arguments: str, what: str, text: str | None = None) -> str:
        raise AssertionError(what)

    monkeypatch.setattr(c_compiler.Compiler, "run", refuse)
    assert build_pack.compile_units(compiler(), units, "native") == objects
    with pytest.raises(AssertionError, match="unit-math"):
        build_pack.compile_units(compiler(), {name: f"{text}\n" for name, text in units.items()}, "native")
