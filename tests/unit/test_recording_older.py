"""Recordings of older versions load; each file has the kind, the format version and the gaps its name tells."""

from pathlib import Path

import numpy as np
import pytest

import rigida as rg

FILES = sorted((Path(__file__).parent / "recordings").iterdir())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_recording_of_an_older_version_loads(path):
    """A box of 2 kg thrown up at 3 m/s and 1 m/s sideways from 2 m, 10 frames a second."""
    run = rg.Recording.load(path)
    assert run.title == "Thrown box"
    assert run.names == ["box"]
    times = np.arange(5) / 10
    np.testing.assert_allclose(run.times, times, atol=1e-12)
    np.testing.assert_allclose(run.position[:, 0, 2], 2 + 3 * times - 0.5 * 9.81 * times**2, atol=1e-9)
    np.testing.assert_allclose(run.body("box").velocity[:, 0], 1.0, atol=1e-12)
    assert run.steps > 0
    assert np.ptp(run.energy.total) < 1e-9 * run.energy.total[0]


def test_every_kind_and_the_oldest_recording_are_among_them():
    assert {path.suffix for path in FILES} == {".npz", ".h5", ".frames"}
    assert "npz-1-without-joints-and-contacts.npz" in [path.name for path in FILES]
