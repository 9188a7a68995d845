"""Kernels compiled on first use: found again, compiled again after edits, and never a riddle where that fails."""

import errno
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from rigida.errors import UsageError
from rigida.jit import c_compiler, on_demand, sources
from rigida.jit.ahead.form import kernel_files
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.realtime import arrays

PACKAGE = Path(sources.__file__).parents[2]
PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from kernels import scaled
import numpy as np
values = np.array([1.0, 2.0])
scaled(3.0, values)
print(values.tolist())
"""
KERNEL = """
from rigida.jit.decorators import kernel

@kernel
def scaled(factor, values):
    for k in range(values.shape[0]):
        values[k] = values[k] * factor
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNEL)
    return tmp_path


def run(folder, **variables):
    """Run the program with a cache of its own; return its output and what it says on stderr."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "XDG_CACHE_HOME": str(folder / "cache"), **variables}
    environment = {name: value for name, value in environment.items() if value is not None}
    program = PROGRAM.format(folder=str(folder))
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    return done.stdout.strip(), done.stderr


def libraries(folder):
    return sorted(
        (folder / "cache" / "rigida" / "kernels").glob("kernel-*[!e]")
    )  # without what says how large they must be


def test_a_kernel_is_compiled_once_and_found_again(folder):
    assert run(folder) == ("[3.0, 6.0]", "")
    (made,) = libraries(folder)
    state = made.stat()
    assert run(folder) == ("[3.0, 6.0]", "")
    assert (made.stat().st_ino, made.stat().st_size) == (state.st_ino, state.st_size)


def test_an_edit_compiles_again_only_if_the_c_differs(folder):
    run(folder)
    (folder / "kernels.py").write_text(KERNEL.replace("* factor", "* factor  # a comment") + "\n")
    assert run(folder)[0] == "[3.0, 6.0]"
    assert len(libraries(folder)) == 1
    (folder / "kernels.py").write_text(KERNEL.replace("* factor", "+ factor"))
    assert run(folder)[0] == "[4.0, 5.0]"
    assert len(libraries(folder)) == 2


@pytest.mark.parametrize("damaged", ["form-*", "kernel-*", "calls-*", "*"])
@pytest.mark.parametrize("part", [0.0, 0.1, 0.9, None])
def test_damaged_files_are_written_again(folder, damaged, part):
    run(folder)
    for file in (folder / "cache" / "rigida" / "kernels").glob(damaged):
        file.unlink() if part is None else os.truncate(file, int(part * file.stat().st_size))
    assert run(folder) == ("[3.0, 6.0]", "")


def test_two_processes_at_once_share_the_cache(folder):
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: run(folder), range(4))) == {("[3.0, 6.0]", "")}
    assert len(libraries(folder)) == 1


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(folder):
    (folder / "file").touch()
    assert run(folder, XDG_CACHE_HOME=str(folder / "file")) == ("[3.0, 6.0]", "")


def test_no_compiler_is_one_warning_and_plain_python(folder):
    (folder / "kernels.py").write_text("import sys\nsys.modules['ziglang'] = None\n" + KERNEL)
    output, said = run(folder, PATH=str(folder), CC=None)  # Python itself is started by its full path
    assert output == "[3.0, 6.0]"
    assert said.count("RigidaWarning") == 1
    assert "There is no C compiler" in said


def test_a_compiler_that_is_not_there_is_named(folder):
    assert "$CC names 'nowhere/cc', which cannot be found" in run(folder, CC="nowhere/cc")[1]


def test_a_compiler_that_fails_is_named_with_its_first_error(folder):
    fails = folder / "cc"
    fails.write_text("#!/bin/sh\necho \"kernels.c:3: error: unknown type name 'v8f'\" >&2\nexit 1\n")
    fails.chmod(0o755)
    output, said = run(folder, CC=str(fails))
    assert output == ""
    assert "unknown type name 'v8f'" in said
    assert "gcc 9, clang 10, zig 0.11 or later; $CC chooses another one" in said


@pytest.mark.parametrize("ends", ["exit 0", "exit 3", "kill -9 $$"])
def test_a_compiler_that_says_and_writes_nothing_is_named(folder, ends):
    silent = folder / "cc"
    silent.write_text(f"#!/bin/sh\n{ends}\n")
    silent.chmod(0o755)
    code = {"exit 0": 0, "exit 3": 3, "kill -9 $$": -9}[ends]
    assert f"failed on calls.c: it ended with {code} and said and wrote nothing." in run(folder, CC=str(silent))[1]


@kernel
def halved(values):
    for k in range(values.shape[0]):
        values[k] = 0.5 * values[k]


def test_a_full_disk_is_named(tmp_path, monkeypatch):
    def refuse(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for module in (on_demand, c_compiler):
        monkeypatch.setattr(module, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(UsageError, match=f"No space left on device. Make room in '{tmp_path}', or let XDG_CACHE_HOME"):
        bind(halved, np.ones(2))()
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    values = np.ones(2)
    bind(halved, values)()
    assert values.tolist() == [0.5, 0.5]


def test_what_a_kernel_stands_on_is_followed_through_imports(tmp_path, monkeypatch):
    package = tmp_path / "rigida"
    (package / "deep").mkdir(parents=True)
    (package / "kernels.py").write_text("from rigida.deep.callee import f\n")
    # What is imported in a function, or for the type checker alone, is not called by kernels.
    callee = "from rigida.constants import A\ndef g():\n    from rigida.other import h\n"
    (package / "deep" / "callee.py").write_text(callee)
    (package / "constants.py").write_text("A = 1\n")
    (package / "other.py").write_text("from rigida.kernels import h\n")
    monkeypatch.setattr(sources, "PACKAGE", str(package))
    monkeypatch.setattr(sources, "known", set())
    monkeypatch.setattr(sources, "entered", {})
    files = sources.sources_of(str(package / "kernels.py"))
    assert [Path(path).name for path in files] == ["constants.py", "callee.py", "kernels.py"]
    outside = tmp_path / "outside.py"
    outside.write_text("B = 1\n")
    with pytest.raises(UsageError, match=r"outside\.py: .* callee\.py is in use already"):
        sources.enter_source(str(package / "deep" / "callee.py"), str(outside))
    sources.known.clear()
    sources.enter_source(str(package / "deep" / "callee.py"), str(outside))
    assert str(outside) in sources.sources_of(str(package / "kernels.py"))


def test_a_kernel_stands_on_the_files_of_its_tables():
    kinds = ("d", "f8:2", "rigida.realtime.arrays.Bodies", "None", "i4:1")
    assert kernel_files(doubled.py_func, kinds) == {__file__, arrays.__file__}


@kernel
def doubled(values):
    for k in range(values.shape[0]):
        values[k] = 2.0 * values[k]


def test_binding_a_kernel_again_does_not_look_in_the_cache(monkeypatch):
    looks, read = [], on_demand._read

    def look(note):
        if threading.current_thread() is threading.main_thread():  # others look for what earlier tests bound
            looks.append(note)
        return read(note)

    monkeypatch.setattr(on_demand, "_read", look)
    for _ in range(3):
        values = np.ones(2)
        bind(doubled, values)()
        assert values.tolist() == [2.0, 2.0]
    assert len({*looks}) == 1
    found = len(looks)
    bind(doubled, np.ones(3))()
    assert len(looks) == found


def test_missing_headers_of_python_are_named(tmp_path):
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho \"calls.c:8:10: fatal error: 'Python.h' file not found\" >&2\nexit 1\n")
    compiler.chmod(0o755)
    with pytest.raises(c_compiler.CompilerError, match="install the package python3-dev"):
        c_compiler.Compiler((str(compiler),)).run("-c", "calls.c", what="calls.c")
