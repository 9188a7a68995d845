"""Channels: what force elements add to a recording."""

import json
import zipfile

import numpy as np
import pytest

import rigida as rg


@pytest.fixture(scope="module")
def run():
    scene = rg.Scene(title="Flight")
    scene.add_aircraft("model", position=(0, 0, 50), velocity=(15, 0, 0), name="plane")
    return rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.01)).run(2.0, fps=50)


def test_channels_have_one_row_per_frame_and_a_unit(run):
    assert run.frame_count == 101
    assert run.channel("plane.airspeed").shape == (101,)
    assert run.channel("plane.force wing left").shape == (101, 3)
    assert run.channel_units["plane.airspeed"] == "m/s"
    assert run.channel("plane.airspeed")[0] == pytest.approx(15.0)


def test_unknown_channel_offers_the_nearest(run):
    with pytest.raises(rg.UsageError, match=r"Did you mean 'plane\.airspeed'"):
        run.channel("plane.airspeeds")


def test_channels_survive_the_disk_to_the_bit(run, tmp_path):
    back = rg.Recording.load(run.save(tmp_path / "run"))
    assert list(back.channels) == list(run.channels)
    assert back.channel_units == run.channel_units
    for name, values in run.channels.items():
        assert back.channels[name].tobytes() == values.tobytes(), name


def test_channels_of_a_later_version_are_left_out(run, tmp_path):
    path = run.save(tmp_path / "run.npz")
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    header = json.loads(members["header.json"])
    header["channels"]["version"] = 2
    members["header.json"] = json.dumps(header).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    back = rg.Recording.load(path)
    assert back.channels == {}
    assert back.position.tobytes() == run.position.tobytes()


def test_channels_of_the_wrong_length_are_refused(run):
    arrays = {name: getattr(run, name) for name in ("times", "position", "orientation", "velocity", "angular_velocity")}
    energies = {name: getattr(run, name) for name in ("kinetic", "potential", "linear_momentum", "angular_momentum")}
    with pytest.raises(rg.UsageError, match="channel 'x' must have 101 rows"):
        rg.Recording(**arrays, **energies, names=run.names, channels={"x": np.zeros(3)})


def test_table_and_plot_of_channels(run, tmp_path):
    table = run.channels_to_csv(tmp_path / "channels").read_text().splitlines()
    assert table[0].startswith("time [s],plane.airspeed [m/s]")
    assert "plane.force wing left[2] [N]" in table[0]
    assert len(table) == 102
    assert run.plot_channels(tmp_path / "all").stat().st_size > 10_000
    assert run.plot_channels(tmp_path / "some.svg", ["plane.alpha"]).read_text().count("plane.alpha") >= 1


def test_recording_without_channels_cannot_draw_them(tmp_path):
    scene = rg.Scene()
    scene.add_body(rg.Sphere(1.0))
    with pytest.raises(rg.UsageError, match="no channels"):
        rg.Simulation(scene).run(0.1).plot_channels(tmp_path / "none")
