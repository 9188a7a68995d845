"""Logs for other tools' viewers, read back by their own libraries: every body where the recording has it."""

import json

import numpy as np
import pytest

import rigida as rg


def test_an_mcap_log_holds_poses_surfaces_and_channels(recording, tmp_path):
    from mcap.reader import make_reader

    with recording.to_mcap(tmp_path / "run").open("rb") as file:
        found = [
            (channel.topic, schema.name, m.log_time, json.loads(m.data))
            for schema, channel, m in make_reader(file).iter_messages()
        ]
    poses = [(time, message) for topic, schema, time, message in found if topic == "/tf"]
    assert len(poses) == recording.frame_count
    time, message = poses[11]
    placed = {each["child_frame_id"]: each for each in message["transforms"]}
    body, box = recording.body("Kiste"), placed["Kiste"]
    assert time == pytest.approx(1e9 * recording.times[11], abs=1.0)
    np.testing.assert_allclose(list(box["translation"].values()), body.position[11])
    np.testing.assert_allclose([box["rotation"][axis] for axis in "wxyz"], body.orientation[11])
    (scene,) = [message for topic, _, _, message in found if topic == "/scene"]
    surface = next(each for each in scene["entities"] if each["frame_id"] == "Kiste")["triangles"][0]
    corners = np.array([list(point.values()) for point in surface["points"]])
    np.testing.assert_allclose(np.abs(corners).max(axis=0), [0.2, 0.15, 0.1])


def test_signals_are_channels_and_readings_of_joints(tmp_path):
    from mcap.reader import make_reader

    scene = rg.Scene()
    rod = scene.add_body(rg.Box((0.1, 0.1, 1.0)), position=(0, 0, -0.5), name="rod")
    scene.add_joint(rg.Revolute(rod, anchor=(0, 0, 0), axis=(0, 1, 0), name="hinge"))
    scene.take_pose({"hinge": 0.4})
    run = rg.Simulation(scene).run(0.1)
    run.channels["fuel"] = np.linspace(2.0, 1.0, run.frame_count)
    with run.to_mcap(tmp_path / "run.mcap").open("rb") as file:
        held = [json.loads(m.data) for _, _, m in make_reader(file).iter_messages(topics=["/signals"])]
    assert [message["fuel"] for message in held] == [[value] for value in run.channels["fuel"]]
    assert [message["hinge/position"] for message in held] == run.joint_position[:, 0, :1].tolist()
    assert held[-1]["hinge/velocity"][0] == pytest.approx(run.joint_velocity[-1, 0, 0])


def test_a_rerun_recording_is_written_where_its_library_is_there(recording, tmp_path):
    pytest.importorskip("rerun")
    path = recording.to_rerun(tmp_path / "run")
    assert path.suffix == ".rrd"
    assert path.read_bytes()[:4] in (b"RRF2", b"RRF3", b"RRIO")


def test_without_its_library_the_package_to_install_is_named(recording, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "rerun", None)
    monkeypatch.setitem(__import__("sys").modules, "mcap.writer", None)
    with pytest.raises(rg.UsageError, match=r"rigida\[rerun\]"):
        recording.to_rerun(tmp_path / "run.rrd")
    with pytest.raises(rg.UsageError, match=r"rigida\[mcap\]"):
        recording.to_mcap(tmp_path / "run.mcap")
