"""`rigida report`: what a bug report needs."""

import platform

from rigida import __version__
from rigida.jit.ahead.pack import form_count

from .conftest import Command


def test_report_names_versions_compiler_and_kernels(rigida: Command) -> None:
    found = rigida("report", "--json").json()
    assert found["rigida"] == __version__
    assert found["Python"].startswith(platform.python_version())
    assert int(found["kernels compiled at install"]) == form_count()
    assert found["C compiler for first use"]
    assert "numpy" in found
    assert "kernels compiled on first use" in rigida("report").out
