"""Recordings as HDF5: equal to npz, readable without rigida, and nothing foreign accepted."""

import json
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

import rigida as rg
from rigida.recording.contents import arrays_of


@pytest.fixture(scope="module")
def run() -> rg.Recording:
    scene = rg.Scene(title="Flug")
    scene.add_ground()
    scene.add_aircraft("model", position=(0, 0, 50), velocity=(15, 0, 0), name="plane")
    ball = scene.add_body(rg.Sphere(0.1), position=(0, 9, 0.1), name="Würfel, groß")
    scene.add_joint(rg.Spherical(ball, anchor=(0, 9, 1), name="hung"))
    return rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.01)).run(0.2, contacts=True)


@pytest.mark.parametrize("name", ["run.h5", "run.hdf5"])
def test_round_trip_keeps_every_bit(run, tmp_path, name):
    path = run.save(tmp_path / name)
    assert path == tmp_path / name
    back = rg.Recording.load(path)
    first, second = arrays_of(run), arrays_of(back)
    assert first.keys() == second.keys()
    assert "channel/plane.force wing left" in first
    for key, values in first.items():
        assert values.tobytes() == second[key].tobytes(), key
    for key in ("names", "joint_names", "scene", "engine", "events", "steps", "wall", "interrupted", "channel_units"):
        assert getattr(back, key) == getattr(run, key), key


def test_h5py_opens_the_file_without_rigida(run, tmp_path):
    with h5py.File(run.save(tmp_path / "run.h5")) as file:
        assert np.array_equal(file["position"][3:5, 1], run.position[3:5, 1])
        assert json.loads(file["header.json"][()].tobytes())["scene"]["title"] == "Flug"


def test_a_file_packed_by_another_tool_loads(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    with h5py.File(path) as file, h5py.File(tmp_path / "packed.h5", "w") as packed:
        for name, values in arrays_of(run).items():
            packed.create_dataset(name, data=values, compression="gzip", shuffle=True)
        file.copy("header.json", packed)
    assert rg.Recording.load(tmp_path / "packed.h5").position.tobytes() == run.position.tobytes()


def changed(path: Path, change) -> Path:
    with h5py.File(path, "r+") as file:
        change(file)
    return path


def outside_data(file):
    del file["position"]
    file.create_dataset("position", (2, 3), dtype="f8", external=[("/etc/hostname", 0, 48)])


def outside_link(file):
    del file["position"]
    file["position"] = h5py.ExternalLink("other.h5", "position")


def huge(file):
    del file["position"]
    file.create_dataset("position", (10**9, 10, 3), dtype="f8", chunks=True)


def no_arrays(file):
    del file["times"]


@pytest.mark.parametrize("change", [outside_data, outside_link, huge, no_arrays])
def test_arrays_that_are_not_in_the_file_are_refused(run, tmp_path, change):
    with pytest.raises(rg.UsageError, match=r"cannot be read: .*(no array|more data)"):
        rg.Recording.load(changed(run.save(tmp_path / "run.h5"), change))


@pytest.mark.parametrize("share", [0.001, 0.3, 0.9])
def test_truncated_file_is_refused(run, tmp_path, share):
    path = run.save(tmp_path / "run.h5")
    data = path.read_bytes()
    path.write_bytes(data[: max(int(share * len(data)), 9)])
    with pytest.raises(rg.UsageError, match="truncated"):
        rg.Recording.load(path)


def test_foreign_files_are_refused(tmp_path):
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["position"] = np.zeros(3)
    (tmp_path / "text.h5").write_text("time,x,y,z\n")
    for name in ("other.h5", "text.h5"):
        with pytest.raises(rg.UsageError, match="not a rigida recording"):
            rg.Recording.load(tmp_path / name)


def test_missing_package_is_named(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(rg.UsageError, match=r"pip install rigida\[hdf5\]"):
        run.save(tmp_path / "run.h5")
