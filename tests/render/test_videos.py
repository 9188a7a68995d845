"""Videos: playable, with the asked-for frames, or not there at all."""

from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

import rigida as rg
from rigida.render.film import Film

SMALL = {"width": 160, "height": 90}


def frames_of(path: Path) -> list[np.ndarray]:
    with av.open(str(path)) as container:
        return [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]


def test_mp4_has_the_pictures_of_the_recording(recording, tmp_path):
    path = recording.to_video(tmp_path / "run", fps=10, **SMALL)
    assert path.name == "run.mp4"
    frames = frames_of(path)
    assert len(frames) == 11
    with av.open(str(path)) as container:
        assert float(container.streams.video[0].average_rate) == 10
    # H.264 halves the color resolution and rounds; shapes stay where they are.
    picture = recording.picture(0.5, **SMALL).astype(int)
    assert np.abs(frames[5].astype(int) - picture).mean() < 4.0
    assert np.abs(frames[0].astype(int) - picture).mean() > 5.0


def test_mp4_bytes_are_the_same_again(recording, tmp_path):
    first = recording.to_video(tmp_path / "a.mp4", fps=5, **SMALL).read_bytes()
    assert recording.to_video(tmp_path / "b.mp4", fps=5, **SMALL).read_bytes() == first


def test_odd_size_loses_one_line(recording, tmp_path):
    path = recording.to_video(tmp_path / "odd.mp4", fps=5, width=161, height=91)
    assert frames_of(path)[0].shape == (90, 160, 3)


def test_gif_repeats_and_keeps_time(recording, tmp_path):
    with Image.open(recording.to_video(tmp_path / "run.gif", fps=10, speed=0.5, **SMALL)) as gif:
        assert gif.n_frames == 21
        assert gif.info["duration"] == 100
        assert gif.info["loop"] == 0


def test_png_folder_holds_the_pictures_themselves(recording, tmp_path):
    recording.to_video(f"{tmp_path}/frames/", fps=2, **SMALL)
    names = sorted(path.name for path in (tmp_path / "frames").iterdir())
    assert names == ["00000.png", "00001.png", "00002.png"]
    with Image.open(tmp_path / "frames/00001.png") as file:
        picture = np.asarray(file)
    assert np.array_equal(picture, recording.picture(0.5, **SMALL))


@pytest.mark.parametrize("name", ["run.mp4", "run.gif"])
def test_interrupted_video_leaves_the_old_file_or_none(recording, tmp_path, name):
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        recording.to_video(tmp_path / name, progress=stop, **SMALL)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / name).write_text("old")
    with pytest.raises(KeyboardInterrupt):
        recording.to_video(tmp_path / name, progress=stop, **SMALL)
    assert (tmp_path / name).read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_progress_counts_every_picture(recording, tmp_path):
    told = []
    recording.to_video(tmp_path / "run.mp4", fps=4, progress=lambda *counts: told.append(counts), **SMALL)
    assert told == [(k, 5) for k in range(1, 6)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"path": "run.avi"}, "unknown ending"),
        ({"path": "run.mp4", "fps": 0}, "fps must be above 0"),
        ({"path": "run.mp4", "speed": -1}, "speed must be above 0"),
        ({"path": "run.mp4", "width": 3}, "width must be at least 16"),
    ],
)
def test_bad_values_are_said_before_any_work(recording, tmp_path, arguments, message):
    path = tmp_path / arguments.pop("path")
    with pytest.raises(rg.RigidaError, match=message):
        recording.to_video(path, **arguments)
    assert list(tmp_path.iterdir()) == []


def test_missing_encoder_is_one_line_that_names_it(recording, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "av", None)
    with pytest.raises(rg.UsageError, match="pip install av"):
        recording.to_video(tmp_path / "run.mp4", **SMALL)


def test_notebook_shows_simulation_as_a_picture(tmp_path):
    scene = rg.Scene(title="<b>one</b>")
    scene.add_body(rg.Box((1, 1, 1)))
    text = rg.Simulation(scene)._repr_html_()
    assert "data:image/png;base64," in text
    assert "<b>one</b>" not in text


def test_clock_is_not_smeared_by_motion_blur():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((1, 1, 1)), name="box")
    run = rg.Simulation(scene).run(1.0, fps=10)
    sharp, blurred = (
        next(Film(run, style=rg.Style(width=160, height=90, motion_blur=blur)).pictures(2.0, 1.0)) for blur in (1, 8)
    )
    # Nothing moves but the clock; amounts of light are rounded twice.
    assert np.abs(sharp.astype(int) - blurred.astype(int)).max() <= 1
