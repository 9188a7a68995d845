"""The command line as tests call it: in this process for speed, as a process of its own where signals matter."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rigida.cli import main


@dataclass(frozen=True)
class Answer:
    """Exit code and what was printed."""

    code: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        """Return stdout as the one JSON object it must be."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


Command = Callable[..., Answer]

#: Makes a program heed SIGINT even where the test run, as in the background, ignores it and hands that down.
HEEDS_INTERRUPTS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


@pytest.fixture
def rigida(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Run `rigida ARGUMENTS` in an empty folder and return its answer."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "dumb")

    def call(*arguments: object) -> Answer:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        code = ended.value.code
        return Answer(0 if code is None else int(code), out, err)

    return call


@pytest.fixture
def spinning(tmp_path: Path) -> Path:
    """A small scene file: one tumbling box without gravity, half a second."""
    import rigida as rg

    scene = rg.Scene(gravity=(0.0, 0.0, 0.0), title="Tumbling box")
    scene.add_body(rg.Box((0.1, 0.2, 0.3)), mass=2.0, name="box", angular_velocity=(0.1, 5.0, 0.1))
    path = tmp_path / "spinning.toml"
    scene.save(path)
    return path
